# abi: s390x
# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^ *0x2 +sp\+160 +same
f:
        .cfi_startproc
        nopr
        .cfi_offset 14, 0
        nopr
        .cfi_endproc
