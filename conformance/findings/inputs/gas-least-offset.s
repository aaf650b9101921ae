# $ as --gsframe -o out.o %s || true
# seen: Internal error in sframe_get_fre_offset_size
f:
        .cfi_startproc
        nop
        .cfi_def_cfa_offset -9223372036854775808
        nop
        .cfi_endproc
