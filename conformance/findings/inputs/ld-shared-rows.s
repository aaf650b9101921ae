# objects: gas 2.47
# $ as -o a.o %s && ld -r -o out a.o; sframe-ref check out 2>&1; ls -l a.o out
# seen: is undefined here|malformed
# A section of version 3 that is written out: 20 functions share one attribute and one row.
        .text
.Lf:    .fill   20, 1, 0xc3
        .section .sframe, "a", @0x6ffffff4
        .balign 8
        .short  0xdee2
        .byte   3, 4, 3, 0, -8, 0
        .long   20, 1, .Lend - .Lrows, 0, .Lrows - .Lfunctions
.Lfunctions:
        .set    number, 0
        .rept   20
        .quad   .Lf + number - .
        .long   1, 0
        .set    number, number + 1
        .endr
.Lrows: .byte   1, 0, 0, 0, 0, 0, 3, 8
.Lend:
