# $ as --gsframe -o a.o %s && ld -shared -z lazy -o out a.o
# $ address=$(readelf -SW out | sed -n 's/.* \.plt\.got  *PROGBITS  *\([0-9a-f]*\) .*/\1/p')
# $ [ -n "$address" ] && sframe-ref lookup -p "$(text out)" out 0x$address
# seen: "cfa":.*?"offset": ?16\b
f:      .cfi_startproc
        call    first@plt
        movq    first@GOTPCREL(%rip), %rax
        ret
        .cfi_endproc
