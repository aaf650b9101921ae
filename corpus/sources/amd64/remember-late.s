# What the row is that .cfi_remember_state remembers, and which of several is restored.
        .text

# Right behind the directive that makes the row.
        .globl  late
        .type   late, @function
late:
        .cfi_startproc
        subq    $8, %rsp
        .cfi_def_cfa_offset 16
        subq    $16, %rsp
        .cfi_def_cfa_offset 32
        .cfi_remember_state
        addq    $24, %rsp
        .cfi_def_cfa_offset 8
        ret
        .cfi_restore_state
        addq    $24, %rsp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   late, .-late

# An instruction later.
        .globl  early
        .type   early, @function
early:
        .cfi_startproc
        subq    $8, %rsp
        .cfi_def_cfa_offset 16
        subq    $16, %rsp
        .cfi_def_cfa_offset 32
        nop
        .cfi_remember_state
        addq    $24, %rsp
        .cfi_def_cfa_offset 8
        ret
        .cfi_restore_state
        addq    $24, %rsp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   early, .-early

# One in the other, each an instruction behind its row.
        .globl  nested_apart
        .type   nested_apart, @function
nested_apart:
        .cfi_startproc
        subq    $8, %rsp
        .cfi_def_cfa_offset 16
        nop
        .cfi_remember_state
        subq    $16, %rsp
        .cfi_def_cfa_offset 32
        nop
        .cfi_remember_state
        subq    $32, %rsp
        .cfi_def_cfa_offset 64
        addq    $32, %rsp
        .cfi_restore_state
        addq    $16, %rsp
        .cfi_restore_state
        addq    $8, %rsp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   nested_apart, .-nested_apart
