# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && ld -shared -o out a.o; echo status $?
# seen: status 1(39|34)
# A section that is written out, whose header says that the rows have 2 GB.
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
        .long   1, 1, 0x7fffffff, 0, .Lrows - .Lfunctions
.Lfunctions:
        .if     VERSION == 3
        .quad   .Lf - .
        .long   1, 0
        .else
        .long   .Lf - ., 1, 0, 1
        .byte   0
        .if     VERSION == 2
        .byte   0, 0, 0
        .endif
        .endif
.Lrows:
        .if     VERSION == 3
        .byte   1, 0, 0, 0, 0
        .endif
        .byte   0, 0x03, 8
.Lend:
