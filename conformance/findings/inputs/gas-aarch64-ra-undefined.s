# abi: aarch64
# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^  0 +sp\+0 +same(?![\s\S]*undefined)
f:
        .cfi_startproc
        nop
        .cfi_undefined 30
        nop
        .cfi_endproc
