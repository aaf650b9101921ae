# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^  0x1 +sp\+16 +\S+ +same
f:
        .cfi_startproc
        pushq   %rdx
        .cfi_def_cfa_offset 16
        .cfi_offset %rsp, -32
        nop
        .cfi_endproc
