# Leaf functions that save what they must in floating-point registers, not on the stack.
        .text
        .globl  both_in_float
        .type   both_in_float, @function
both_in_float:
        .cfi_startproc
        ldgr    %f2, %r11
        .cfi_register %r11, %f2
        ldgr    %f0, %r14
        .cfi_register %r14, %f0
        lgr     %r11, %r15
        aghi    %r11, -8
        lgdr    %r14, %f0
        .cfi_restore %r14
        lgdr    %r11, %f2
        .cfi_restore %r11
        br      %r14
        .cfi_endproc
        .size   both_in_float, .-both_in_float

        .globl  frame_in_float
        .type   frame_in_float, @function
frame_in_float:
        .cfi_startproc
        ldgr    %f4, %r11
        .cfi_register %r11, %f4
        ldgr    %f6, %r15
        .cfi_register %r15, %f6
        lay     %r15, -168(%r15)
        .cfi_def_cfa_offset 328
        lgr     %r11, %r15
        .cfi_def_cfa_register %r11
        lgdr    %r15, %f6
        .cfi_restore %r15
        lgdr    %r11, %f4
        .cfi_restore %r11
        .cfi_def_cfa %r15, 160
        br      %r14
        .cfi_endproc
        .size   frame_in_float, .-frame_in_float

# In a general register.
        .globl  link_in_r1
        .type   link_in_r1, @function
link_in_r1:
        .cfi_startproc
        lgr     %r1, %r14
        .cfi_register %r14, %r1
        nopr
        br      %r1
        .cfi_endproc
        .size   link_in_r1, .-link_in_r1
