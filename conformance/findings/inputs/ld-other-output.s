# $ as --gsframe -o a.o %s && as --gsframe -o b.o %s
# $ echo 'SECTIONS { .text : { *(.text) } .rodata : { *(.rodata) *(.sframe) } .data : { *(.data) } }' >script
# $ ld -T script --no-gc-sections -o out a.o b.o && objcopy -O binary -j .rodata out raw && sframe-ref check raw
# seen: tile.cover
# beside: LLD 22, LLD 23
        .cfi_sections .sframe
f:      .cfi_startproc
        ret
        .cfi_endproc
