# A section of version 1 by hand, about a PLT of 16-byte entries. Behind AT bytes of each the CFA is SP + WORD.
        .section .plt.hand, "axM", @progbits, 16
plt:
        .cfi_startproc
        # SP + 8 + 8 * (PC % 16 >= 9)
        .cfi_escape 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x39, 0x2a, 0x33, 0x24, 0x22
        .rept   3
        endbr64
        pushq   $0x12345
        .byte   0xe9
        .long   0
        nop
        nop
        .endr
        .cfi_endproc
        .section .sframe, "a", @progbits
        .short  0xdee2
        .byte   1, 1, 3, 0, -8, 0
        .long   1, 2, 6, 0, 17
        .long   plt - ., 48, 0, 2       # as gas of that time had it, whose linker adds the place of the field
        .byte   0x10                    # rows with one byte for their start, masked
        .byte   0, 0x03, 8
        .byte   AT, 0x03, WORD
