# abi: aarch64
# $ as --gsframe -o out.o %s && sframe-ref check -p "$(text out.o)" out.o
# seen: aarch64.count
only_link:
        .cfi_startproc
        str     x30, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset 30, -16
        bl      only_link
        ldr     x30, [sp], 16
        .cfi_def_cfa_offset 0
        .cfi_restore 30
        ret
        .cfi_endproc
