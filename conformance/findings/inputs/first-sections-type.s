# $ as -defsym FIRST=1 -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && as --gsframe -o b.o %s
# $ ld -r -o out a.o b.o; readelf -SW out; sframe-ref check out
# seen: ^sframe-ref: .*no SFrame section
# The first object's section is written out, and has a type that is none.
        .text
        .ifdef  FIRST
.Lf:    ret
        .section .sframe, "a", @0x6fff4515
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, 0, -8, 0
        .if     VERSION == 3
        .long   1, 1, 8, 0, 16
        .quad   .Lf - .
        .long   1, 0
        .byte   1, 0, 0, 0, 0
        .else
        .long   1, 1, 3, 0, 20
        .long   .Lf - ., 1, 0, 1
        .byte   0
        .if     VERSION == 2
        .byte   0, 0, 0
        .endif
        .endif
        .byte   0, 3, 8
        .else
f:      .cfi_startproc
        ret
        .cfi_endproc
        .endif
