# $ as --gsframe -o out.o %s || true
# seen: PLEASE submit a bug report
f:
        .cfi_startproc
        .cfi_remember_state
        .cfi_remember_state
        .cfi_restore_state
        .cfi_restore_state
        nop
        .cfi_endproc
