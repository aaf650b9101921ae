# $ as --gsframe -o out.o %s
# seen: Fatal error: SFrame unsupported
f:
        .cfi_startproc
        nop
        .cfi_offset 6, -3221225472
        nop
        .cfi_endproc
