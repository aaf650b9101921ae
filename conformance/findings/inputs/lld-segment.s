# $ as --gsframe -o a.o %s && ld -shared -o out a.o; readelf -SW out | grep sframe; echo segments: $(readelf -lW out | grep -Eic 'GNU_SFRAME|474e554 ')
# seen: segments: 0
f:      .cfi_startproc
        ret
        .cfi_endproc
