# Functions of no bytes, and of one piece of code, alone and side by side: each has one of either size before and behind
# it.

.rept 4
no code, no directive \+:
.if \+%2
one piece, no directive \+:	nop
.endif
.endr

.irp d, \first \later
no code, \d:	\d
one piece, \d:	\d; nop
.endr
