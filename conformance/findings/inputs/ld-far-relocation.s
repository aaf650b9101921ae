# abi: aarch64
# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s
# $ at=$(readelf -SW a.o | sed -n 's/.*\.rela\.sframe *RELA *[0-9a-f]* *\([0-9a-f]*\) .*/\1/p')
# $ printf '\360\377\377\377' | dd of=a.o bs=1 seek=$((0x$at)) conv=notrunc status=none; ld -shared -o out a.o; echo status $?
# beside: LLD 22.1.8, LLD 23.1.4
# seen: status 139
# A section that is written out, whose relocation is for offset 0xfffffff0.
        .text
.Lf:    ret
        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 2, 0, 0, 0
        .long   1, 1, .Lend - .Lrows, 0, .Lrows - .Lfunctions
.Lfunctions:
        .if     VERSION == 3
        .quad   .Lf - .
        .long   4, 0
        .else
        .long   .Lf - ., 4, 0, 1
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
