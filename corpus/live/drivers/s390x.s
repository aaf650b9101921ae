# Calls each function of the table four times: with 0, so that it goes to its end, and with the numbers of its early
# returns; each time with another stack and frame pointer.
        .text
        .globl  _start
        .type   _start, @function
_start: larl    %r12, functions
        aghi    %r15, -160
1:      lghi    %r13, 0
        lgr     %r10, %r15
2:      sllg    %r11, %r13, 3
        lay     %r11, 0x23456(%r11,%r12)
        lgr     %r2, %r13
        lg      %r1, 0(%r12)
        aghi    %r15, -16
        basr    %r14, %r1
        aghi    %r13, 1
        cghi    %r13, 4
        jne     2b
        lgr     %r15, %r10
        aghi    %r12, 8
        ltg     %r1, 0(%r12)
        jne     1b
        lghi    %r2, 0
        svc     248
        .size   _start, .-_start
