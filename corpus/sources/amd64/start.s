# What program.c needs: the entry, system calls, the way back from a signal, and functions by hand.
        .text
        .globl  _start
        .type   _start, @function
_start:
        .cfi_startproc
        .cfi_undefined %rip
        xorl    %ebp, %ebp
        andq    $-16, %rsp
        call    program
        hlt
        .cfi_endproc
        .size   _start, .-_start

        .globl  system_call
        .type   system_call, @function
system_call:
        .cfi_startproc
        movq    %rdi, %rax
        movq    %rsi, %rdi
        movq    %rdx, %rsi
        movq    %rcx, %rdx
        movq    %r8, %r10
        syscall
        ret
        .cfi_endproc
        .size   system_call, .-system_call

# The context lies above the stack pointer. The description begins a byte early, as one looks at PC - 1.
        .cfi_startproc simple
        .cfi_signal_frame
        .cfi_escape 0x0f, 4, 0x77, 0xa0, 0x01, 0x06   # CFA: what lies at rsp + 160
        .cfi_escape 0x10, 16, 3, 0x77, 0xa8, 0x01     # RA: at rsp + 168
        .cfi_escape 0x10, 6, 3, 0x77, 0xf8, 0x00      # RBP: at rsp + 120
        nop
        .globl  restore_signal
        .type   restore_signal, @function
restore_signal:
        movl    $15, %eax
        syscall
        hlt
        .cfi_endproc
        .size   restore_signal, .-restore_signal

# remembered(a, b): two exits with a frame, one without.
        .globl  remembered
        .type   remembered, @function
remembered:
        .cfi_startproc
        leaq    1(%rdi), %rax
        testq   %rdi, %rdi
        je      1f
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        subq    $48, %rsp
        testq   %rsi, %rsi
        je      2f
        .cfi_remember_state
        addq    %rsi, %rax
        leave
        .cfi_def_cfa %rsp, 8
        .cfi_restore %rbp
        ret
2:      .cfi_restore_state
        movq    %rax, -8(%rbp)
        pushq   -8(%rbp)
        popq    %rax
        leave
        .cfi_def_cfa %rsp, 8
        .cfi_restore %rbp
1:      ret
        .cfi_endproc
        .size   remembered, .-remembered

# on_other_register(a): the CFA is found from r10 while the stack pointer is rounded.
        .globl  on_other_register
        .type   on_other_register, @function
on_other_register:
        .cfi_startproc
        leaq    8(%rsp), %r10
        .cfi_def_cfa %r10, 0
        andq    $-64, %rsp
        pushq   %rdi
        popq    %rax
        leaq    -8(%r10), %rsp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   on_other_register, .-on_other_register
        .section .note.GNU-stack, "", @progbits
