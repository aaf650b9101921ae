# $ as --gsframe -o a.o %s && ld -static -e start -o out a.o
# $ address=$(readelf -SW out | sed -n 's/.* \.i*plt  *PROGBITS  *\([0-9a-f]*\) .*/\1/p')
# $ [ -n "$address" ] && sframe-ref lookup -p "$(text out)" out 0x$address
# seen: "none"
# beside: LLD 22, LLD 23, mold 2.42, mold 3.0, wild 0.10
# Other linkers describe no PLT at all.
        .globl  start
start:  .cfi_startproc
        call    chosen
        ret
        .cfi_endproc
        .type   chosen, @gnu_indirect_function
chosen: .cfi_startproc
        leaq    start(%rip), %rax
        ret
        .cfi_endproc
