# Functions as gcc, clang and people who write assembly make them: a prologue, .body, and an epilogue; those without a
# body do not return.  Of so many draws, .weight are of each, as in what real toolchains made (corpus/real).  `saved`
# registers besides RA and FP are saved, at most five; `locals` is the bytes of local variables.

leaf:	.weight 10
	.body

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
