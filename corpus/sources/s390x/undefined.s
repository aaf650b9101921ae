# The outermost function; a signal trampoline; a CFA on odd registers and at odd offsets; expressions.
        .text
        .globl  outermost
        .type   outermost, @function
outermost:
        .cfi_startproc
        .cfi_undefined %r14
        lghi    %r11, 0
        brasl   %r14, cfa_on_r10@PLT
        j       .
        .cfi_endproc
        .size   outermost, .-outermost

        .globl  cfa_on_r10
        .type   cfa_on_r10, @function
cfa_on_r10:
        .cfi_startproc
        lgr     %r10, %r15
        .cfi_def_cfa_register %r10
        nopr
        lgr     %r15, %r10
        .cfi_def_cfa_register %r15
        br      %r14
        .cfi_endproc
        .size   cfa_on_r10, .-cfa_on_r10

# The CFA's offset less 160 is not a multiple of 8.
        .globl  odd_offset
        .type   odd_offset, @function
odd_offset:
        .cfi_startproc
        aghi    %r15, -4
        .cfi_def_cfa_offset 164
        aghi    %r15, 4
        .cfi_def_cfa_offset 160
        br      %r14
        .cfi_endproc
        .size   odd_offset, .-odd_offset

        .globl  large_frame
        .type   large_frame, @function
large_frame:
        .cfi_startproc
        stg     %r15, 120(%r15)
        .cfi_rel_offset %r15, 120
        agfi    %r15, -524288
        .cfi_adjust_cfa_offset 524288
        agfi    %r15, 524288
        .cfi_adjust_cfa_offset -524288
        .cfi_restore %r15
        br      %r14
        .cfi_endproc
        .size   large_frame, .-large_frame

        .globl  plain_signal
        .type   plain_signal, @function
plain_signal:
        .cfi_startproc
        .cfi_signal_frame
        stg     %r14, 112(%r15)
        .cfi_rel_offset %r14, 112
        lghi    %r1, 173
        svc     173
        .cfi_endproc
        .size   plain_signal, .-plain_signal

        .globl  cfa_expression
        .type   cfa_expression, @function
cfa_expression:
        .cfi_startproc
        .cfi_escape 0x0f, 3, 0x7f, 0xa0, 0x01
        nopr
        br      %r14
        .cfi_endproc
        .size   cfa_expression, .-cfa_expression
