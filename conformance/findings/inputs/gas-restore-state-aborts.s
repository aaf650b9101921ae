# $ as --gsframe -o out.o %s || true
# seen: sframe_xlate_do_restore_state
f:
        .cfi_startproc
        nop
        .cfi_remember_state
        .cfi_adjust_cfa_offset 8
        .cfi_restore_state
        nop
        .cfi_endproc
