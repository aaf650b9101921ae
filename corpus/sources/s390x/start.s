# What program.c needs: the entry, system calls, the way back from a signal, and functions by hand.
        .text
        .globl  _start
        .type   _start, @function
_start:
        .cfi_startproc
        .cfi_undefined %r14
        lghi    %r11, 0
        lghi    %r14, 0
        aghi    %r15, -160
        .cfi_adjust_cfa_offset 160
        brasl   %r14, program
        .short  0
        .cfi_endproc
        .size   _start, .-_start

        .globl  system_call
        .type   system_call, @function
system_call:
        .cfi_startproc
        lgr     %r1, %r2
        lgr     %r2, %r3
        lgr     %r3, %r4
        lgr     %r4, %r5
        lgr     %r5, %r6
        svc     0
        br      %r14
        .cfi_endproc
        .size   system_call, .-system_call

# No description: the context can be found from the stack pointer only by expressions.
# Whoever looks at PC - 1 shall not find system_call there.
        nopr
        .globl  restore_signal
        .type   restore_signal, @function
restore_signal:
        svc     173
        .short  0
        .size   restore_signal, .-restore_signal

# remembered(a, b): two exits with a frame, one without.
        .globl  remembered
        .type   remembered, @function
remembered:
        .cfi_startproc
        la      %r4, 1(%r2)
        ltgr    %r2, %r2
        je      1f
        stmg    %r11, %r15, 88(%r15)
        .cfi_rel_offset %r11, 88
        .cfi_rel_offset %r12, 96
        .cfi_rel_offset %r13, 104
        .cfi_rel_offset %r14, 112
        .cfi_rel_offset %r15, 120
        lay     %r15, -176(%r15)
        .cfi_adjust_cfa_offset 176
        lgr     %r11, %r15
        .cfi_def_cfa_register %r11
        ltgr    %r3, %r3
        je      2f
        .cfi_remember_state
        agr     %r4, %r3
        lmg     %r11, %r15, 264(%r11)
        .cfi_restore %r15
        .cfi_restore %r14
        .cfi_restore %r13
        .cfi_restore %r12
        .cfi_restore %r11
        .cfi_def_cfa %r15, 160
        lgr     %r2, %r4
        br      %r14
2:      .cfi_restore_state
        lghi    %r14, 0
        lmg     %r11, %r15, 264(%r11)
        .cfi_restore %r15
        .cfi_restore %r14
        .cfi_restore %r13
        .cfi_restore %r12
        .cfi_restore %r11
        .cfi_def_cfa %r15, 160
1:      lgr     %r2, %r4
        br      %r14
        .cfi_endproc
        .size   remembered, .-remembered

# on_other_register(a): what must be kept lies in floating-point registers.
        .globl  on_other_register
        .type   on_other_register, @function
on_other_register:
        .cfi_startproc
        ldgr    %f2, %r11
        .cfi_register %r11, %f2
        ldgr    %f0, %r14
        .cfi_register %r14, %f0
        lgr     %r11, %r15
        lghi    %r14, 0
        lgdr    %r14, %f0
        .cfi_restore %r14
        lgdr    %r11, %f2
        .cfi_restore %r11
        br      %r14
        .cfi_endproc
        .size   on_other_register, .-on_other_register
        .section .note.GNU-stack, "", @progbits
