# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: sp\+8 +\*\(cfa-8\) +\*\(cfa-16\)
        .text
g:
        .cfi_startproc
        nop
        .cfi_endproc
f:
        .cfi_startproc
        .cfi_def_cfa_offset 16
        .cfi_offset 6, -16
        nop
        .cfi_restore 6
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
