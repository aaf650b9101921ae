# $ as --gsframe -o a.o %s && ld -shared --emit-relocs --sort-section=name -o out a.o && readelf -rW out
# seen: \.rela\.sframe.*\n.*\n.*\.text \+ 2
        .section .text.b, "ax"
b:      .cfi_startproc
        ret
        .cfi_endproc
        .section .text.a, "ax"
a:      .cfi_startproc
        nop
        ret
        .cfi_endproc
