# $ as --gsframe -a=listing -o out.o %s && sframe-ref dump out.o
# seen: ^  0x1 .*\n  0x1 
f:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset 6, -16
        ret
        .cfi_endproc
