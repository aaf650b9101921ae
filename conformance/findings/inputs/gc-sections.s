# $ as --gsframe -o a.o %s && ld --gc-sections -e start -o out a.o; readelf -SW out | grep -w sframe; echo sections: $(readelf -SW out | grep -c ' \.sframe ')
# seen: sections: 0
        .section .text.start, "ax", @progbits
        .globl  start
start:  .cfi_startproc
        ret
        .cfi_endproc
