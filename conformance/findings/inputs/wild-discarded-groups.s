# objects: llvm-mc 22
# $ as --gsframe -o a.o %s && as --gsframe -o b.o %s && ld -shared -o out a.o b.o; sframe-ref dump out
# seen: functions: 2 at
# Both objects have the function, in a COMDAT group.
        .section .text.f, "axG", @progbits, f, comdat
        .weak   f
        .type   f, @function
f:      .cfi_startproc
        ret
        .cfi_endproc
