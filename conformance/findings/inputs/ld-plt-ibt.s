# $ as --gsframe -o a.o %s && ld -shared -z ibtplt -z lazy -o out a.o && sframe-ref dump -p "$(text out)" out
# seen: mask, .*\n.*\n.*\n  0xb +sp\+16
f:      .cfi_startproc
        call    first@plt
        call    second@plt
        ret
        .cfi_endproc
