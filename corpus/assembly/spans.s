# Functions and rows at the limits of starts of one, two and four bytes.

.irp before, 0 4 252 256 260 65532 65536 65540 1048576
.irp behind, 0 4 252 256 260 65532 65536 65540 1048576
a row at \before and \behind bytes behind it:
	.nops \before
	.cfi_adjust_cfa_offset 8; .nops \behind
.endr
.endr
