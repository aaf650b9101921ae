# $ as --gsframe -o a.o %s && as --gsframe -o b.o %s && ld -r -o out a.o b.o; sframe-ref check out
# seen: malformed|fde.overlap|^[^ ]+ fre\.
        .text
f:      .cfi_startproc
        pushq   %rax
        .cfi_def_cfa_offset 16
        popq    %rax
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
g:      .cfi_startproc
        ret
        .cfi_endproc
