# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: sp\+0 
f:
        .cfi_startproc simple
        nop
        .cfi_offset 6, -16
        nop
        .cfi_endproc
