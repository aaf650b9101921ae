# $ as --gsframe -o out.o %s || true
# seen: Internal error in sframe_xlate_do_offset
f:
        .cfi_startproc simple
        .cfi_offset 6, -16
        nop
        .cfi_endproc
