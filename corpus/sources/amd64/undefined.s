# The outermost function: no return address, at all or from some point on.
        .text
        .globl  outermost
        .type   outermost, @function
outermost:
        .cfi_startproc
        .cfi_undefined %rip
        xorl    %ebp, %ebp
        call    ends_here
        hlt
        .cfi_endproc
        .size   outermost, .-outermost

        .globl  ends_here
        .type   ends_here, @function
ends_here:
        .cfi_startproc
        pushq   %rax
        .cfi_def_cfa_offset 16
        nop
        .cfi_undefined %rip
        movq    %rax, 8(%rsp)
1:      jmp     1b
        .cfi_endproc
        .size   ends_here, .-ends_here

# RA in a register, and at an odd place.
        .globl  in_register
        .type   in_register, @function
in_register:
        .cfi_startproc
        popq    %rdx
        .cfi_def_cfa_offset 0
        .cfi_register %rip, %rdx
        pushq   %rdx
        .cfi_def_cfa_offset 8
        .cfi_offset %rip, -8
        ret
        .cfi_endproc
        .size   in_register, .-in_register

        .globl  moved_slot
        .type   moved_slot, @function
moved_slot:
        .cfi_startproc
        subq    $24, %rsp
        .cfi_def_cfa_offset 32
        movq    24(%rsp), %rax
        movq    %rax, 8(%rsp)
        .cfi_offset %rip, -24
        nop
        addq    $24, %rsp
        .cfi_def_cfa_offset 8
        .cfi_offset %rip, -8
        ret
        .cfi_endproc
        .size   moved_slot, .-moved_slot
