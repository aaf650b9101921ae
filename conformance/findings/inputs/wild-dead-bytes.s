# $ as --gsframe -o a.o %s && as --gsframe -o b.o %s && ld -shared -o out a.o b.o; sframe-ref dump out; sframe-ref check out
# seen: functions: 2 at(.*\n)*.*tile.cover
f:      .cfi_startproc
        ret
        .cfi_endproc
