# The same of s390x: typical_amd64.s says what this is.

leaf:	.weight 10
	.body

.macro store_from reg
	.insn 6, stmg %r11,%r15,88(%r15)
	.rept 16-(\reg); .cfi_offset \reg+\+, 8*(\reg+\+)-160; .endr
	.insn 4, aghi %r15,-168; .cfi_def_cfa_offset 320+locals
.endm
.macro load_from reg
	.insn 6, lmg %r11,%r15,256(%r15); .rept 16-(\reg); .cfi_restore 15-\+; .endr
.endm

without fp:	.weight 50
	store_from 14-saved
	.body
	load_from 14-saved; .cfi_def_cfa_offset 160
	.insn 2, br %r14

with fp:	.weight 30
	store_from 11
	.insn 4, lgr %r11,%r15; .cfi_def_cfa_register 11
	.body
	load_from 11; .cfi_def_cfa 15, 160
	.insn 2, br %r14

# A leaf keeps registers in others.
in registers:	.weight 20
	.insn 4, ldgr %f0,%r11; .cfi_register 11, 16
	.if saved > 2; .insn 4, ldgr %f2,%r14; .cfi_register 14, 17; .endif
	.body
	.if saved > 2; .insn 4, lgdr %r14,%f2; .cfi_restore 14; .endif
	.insn 4, lgdr %r11,%f0; .cfi_restore 11
	.insn 2, br %r14
