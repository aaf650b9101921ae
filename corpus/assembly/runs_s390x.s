# Functions that run, of s390x: kinds of functions, and ways to do something to a frame.

leaf:	.first body; .more in_float spoil
stored:	.first store_multiple make_room; .more point_r11 store make_room spoil
whole frame:	.first make_frame; .more point_r11 store make_room spoil
room:	.first make_room; .more store store point_r11 make_room spoil
allocation:	.first make_room store point_r11 allocate; .more allocate spoil
in registers:	.first in_float; .more in_float in_float make_room spoil
other base:	.first other_base; .more make_room store align in_float spoil
part:	.outside; .first make_frame point_r11; .more store make_room spoil
interrupted:	.outside; .first interrupt; .more body spoil

# --- Returns ---

return:	.insn 2, br %r14
compare:	.insn 4, chi %r2,{exits}
branch:	.insn 4, jne .+{skip}

# --- Ways ---

# Where the caller has room for it: from a register up to the last one.
.macro store_many first last
	.need known && depth == 160 && !any_kept
	.insn 6, stmg %r\first,%r\last,{8*\first}(%r15)
	.rept \last-\first+1; .keep_at \first+\+, 8*(\first+\+); .endr
.endm

.macro subtract size
	.insn 4, aghi %r15,{-(\size)}; .sp_down \size; .room 160, \size
.endm

store_multiple:
	.let first, 6+draw(9)
	store_many \first 14; .back 6, lmg %r\first,%r14,{8*\first}(%r15); .endr

# As gcc does it: one instruction takes all back.
make_frame:
	.let first, 6+draw(9)
	store_many \first 15
	.pick size, 160 168 176 184 200 256 328 1016 4160 30160
	subtract \size; .back 6, lmg %r\first,%r15,{\size+8*\first}(%r15); .endr; .endr

make_room:
	.need known
	.pick size, 160 168 176 184 200 256 328 1016 4160 30160
	subtract \size; .back 4, aghi %r15,\size; .endr

store:
	.pick reg, 11 14 6 7 8; .need !kept(\reg) && room+8 < room_end+1
	.insn 6, stg %r\reg,{room}(%r15); .keep_at \reg, room; .back 6, lg %r\reg,{room}(%r15)
	.room room+8, room_end; .endr

# Of f0, f2 and f4, the DWARF numbers are next to one another.
.macro float_for reg float other
	.need !kept(\reg) && base != \reg
	.insn 4, ldgr %f\float,%r\reg; .keep_in \reg, \other; .back 4, lgdr %r\reg,%f\float
.endm
in_float:
	.pick registers, "11 0 16", "14 2 17", "6 4 18"
	float_for \registers; .endr

point_r11:
	.need known && kept(11) && base == 15
	.insn 4, lgr %r11,%r15; .cfa 11, depth; .back 0

other_base:
	.need known && base == 15
	.insn 4, lgr %r1,%r15; .cfa 1, depth; .back 4, lgr %r15,%r1

align:
	.need known && base == 1
	.insn 4, nill %r15,65472; .lose_sp; .back 6, lay %r15,{offset-depth}(%r1)

allocate:
	.need known && base == 11
	.insn 6, sllg %r3,%r2,4
	.insn 4, sgr %r15,%r3; .lose_sp; .back 6, lay %r15,{offset-depth}(%r11)

spoil:
	.pick reg, 11 14; .need kept(\reg) && base != \reg
	.insn 4, lghi %r\reg,0; .endr

# The CFA, RA and FP are at places that count from SP.  They are put back one by one.
interrupt:
	.insn 0, la %r1,160(%r15); .insn 0, aghi %r15,-256; .insn 0, stg %r1,160(%r15)
	.insn 0, stg %r14,168(%r15); .insn 0, stg %r11,120(%r15)
	.insn 0, lghi %r11,0; .cfi_signal_frame; .cfi_escape cfa_at sp, 160
	.cfi_escape saved_at ra, sp, 168; .cfi_escape saved_at fp, sp, 120
	.back 6, lay %r15,-160(%r1); .base 1, 0; .mark; .must_back ra, 6, lg %r1,160(%r15)
	.base none, 0; .keep fp; .lose_sp; .mark; .must_back fp, 6, lg %r11,120(%r15)
