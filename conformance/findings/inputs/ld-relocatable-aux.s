# objects: gas 2.47
# $ as -o a.o %s && ld -r -o out a.o; sframe-ref check out
# seen: fde.fre-off-inside malformed
# A section of version 3 that is written out, with eight bytes of auxiliary header.
        .text
.Lf:    ret
.Lg:    ret
        .section .sframe, "a", @0x6ffffff4
        .balign 8
        .short  0xdee2
        .byte   3, 4, 3, 0, -8, 8
        .long   2, 2, .Lend - .Lrows, 0, .Lrows - .Lfunctions
        .quad   0
.Lfunctions:
        .quad   .Lf - .
        .long   1, 0
        .quad   .Lg - .
        .long   1, 8
.Lrows: .byte   1, 0, 0, 0, 0, 0, 3, 8
        .byte   1, 0, 0, 0, 0, 0, 3, 8
.Lend:
