# $ as -defsym CUT=1 -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && as --gsframe -o b.o %s
# $ ld -shared -o out b.o a.o 2>&1; echo status $?; sframe-ref dump out
# seen: functions: 3 at
# The second object's section is written out, and ends in its second entry.
        .text
        .ifdef  CUT
.Lf:    ret
        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, 0, -8, 0
        .long   2, 0, 0, 0, .Lend - .Lfunctions
.Lfunctions:
        .if     VERSION == 3
        .quad   .Lf - .
        .long   1, 0
        .quad   .Lf - .
        .else
        .long   .Lf - ., 1, 0, 0
        .byte   0
        .if     VERSION == 2
        .byte   0, 0, 0
        .endif
        .long   .Lf - .
        .endif
        .byte   0, 0, 0
.Lend:
        .else
f:      .cfi_startproc
        ret
        .cfi_endproc
        .endif
