# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^ *0x1 +sp\+8 +\*\(cfa-8\)
f:
        .cfi_startproc
        nop
        .cfi_val_offset 16, -16
        nop
        .cfi_endproc
