# Offsets at the limits of words of one, two and four bytes, negative ones, and those that are no multiples.

.macro at_limits name directive
.irp size, 0 1 4 8 120 127 128 136 255 256 1016 1023 1024 32760 32767 32768 65535 65536 262136 262144,
	2147483640 2147483647 2147483648 4294967295 4294967296
.irp sign, 1 -1
.if \size || \sign > 0
\name {\sign*\size}:
	nop
	\directive \sign*\size; nop
.endif
.endr
.endr
.endm

at_limits "cfa on sp at", ".cfi_def_cfa_offset"
at_limits "cfa on fp at", ".cfi_def_cfa fp,"
at_limits "fp at", ".cfi_offset fp,"
at_limits "ra at", ".cfi_offset ra,"
at_limits "fp's value at", ".cfi_val_offset fp,"
at_limits "fp from sp at", ".cfi_rel_offset fp,"
