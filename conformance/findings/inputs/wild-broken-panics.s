# $ as --gsframe -o a.o %s
# $ number=$(readelf -SW a.o | sed -n 's/^ *\[ *\([0-9]*\)\] \.sframe .*/\1/p')
# $ headers=$(readelf -hW a.o | sed -n 's/.*Start of section headers: *\([0-9]*\).*/\1/p')
# $ printf '\007' | dd of=a.o bs=1 seek=$((headers + 64 * number + 32)) conv=notrunc status=none
# $ ld -shared -o out a.o; echo status $?
# seen: panicked
        .globl  f
f:      .cfi_startproc
        ret
        .cfi_endproc
