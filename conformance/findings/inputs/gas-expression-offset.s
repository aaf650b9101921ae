# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^ *0x1 +\*\((fp|r6)\+32\)
f:
        .cfi_startproc
        nop
        .cfi_escape 0xf, 0x3, 0x76, 0x10, 0x6
        .cfi_def_cfa_offset 32
        nop
        .cfi_endproc
