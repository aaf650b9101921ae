# Functions as compilers and hand-written assembly make them.

# RA and FP where the ABI's compilers put them once the frame is pushed.
.macro push
	.cfi_def_cfa_offset usual_cfa; .cfi_offset fp, usual_fp
	.if !pushes_ra; .cfi_offset ra, usual_ra; .endif
	nop
.endm

.macro pop
	.cfi_def_cfa sp, entry; .cfi_restore fp; .if !pushes_ra; .cfi_restore ra; .endif
	nop
.endm

leaf:	nop

frame without fp:
	nop
	.cfi_adjust_cfa_offset 32; nop
	.cfi_adjust_cfa_offset -32; nop

frame with fp:
	nop
	push; .cfi_def_cfa_register fp; nop
	pop

# A return in the middle; behind it the frame is still there.
.macro early_return
	.cfi_remember_state; pop; .cfi_restore_state; nop
.endm

early return:
	nop
	push; early_return; pop

two early returns:
	nop
	push; early_return; early_return; pop

# gcc does so: the CFA is kept in a register, then in a slot.
stack realigned:
	nop
	.cfi_def_cfa 10, 0; nop
	.cfi_escape saved_at fp, fp, 0; nop
	.cfi_escape cfa_at fp, -8; nop
	.cfi_def_cfa 10, 0; nop
	.cfi_def_cfa sp, entry; nop

arguments pushed:
	nop
	push; .rept 6; .cfi_adjust_cfa_offset 8; .cfi_escape args_size 8*(\++1); nop; .endr
	pop

# The start of a program or a thread.
outermost:
	nop
	.cfi_undefined ra; nop

# It begins in the middle of a frame.
cold part:	push

hot part, in a section:	.section hot
	nop
	push; pop

cold part, in a section:	.section unlikely
	push

without return:
	nop
	push; .cfi_def_cfa_register fp; nop

# What the kernel calls a signal handler with: the caller's registers are in the frame.
signal trampoline:
	.cfi_signal_frame; .cfi_escape cfa_at sp, 160; .cfi_escape saved_at fp, sp, 120
	.cfi_escape saved_at ra, sp, 168; nop

# Code that only calls on, from a table: nothing is saved, and the CFA depends on where it is.
linkage table:
	nop
	.cfi_adjust_cfa_offset 16; nop
	.cfi_escape cfa_sum sp, fp, 8; nop

# Pushed where it is needed, and popped before the function's end.
frame in the middle:
	nop
	nop
	push; pop; nop
	push; pop

saved in two orders:
	nop
	.cfi_def_cfa_offset usual_cfa; .cfi_offset fp, usual_fp; nop
	.cfi_offset ra, usual_ra; nop
	.cfi_restore ra; .cfi_restore fp; nop
	.cfi_offset ra, usual_ra; nop
	.cfi_offset fp, usual_fp; nop
	.cfi_restore fp; nop
	.cfi_restore ra; nop
