# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && ld -shared -o out a.o; echo status $?
# seen: status 139
# beside: ld 2.40, ld 2.44, ld 2.47
# A section that is written out, whose rows begin 2 GB behind the header.
        .text
.Lf:    ret
        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, 0, -8, 0
        .long   1, 1, 8, 0, 0x7fffffff
        .quad   .Lf - .
        .long   1, 0
        .byte   1, 0, 0, 0, 0
        .byte   0, 0x03, 8
