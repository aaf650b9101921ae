# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && ld -shared -o out a.o; echo status $?
# seen: out_of_range
# A section of 38 bytes, whose header says that there is a function.
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
        .long   1, 1, 8, 0, 16
        .quad   .Lf - .
        .short  1
