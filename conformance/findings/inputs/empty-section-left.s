# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -defsym EMPTY=0 -o a.o %s && ld -shared -o out a.o; sframe-ref check out
# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -defsym EMPTY=1 -o a.o %s && ld -shared -o out a.o; sframe-ref check out
# seen: preamble.complete
# An object with a header and no functions, in the version that its linker reads, or one with nothing.
        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .if     EMPTY == 0
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, 0, -8, 0
        .long   0, 0, 0, 0, 0
        .endif
