# $ cat >b.s <<'END'
# $ g:      .cfi_startproc
# $         ret
# $         .cfi_endproc
# $ END
# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && as --gsframe -o b.o b.s && ld -shared -o out a.o b.o
# seen: Assertion
# A section that is written out, with eight bytes between header and functions.
        .text
.Lf:    ret
.Lg:    ret
        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, 0, -8, 0
        .long   2, 2, .Lend - .Lrows, 8, .Lrows - .Lfunctions + 8
        .quad   0
.Lfunctions:
        .set    row, 0
        .irp    function, .Lf, .Lg
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
.Lrows:
        .rept   2
        .if     VERSION == 3
        .byte   1, 0, 0, 0, 0
        .endif
        .byte   0, 0x03, 8
        .endr
.Lend:
