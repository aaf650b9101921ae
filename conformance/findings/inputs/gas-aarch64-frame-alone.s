# abi: aarch64
# $ as --gsframe -o out.o %s && sframe-ref dump out.o
# seen: sp\+16 +\*\(cfa-16\) +same
only_frame:
        .cfi_startproc
        str     x29, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset 29, -16
        ldr     x29, [sp], 16
        .cfi_def_cfa_offset 0
        .cfi_restore 29
        ret
        .cfi_endproc
