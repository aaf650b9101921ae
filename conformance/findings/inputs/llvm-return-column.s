# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: functions: 0 at
f:
        .cfi_startproc
        .cfi_return_column 16
        ret
        .cfi_endproc
