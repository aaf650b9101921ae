# objects: gas 2.47
# $ as -o a.o %s && ld -r -o out a.o; sframe-ref check out
# $ echo 'SECTIONS { . = 0x100000 + SIZEOF_HEADERS; .sframe : { *(.sframe) } .text : { *(.text) } }' >script
# $ ld -static -T script -o out a.o; sframe-ref check out
# seen: preamble.magic malformed[\s\S]*preamble.magic malformed
# A section of version 3 that is written out, of the type that sections had before errata 1.
        .text
.Lf:    ret
        .section .sframe, "a", @progbits
        .balign 8
        .short  0xdee2
        .byte   3, 4, 3, 0, -8, 0
        .long   1, 1, .Lend - .Lrows, 0, .Lrows - .Lfunctions
.Lfunctions:
        .quad   .Lf - .
        .long   1, 0
.Lrows: .byte   1, 0, 0, 0, 0, 0, 3, 8
.Lend:
