"""Hostile ELF files by kind and size: each makes much of few bytes.

    python3 ref/tests/hostile.py KIND SIZE >FILE        a file of about SIZE bytes; no argument: the kinds

The tests take small ones, the ladder of `make bench` takes them in sizes that double.  elfmaker.py writes
small files and says what is wrong with them field by field; here it is numbers that count, so that headers
are written by the thousand.
"""

import functools
import struct
import sys
import zlib

from elfmaker import (COMPRESSED, EM_X86_64, ET_DYN, ET_REL, HEADER, PT_GNU_SFRAME, RELA, SECTION, SEGMENT,
                      SHF_ALLOC, SHF_COMPRESSED, SHT_GNU_SFRAME, SHT_PROGBITS, SHT_RELA, SHT_STRTAB, SHT_SYMTAB,
                      SHT_SYMTAB_SHNDX, SYMBOL, Format)

WIDE = Format()
HEADER_SIZE, SECTION_SIZE, SEGMENT_SIZE, RELA_SIZE, SYMBOL_SIZE = 64, 64, 56, 24, 24
TEXT_AT = 0x100000


# --- SFrame sections -----------------------------------------------------------------------------


def sframe(count, rows=1, place=lambda i: TEXT_AT):
    """A valid section of version 3: COUNT functions of 16 bytes of code, ROWS rows each.  Starts count from their
    own entries, which are 16 bytes as well."""
    entries, data = [], []
    attribute = struct.pack("<HBBB", rows, 0, 0, 0) + b"".join(bytes([i, 3, 8]) for i in range(rows))
    for i in range(count):
        entries.append(struct.pack("<qII", place(i), 16, len(attribute) * i))
        data.append(attribute)
    body, rows_data = b"".join(entries), b"".join(data)
    return sframe_header(3, count, count * rows, len(rows_data), len(body)) + body + rows_data


def sframe_header(version, functions, rows, row_bytes, rows_at):
    return struct.pack("<HBBBbbBIIIII", 0xDEE2, version, 4, 3, 0, -8, 0, functions, rows, row_bytes, 0, rows_at)


def sframe_of(size):
    """A section of about SIZE bytes."""
    return sframe(max(1, (size - 28) // 24))


def shared_rows(size):
    """A raw section of version 2 whose functions all have the same rows: each a quarter of the section."""
    functions = max(1, size // 2 // 20)
    rows = max(1, size // 2 // 4)
    row_data = b"".join(struct.pack("<HBB", i & 0xFFFF, 3, 8) for i in range(rows))
    entries = b"".join(struct.pack("<iIIIBBH", 0x1000 + 0x10000 * i, 0x10000, 0, rows, 1, 0, 0)
                       for i in range(functions))
    return sframe_header(2, functions, functions * rows & 0xFFFFFFFF, len(row_data), len(entries)) + \
        entries + row_data


# --- Files ---------------------------------------------------------------------------------------


class File:
    """The ELF header, then what is added, then the tables of headers.  Section 1 holds the names."""

    NAMES = b"\0.names\0.sframe\0.eh_frame\0.text\0.symtab\0"

    def __init__(self, kind=ET_DYN, names=NAMES):
        self.kind, self.parts, self.at = kind, [], HEADER_SIZE
        self.headers, self.segments = [bytes(SECTION_SIZE)], []
        self.section("", SHT_STRTAB, self.add(names), flags=0)

    def add(self, data):
        """Where it lies, and how many bytes."""
        self.parts.append(data)
        self.at += len(data)
        return self.at - len(data), len(data)

    def section(self, name, kind, place, flags=SHF_ALLOC, **more):
        """Its number."""
        at = name if isinstance(name, int) else self.NAMES.find(b"\0" + name.encode() + b"\0") + 1
        fields = {"name": at, "type": kind, "flags": flags, "offset": place[0], "size": place[1], "addralign": 1}
        self.headers.append(WIDE.pack(SECTION, **{**fields, **more}))
        return len(self.headers) - 1

    def segment(self, place, **more):
        fields = {"type": PT_GNU_SFRAME, "offset": place[0], "filesz": place[1], "memsz": place[1]}
        self.segments.append(WIDE.pack(SEGMENT, **{**fields, **more}))

    def bytes(self, section_headers=True):
        segments_at = self.add(b"".join(self.segments))[0]
        count = len(self.headers)
        if section_headers and count >= 0xFF00:
            self.headers[0] = WIDE.pack(SECTION, size=count, info=len(self.segments))
        if len(self.segments) >= 0xFFFF:
            self.headers[0] = WIDE.pack(SECTION, size=count, info=len(self.segments))
        wide = count >= 0xFF00
        sections_at = self.add(b"".join(self.headers))[0] if section_headers else 0
        head = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + WIDE.pack(
            HEADER, type=self.kind, machine=EM_X86_64, version=1, ehsize=HEADER_SIZE,
            phoff=segments_at if self.segments else 0, phentsize=SEGMENT_SIZE,
            phnum=min(len(self.segments), 0xFFFF), shoff=sections_at, shentsize=SECTION_SIZE,
            shnum=0 if wide or not section_headers else count, shstrndx=1 if section_headers else 0)
        return head + b"".join(self.parts)


KINDS = {}


def kind(function):
    """FUNCTION(size) gives the bytes of a file of about that size."""
    KINDS[function.__name__.replace("_", "-")] = functools.lru_cache(maxsize=2)(function)
    return function


@kind
def headers_on_one_section(size):
    """Half of the file is a section, half are headers that all lie on it."""
    file = File()
    place = file.add(sframe_of(size // 2))
    for _ in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(".sframe", SHT_GNU_SFRAME, place)
    return file.bytes()


@kind
def headers_that_overlap(size):
    """The same, but no two of them lie on quite the same bytes."""
    file = File()
    at, length = file.add(sframe_of(size // 2))
    for i in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(".sframe", SHT_GNU_SFRAME, (at, length - i % length))
    return file.bytes()


@kind
def four_headers_on_one_section(size):
    """As many as may be."""
    file = File()
    place = file.add(sframe_of(size))
    for _ in range(4):
        file.section(".sframe", SHT_GNU_SFRAME, place)
    return file.bytes()


@kind
def relocations_for_each_header(size):
    """Headers on one section, and for each a header of the same relocations."""
    file = File(ET_REL)
    place = file.add(sframe_of(size // 3))
    entries = file.add(WIDE.pack(RELA, offset=28, info=24) * max(1, size // 3 // RELA_SIZE))
    for _ in range(max(1, size // 3 // SECTION_SIZE // 2)):
        number = file.section(".sframe", SHT_GNU_SFRAME, place)
        file.section(0, SHT_RELA, entries, flags=0, info=number, entsize=RELA_SIZE)
    return file.bytes()


@kind
def relocations_of_one_section(size):
    """One section, and headers of the same relocations for it."""
    file = File(ET_REL)
    number = file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe(10)))
    entries = file.add(WIDE.pack(RELA, offset=28, info=24) * max(1, size // 2 // RELA_SIZE))
    for _ in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(0, SHT_RELA, entries, flags=0, info=number, entsize=RELA_SIZE)
    return file.bytes()


@kind
def many_relocations(size):
    """One section, one header of relocations, each of which is applied."""
    file = File(ET_REL)
    number = file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe(10)))
    entries = file.add(WIDE.pack(RELA, offset=28, info=24) * max(1, size // RELA_SIZE))
    file.section(0, SHT_RELA, entries, flags=0, info=number, entsize=RELA_SIZE)
    return file.bytes()


@kind
def sections_times_segments(size):
    """Small sections, and segments that hold none of them."""
    file = File()
    place = file.add(sframe(1))
    for _ in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(".sframe", SHT_GNU_SFRAME, place)
    for i in range(max(1, size // 2 // SEGMENT_SIZE)):
        file.segment((i % 50, 10))
    return file.bytes()


@kind
def segments_that_overlap(size):
    """No section headers: segments, each on the same bytes."""
    file = File()
    place = file.add(sframe_of(size // 2))
    for _ in range(max(1, min(65000, size // 2 // SEGMENT_SIZE))):
        file.segment(place)
    return file.bytes(section_headers=False)


@kind
def sections_times_relocations(size):
    """Small sections, and sections of relocations of another one."""
    file = File(ET_REL)
    small, entry = file.add(sframe(1)), file.add(WIDE.pack(RELA, offset=28, info=24))
    text = file.section(".text", SHT_PROGBITS, (HEADER_SIZE, 0))
    for _ in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(".sframe", SHT_GNU_SFRAME, small)
        file.section(0, SHT_RELA, entry, flags=0, info=text, entsize=RELA_SIZE)
    return file.bytes()


def bomb(size):
    """A compressed section of about SIZE bytes that stands for a thousand times as many."""
    packer = zlib.compressobj(9)
    first, block, count = sframe(1), bytes(1 << 20), max(1, size // 1040)
    head = packer.compress(first) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)  # knows nothing of what is before it
    low = zlib.adler32(first) & 0xFFFF
    high = ((zlib.adler32(first) >> 16) + low * count * len(block)) % 65521
    stream = head + again * count + packer.flush()[:-4] + struct.pack(">HH", high, low)
    return WIDE.pack(COMPRESSED, type=1, size=len(first) + count * len(block), addralign=1) + stream


@kind
def headers_on_one_bomb(size):
    """Twelve headers on one compressed section that grows a thousandfold."""
    file = File()
    place = file.add(bomb(size))
    for _ in range(12):
        file.section(".sframe", SHT_GNU_SFRAME, place, flags=SHF_COMPRESSED)
    return file.bytes()


@kind
def compressed_names(size):
    """The names of the sections are such a section, and its headers ask for them."""
    file = File()
    place = file.add(bomb(size // 2))
    file.headers[1] = WIDE.pack(SECTION, type=SHT_STRTAB, flags=SHF_COMPRESSED, offset=place[0], size=place[1])
    small = file.add(sframe(1))
    for i in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(i, SHT_PROGBITS, small)
    file.section(0, SHT_GNU_SFRAME, small)
    return file.bytes()


@kind
def names_without_end(size):
    """Names that are not ended, in a long table of them."""
    file = File(names=b"\0" + b".sframe" * (size // 2 // 7))
    small = file.add(sframe(1))
    for i in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(1 + 7 * i, SHT_PROGBITS, small)
    file.section(0, SHT_GNU_SFRAME, small)
    return file.bytes()


@kind
def long_names(size):
    """Names that are the tails of one long name."""
    file = File(names=b"\0" + b"x" * (size // 2) + b"\0")
    small = file.add(sframe(1))
    for i in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(1 + i, SHT_GNU_SFRAME, small)
    return file.bytes()


@kind
def empty_sections(size):
    """Sections of no bytes."""
    file = File()
    for _ in range(max(1, size // SECTION_SIZE)):
        file.section(".sframe", SHT_GNU_SFRAME, (HEADER_SIZE, 0))
    return file.bytes()


@kind
def other_sections(size):
    """Headers of notes, all on the same bytes, and one section."""
    file = File()
    place = file.add(bytes(256))
    file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe(10)))
    for _ in range(max(1, size // SECTION_SIZE)):
        file.section(0, 7, place)
    return file.bytes()


@kind
def groups_and_loops(size):
    """Groups and relocations that name one another, and themselves."""
    file = File(ET_REL)
    place = file.add(bytes(4096))
    count = max(1, size // SECTION_SIZE)
    for i in range(count):
        file.section(0, (17, SHT_RELA, SHT_SYMTAB, SHT_SYMTAB_SHNDX)[i % 4], place, flags=0, entsize=24,
                     link=2 + (i + 1) % count, info=2 + (i + 3) % count)
    number = file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe(10)))
    file.section(0, SHT_RELA, place, flags=0, info=number, link=number, entsize=RELA_SIZE)
    return file.bytes()


@kind
def wide_indices(size):
    """Sections with relocations by a symbol whose section stands in another table, and many such tables."""
    file = File(ET_REL)
    symbols = file.section(".symtab", SHT_SYMTAB, file.add(bytes(24) + WIDE.pack(SYMBOL, shndx=0xFFFF)),
                           flags=0, entsize=SYMBOL_SIZE)
    small, zero = file.add(sframe(1)), file.add(struct.pack("<II", 0, 2))
    entry = file.add(WIDE.pack(RELA, offset=28, info=1 << 32 | 24))
    count = max(1, size // SECTION_SIZE // 3)
    for _ in range(count):
        file.section(0, SHT_SYMTAB_SHNDX, zero, flags=0, link=0)
    for _ in range(count):
        number = file.section(".sframe", SHT_GNU_SFRAME, small)
        file.section(0, SHT_RELA, entry, flags=0, info=number, link=symbols, entsize=RELA_SIZE)
    file.section(0, SHT_SYMTAB_SHNDX, zero, flags=0, link=symbols)
    return file.bytes()


@kind
def symbol_tables_that_overlap(size):
    """A section each with relocations, each by a symbol table of its own header, all on the same bytes."""
    file = File(ET_REL)
    table = file.add(bytes(24) + WIDE.pack(SYMBOL, shndx=0xFFF1) * max(1, size // 2 // SYMBOL_SIZE))
    small, entry = file.add(sframe(1)), file.add(WIDE.pack(RELA, offset=28, info=1 << 32 | 24))
    for _ in range(max(1, size // 2 // SECTION_SIZE // 3)):
        symbols = file.section(".symtab", SHT_SYMTAB, table, flags=0, entsize=SYMBOL_SIZE)
        number = file.section(".sframe", SHT_GNU_SFRAME, small)
        file.section(0, SHT_RELA, entry, flags=0, info=number, link=symbols, entsize=RELA_SIZE)
    return file.bytes()


@kind
def one_section(size):
    """Nothing hostile: one valid section."""
    file = File()
    file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe_of(size)))
    return file.bytes()


# --- Raw sections --------------------------------------------------------------------------------


@kind
def raw_section(size):
    """Nothing hostile, and no ELF file around it."""
    return sframe_of(size)


@kind
def raw_shared_rows(size):
    return shared_rows(size)


@kind
def raw_functions_at_one_place(size):
    """Functions that lie on each other, in no order."""
    return sframe(max(1, (size - 28) // 24), place=lambda i: TEXT_AT - 16 * i + i % 7)


# --- DWARF CFI -----------------------------------------------------------------------------------

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
    file.NAMES = file.NAMES + b".debug_frame\0"
    place = file.add(b"".join(parts) + bytes(4))
    file.section(".eh_frame" if eh_frame else ".debug_frame", SHT_PROGBITS, place)
    file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe(4)))
    file.section(".text", SHT_PROGBITS, (HEADER_SIZE, 0), SHF_ALLOC | 4, addr=TEXT_AT)
    return file.bytes()


def by_pc(expression=BY_PC):
    return b"\x0f" + uleb(len(expression)) + expression


@kind
def cfi_by_pc_that_overlap(size):
    """FDEs that overlap, and whose CFA is another at each PC."""
    return frames(cie(), [(TEXT_AT + i, size, by_pc()) for i in range(max(1, size // 48))])


@kind
def cfi_by_pc_one_after_another(size):
    """The same, but each lies behind the other, and is as long as the file."""
    return frames(cie(), [(TEXT_AT + i * size, size, by_pc()) for i in range(max(1, size // 48))])


@kind
def cfi_debug_frame(size):
    """The same in .debug_frame."""
    return frames(cie(eh_frame=False), [(TEXT_AT + i, size, by_pc()) for i in range(max(1, size // 48))], False)


@kind
def cfi_rows_of_one_function(size):
    """Rows without end in one function."""
    return frames(cie(), [(TEXT_AT, size, b"".join(bytes([0x41, 0x0E, 8 + i % 64]) for i in range(size // 3)))])


@kind
def cfi_many_functions(size):
    """Nothing hostile: function by function."""
    return frames(cie(), [(TEXT_AT + 16 * i, 16, ROW) for i in range(max(1, size // 32))])


@kind
def cfi_one_program_for_many(size):
    """A function of many rows, and small ones that lie on it."""
    rows = b"".join(bytes([0x41, 0x0E, 8 + i % 64]) for i in range(size // 6))
    return frames(cie(), [(TEXT_AT, size, rows)] + [(TEXT_AT + i, size, b"") for i in range(max(1, size // 64))])


@kind
def cfi_remembered_states(size):
    """States that are remembered, of many registers, for each of many rows."""
    program = (b"\x05" + uleb(1000) + b"\x01" + b"\x0a" * (size // 4)) + b"".join(
        bytes([0x41, 0x0E, 8 + i % 64]) for i in range(size // 8))
    return frames(cie(), [(TEXT_AT, size, program)])


@kind
def cfi_last_register(size):
    """A register for which libdw would make room for all before it."""
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
    file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe(4)))
    return file.bytes()


@kind
def cfi_far_advances(size):
    """Rows that move on by gigabytes."""
    program = b"".join(struct.pack("<BI", 4, 0xFFFFFFFF) + bytes([0x0E, 8 + i % 64]) for i in range(size // 7))
    return frames(cie(), [(TEXT_AT, 1 << 62, program)])


@kind
def cfi_compressed_debug_information(size):
    """.debug_frame, and beside it a bomb that libdw would open."""
    data = cie(eh_frame=False)
    data += fde(len(data), TEXT_AT, 16, ROW, eh_frame=False)
    names = File.NAMES + b".debug_frame\0.debug_info\0.debug_line\0"
    file = File(names=names)
    file.NAMES = names
    place = file.add(bomb(size))
    file.section(".debug_frame", SHT_PROGBITS, file.add(data), flags=0)
    for name in (".debug_info", ".debug_line"):
        file.section(name, SHT_PROGBITS, place, flags=SHF_COMPRESSED)
    file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe(4)))
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
    file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe(4)))
    symbol = WIDE.pack(SYMBOL, name=len(File.NAMES), info=2, shndx=0xFFF1, value=5)
    file.section(".symtab", SHT_SYMTAB, file.add(bytes(24) + symbol * (size // 6 // SYMBOL_SIZE)), flags=0, link=1,
                 entsize=SYMBOL_SIZE)
    for i in range(max(1, size // 3 // SECTION_SIZE)):
        file.section(".text", SHT_PROGBITS, (HEADER_SIZE, 16), SHF_ALLOC | 4, addr=i)
    return file.bytes()


def main(arguments):
    if len(arguments) != 2:
        for name, function in KINDS.items():
            print(f"{name:30} {(function.__wrapped__.__doc__ or '').splitlines()[0:1]}")
        return 2
    sys.stdout.buffer.write(KINDS[arguments[0]](int(arguments[1], 0)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
