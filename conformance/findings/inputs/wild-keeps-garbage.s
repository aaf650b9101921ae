# objects: llvm-mc 22
# $ as --gsframe -o a.o %s && ld --gc-sections -e f -o out a.o; sframe-ref dump out
# seen: functions: 2 at
# Nothing refers to g.
        .section .text.f, "ax"
        .globl  f
f:      .cfi_startproc
        ret
        .cfi_endproc
        .section .text.g, "ax"
g:      .cfi_startproc
        ret
        .cfi_endproc
