# Functions as gcc, clang and people who write assembly make them: a prologue, .body, and an epilogue; those without a
# body do not return.  Of so many draws, .weight are of each, as in what real toolchains made (corpus/real).  `saved`
# registers besides RA and FP are saved, at most five; `locals` is the bytes of local variables.

leaf:	.weight 10
	.body

# --- AMD64 ---

.if amd
.macro each_saved do
	\do 0 15 %r15 2; \do 1 14 %r14 2; \do 2 13 %r13 2; \do 3 12 %r12 2; \do 4 3 %rbx 1
.endm
.macro each_back do
	\do 4 3 %rbx 1; \do 3 12 %r12 2; \do 2 13 %r13 2; \do 1 14 %r14 2; \do 0 15 %r15 2
.endm
.macro push_one n reg name bytes
	.if \n < saved; .insn \bytes, push \name; .endif
.endm
.macro pop_one n reg name bytes
	.if \n < saved; .insn \bytes, pop \name; .endif
.endm
.macro offset_one n reg name bytes
	.if \n < saved; .cfi_offset \reg, -24-8*\n; .endif
.endm
.macro push_and_offset n reg name bytes
	push_one \n \reg \name \bytes; offset_one \n \reg \name \bytes
.endm

.macro push_rbp
	.insn 1, push %rbp; .cfi_def_cfa_offset 16; .cfi_offset 6, -16
	.insn 3, mov %rsp,%rbp; .cfi_def_cfa_register 6
.endm
.macro return
	.cfi_def_cfa 7, 8
	.insn 1, ret
.endm

gcc with rbp:	.weight 30
	push_rbp; each_saved push_and_offset
	.body
	each_back pop_one; .if saved; .insn 1, pop %rbp; .else; .insn 1, leave; .endif
	return

# Where registers were saved is said once, behind all that pushes.
clang with rbp:	.weight 15
	push_rbp; each_saved push_one; each_back offset_one
	.body
	each_back pop_one
	.insn 1, pop %rbp; return

.macro push_deeper n reg name bytes
	.if \n < saved
	.insn \bytes, push \name; .cfi_def_cfa_offset 16+8*\n; .cfi_offset \reg, -16-8*\n
	.endif
.endm
.macro pop_deeper n reg name bytes
	.if \n < saved; .insn \bytes, pop \name; .cfi_def_cfa_offset 8+8*\n; .endif
.endm
without rbp:	.weight 35
	each_saved push_deeper; .if locals; .cfi_def_cfa_offset 8+8*saved+locals; .endif
	.body
	.if locals; .cfi_def_cfa_offset 8+8*saved; .endif
	each_back pop_deeper
	.insn 1, ret

rbp among others:	.weight 5
	.insn 1, push %rbp; .cfi_adjust_cfa_offset 8; .cfi_rel_offset 6, 0
	.cfi_adjust_cfa_offset locals
	.body
	.cfi_adjust_cfa_offset -locals
	.insn 1, pop %rbp; .cfi_adjust_cfa_offset -8; .cfi_restore 6
	.insn 1, ret

arguments pushed:	.weight 3
	push_rbp; .rept saved; .insn 2, push $1; .cfi_escape args_size 8*(\++1); .endr
	.body
	.insn 1, leave; return

# Written by hand: the caller's SP is kept in a register, and later found in the aligned frame.
.macro push_below n reg name bytes
	.if \n < saved; .insn \bytes, push \name; .cfi_offset \reg, -16-8*\n; .endif
.endm
.macro restore_one n reg name bytes
	.if \n < saved; .cfi_restore \reg; .endif
.endm
cryptography:	.weight 6
	.insn 3, mov %rsp,%rax; .cfi_def_cfa_register 0; each_saved push_below
	.insn 4, and $-64,%rsp; .cfi_escape cfa_sum 7, 10, 56
	.body
	.cfi_def_cfa 4, 8; each_saved restore_one
	.insn 3, lea (%rsi),%rsp; .cfi_def_cfa_register 7
	.insn 1, ret

# gcc realigns the stack: the CFA is in a register, then in a slot.
realigned:	.weight 4
	.insn 5, lea 8(%rsp),%r10; .cfi_def_cfa 10, 0
	.insn 4, and $-32,%rsp
	.insn 4, push -8(%r10)
	.insn 1, push %rbp; .cfi_escape saved_at 6, 6, 0
	.insn 3, mov %rsp,%rbp
	.insn 2, push %r10; .cfi_escape cfa_at 6, -8
	.body
	.insn 2, pop %r10; .cfi_def_cfa 10, 0
	.insn 1, pop %rbp
	.insn 4, lea -8(%r10),%rsp; return

linkage table:	.weight 2
	.cfi_def_cfa_offset 16
	.insn 2, push $0; .cfi_adjust_cfa_offset 8
	.insn 1, nop; .cfi_escape cfa_sum 7, 10, 8
.endif

# --- AArch64 ---

.if arm
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
.endif

# --- s390x ---

.if s390
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
.endif
