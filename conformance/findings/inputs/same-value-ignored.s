# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^ *0x2 +sp\+8 +\S+ +\*\(cfa-16\)|^ *0x1 +sp\+8 +\S+ +\*\(cfa-16\)(?![\s\S]*^ *0x2 )
f:
        .cfi_startproc
        nop
        .cfi_offset 6, -16
        nop
        .cfi_same_value 6
        nop
        .cfi_endproc
