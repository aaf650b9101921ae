# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^  0x1 +sp\+16 +\S+ +same
f:
        .cfi_startproc
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        .cfi_restore %rbp
        ret
        .cfi_endproc
