# Rows that are remembered before an exit and restored behind it; registers saved in pairs and alone.
        .text
        .globl  two_exits
        .type   two_exits, @function
two_exits:
        .cfi_startproc
        ltgr    %r2, %r2
        je      1f
        stmg    %r11, %r15, 88(%r15)
        .cfi_rel_offset %r11, 88
        .cfi_rel_offset %r14, 112
        .cfi_rel_offset %r15, 120
        lay     %r15, -176(%r15)
        .cfi_adjust_cfa_offset 176
        lgr     %r11, %r15
        .cfi_def_cfa_register %r11
        ltgr    %r3, %r3
        jne     2f
        .cfi_remember_state
        lmg     %r11, %r15, 264(%r11)
        .cfi_restore %r15
        .cfi_restore %r14
        .cfi_restore %r11
        .cfi_def_cfa %r15, 160
        br      %r14
2:      .cfi_restore_state
        lmg     %r11, %r15, 264(%r11)
        .cfi_restore %r15
        .cfi_restore %r14
        .cfi_restore %r11
        .cfi_def_cfa %r15, 160
        br      %r14
1:      lghi    %r2, 1
        br      %r14
        .cfi_endproc
        .size   two_exits, .-two_exits

        .globl  only_link
        .type   only_link, @function
only_link:
        .cfi_startproc
        stg     %r14, 112(%r15)
        .cfi_rel_offset %r14, 112
        brasl   %r14, two_exits@PLT
        lg      %r14, 112(%r15)
        .cfi_restore %r14
        br      %r14
        .cfi_endproc
        .size   only_link, .-only_link

        .globl  only_frame
        .type   only_frame, @function
only_frame:
        .cfi_startproc
        stg     %r11, 88(%r15)
        .cfi_rel_offset %r11, 88
        lg      %r11, 88(%r15)
        .cfi_restore %r11
        br      %r14
        .cfi_endproc
        .size   only_frame, .-only_frame
