# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: RA mangled
f:
        .cfi_startproc
        nop
        .cfi_window_save
        nop
        .cfi_endproc
