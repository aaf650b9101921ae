# $ as -o out.o %s || true
# seen: PLEASE submit a bug report
        .cfi_sections .sframe
f:
        .cfi_startproc
        nop
        .cfi_restore_state
        nop
        .cfi_endproc
