# $ as --gsframe -o a.o %s
# $ cat >script <<'END'
# $ SECTIONS { .dynsym : { *(.dynsym) } .dynstr : { *(.dynstr) } .hash : { *(.hash) } .gnu.hash : { *(.gnu.hash) }
# $ .rela.plt : { *(.rela.plt) } .sframe : { *(.sframe) } .text : { *(.text) *(.plt) }
# $ .dynamic : { *(.dynamic) } .got : { *(.got) } .got.plt : { *(.got.plt) } /DISCARD/ : { *(.eh_frame) } }
# $ END
# $ ld -shared -z lazy -T script -o out a.o && sframe-ref check out
# seen: fde.overlap
f:      .cfi_startproc
        call    first@plt
        ret
        .cfi_endproc
