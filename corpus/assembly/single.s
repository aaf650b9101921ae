# Each directive alone: at the start, between code, at the end.

.irp set, "\first", "\later"
.irp d, \set
\d at the start:	\d; nop
\d between code:
	nop
	\d; nop
\d at the end:
	nop
	\d
.endr

.irp d, \set
\d where nothing holds:
	.cfi_startproc simple; nop
	\d; nop
.endr
.endr

.irp d, \first \later
\d where nothing holds at the start:	.cfi_startproc simple; \d; nop
.endr
