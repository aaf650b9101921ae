# $ cat >b.s <<'END'
# $ g:      .cfi_startproc
# $         ret
# $         .cfi_endproc
# $ END
# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && as --gsframe -o b.o b.s && ld -shared -o out a.o b.o
# $ sframe-ref dump -p "$(text out)" out
# seen: functions: 2 at
# A function whose section is written out, with another fixed place of RA than assemblers give it.
        .text
.Lf:    ret
        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, 0, -16, 0
        .long   1, 1, .Lend - .Lrows, 0, .Lrows - .Lfunctions
.Lfunctions:
        .if     VERSION == 3
        .quad   .Lf - .
        .long   1, 0
        .else
        .long   .Lf - ., 1, 0, 1
        .byte   0
        .if     VERSION == 2
        .byte   0, 0, 0
        .endif
        .endif
.Lrows:
        .if     VERSION == 3
        .byte   1, 0, 0, 0, 0
        .endif
        .byte   0, 0x03, 8
.Lend:
