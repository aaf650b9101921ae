# Rows that are remembered before an exit and restored behind it; a frame pointer that comes and goes.
        .text
        .globl  two_exits
        .type   two_exits, @function
two_exits:
        .cfi_startproc
        testq   %rdi, %rdi
        je      1f
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        subq    $32, %rsp
        testq   %rsi, %rsi
        jne     2f
        .cfi_remember_state
        leave
        .cfi_def_cfa %rsp, 8
        .cfi_restore %rbp
        ret
2:      .cfi_restore_state
        leave
        .cfi_def_cfa %rsp, 8
        .cfi_restore %rbp
        ret
1:      movl    $1, %eax
        ret
        .cfi_endproc
        .size   two_exits, .-two_exits

# Remembered twice, restored in turn.
        .globl  nested
        .type   nested, @function
nested:
        .cfi_startproc
        pushq   %rbx
        .cfi_def_cfa_offset 16
        .cfi_offset %rbx, -16
        .cfi_remember_state
        subq    $64, %rsp
        .cfi_def_cfa_offset 80
        .cfi_remember_state
        subq    $1024, %rsp
        .cfi_def_cfa_offset 1104
        nop
        addq    $1024, %rsp
        .cfi_restore_state
        addq    $64, %rsp
        .cfi_restore_state
        popq    %rbx
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   nested, .-nested
