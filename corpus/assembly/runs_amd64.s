# Functions that run, of AMD64: kinds of functions, and ways to do something to a frame.

leaf:	.first body; .more red_zone rbp_in_register spoil
pushes:	.first push; .more push push push_argument spoil
room:	.first push make_room; .more push store store make_room spoil
frame pointer:	.first frame_pointer; .more push make_room store push_argument spoil
allocation:	.first frame_pointer allocate; .more push allocate spoil
pointer inside:	.first push_rbp frame_pointer_inside; .more push make_room allocate spoil
in registers:	.first ra_in_register; .more rbp_in_register push make_room spoil
other base:	.first push other_base; .more push align make_room store spoil
copied base:	.first copied_base; .more push align make_room store spoil
realigned:	.first realign; .more body exit
part with frame pointer:	.outside; .first frame_pointer make_room; .more push store spoil
part with pushes:	.outside; .first push push_rbp make_room; .more push store make_room spoil
interrupted:	.outside; .first interrupt; .more body spoil

# --- Returns ---

return:	.insn 1, ret
compare:	.insn 3, cmp ${exits},%edi
branch:	.insn 2, jne .+{skip}

# --- Ways ---

.macro push_register reg
	.need known && !kept(\reg)
	.insn 1+(\reg>7), push @\reg; .sp_down 8; .keep_at \reg, 0
.endm

push:
	.pick reg, 3 12 13 14 15 6
	push_register \reg; .back 1+(\reg>7), pop @\reg; .endr

push_rbp:	push_register 6; .back 1, pop @6

push_argument:
	.need known
	.insn 2, push $1; .sp_down 8; .back 4, add $8,%rsp

make_room:
	.pick size, 8 16 24 40 64 120 136 256 1040 4096 40000; .need known
	.insn 3+width(\size), sub $\size,%rsp; .sp_down \size; .room 0, \size
	.back 3+width(\size), add $\size,%rsp; .endr

store:
	.pick reg, 3 12 13 14 15 6; .need !kept(\reg) && base != \reg && room+8 < room_end+1
	.insn 4+width(room), mov @\reg,{room}(%rsp); .keep_at \reg, room
	.back 4+width(room), mov {room}(%rsp),@\reg; .room room+8, room_end; .endr

frame_pointer:
	push_register 6
	.insn 3, mov %rsp,%rbp; .cfa 6, depth; .back 1, leave

# It is in the middle of what was made room for, as if the room were larger.
frame_pointer_inside:
	.pick at, 16 32 128 256; .need known && kept(6) && base == 7
	.insn 4+width(\at), lea \at(%rsp),%rbp; .cfa 6, depth-\at; .back 0; .endr

allocate:
	.need known && base == 6
	.insn 2, mov %edi,%eax
	.insn 3, shl $4,%eax
	.insn 3, sub %rax,%rsp; .lose_sp
	.back 3+width(offset-depth)+(offset==depth), lea {offset-depth}(%rbp),%rsp

.macro base_on_r10
	.need known && base == 7
	.insn 4+width(depth), lea {depth}(%rsp),%r10; .cfa 10, 0
	.back 3+width(depth), lea {-depth}(%r10),%rsp
.endm

other_base:	base_on_r10

copied_base:
	.need known && base == 7
	.insn 3, mov %rsp,%rax; .cfa 0, depth; .back 3, mov %rax,%rsp

align:
	.need known && (base == 10 || base == 0)
	.insn 4, and $-64,%rsp; .lose_sp
	.back 3+width(offset-depth), lea {offset-depth}(@{base}),%rsp

rbp_in_register:
	.need !kept(6) && base != 6
	.insn 3, mov %rbp,%r9; .keep_in 6, 9; .back 3, mov %r9,%rbp

ra_in_register:
	.need depth == 8 && !kept(16)
	.insn 4, mov (%rsp),%r11; .keep_in 16, 11
	.insn 8, movq $0,(%rsp); .back 4, mov %r11,(%rsp)

spoil:
	.pick reg, 3 12 13 14 15 6; .need kept(\reg) && base != \reg
	.insn 3, xor @\reg,@\reg; .endr

# Only where nothing lies there that is to be read again.
red_zone:
	.need !done
	.insn 5, mov %rdi,-8(%rsp)

# As gcc aligns the stack: the CFA is in r10, then in a slot.
realign:
	base_on_r10
	.insn 4, and $-32,%rsp; .lose_sp; .mark
	.insn 4, push -8(%r10)
	.insn 1, push %rbp
	.insn 3, mov %rsp,%rbp; .cfi_escape saved_at 6, 6, 0; .keep 6; .must_back 6, 1, leave; .mark
	.insn 2, push %r10; .cfi_escape cfa_at 6, -8; .base none, offset
	.insn 3, xor %r10,%r10; .back 4, mov -8(%rbp),%r10

# The CFA, RA and FP are at places that count from SP.  They are put back one by one.
interrupt:
	.insn 0, lea 8(%rsp),%rax; .insn 0, lea -256(%rsp),%rsp; .insn 0, mov %rax,160(%rsp)
	.insn 0, mov 256(%rsp),%rax; .insn 0, mov %rax,168(%rsp); .insn 0, mov %rbp,120(%rsp)
	.insn 0, xor %rbp,%rbp; .cfi_signal_frame; .cfi_escape cfa_at sp, 160
	.cfi_escape saved_at ra, sp, 168; .cfi_escape saved_at fp, sp, 120
	.back 4, lea -8(%rcx),%rsp; .base 2, 0; .mark; .must_back ra, 8, mov 160(%rsp),%rcx
	.base none, 0; .keep fp; .lose_sp; .mark; .must_back fp, 5, mov 120(%rsp),%rbp
