// Rows that are remembered before an exit and restored behind it.
        .text
        .globl  two_exits
        .type   two_exits, %function
two_exits:
        .cfi_startproc
        cbz     x0, 1f
        stp     x29, x30, [sp, -48]!
        .cfi_def_cfa_offset 48
        .cfi_offset 29, -48
        .cfi_offset 30, -40
        mov     x29, sp
        .cfi_def_cfa_register 29
        cbnz    x1, 2f
        .cfi_remember_state
        ldp     x29, x30, [sp], 48
        .cfi_def_cfa 31, 0
        .cfi_restore 29
        .cfi_restore 30
        ret
2:      .cfi_restore_state
        ldp     x29, x30, [sp], 48
        .cfi_def_cfa 31, 0
        .cfi_restore 29
        .cfi_restore 30
        ret
1:      mov     x0, 1
        ret
        .cfi_endproc
        .size   two_exits, .-two_exits

// Only one of frame pointer and link register is saved.
        .globl  only_link
        .type   only_link, %function
only_link:
        .cfi_startproc
        str     x30, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset 30, -16
        bl      two_exits
        ldr     x30, [sp], 16
        .cfi_def_cfa_offset 0
        .cfi_restore 30
        ret
        .cfi_endproc
        .size   only_link, .-only_link

        .globl  only_frame
        .type   only_frame, %function
only_frame:
        .cfi_startproc
        str     x29, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset 29, -16
        ldr     x29, [sp], 16
        .cfi_def_cfa_offset 0
        .cfi_restore 29
        ret
        .cfi_endproc
        .size   only_frame, .-only_frame
