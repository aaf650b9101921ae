# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: sp\+0 
cfa_on_r10:
        .cfi_startproc
        leaq    8(%rsp), %r10
        .cfi_def_cfa %r10, 0
        andq    $-64, %rsp
        ret
        .cfi_endproc
