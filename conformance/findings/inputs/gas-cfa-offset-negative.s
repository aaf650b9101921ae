# $ { echo '        .cfi_sections .eh_frame, .sframe'; cat %s; } >both.s && as -o out.o both.s && readelf --debug-dump=frames out.o
# seen: def_cfa_offset(_sf)?: -8$
f:
        .cfi_startproc
        nop
        .cfi_def_cfa_offset -9
        nop
        .cfi_endproc
