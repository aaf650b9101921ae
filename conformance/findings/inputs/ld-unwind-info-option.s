# $ as --gsframe -o a.o %s && ld -shared --no-ld-generated-unwind-info -o out a.o && sframe-ref dump out
# seen: functions: [2-9] at
f:      .cfi_startproc
        call    first@plt
        ret
        .cfi_endproc
