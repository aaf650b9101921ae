# The same of AArch64: typical_amd64.s says what this is.

leaf:	.weight 10
	.body

.macro record frame
	.insn 4, stp x29,x30,[sp,-16]!; .cfi_def_cfa_offset \frame; .cfi_offset 29, -(\frame)
	.cfi_offset 30, 8-(\frame)
	.insn 4, mov x29,sp
.endm
.macro save_pairs frame
	.rept (saved+1)/2
	.insn 4, stp x19,x20,[sp,16]; .cfi_offset 19+2*\+, 16*(\++1)-(\frame)
	.cfi_offset 20+2*\+, 16*(\++1)+8-(\frame)
	.endr
.endm
.macro restore_pairs
	.rept (saved+1)/2; .cfi_restore 20+2*\+; .cfi_restore 19+2*\+; .endr
.endm
.macro gcc_frame
	record 16+16*((saved+1)/2)+locals/16*16; save_pairs 16+16*((saved+1)/2)+locals/16*16
	.body
	restore_pairs
	.insn 4, ldp x29,x30,[sp],16; .cfi_restore 30; .cfi_restore 29; .cfi_def_cfa_offset 0
.endm

gcc record:	.weight 40
	gcc_frame
	.insn 4, ret

gcc without record:	.weight 15
	.insn 4, sub sp,sp,#32; .cfi_def_cfa_offset 16+16*((saved+1)/2)+locals/16*16
	save_pairs 16+16*((saved+1)/2)+locals/16*16
	.body
	restore_pairs
	.insn 4, add sp,sp,#32; .cfi_def_cfa_offset 0
	.insn 4, ret

gcc alloca:	.weight 5
	record 16+16*((saved+1)/2)+locals/16*16; .cfi_def_cfa_register 29
	.body
	.insn 4, ldp x29,x30,[sp],16; .cfi_restore 29; .cfi_restore 30; .cfi_def_cfa 31, 0
	.insn 4, ret

clang record:	.weight 20
	.insn 4, stp x29,x30,[sp,-16]!; .cfi_def_cfa_offset 16
	.insn 4, mov x29,sp; .cfi_def_cfa 29, 16; .cfi_offset 30, -8; .cfi_offset 29, -16
	.body
	.cfi_def_cfa 31, 16
	.insn 4, ldp x29,x30,[sp],16; .cfi_def_cfa_offset 0; .cfi_restore 30; .cfi_restore 29
	.insn 4, ret

# The return address is signed first, and authenticated last.
signed record:	.weight 20
	.if draw(3) == 0; .cfi_b_key_frame; .endif
	.insn 4, hint 25; .cfi_negate_ra_state; gcc_frame
	.insn 4, hint 29; .cfi_negate_ra_state
	.insn 4, ret
