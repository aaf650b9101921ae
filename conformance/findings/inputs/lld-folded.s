# $ as --gsframe -o a.o %s && ld --icf=all -e first -o out a.o && sframe-ref dump out && sframe-ref check out
# seen: functions: 2 at[\s\S]*fde\.overlap
        .section .text.first, "ax"
        .globl  first
first:  .cfi_startproc
        nop
        ret
        .cfi_endproc
        .section .text.second, "ax"
second: .cfi_startproc
        nop
        .cfi_def_cfa_offset 16
        ret
        .cfi_endproc
