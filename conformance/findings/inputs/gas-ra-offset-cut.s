# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: cfa\+120
f:
        .cfi_startproc
        nop
        .cfi_offset 16, -136
        nop
        .cfi_endproc
