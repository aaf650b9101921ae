# objects: gas 2.47.50.20261021
# $ as -o a.o %s && ld -r -o out.o a.o 2>&1; echo status $?
# seen: assertion fail
# A section of version 2, with a global symbol that .data refers to.
        .globl  start
        .text
.Lf:    ret
        .data
        .quad   start
        .section .sframe, "a", @0x6ffffff4
start:
        .short  0xdee2
        .byte   2, 4, 3, 0, -8, 0
        .long   1, 1, .Lend - .Lrows, 0, .Lrows - .Lfunctions
.Lfunctions:
        .long   .Lf - ., 1, 0, 1
        .byte   0, 0, 0, 0
.Lrows:
        .byte   0, 0x03, 8
.Lend:
