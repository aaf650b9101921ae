# A function whose .sframe is written out, as inputs of linkers that no assembler makes. Given are VERSION and FLAGS of
# the section, the places FIXED_FP and FIXED_RA, the size AUX of an auxiliary header, and the number of FUNCTIONS: 1,
# 0, or -1 for a section without a byte; then the function has no CFI either.
        .text
        .globl  written
        .type   written, @function
written:
.Lstart:
        .if     FUNCTIONS > 0
        .cfi_startproc
        .cfi_offset %rip, FIXED_RA
        .if     FIXED_FP
        .cfi_offset %rbp, FIXED_FP
        .endif
        .endif
        pushq   %rax
        .if     FUNCTIONS > 0
        .cfi_adjust_cfa_offset 8
        .endif
        popq    %rax
        .if     FUNCTIONS > 0
        .cfi_adjust_cfa_offset -8
        .endif
        ret
        .if     FUNCTIONS > 0
        .cfi_endproc
        .endif
.Lend:
        .size   written, .-written

        .if     FLAGS
        .section .sframe, "a", @0x6ffffff4
        .else
        .section .sframe, "a", @progbits
        .endif
        .if     FUNCTIONS >= 0
        .balign 8
        .short  0xdee2
        .byte   VERSION, FLAGS, 3, FIXED_FP, FIXED_RA, AUX
        .long   FUNCTIONS, 3 * FUNCTIONS, .Lrows_end - .Lrows, 0, .Lrows - .Lfunctions
        .fill   AUX, 1, 0xaa
.Lfunctions:
        .if     FUNCTIONS
        .if     VERSION == 3
        .quad   .Lstart - .
        .long   .Lend - .Lstart, 0
        .else
        .long   .Lstart - ., .Lend - .Lstart, 0, 3
        .byte   0
        .if     VERSION == 2
        .byte   0, 0, 0
        .endif
        .endif
        .endif
.Lrows:
        .if     FUNCTIONS
        .if     VERSION == 3
        .byte   3, 0, 0, 0, 0
        .endif
        .byte   0, 0x03, 8
        .byte   1, 0x03, 16
        .byte   2, 0x03, 8
        .endif
.Lrows_end:
        .endif
