# $ as --gsframe -o a.o %s && ld -shared -z lazy -o out a.o
# $ address=$(readelf -SW out | sed -n 's/.* \.plt  *PROGBITS  *\([0-9a-f]*\) .*/\1/p')
# $ jump=$(printf %x $((0x$address + 42)))
# $ readelf -dW out | grep -q TLSDESC_PLT && sframe-ref lookup -p "$(text out)" out 0x$jump
# seen: "cfa":.*?"offset": ?8\b
        .section .tbss, "awT", @nobits
        .globl  variable
variable:
        .zero   8
        .text
f:      .cfi_startproc
        leaq    variable@tlsdesc(%rip), %rax
        call    *variable@tlscall(%rax)
        call    first@plt
        ret
        .cfi_endproc
