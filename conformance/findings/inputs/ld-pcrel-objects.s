# objects: llvm-mc 22
# beside: LLD 22, LLD 23, wild 0.10
# $ as --gsframe -o a.o %s && as --gsframe -o b.o %s && ld -shared -o out a.o b.o; sframe-ref check out
# seen: tile.cover
f:      .cfi_startproc
        ret
        .cfi_endproc
