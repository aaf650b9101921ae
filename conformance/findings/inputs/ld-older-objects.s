# objects: gas 2.44
# $ as --gsframe -o a.o %s && ld -shared -o out a.o; readelf -SW out
# seen: \.sframe +\S+ +0{16} \S+ 0{6} |\.sframe +\S+ +\S+ \S+ 000000 
f:      .cfi_startproc
        ret
        .cfi_endproc
