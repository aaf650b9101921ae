# Offsets at the borders of SFrame's words of one, two and four bytes: that of the CFA, with those of FP and RA.

# The offset that SFrame says by this word, or a few bytes more.
.macro border base word more slot
cfa on \base at {cfa_factor*(\word)+cfa_addend+\more}, fp at \slot:
	nop
	.if !pushes_ra			# only a row that says where RA is can say where FP is
	.cfi_offset ra, \slot+8
	.endif
	.cfi_offset fp, \slot; .cfi_def_cfa \base, cfa_factor*(\word)+cfa_addend+\more; nop
.endm

# FP and SP in turn.
.macro either i word sign more k slot
.if \more == 0 || \k == 0
.if (\i+\k)%2
border fp \sign*\word-(\sign<0) \more \slot
.else
border sp \sign*\word-(\sign<0) \more \slot
.endif
.endif
.endm

.irp word, "0 1", "1 127", "2 128", "3 32767", "4 32768", "5 2147483647", "6 2147483648"
.irp sign, -1 1
.irp more, -8 -4 0 4 8
.irp slot, "0 -8", "1 -128", "2 -136", "3 -32768", "4 -32776", "5 120", "6 128", "7 32760", "8 32768"
either \word \sign \more \slot
.endr
.endr
.endr
.endr
