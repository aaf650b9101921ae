# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^ *0x1 +fp\+8 
f:
        .cfi_startproc
        nop
        .cfi_def_cfa 7, 24
        .cfi_def_cfa_register 6
        nop
        .cfi_endproc
