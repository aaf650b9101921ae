# What changes nothing, wherever it stands: families/equal.c puts it into the functions of frames.s.

with a label:	.cfi_label

with nothing:	.cfi_escape nop

with another register:	.cfi_offset other, -32

remembered for nothing:	.cfi_remember_state; .cfi_restore_state

remembered around:
	.cfi_remember_state; .cfi_def_cfa fp, 400; .cfi_offset fp, -40; .cfi_restore_state
