# abi: aarch64
# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: \*\(r\d{5,}\+0\)
f:
        .cfi_startproc
        nop
        .cfi_escape 0x10, 0x1d, 0x2, 0x8d, 0x0
        nop
        .cfi_endproc
