# Directives drawn at random, with code between some of them.

.rept 1000
draw \+:
	nop
	.rept 1+draw(24)
		.pick d \first
			\d
		.endr
		.if draw(2)==0; .nops piece*(1+draw(4)); .endif
	.endr
	nop
.endr
