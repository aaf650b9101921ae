"""Makes the least ELF files of 64 bits that tools take: a section, and the names of sections."""
import struct

MACHINES = {"amd64": (62, "<"), "aarch64": (183, "<"), "aarch64_be": (183, ">"), "s390x": (22, ">")}  # and byte orders
OBJECT, EXECUTABLE = 1, 2
PROGBITS, STRTAB, GNU_SFRAME = 1, 3, 0x6FFFFFF4
ALLOC, CODE = 2, 6  # flags
HEADER_SIZE = 64  # of the file, and of each section


def elf_file(abi, kind, name, section_type, flags, data=b"", address=0, alignment=1):
    """An OBJECT or an EXECUTABLE with one section."""
    machine, order = MACHINES[abi]
    names = b"\0" + name + b"\0.shstrtab\0"
    names_at = HEADER_SIZE + len(data)
    table = (names_at + len(names) + 7) & ~7
    header = b"\x7fELF" + bytes([2, 1 if order == "<" else 2, 1]) + bytes(9) + struct.pack(
        order + "HHIQQQIHHHHHH", kind, machine, 1, 0, 0, table, 0, HEADER_SIZE, 0, 0, HEADER_SIZE, 3, 2)
    rows = ((1, section_type, flags, address, HEADER_SIZE, len(data), 0, 0, alignment, 0),
            (names.index(b".shstrtab"), STRTAB, 0, 0, names_at, len(names), 0, 0, 1, 0))
    return (header + data + names).ljust(table, b"\0") + bytes(HEADER_SIZE) + \
        b"".join(struct.pack(order + "IIQQQQIIQQ", *row) for row in rows)
