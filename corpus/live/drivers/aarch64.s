// Calls each function of the table four times: with 0, so that it goes to its end, and with the numbers of its early
// returns; each time with another stack and frame pointer.
        .text
        .globl  _start
        .type   _start, %function
_start: adrp    x19, functions
        add     x19, x19, :lo12:functions
1:      mov     x20, 0
        mov     x21, sp
2:      add     x29, x19, x20, lsl 3
        eor     x29, x29, 0xff0000
        mov     x0, x20
        ldr     x1, [x19]
        sub     sp, sp, 16
        blr     x1
        add     x20, x20, 1
        cmp     x20, 4
        b.ne    2b
        mov     sp, x21
        ldr     x1, [x19, 8]!
        cbnz    x1, 1b
        mov     x0, 0
        mov     x8, 94
        svc     0
        .size   _start, .-_start
