# $ as --gsframe -o out.o %s; sframe-ref dump out.o
# seen: functions: 0 at|no SFrame section
gnu_args_size:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        .cfi_escape 0x2e, 0x10
        popq    %rbp
        .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        ret
        .cfi_endproc
