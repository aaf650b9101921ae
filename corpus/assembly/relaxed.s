# Code whose size the assembler chooses, so that where a row begins is known by a label only: jumps over more or less,
# alignment, distances as LEB128; and directives before, in and behind it.

# Target 0, the thing, code with a row in it, target 1.
.macro around name thing span
\name:
	nop
	target 0; .cfi_adjust_cfa_offset 16; \thing; .cfi_adjust_cfa_offset 16; .nops \span/8*4
	.cfi_adjust_cfa_offset -16; .nops \span-\span/8*4
	target 1; .cfi_adjust_cfa_offset -16; nop
.endm

# It is data: what comes behind it is code again.
.macro distance
	.uleb128 1, 0; .balign 4
.endm

# Around what one byte holds, and what LEB128 holds in one and in two.
.irp span, 0 4 100 120 124 128 132 136 252 16380 16384 16388
around "jump over \span", "jump 1", \span
around "LEB128 of \span", distance, \span
.endr

.irp alignment, 4 8 16 32 64 128 256 512 1024 2048 4096
around "aligned to \alignment", ".balign \alignment", 16
.endr

# Jumps over one another, forwards: the size of each depends on those of the others.
.irp count, 2 3 4 5 6 7 8 9 10 11 12
.irp span, 32 64 96 128
\count jumps, each over \span:
	nop
	.rept \count
	jump \+; .cfi_adjust_cfa_offset 8; .nops \span
	.cfi_adjust_cfa_offset 8; .if \+; target \+-1; .endif
	.endr
	target \count-1; nop
.endr
.endr
