# Every three of the choices that make up a function meet in one: where CFA, RA and FP are, in which order that is said,
# with code between or not, how it ends, and what else is there.  families/covering.c gives each choice a number.

.macro when condition line
	.if \condition; \line; .endif
.endm

# Code behind each directive, or behind the first alone.
.macro gap
	when "gaps == 1" nop
.endm
.macro first_gap
	when gaps nop
.endm

.macro place_cfa
	when "cfa == 0" ".cfi_def_cfa sp, cfa_offset"; when "cfa == 1" ".cfi_def_cfa fp, cfa_offset"
	when "cfa == 2" ".cfi_def_cfa other, cfa_offset"
	when "cfa == 3" ".cfi_escape cfa_at fp, cfa_offset"
.endm
.macro place_register choice reg at
	when "\choice == 1" ".cfi_offset \reg, \at"; when "\choice == 2" ".cfi_register \reg, other"
	when "\choice == 3" ".cfi_val_offset \reg, \at"; when "\choice == 4" ".cfi_undefined \reg"
.endm
.macro place_ra
	place_register ra_is ra slot+8
.endm
.macro place_fp
	place_register fp_is fp slot
.endm
.macro place a b c
	\a; first_gap; \b; gap; \c; gap
.endm

.macro usual_again directive
	.cfi_def_cfa sp, entry; \directive fp; gap; \directive ra
.endm

row {row}:
	when "section == 0" ".section text"; when "section == 1" ".section unlikely"
	when "section == 2" ".section a COMDAT group"; when "section == 3" ".section a subsection"
	when "start == 1" ".cfi_startproc simple"; when "start == 2" .cfi_signal_frame; nop
	when "end == 2" .cfi_remember_state; when "signing && signs_ra" .cfi_negate_ra_state
	first_gap; when "order == 0" "place place_cfa place_ra place_fp"
	when "order == 1" "place place_fp place_ra place_cfa"
	when "order == 2" "place place_ra place_cfa place_fp"; when "more == 1" .cfi_label
	when "more == 2" ".cfi_escape nop"; when "more == 3" ".cfi_escape args_size 24"
	when "more == 4" ".cfi_offset other, 24"; when "more == 5" .cfi_personality; .nops size
	when "signing == 2 && signs_ra" .cfi_negate_ra_state
	when "end == 1" "usual_again .cfi_restore"; when "end == 2" .cfi_restore_state
	when "end == 3" "usual_again .cfi_same_value"; when end nop
