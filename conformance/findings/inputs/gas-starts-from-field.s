# $ as --gsframe -o out.o %s && text out.o && objdump -r -j .sframe out.o
# seen: ^v[12]$(.*\n)*.*R_X86_64_PC32 +\.text(\+0x0*1)?$
f:      .cfi_startproc
        ret
        .cfi_endproc
g:      .cfi_startproc
        ret
        .cfi_endproc
