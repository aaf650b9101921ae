# Calls each function of the table four times: with 0, so that it goes to its end, and with the numbers of its early
# returns; each time with another stack and frame pointer.
        .text
        .globl  _start
        .type   _start, @function
_start: leaq    functions(%rip), %rbx
1:      xorl    %r12d, %r12d
        movq    %rsp, %r13
2:      leaq    0x123456(%rbx,%r12,8), %rbp
        movl    %r12d, %edi
        movq    (%rbx), %rax
        subq    $16, %rsp
        call    *%rax
        incl    %r12d
        cmpl    $4, %r12d
        jne     2b
        movq    %r13, %rsp
        addq    $8, %rbx
        cmpq    $0, (%rbx)
        jne     1b
        xorl    %edi, %edi
        movl    $231, %eax
        syscall
        .size   _start, .-_start
