// A signal trampoline as the kernel enters it, by its frame record; and a signal frame that plain rows can say.
        .text
        .cfi_startproc simple
        .cfi_signal_frame
        .cfi_def_cfa 29, 0
        .cfi_offset 29, 0
        .cfi_offset 30, 8
        nop
        .globl  restore
        .type   restore, %function
restore:
        mov     x8, 139
        svc     0
        .cfi_endproc
        .size   restore, .-restore

        .globl  plain_signal
        .type   plain_signal, %function
plain_signal:
        .cfi_startproc
        .cfi_signal_frame
        stp     x29, x30, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset 29, -16
        .cfi_offset 30, -8
        ldp     x29, x30, [sp], 16
        .cfi_def_cfa_offset 0
        .cfi_restore 29
        .cfi_restore 30
        eret
        .cfi_endproc
        .size   plain_signal, .-plain_signal

// DW_CFA_expression for x19, and a CFA as an expression.
        .globl  other_register
        .type   other_register, %function
other_register:
        .cfi_startproc
        str     x19, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_escape 0x10, 19, 2, 0x8f, 0x00
        ldr     x19, [sp], 16
        .cfi_def_cfa_offset 0
        .cfi_restore 19
        ret
        .cfi_endproc
        .size   other_register, .-other_register

        .globl  cfa_expression
        .type   cfa_expression, %function
cfa_expression:
        .cfi_startproc
        .cfi_escape 0x0f, 2, 0x8f, 0x00
        nop
        ret
        .cfi_endproc
        .size   cfa_expression, .-cfa_expression
