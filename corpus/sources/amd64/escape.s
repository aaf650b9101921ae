# CFI as bytes of its own: what the assembler does not look into. An ordinary function stands beside each.
        .text
        .globl  before
        .type   before, @function
before:
        .cfi_startproc
        ret
        .cfi_endproc
        .size   before, .-before

# DW_CFA_expression for r12: a register that SFrame does not follow.
        .globl  other_register
        .type   other_register, @function
other_register:
        .cfi_startproc
        pushq   %r12
        .cfi_def_cfa_offset 16
        .cfi_escape 0x10, 12, 2, 0x77, 0x00
        nop
        popq    %r12
        .cfi_def_cfa_offset 8
        .cfi_restore %r12
        ret
        .cfi_endproc
        .size   other_register, .-other_register

# DW_CFA_def_cfa_expression: rsp + 8 + (rip & 8), as the entries of a lazy PLT say it.
        .globl  cfa_expression
        .type   cfa_expression, @function
cfa_expression:
        .cfi_startproc
        .cfi_escape 0x0f, 7, 0x77, 8, 0x80, 0, 0x38, 0x1a, 0x22
        nop
        ret
        .cfi_endproc
        .size   cfa_expression, .-cfa_expression

# DW_CFA_expression for RBP: its slot is found from the frame pointer's own value.
        .globl  fp_expression
        .type   fp_expression, @function
fp_expression:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_escape 0x10, 6, 2, 0x76, 0x00
        .cfi_escape 0x0f, 3, 0x76, 0x10
        nop
        leave
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   fp_expression, .-fp_expression

# DW_CFA_GNU_args_size: tells exception handlers something, unwinders nothing.
        .globl  args_size
        .type   args_size, @function
args_size:
        .cfi_startproc
        pushq   %rdi
        .cfi_def_cfa_offset 16
        .cfi_escape 0x2e, 0x10
        nop
        popq    %rdi
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   args_size, .-args_size
