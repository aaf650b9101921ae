# $ as --gsframe -o out.o %s && sframe-ref check -p "$(text out.o)" out.o
# seen: fre.start-order
f:
        .cfi_startproc
        nop
        .cfi_def_cfa_offset 16
        .cfi_remember_state
        .cfi_def_cfa_offset 24
        nop
        .cfi_def_cfa_offset 32
        .cfi_restore_state
        nop
        .cfi_endproc
