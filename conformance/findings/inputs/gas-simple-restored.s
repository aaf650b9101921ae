# $ as --gsframe -o out.o %s || true
# seen: Internal error \(Segmentation fault\)
f:
        .cfi_startproc simple
        nop
        .cfi_remember_state
        nop
        .cfi_restore_state
        nop
        .cfi_endproc
