# $ as --gsframe -o a.o %s && ld -shared -z ibtplt -z lazy -o out a.o && sframe-ref dump -p "$(text out)" out
# seen: ^  0x6 +sp\+24 [^\n]*\n\nfunction 3: .* mask
f:      .cfi_startproc
        call    first@plt
        call    second@plt
        ret
        .cfi_endproc
