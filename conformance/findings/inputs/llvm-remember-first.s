# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: functions: 0 at
f:
        .cfi_startproc
        nop
        .cfi_remember_state
        .cfi_def_cfa_offset 16
        nop
        .cfi_restore_state
        ret
        .cfi_endproc
