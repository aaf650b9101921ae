# Directives that mean nothing where they stand, as one takes back what was never remembered: an assembler must refuse
# the function, or leave it out.  What it says from there on, nobody said.

.macro wrong name before what
.rept 8
\name \+:	.meaningless; .if \+%2; .cfi_startproc simple; .endif
	nop
	.if \+ > 3; .cfi_offset fp, -24; .endif
	\before; .if \+%4 > 1; nop; .endif
	\what; nop
.endr
.endm

wrong "nothing remembered", "", ".cfi_restore_state"
wrong "no register: def_cfa_register", ".cfi_escape cfa_at fp, 16", ".cfi_def_cfa_register fp"
wrong "no register: def_cfa_offset", ".cfi_escape cfa_at fp, 16", ".cfi_def_cfa_offset 32"
wrong "no register: adjust_cfa_offset", ".cfi_escape cfa_sum fp, 0, 16", ".cfi_adjust_cfa_offset 32"
wrong "no register: rel_offset", ".cfi_escape cfa_sum fp, 0, 16", ".cfi_rel_offset fp, 32"

.irp states, 1 2 3 4
one taken back too many, of \states:
	.meaningless; .rept \states; nop; .cfi_remember_state; .cfi_adjust_cfa_offset 16; .endr
	.rept \states+1; nop; .cfi_restore_state; .endr
	nop
.endr
