# $ as --gsframe -o a.o %s && as --gsframe -o b.o %s && ld -shared -o out a.o b.o; echo status $?
# seen: relocation refers to a discarded section[\s\S]*status 1
        .section .text.inline, "axG", @progbits, inline, comdat
        .weak   inline
inline: .cfi_startproc
        ret
        .cfi_endproc
