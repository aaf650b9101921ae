# CFI that compilers seldom write: what versions of SFrame can say of each is in test_converted.py.
	.macro function name
	.type \name, @function
\name:	.cfi_startproc
	nop
	.endm
	.macro finish name
	nop
	.cfi_endproc
	.size \name, . - \name
	.endm

	.text
	function ra_in_register
	.cfi_register rip, rax
	finish ra_in_register

	function fp_in_register
	.cfi_register rbp, rbx
	finish fp_in_register

	function fp_in_high_register
	.cfi_register rbp, xmm3
	finish fp_in_high_register

	function ra_undefined
	.cfi_undefined rip
	finish ra_undefined

	function fp_undefined
	.cfi_undefined rbp
	finish fp_undefined

	function fp_by_expression
	.cfi_escape 0x10, 6, 2, 0x76, 0x08
	finish fp_by_expression

	function fp_beyond_expression
	.cfi_escape 0x10, 6, 4, 0x76, 0x08, 0x06, 0x06
	finish fp_beyond_expression

	function fp_is_value
	.cfi_escape 0x14, 6, 2
	finish fp_is_value

	function cfa_by_expression
	.cfi_escape 0x0f, 3, 0x76, 0x78, 0x06
	finish cfa_by_expression

	function cfa_beyond_expression
	.cfi_escape 0x0f, 5, 0x77, 0x08, 0x06, 0x23, 0x08
	finish cfa_beyond_expression

	function cfa_on_register
	.cfi_def_cfa r10, 16
	finish cfa_on_register

	function cfa_on_high_register
	.cfi_def_cfa xmm3, 16
	finish cfa_on_high_register

	function sp_elsewhere
	.cfi_offset rsp, -16
	finish sp_elsewhere

	function ra_elsewhere
	.cfi_offset rip, -24
	finish ra_elsewhere

	.type signal_frame, @function
signal_frame:
	.cfi_startproc
	.cfi_signal_frame
	finish signal_frame

	function far_words
	.cfi_def_cfa rsp, 0x7ffffff0
	.cfi_offset rbp, -128
	nop
	.cfi_offset rbp, -136
	nop
	.cfi_def_cfa rsp, 128
	nop
	.cfi_def_cfa rsp, 120
	finish far_words
	.section .note.GNU-stack, "", @progbits
