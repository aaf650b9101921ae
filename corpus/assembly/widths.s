# Functions of so many rows that numbers of 8 bits do not count them, rows of 64 KiB and more in a section, states
# remembered deep, .cfi_restore in functions that begin otherwise than their neighbours, offsets that a word just does
# not hold, and one in an expression.

# Words have two bytes, or four if the first offset takes that.
.macro rows count first
	.rept \count
	.if \+ || \first; .cfi_def_cfa_offset \first+8*(\+%2+200); .endif
	nop
	.endr
.endm

.irp count, 255 256 257 1025
of rows: \count:	rows \count 0
.endr

.irp depth, 9 33
remembered deep: \depth:
	.rept \depth; nop; .cfi_remember_state; .cfi_adjust_cfa_offset 8; .endr
	.rept \depth; nop; .cfi_restore_state; .endr
	nop
.endr

# What .cfi_restore brings back is what held at the start of its own function.
.macro restored
	nop
	.cfi_offset fp, -16; nop
	.cfi_restore fp; .cfi_restore ra; nop
.endm

restored behind none:	restored

restored in a simple one:
	.cfi_startproc simple; .cfi_def_cfa sp, entry+16; .if pushes_ra; .cfi_offset ra, -24; .endif
	restored

restored behind a simple one:	restored

# The first offsets that a word of one byte or of two does not hold.
.irp offset, 128 -129 32768 -32769
fp at \offset:
	nop
	.if !pushes_ra			# only a row that says where RA is can say where FP is
	.cfi_offset ra, -16
	.endif
	.cfi_offset fp, \offset; nop

cfa on fp at word \offset:
	nop
	.cfi_def_cfa fp, \offset*cfa_factor+cfa_addend; nop
.endr

# In an expression whose number has two bytes.
cfa loaded from fp at -200:
	nop
	.cfi_escape cfa_at fp, -200; nop

.cfi_sections .eh_frame, .sframe
.rept 10					# of 7 bytes and more each
of rows, of 64 KiB in all: \+:	rows 1025 0x100000*(\++1)
.endr
