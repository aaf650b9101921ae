# A CFA found from registers that are neither stack nor frame pointer, and frame pointers that are not saved
# where one expects them. What a format cannot say, an assembler must leave out, whole function by whole function.
        .text
        .globl  cfa_on_r10
        .type   cfa_on_r10, @function
cfa_on_r10:
        .cfi_startproc
        leaq    8(%rsp), %r10
        .cfi_def_cfa %r10, 0
        andq    $-64, %rsp
        nop
        leaq    -8(%r10), %rsp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   cfa_on_r10, .-cfa_on_r10

        .globl  cfa_on_rbx
        .type   cfa_on_rbx, @function
cfa_on_rbx:
        .cfi_startproc
        pushq   %rbx
        .cfi_def_cfa_offset 16
        .cfi_offset %rbx, -16
        movq    %rsp, %rbx
        .cfi_def_cfa_register %rbx
        andq    $-32, %rsp
        nop
        movq    %rbx, %rsp
        .cfi_def_cfa_register %rsp
        popq    %rbx
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   cfa_on_rbx, .-cfa_on_rbx

        .globl  fp_in_register
        .type   fp_in_register, @function
fp_in_register:
        .cfi_startproc
        movq    %rbp, %r11
        .cfi_register %rbp, %r11
        xorl    %ebp, %ebp
        movq    %r11, %rbp
        .cfi_restore %rbp
        ret
        .cfi_endproc
        .size   fp_in_register, .-fp_in_register

        .globl  fp_as_value
        .type   fp_as_value, @function
fp_as_value:
        .cfi_startproc
        leaq    8(%rsp), %rbp
        .cfi_val_offset %rbp, 0
        nop
        ret
        .cfi_endproc
        .size   fp_as_value, .-fp_as_value

        .globl  fp_undefined
        .type   fp_undefined, @function
fp_undefined:
        .cfi_startproc
        .cfi_undefined %rbp
        movl    $1, %ebp
        ret
        .cfi_endproc
        .size   fp_undefined, .-fp_undefined
