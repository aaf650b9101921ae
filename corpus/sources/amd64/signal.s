# A signal trampoline as the kernel enters it: everything lies in the context above the stack pointer.
# CFA and registers are DWARF expressions; a byte before it belongs to the description, as one looks at PC - 1.
        .text
        .cfi_startproc simple
        .cfi_signal_frame
        # CFA: the word at rsp + 160, the saved rsp. RA: at rsp + 168. RBP: at rsp + 120.
        .cfi_escape 0x0f, 4, 0x77, 0xa0, 0x01, 0x06
        .cfi_escape 0x10, 16, 3, 0x77, 0xa8, 0x01
        .cfi_escape 0x10, 6, 3, 0x77, 0xf8, 0x00
        nop
        .globl  restore_by_expression
        .type   restore_by_expression, @function
restore_by_expression:
        movl    $15, %eax
        syscall
        .cfi_endproc
        .size   restore_by_expression, .-restore_by_expression

# A signal frame that plain rows can say: an interrupt handler's.
        .globl  plain_signal
        .type   plain_signal, @function
plain_signal:
        .cfi_startproc
        .cfi_signal_frame
        .cfi_def_cfa_offset 16
        pushq   %rbp
        .cfi_def_cfa_offset 24
        .cfi_offset %rbp, -24
        nop
        popq    %rbp
        .cfi_def_cfa_offset 16
        .cfi_restore %rbp
        iretq
        .cfi_endproc
        .size   plain_signal, .-plain_signal
