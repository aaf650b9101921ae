# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && ld -shared -o out a.o
# seen: Assertion
# A section that is written out, with four bytes between functions and rows.
        .text
.Lf:    ret
.Lg:    ret
.Lh:    ret
        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, 0, -8, 0
        .long   3, 3, .Lend - .Lrows, 0, .Lrows - .Lfunctions
.Lfunctions:
        .set    row, 0
        .irp    function, .Lf, .Lg, .Lh
        .if     VERSION == 3
        .quad   \function - .
        .long   1, row
        .set    row, row + 8
        .else
        .long   \function - ., 1, row, 1
        .byte   0
        .set    row, row + 3
        .if     VERSION == 2
        .byte   0, 0, 0
        .endif
        .endif
        .endr
        .long   0
.Lrows:
        .rept   3
        .if     VERSION == 3
        .byte   1, 0, 0, 0, 0
        .endif
        .byte   0, 0x03, 8
        .endr
.Lend:
