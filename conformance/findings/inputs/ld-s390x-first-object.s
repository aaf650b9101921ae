# abi: s390x
# $ echo '        nop' >first.s; as -o first.o first.s; as --gsframe -o a.o %s && ld -shared -o out first.o a.o
# $ address=$(readelf -SW out | sed -n 's/.* \.plt  *PROGBITS  *\([0-9a-f]*\) .*/\1/p')
# $ sframe-ref lookup out 0x$address
# seen: "none"
# beside: mold 2.42, mold 3.0, LLD 22, LLD 23
f:
        .cfi_startproc
        brasl   %r14, first@plt
        br      %r14
        .cfi_endproc
