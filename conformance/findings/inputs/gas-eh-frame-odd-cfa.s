# $ as -o out.o %s && readelf --debug-dump=frames out.o
# seen: DW_CFA_def_cfa_offset_sf: 0
f:
        .cfi_startproc
        nop
        .cfi_def_cfa_offset -1
        nop
        .cfi_endproc
