#!/bin/sh
# ELF files: what readelf says each is.  usage: elf.sh FOLDER
find "$1" -name '*.elf' | sort | while read -r file; do
    machine=$(readelf --file-header "$file" | sed -n 's/^ *Machine: *//p')
    segment=$(readelf --segments --wide "$file" | grep -c 'GNU_SFRAME\|0x6474e554\|LOOS+0x474e554')
    echo "${file#"$1"/}: $machine, $segment segment of SFrame"
done
