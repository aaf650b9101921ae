# abi: aarch64
# $ echo 'SECTIONS { . = 0x100000; .sframe : { *(.sframe) } . = 0xc0000000; .text : { *(.text) } }' >script
# $ ulimit -f 4096; as -o a.o %s && ld -T script -o out a.o && sframe-ref dump out
# seen: function 0: 0xffffffff
# A section of version 2 that is written out, whose start counts from its field.
        .text
f:      ret
        .section .sframe, "a", %0x6ffffff4
        .balign 8
        .short  0xdee2
        .byte   2, 4, 2, 0, 0, 0
        .long   1, 1, .Lend - .Lrows, 0, .Lrows - .Lfunction
.Lfunction:
        .long   f - ., 4, 0, 1
        .byte   0, 0, 0, 0
.Lrows: .byte   0, 3, 0
.Lend:
