# Functions that run, of AArch64: kinds of functions, and ways to do something to a frame.

leaf:	.first body; .more in_register spoil
record:	.first make_record; .more store_one store_pair store_pair make_room spoil
frame pointer:	.first make_record point_x29; .more store_pair make_room store_one spoil
allocation:	.first make_record point_x29 allocate; .more allocate spoil
room:	.first make_room store_one; .more store_pair store_one make_room spoil
pushes:	.first push_one; .more push_one push_one make_record spoil
signed:	.first sign; .more in_register push_one spoil
signed record:	.first sign make_record; .more store_pair point_x29 make_room spoil
in registers:	.first in_register; .more in_register make_room store_pair spoil
other base:	.first other_base; .more make_record align push_one make_room spoil
part:	.outside; .first make_record point_x29; .more store_pair make_room spoil
signed part:	.outside; .first sign make_record; .more store_pair make_room spoil
interrupted:	.outside; .first interrupt; .more body spoil

# --- Returns ---

return:	.insn 4, ret
compare:	.insn 4, cmp w0,{exits}
branch:	.insn 4, b.ne .+{skip}

# --- Ways ---

make_record:
	.let size, 16*(1+draw(31)); .need known && !kept(29) && !kept(30)
	.insn 4, stp x29,x30,[sp,-\size]!; .sp_down \size; .keep_at 29, 0; .keep_at 30, 8
	.room 16, \size; .back 4, ldp x29,x30,[sp],\size; .endr

push_one:
	.pick reg, 29 30 19; .need known && !kept(\reg)
	.insn 4, str x\reg,[sp,-16]!; .sp_down 16; .keep_at \reg, 0; .back 4, ldr x\reg,[sp],16; .endr

point_x29:
	.pick at, 0 16; .need known && kept(29) && base == 31 && depth+1 > \at
	.insn 4, add x29,sp,\at; .cfa 29, depth-\at; .back 0; .endr

make_room:
	.pick size, 16 32 48 64 112 256 1040 4080 65536; .need known
	.insn 4, sub sp,sp,\size; .sp_down \size; .room 0, \size; .back 4, add sp,sp,\size; .endr

store_one:
	.pick reg, 29 30 19 20 21; .need !kept(\reg) && room+8 < room_end+1
	.insn 4, str x\reg,[sp,{room}]; .keep_at \reg, room; .back 4, ldr x\reg,[sp,{room}]
	.room room+8, room_end; .endr

# What is too far for the instruction takes up the room all the same.
.macro store_two reg other
	.need !kept(\reg) && !kept(\other) && room+16 < room_end+1
	.room room+16, room_end
	.need room < 521
	.insn 4, stp x\reg,x\other,[sp,{room-16}]; .keep_at \reg, room-16; .keep_at \other, room-8
	.back 4, ldp x\reg,x\other,[sp,{room-16}]
.endm
store_pair:
	.pick pair, "19 20", "21 22", "23 24", "25 26"
	store_two \pair; .endr

# With one of two keys.
.macro sign_by hint back
	.need known && !mangled && !kept(30)
	.if \hint == 27; .cfi_b_key_frame; .endif
	.insn 4, hint \hint; .sign; .back 4, hint \back
.endm
sign:
	.pick hints, "27 31", "25 29", "25 29"
	sign_by \hints; .endr

.macro move_to reg other
	.need !kept(\reg) && base != \reg
	.insn 4, mov x\other,x\reg; .keep_in \reg, \other; .back 4, mov x\reg,x\other
.endm
in_register:
	.pick registers, "29 10", "30 9"
	move_to \registers; .endr

other_base:
	.need known && base == 31 && depth < 4096
	.insn 4, add x11,sp,{depth}; .cfa 11, 0; .back 4, sub sp,x11,{depth}

align:
	.need known && base == 11 && depth < 4096
	.insn 4, and x12,x11,-64
	.insn 4, sub sp,x12,4096; .lose_sp; .back 4, sub sp,x11,{depth}

allocate:
	.need known && base == 29 && depth-offset < 4096
	.insn 4, sub sp,sp,x0,lsl 4; .lose_sp; .back 4, sub sp,x29,{depth-offset}

spoil:
	.pick reg, 29 30 19 20 21; .need kept(\reg) && base != \reg
	.insn 4, mov x\reg,xzr; .endr

# The CFA, RA and FP are at places that count from SP.  They are put back one by one.
interrupt:
	.insn 0, mov x9,sp; .insn 0, sub sp,sp,256; .insn 0, str x9,[sp,160]; .insn 0, str x30,[sp,168]
	.insn 0, str x29,[sp,120]; .insn 0, mov x29,xzr; .cfi_signal_frame; .cfi_escape cfa_at sp, 160
	.cfi_escape saved_at ra, sp, 168; .cfi_escape saved_at fp, sp, 120; .back 4, mov sp,x9
	.base 9, 0; .mark; .must_back ra, 4, ldr x9,[sp,160]; .base none, 0; .keep fp; .lose_sp
	.mark; .must_back fp, 4, ldr x29,[sp,120]
