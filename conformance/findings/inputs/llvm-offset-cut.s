# $ as --gsframe -o out.o %s && sframe-ref dump out.o || true
# seen: ^ *0x1 +sp\+0 
f:
        .cfi_startproc
        nop
        .cfi_def_cfa_offset 4294967296
        nop
        .cfi_endproc
