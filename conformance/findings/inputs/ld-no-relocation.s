# $ as --gsframe -o a.o %s && objcopy --remove-section=.rela.sframe a.o && ld -shared -o out a.o; echo status $?
# seen: status 139
        .globl  f
f:      .cfi_startproc
        ret
        .cfi_endproc
