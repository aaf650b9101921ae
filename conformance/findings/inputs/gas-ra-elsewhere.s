# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: sp\+32 +\*\(cfa-8\)
outermost:
        .cfi_startproc
        .cfi_undefined %rip
        xorl    %ebp, %ebp
        ret
        .cfi_endproc
moved_slot:
        .cfi_startproc
        subq    $24, %rsp
        .cfi_def_cfa_offset 32
        movq    %rax, 8(%rsp)
        .cfi_offset %rip, -24
        ret
        .cfi_endproc
