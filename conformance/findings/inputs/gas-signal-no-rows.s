# $ as --gsframe -o out.o %s; sframe-ref dump out.o
# seen: default, signal frame$(?!\n  start)
restore:
        .cfi_startproc
        .cfi_signal_frame
        .cfi_escape 0x0f, 4, 0x77, 0xa0, 0x01, 0x06
        nop
        ret
        .cfi_endproc
