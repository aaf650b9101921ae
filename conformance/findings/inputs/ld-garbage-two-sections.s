# objects: gas 2.47
# $ as -o a.o %s && ld --gc-sections -e f -o out a.o; echo functions named g: $(readelf -sW out | grep -cw g)
# seen: g: 1
# beside: wild 0.10.0
# Nothing refers to g but a section .sframe of its own, before that of f.
        .section .text.f, "ax"
        .globl  f
f:      ret
        .section .text.g, "ax"
        .globl  g
g:      ret
        .macro  table function, number
        .section .sframe, "a", @0x6ffffff4, unique, \number
        .balign 8
        .short  0xdee2
        .byte   3, 4, 3, 0, -8, 0
        .long   1, 1, 8, 0, 16
        .quad   \function - .
        .long   1, 0
        .byte   1, 0, 0, 0, 0
        .byte   0, 3, 8
        .endm
        table   g, 1
        table   f, 2
