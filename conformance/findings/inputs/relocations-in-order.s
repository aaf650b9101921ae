# $ as -defsym VERSION=$VERSION -defsym FLAGS=$FLAGS -o a.o %s && ld -shared -o out a.o && sframe-ref dump out
# beside: wild 0.10.0
# seen: function 0: 0x[0-9a-f]+, 2 bytes
# wild sorts starts that count from their fields as if they counted from the section.
# f has one byte, and g behind it two. The section is written out; the relocation of its second entry comes first.
        .text
f:      ret
g:      pushq   %rax
        ret
        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, 0, -8, 0
        .long   2, 2, .Lend - .Lrows, 0, .Lrows - .Lfirst
        .if     VERSION == 3
        .reloc  .Lsecond, R_X86_64_PC64, g
        .reloc  .Lfirst, R_X86_64_PC64, f
.Lfirst:
        .quad   0
        .long   1, 0
.Lsecond:
        .quad   0
        .long   2, 8
.Lrows: .byte   1, 0, 0, 0, 0, 0, 3, 8
        .byte   1, 0, 0, 0, 0, 0, 3, 8
        .else
        .reloc  .Lsecond, R_X86_64_PC32, g
        .reloc  .Lfirst, R_X86_64_PC32, f
.Lfirst:
        .long   0, 1, 0, 1
        .fill   1 - 3 * (VERSION == 2)
.Lsecond:
        .long   0, 2, 3, 1
        .fill   1 - 3 * (VERSION == 2)
.Lrows: .byte   0, 3, 8, 0, 3, 8
        .endif
.Lend:
