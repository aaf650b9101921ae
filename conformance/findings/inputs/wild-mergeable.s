# $ as -o a.o %s && ld -shared -o out a.o; echo status $?
# seen: panicked
# A section that is written out, and flagged as mergeable.
        .text
.Lf:    ret
        .section .sframe, "aM", @0x6ffffff4, 1
        .short  0xdee2
        .byte   2, 4, 3, 0, -8, 0
        .long   1, 1, .Lend - .Lrows, 0, .Lrows - .Lfunctions
.Lfunctions:
        .long   .Lf - ., 1, 0, 1
        .byte   0, 0, 0, 0
.Lrows:
        .byte   0, 0x03, 8
.Lend:
