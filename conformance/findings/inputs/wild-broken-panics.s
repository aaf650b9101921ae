# objects: gas 2.47.50.20261021
# $ as -o a.o %s; at=$(readelf -SW a.o | sed -n 's/.*\.rela\.sframe *RELA *[0-9a-f]* *\([0-9a-f]*\) .*/\1/p')
# $ printf '\360\377\377\377' | dd of=a.o bs=1 seek=$((0x$at)) conv=notrunc status=none; ld -shared -o out a.o
# seen: panicked
# A section whose relocation is for offset 0xfffffff0, where the section has 8 bytes.
        .text
.Lf:    ret
        .section .sframe, "a", @0x6ffffff4
        .quad   .Lf - .
