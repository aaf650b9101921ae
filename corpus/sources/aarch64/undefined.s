// The outermost function; return addresses in other registers and at odd places; a CFA on odd registers.
        .text
        .globl  outermost
        .type   outermost, %function
outermost:
        .cfi_startproc
        .cfi_undefined 30
        mov     x29, 0
        mov     x30, 0
        bl      link_in_x17
        brk     1
        .cfi_endproc
        .size   outermost, .-outermost

        .globl  link_in_x17
        .type   link_in_x17, %function
link_in_x17:
        .cfi_startproc
        mov     x17, x30
        .cfi_register 30, 17
        nop
        mov     x30, x17
        .cfi_restore 30
        ret
        .cfi_endproc
        .size   link_in_x17, .-link_in_x17

        .globl  cfa_on_x19
        .type   cfa_on_x19, %function
cfa_on_x19:
        .cfi_startproc
        mov     x19, sp
        .cfi_def_cfa_register 19
        nop
        mov     sp, x19
        .cfi_def_cfa_register 31
        ret
        .cfi_endproc
        .size   cfa_on_x19, .-cfa_on_x19

        .globl  late_undefined
        .type   late_undefined, %function
late_undefined:
        .cfi_startproc
        nop
        .cfi_undefined 30
        mov     x30, 0
        b       .
        .cfi_endproc
        .size   late_undefined, .-late_undefined
