# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^ *0x1 .*cfa-24
f:
        .cfi_startproc
        nop
        .cfi_offset 16, -24
        .cfi_restore 16
        nop
        .cfi_endproc
