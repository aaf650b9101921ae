// What program.c needs: the entry, system calls, the way back from a signal, and functions by hand.
        .text
        .globl  _start
        .type   _start, %function
_start:
        .cfi_startproc
        .cfi_undefined 30
        mov     x29, 0
        mov     x30, 0
        bl      program
        brk     1
        .cfi_endproc
        .size   _start, .-_start

        .globl  system_call
        .type   system_call, %function
system_call:
        .cfi_startproc
        mov     x8, x0
        mov     x0, x1
        mov     x1, x2
        mov     x2, x3
        mov     x3, x4
        svc     0
        ret
        .cfi_endproc
        .size   system_call, .-system_call

// The context lies above the stack pointer and 128 bytes of siginfo. The description begins early, as one looks
// at PC - 1.
        .cfi_startproc simple
        .cfi_signal_frame
        .cfi_return_column 30
        .cfi_escape 0x0f, 4, 0x8f, 0xb0, 0x04, 0x06   // CFA: what lies at sp + 560
        .cfi_escape 0x10, 30, 3, 0x8f, 0xb8, 0x04     // RA: the PC at sp + 568
        .cfi_escape 0x10, 29, 3, 0x8f, 0xa0, 0x04     // x29: at sp + 544
        nop
        .globl  restore_signal
        .type   restore_signal, %function
restore_signal:
        mov     x8, 139
        svc     0
        brk     1
        .cfi_endproc
        .size   restore_signal, .-restore_signal

// remembered(a, b): two exits with a frame, one without.
        .globl  remembered
        .type   remembered, %function
remembered:
        .cfi_startproc
        add     x2, x0, 1
        cbz     x0, 1f
        stp     x29, x30, [sp, -64]!
        .cfi_def_cfa_offset 64
        .cfi_offset 29, -64
        .cfi_offset 30, -56
        mov     x29, sp
        .cfi_def_cfa_register 29
        mov     x30, 0
        cbz     x1, 2f
        .cfi_remember_state
        add     x2, x2, x1
        ldp     x29, x30, [sp], 64
        .cfi_def_cfa 31, 0
        .cfi_restore 29
        .cfi_restore 30
        mov     x0, x2
        ret
2:      .cfi_restore_state
        nop
        ldp     x29, x30, [sp], 64
        .cfi_def_cfa 31, 0
        .cfi_restore 29
        .cfi_restore 30
1:      mov     x0, x2
        ret
        .cfi_endproc
        .size   remembered, .-remembered

// on_other_register(a): the CFA is found from x9 while the stack pointer is rounded.
        .globl  on_other_register
        .type   on_other_register, %function
on_other_register:
        .cfi_startproc
        mov     x9, sp
        .cfi_def_cfa_register 9
        and     x10, x9, -64
        mov     sp, x10
        nop
        mov     sp, x9
        .cfi_def_cfa_register 31
        ret
        .cfi_endproc
        .size   on_other_register, .-on_other_register
        .section .note.GNU-stack, "", %progbits
