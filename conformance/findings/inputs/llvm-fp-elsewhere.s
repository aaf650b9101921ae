# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^  0x2 +sp\+16 +\S+ +same|^  0x1 +sp\+16 +\S+ +same
fp_in_register:
        .cfi_startproc
        pushq   %rax
        .cfi_def_cfa_offset 16
        .cfi_register %rbp, %rdx
        ret
        .cfi_endproc
