# $ as --gsframe -o out.o %s || true
# seen: Segmentation fault
f:
        .cfi_startproc
        .cfi_def_cfa_register 6
        nop
        .cfi_endproc
