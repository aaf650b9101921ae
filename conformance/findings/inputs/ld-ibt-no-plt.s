# $ as --gsframe -o a.o %s && ld -shared -z ibtplt -o out a.o; echo status $?
# seen: assertion fail [\s\S]*status 1
f:      .cfi_startproc
        movq    first@GOTPCREL(%rip), %rax
        call    first@plt
        ret
        .cfi_endproc
