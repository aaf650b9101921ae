# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^  0 +sp\+8 +\S+ +same(?![\s\S]*\*\(cfa\+0\))
f:
        .cfi_startproc
        nop
        .cfi_offset 6, 0
        nop
        .cfi_endproc
