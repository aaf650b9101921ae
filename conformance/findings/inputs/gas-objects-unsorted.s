# $ as --gsframe -o out.o %s && sframe-ref check -p "$(text out.o)" out.o
# seen: fde.sorted-array
        .section .text.second, "ax", @progbits
second: .cfi_startproc
        ret
        .cfi_endproc
        .text
first:  .cfi_startproc
        ret
        .cfi_endproc
