# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^  0x8 +sp\+16 
late:
        .cfi_startproc
        pushq   %rax
        .cfi_def_cfa_offset 16
        pushq   %rax
        .cfi_def_cfa_offset 32
        .cfi_remember_state
        addq    $24, %rsp
        .cfi_def_cfa_offset 8
        ret
        nop
        .cfi_restore_state
        ret
        .cfi_endproc
