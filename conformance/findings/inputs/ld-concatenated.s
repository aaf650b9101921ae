# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && ld -shared -o out a.o; echo status $?
# seen: assertion fail
# Two sections of one function each, written out, of which one lies behind the other in one section.
        .text
.Lf:    ret
.Lg:    ret
        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .irp    function, .Lf, .Lg
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, 0, -8, 0
        .long   1, 1, 3f - 2f, 0, 2f - 1f
1:
        .if     VERSION == 3
        .quad   \function - .
        .long   1, 0
        .else
        .long   \function - ., 1, 0, 1
        .byte   0
        .if     VERSION == 2
        .byte   0, 0, 0
        .endif
        .endif
2:
        .if     VERSION == 3
        .byte   1, 0, 0, 0, 0
        .endif
        .byte   0, 0x03, 8
3:
        .endr
