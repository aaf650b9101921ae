# $ as -o out.o %s && sframe-ref check out.o
# seen: fre\.start-inside
        .cfi_sections .sframe
f:
        .cfi_startproc
        .cfi_def_cfa_offset 16
        nop
        .cfi_def_cfa_offset 8
        .cfi_endproc
        .size f, .-f
