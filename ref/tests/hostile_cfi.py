"""Hostile DWARF CFI: the kinds of hostile.py that begin with cfi-."""

import struct

from ref.tests.elfmaker import SHF_ALLOC, SHF_COMPRESSED, SHT_GNU_SFRAME, SHT_PROGBITS, SHT_SYMTAB, SYMBOL
from ref.tests.hostilemaker import HEADER_SIZE, SECTION_SIZE, SYMBOL_SIZE, TEXT_AT, WIDE, File, bomb, functions, kind

BY_PC = bytes([0x77, 8, 0x80, 0, 0x3F, 0x1A, 0x3B, 0x2A, 0x33, 0x24, 0x22])  # as PLTs compute their CFA
ROW = bytes([0x41, 0x0E, 8])  # PC moves on, and the CFA's offset is another


def uleb(value):
    out = []
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + [value])


def cie(initial=b"\x0c\x07\x08\x90\x01", eh_frame=True):
    """Without augmentation: starts are addresses."""
    body = struct.pack("<IB", 0 if eh_frame else 0xFFFFFFFF, 1) + b"\0" + bytes([1, 0x78, 16]) + initial
    body += bytes(-len(body) % 8 + 4)
    return struct.pack("<I", len(body)) + body


def fde(at, start, size, instructions, eh_frame=True, of=0):
    """AT is where it will lie, OF where its CIE lies."""
    body = struct.pack("<IQQ", at + 4 - of if eh_frame else of, start, size) + instructions
    body += bytes(-len(body) % 8 + 4)
    return struct.pack("<I", len(body)) + body


def frames(first, entries, eh_frame=True):
    """A file with that CFI: a CIE, then FDEs of (start, size, instructions)."""
    parts, at = [first], len(first)
    for start, size, instructions in entries:
        parts.append(fde(at, start, size, instructions, eh_frame))
        at += len(parts[-1])
    file = File(names=File.NAMES + b".debug_frame\0")
    place = file.add(b"".join(parts) + bytes(4))
    file.section(".eh_frame" if eh_frame else ".debug_frame", SHT_PROGBITS, place)
    file.section(".sframe", SHT_GNU_SFRAME, file.add(functions(4)))
    file.section(".text", SHT_PROGBITS, (HEADER_SIZE, 0), SHF_ALLOC | 4, addr=TEXT_AT)
    return file.bytes()


def rows_of(count):
    """Instructions of so many rows, each unlike the one before."""
    return b"".join(bytes([0x41, 0x0E, 8 + i % 64]) for i in range(count))


def by_pc(expression=BY_PC):
    return b"\x0f" + uleb(len(expression)) + expression


@kind
def cfi_by_pc_that_overlap(size):
    """FDEs that overlap, and whose CFA is another at each PC."""
    return frames(cie(), [(TEXT_AT + i, size, by_pc()) for i in range(max(1, size // 48))])


@kind
def cfi_debug_frame(size):
    """The same in .debug_frame."""
    return frames(cie(eh_frame=False), [(TEXT_AT + i, size, by_pc()) for i in range(max(1, size // 48))], False)


@kind
def cfi_rows_of_one_function(size):
    """Rows without end in one function."""
    return frames(cie(), [(TEXT_AT, size, rows_of(size // 3))])


@kind
def cfi_many_functions(size):
    """Nothing hostile: function by function."""
    return frames(cie(), [(TEXT_AT + 16 * i, 16, ROW) for i in range(max(1, size // 32))])


@kind
def cfi_one_program_for_many(size):
    """A function of many rows, and small ones that lie on it."""
    return frames(cie(), [(TEXT_AT, size, rows_of(size // 6))] + [(TEXT_AT + i, size, b"") for i in range(max(1, size // 64))])


@kind
def cfi_remembered_states(size):
    """States that are remembered, of many registers, for each of many rows."""
    program = b"\x05" + uleb(1000) + b"\x01" + b"\x0a" * (size // 4)
    return frames(cie(), [(TEXT_AT, size, program + rows_of(size // 8))])


@kind
def cfi_last_register(size):
    """A register that no machine has."""
    return frames(cie(), [(TEXT_AT + 16 * i, 16, b"\x05" + uleb(100_000_000) + b"\x01")
                          for i in range(max(1, size // 40))])


@kind
def cfi_long_initial_instructions(size):
    """A CIE of many instructions, and functions of it."""
    first = cie(b"\x0c\x07\x08\x90\x01" * (size // 10))
    return frames(first, [(TEXT_AT + 16 * i, 16, ROW) for i in range(max(1, size // 2 // 32))])


@kind
def cfi_long_expression(size):
    """An expression of many operations, for many rows."""
    expression = bytes([0x77, 8]) + b"\x30\x22" * (size // 4)
    rows = b"".join(bytes([0x41, 0x80 + i % 4, 1]) for i in range(size // 6))
    return frames(cie(), [(TEXT_AT, size, by_pc(expression) + rows)])


@kind
def cfi_two_cies(size):
    """FDEs of two long CIEs in turn."""
    first, second = (cie(b"\x0c\x07\x08\x90\x01" * (size // 20)) for _ in range(2))
    parts, at = [first, second], len(first) + len(second)
    for i in range(max(1, size // 2 // 32)):
        parts.append(fde(at, TEXT_AT + 16 * i, 16, ROW, of=i % 2 * len(first)))
        at += len(parts[-1])
    file = File()
    file.section(".eh_frame", SHT_PROGBITS, file.add(b"".join(parts) + bytes(4)))
    file.section(".sframe", SHT_GNU_SFRAME, file.add(functions(4)))
    return file.bytes()


@kind
def cfi_far_advances(size):
    """Rows that move on by gigabytes."""
    program = b"".join(struct.pack("<BI", 4, 0xFFFFFFFF) + bytes([0x0E, 8 + i % 64]) for i in range(size // 7))
    return frames(cie(), [(TEXT_AT, 1 << 62, program)])


@kind
def cfi_compressed_debug_information(size):
    """.debug_frame, and beside it a bomb."""
    data = cie(eh_frame=False)
    data += fde(len(data), TEXT_AT, 16, ROW, eh_frame=False)
    file = File(names=File.NAMES + b".debug_frame\0.debug_info\0.debug_line\0")
    place = file.add(bomb(size))
    file.section(".debug_frame", SHT_PROGBITS, file.add(data), flags=0)
    for name in (".debug_info", ".debug_line"):
        file.section(name, SHT_PROGBITS, place, flags=SHF_COMPRESSED)
    file.section(".sframe", SHT_GNU_SFRAME, file.add(functions(4)))
    return file.bytes()


@kind
def cfi_functions_times_sections(size):
    """Functions, and sections of code of which none holds them; and symbols."""
    entries, at = [cie()], len(cie())
    for i in range(max(1, size // 3 // 32)):
        entries.append(fde(at, TEXT_AT + 16 * i, 16, ROW))
        at += len(entries[-1])
    file = File(names=File.NAMES[:-1] + b"\0" + b"x" * (size // 6))
    file.section(".eh_frame", SHT_PROGBITS, file.add(b"".join(entries) + bytes(4)))
    file.section(".sframe", SHT_GNU_SFRAME, file.add(functions(4)))
    symbol = WIDE.pack(SYMBOL, name=len(File.NAMES), info=2, shndx=0xFFF1, value=5)
    file.section(".symtab", SHT_SYMTAB, file.add(bytes(24) + symbol * (size // 6 // SYMBOL_SIZE)), flags=0, link=1,
                 entsize=SYMBOL_SIZE)
    for i in range(max(1, size // 3 // SECTION_SIZE)):
        file.section(".text", SHT_PROGBITS, (HEADER_SIZE, 16), SHF_ALLOC | 4, addr=i)
    return file.bytes()
