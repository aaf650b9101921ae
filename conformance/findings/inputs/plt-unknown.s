# beside: ld 2.40
# $ as --gsframe -o a.o %s && ld -shared -z lazy -o out a.o
# $ address=$(readelf -SW out | sed -n 's/.* \.plt[.a-z]*  *PROGBITS  *\([0-9a-f]*\) .*/\1/p' | head -n1)
# $ sframe-ref lookup -p "$(text out)" out 0x$address
# seen: "none"
# Of GNU ld the page tells about AArch64.
f:      .cfi_startproc
        call    first@plt
        ret
        .cfi_endproc
