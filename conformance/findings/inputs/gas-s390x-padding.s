# abi: s390x
# $ as --gsframe -o out.o %s && sframe-ref check out.o
# seen: tile.cover
f:
        .cfi_startproc
        br      %r14
        .cfi_endproc
