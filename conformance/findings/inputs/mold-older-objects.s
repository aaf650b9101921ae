# objects: gas 2.44
# $ as --gsframe -o a.o %s && ld -shared -o out a.o && echo sections: $(readelf -SW out | grep -c ' \.sframe ')
# seen: sections: 0
f:      .cfi_startproc
        ret
        .cfi_endproc
