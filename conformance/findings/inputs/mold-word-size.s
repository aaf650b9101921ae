# objects: gas 2.47
# $ as -o a.o %s && ld -shared -o out a.o; sframe-ref check out
# seen: fre.size-known malformed
# beside: LLD 22, LLD 23, wild 0.10, ld 2.40, ld 2.44
# A section of version 3 that is written out, of whose row the info byte gives a size of words that is none.
        .text
.Lf:    ret
        .section .sframe, "a", @0x6ffffff4
        .balign 8
        .short  0xdee2
        .byte   3, 4, 3, 0, -8, 0
        .long   1, 1, .Lend - .Lrows, 0, .Lrows - .Lfunctions
.Lfunctions:
        .quad   .Lf - .
        .long   1, 0
.Lrows: .byte   1, 0, 0, 0, 0, 0, 0x63, 8, 0, 0, 0, 0, 0, 0, 0
.Lend:
