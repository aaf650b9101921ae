# A function for which no rule is given, beside one with those that every function begins with.
        .text
        .globl  no_rules
        .type   no_rules, @function
no_rules:
        .cfi_startproc simple
        nop
        ret
        .cfi_endproc
        .size   no_rules, .-no_rules

        .globl  usual_rules
        .type   usual_rules, @function
usual_rules:
        .cfi_startproc
        nop
        ret
        .cfi_endproc
        .size   usual_rules, .-usual_rules
