# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^ *0x1 .*undefined
f:
        .cfi_startproc
        nop
        .cfi_undefined 16
        .cfi_offset 16, -8
        nop
        .cfi_endproc
