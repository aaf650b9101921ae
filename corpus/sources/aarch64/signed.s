// Return addresses signed with key A, with key B, and as if they were never authenticated.
        .arch   armv8.3-a
        .text
        .globl  key_a
        .type   key_a, %function
key_a:
        .cfi_startproc
        paciasp
        .cfi_negate_ra_state
        stp     x29, x30, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset 29, -16
        .cfi_offset 30, -8
        ldp     x29, x30, [sp], 16
        .cfi_def_cfa_offset 0
        .cfi_restore 29
        .cfi_restore 30
        autiasp
        .cfi_negate_ra_state
        ret
        .cfi_endproc
        .size   key_a, .-key_a

        .globl  key_b
        .type   key_b, %function
key_b:
        .cfi_startproc
        .cfi_b_key_frame
        pacibsp
        .cfi_negate_ra_state
        sub     sp, sp, 64
        .cfi_def_cfa_offset 64
        stp     x29, x30, [sp, 48]
        .cfi_offset 29, -16
        .cfi_offset 30, -8
        nop
        ldp     x29, x30, [sp, 48]
        .cfi_restore 29
        .cfi_restore 30
        add     sp, sp, 64
        .cfi_def_cfa_offset 0
        retab
        .cfi_endproc
        .size   key_b, .-key_b

// Signed, saved, and remembered over an exit.
        .globl  remembered
        .type   remembered, %function
remembered:
        .cfi_startproc
        paciasp
        .cfi_negate_ra_state
        .cfi_remember_state
        cbz     x0, 1f
        autiasp
        .cfi_negate_ra_state
        ret
1:      .cfi_restore_state
        nop
        retaa
        .cfi_endproc
        .size   remembered, .-remembered
