# Functions in several sections, with gaps, of no size, one behind the other; and code that is not described.
        .section .text.second, "ax", @progbits
        .globl  second
        .type   second, @function
second:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        popq    %rbp
        .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        ret
        .cfi_endproc
        .size   second, .-second

        .text
        .globl  first
        .type   first, @function
first:
        .cfi_startproc
        subq    $8, %rsp
        .cfi_def_cfa_offset 16
        addq    $8, %rsp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   first, .-first

not_described:
        .fill   100, 1, 0x90

        .globl  empty
        .type   empty, @function
empty:
        .cfi_startproc
        .cfi_endproc
        .size   empty, .-empty

# Two in one symbol, without a gap.
        .globl  halves
        .type   halves, @function
halves:
        .cfi_startproc
        nop
        .cfi_endproc
        .cfi_startproc
        .cfi_def_cfa_offset 24
        nop
        ret
        .cfi_endproc
        .size   halves, .-halves

# Advances of nothing, and rows that say what the one before said.
        .globl  same_place
        .type   same_place, @function
same_place:
        .cfi_startproc
        .cfi_def_cfa_offset 16
        .cfi_def_cfa_offset 32
        .cfi_def_cfa_offset 8
        nop
        .cfi_def_cfa_offset 8
        nop
        .cfi_def_cfa_offset 16
        ret
        .cfi_endproc
        .size   same_place, .-same_place
