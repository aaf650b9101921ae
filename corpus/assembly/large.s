# Functions, rows and starts of functions at the limits of what four bytes count, in sections that have no bytes in the
# file.

.macro row_at bytes
	.nops \bytes
	.cfi_adjust_cfa_offset 16; .nops 4
.endm

.irp bytes, 2147483644 2147483648 4294967288 4294967296
of bytes: \bytes:	.section nobits
	.nops \bytes
a row at \bytes:	.section nobits
	row_at \bytes
.endr

.cfi_sections .sframe			# four bytes of an .eh_frame do not lead there
.irp bytes, 2147483644 2147483648 4294967288 4294967296
behind \bytes:	.section nobits
	.zero \bytes; row_at 4
.endr
