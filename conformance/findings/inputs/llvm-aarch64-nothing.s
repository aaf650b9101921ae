# abi: aarch64
# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: functions: 0 at
f:
        .cfi_startproc
        ret
        .cfi_endproc
