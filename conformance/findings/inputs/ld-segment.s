# $ as --gsframe -o a.o %s && as --gsframe -o b.o %s && ld -shared -o out a.o b.o
# $ size=$(readelf -SW out | sed -n 's/.* \.sframe  *[^ ]*  *[^ ]* [^ ]* \([^ ]*\) .*/\1/p')
# $ segment=$(readelf -lW out | sed -n 's/^ *GNU_SFRAME .* 0x\([0-9a-f]*\) 0x[0-9a-f]* R .*/\1/p')
# $ echo section $((0x$size)) segment $((0x${segment:-0})); [ $((0x${segment:-0})) -gt $((0x$size)) ] && echo longer
# seen: ^longer$
f:      .cfi_startproc
        ret
        .cfi_endproc
