# CFI that nobody can read.
.text
.globl f
.type f, @function
f:  .cfi_startproc
    .cfi_escape 0x3b
    ret
    .cfi_endproc
