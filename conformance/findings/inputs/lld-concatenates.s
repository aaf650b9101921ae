# objects: gas 2.47
# beside: ld 2.40, ld 2.44
# $ as --gsframe -o a.o %s && as --gsframe -o b.o %s && ld -shared -o out a.o b.o; sframe-ref dump out
# seen: functions: 1 at
# GNU ld that does not know version 3 merges none either, and says so.
f:      .cfi_startproc
        ret
        .cfi_endproc
