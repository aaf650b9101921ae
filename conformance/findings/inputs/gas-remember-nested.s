# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^  0x7 +sp\+32 
nested:
        .cfi_startproc
        pushq   %rax
        .cfi_def_cfa_offset 16
        nop
        .cfi_remember_state
        pushq   %rax
        .cfi_def_cfa_offset 32
        nop
        .cfi_remember_state
        pushq   %rax
        .cfi_def_cfa_offset 64
        popq    %rax
        .cfi_restore_state
        popq    %rax
        .cfi_restore_state
        ret
        .cfi_endproc
