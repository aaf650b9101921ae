# A state is remembered, changed and taken back.  + says where code stands between the steps.

.macro code gap
	.if \gap; nop; .endif
.endm

# Changed before, remembered, changed, taken back; and all of it twice if it is nested.
.macro steps before d nested a b c e
	code \a; \before; code \b; .cfi_remember_state; code \c
	.if \nested; steps \d \d 0 \a \b \c \e; .endif
	\d; code \e; .cfi_restore_state; nop
.endm

.macro both d gaps codes
\d \gaps:	steps ".cfi_adjust_cfa_offset 16" \d 0 \codes
\d \gaps nested:	steps ".cfi_adjust_cfa_offset 16" \d 1 \codes
.endm

.irp d, \first \later
both \d "----" "0 0 0 0"
both \d "+---" "1 0 0 0"
both \d "-+--" "0 1 0 0"
both \d "++--" "1 1 0 0"
both \d "--+-" "0 0 1 0"
both \d "+-+-" "1 0 1 0"
both \d "-++-" "0 1 1 0"
both \d "+++-" "1 1 1 0"
both \d "---+" "0 0 0 1"
both \d "+--+" "1 0 0 1"
both \d "-+-+" "0 1 0 1"
both \d "++-+" "1 1 0 1"
both \d "--++" "0 0 1 1"
both \d "+-++" "1 0 1 1"
both \d "-+++" "0 1 1 1"
both \d "++++" "1 1 1 1"
.endr
