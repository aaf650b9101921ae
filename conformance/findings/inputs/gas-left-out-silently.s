# $ as --gsframe -o out.o %s 2>&1 && sframe-ref dump out.o
# seen: ^(?![\s\S]*Warning)[\s\S]*functions: 0 at
f:
        .cfi_startproc
        nop
        .cfi_register 3, 12
        nop
        .cfi_endproc
