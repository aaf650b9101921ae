# abi: s390x
# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: ^  0x8 +sp\+168 
odd_offset:
        .cfi_startproc
        aghi    %r15, -8
        .cfi_def_cfa_offset 168
        aghi    %r15, -4
        .cfi_def_cfa_offset 172
        br      %r14
        .cfi_endproc
