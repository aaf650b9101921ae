# $ as --gsframe -o out.o %s; sframe-ref dump out.o
# seen: fp\+0 
simple:
        .cfi_startproc simple
        nop
        ret
        .cfi_endproc
