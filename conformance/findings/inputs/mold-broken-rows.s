# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && ld -shared -o out a.o && sframe-ref check out
# seen: fre\.inside
# beside: LLD 22, LLD 23, wild 0.10.0, ld 2.40, ld 2.44
# A section that is written out, whose last row lacks its word.
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
        .if     VERSION == 3
        .long   1, 1, 8, 0, 16
        .quad   .Lf - .
        .long   1, 0
        .byte   1, 0, 0, 0, 0
        .else
        .long   1, 1, 3, 0, 20
        .long   .Lf - ., 1, 0, 1
        .byte   0, 0, 0, 0
        .endif
        .byte   0, 0x03
