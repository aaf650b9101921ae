# Every register that CFI can name: saved, the place of FP, and what the CFA counts from.

.rept 96
saved \+:
	nop
	.cfi_offset \+, -32; nop
.endr

.rept 96
has fp \+:
	nop
	.cfi_register fp, \+; nop
.endr

.rept 96
has the cfa \+:
	nop
	.cfi_def_cfa \+, 64; nop
.endr
