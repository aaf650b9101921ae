# abi: aarch64
# objects: gas 2.40
# $ as -EB --gsframe -o a.o %s && ld -m aarch64linuxb -shared -o out a.o; echo status $?
# seen: status 139
        .text
f:      .cfi_startproc
        nop
        ret
        .cfi_endproc
g:      .cfi_startproc
        nop
        ret
        .cfi_endproc
