"""What hostile files are made of.  elfmaker.py writes small files and says what is wrong with them field by field;
here it is numbers that count, so that headers are written by the thousand."""

import functools
import struct
import zlib

from ref.tests.elfmaker import (COMPRESSED, EM_X86_64, ET_DYN, HEADER, PT_GNU_SFRAME, SECTION, SEGMENT, SHF_ALLOC,
                                SHT_GNU_SFRAME, SHT_RELA, SHT_STRTAB, Format, sframe)

WIDE = Format()
HEADER_SIZE, SECTION_SIZE, SEGMENT_SIZE, RELA_SIZE, SYMBOL_SIZE = 64, 64, 56, 24, 24
TEXT_AT = 0x100000


# --- SFrame sections -----------------------------------------------------------------------------


def functions(count):
    """A valid section of version 3: COUNT functions at one place."""
    return sframe(*[TEXT_AT] * count)


def sframe_of(size):
    """A section of about SIZE bytes."""
    return functions(max(1, (size - 28) // 24))


def shared_rows(size):
    """A raw section of version 2 whose functions all have the same rows, which are half of the section."""
    count = max(1, size // 2 // 20)
    rows = max(1, size // 2 // 4)
    row_data = b"".join(struct.pack("<HBB", i & 0xFFFF, 3, 8) for i in range(rows))
    entries = b"".join(struct.pack("<iIIIBBH", 0x1000 + 0x40 * i, 0x40, 0, rows, 1, 0, 0)
                       for i in range(count))
    header = struct.pack("<HBBBbbBIIIII", 0xDEE2, 2, 4, 3, 0, -8, 0, count, count * rows & 0xFFFFFFFF, len(row_data), 0,
                         len(entries))
    return header + entries + row_data


# --- Files ---------------------------------------------------------------------------------------


class File:
    """The ELF header, then what is added, then the tables of headers.  Section 1 holds the names."""

    NAMES = b"\0.names\0.sframe\0.eh_frame\0.text\0.symtab\0"

    def __init__(self, kind=ET_DYN, names=NAMES):
        self.kind, self.names, self.parts, self.at = kind, names, [], HEADER_SIZE
        self.headers, self.segments = [bytes(SECTION_SIZE)], []
        self.section("", SHT_STRTAB, self.add(names), flags=0)

    def add(self, data):
        """Adds bytes.  Returns where they lie, and how many they are."""
        self.parts.append(data)
        self.at += len(data)
        return self.at - len(data), len(data)

    def section(self, name, kind, place, flags=SHF_ALLOC, **more):
        """Adds a section header.  Returns its number."""
        at = name if isinstance(name, int) else self.names.find(b"\0" + name.encode() + b"\0") + 1
        fields = {"name": at, "type": kind, "flags": flags, "offset": place[0], "size": place[1], "addralign": 1}
        self.headers.append(WIDE.pack(SECTION, **{**fields, **more}))
        return len(self.headers) - 1

    def sections(self, count, *header, **more):
        """Adds COUNT equal section headers, at least one."""
        for _ in range(max(1, count)):
            self.section(*header, **more)

    def relocated(self, place, entries, symbols=0):
        """Adds headers of a section and of its relocations, both on bytes that were added."""
        number = self.section(".sframe", SHT_GNU_SFRAME, place)
        self.section(0, SHT_RELA, entries, flags=0, info=number, link=symbols, entsize=RELA_SIZE)

    def segment(self, place, **more):
        fields = {"type": PT_GNU_SFRAME, "offset": place[0], "filesz": place[1], "memsz": place[1]}
        self.segments.append(WIDE.pack(SEGMENT, **{**fields, **more}))

    def bytes(self, section_headers=True):
        segments_at = self.add(b"".join(self.segments))[0]
        count = len(self.headers)
        wide = count >= 0xFF00
        if section_headers and wide or len(self.segments) >= 0xFFFF:
            self.headers[0] = WIDE.pack(SECTION, size=count, info=len(self.segments))
        sections_at = self.add(b"".join(self.headers))[0] if section_headers else 0
        head = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + WIDE.pack(
            HEADER, type=self.kind, machine=EM_X86_64, version=1, ehsize=HEADER_SIZE,
            phoff=segments_at if self.segments else 0, phentsize=SEGMENT_SIZE,
            phnum=min(len(self.segments), 0xFFFF), shoff=sections_at, shentsize=SECTION_SIZE,
            shnum=0 if wide or not section_headers else count, shstrndx=1 if section_headers else 0)
        return head + b"".join(self.parts)


KINDS = {}


def kind(function):
    """Registers FUNCTION(size), which gives the bytes of a file of about that size, in KINDS."""
    KINDS[function.__name__.replace("_", "-")] = functools.lru_cache(maxsize=2)(function)
    return function


def elf(kind_of_file=ET_DYN, **more):
    """Registers FUNCTION(file, size), which fills an ELF file, in the same way."""
    if callable(kind_of_file):
        return elf()(kind_of_file)

    def decorate(function):
        @functools.wraps(function)
        def filled(size):
            file = File(kind_of_file)
            function(file, size)
            return file.bytes(**more)
        return kind(filled)
    return decorate


def bomb(size):
    """A compressed section of about SIZE bytes that stands for a thousand times as many."""
    packer = zlib.compressobj(9)
    first, block, count = functions(1), bytes(1 << 20), max(1, size // 1040)
    head = packer.compress(first) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)  # knows nothing of what is before it
    low = zlib.adler32(first) & 0xFFFF
    high = ((zlib.adler32(first) >> 16) + low * count * len(block)) % 65521
    stream = head + again * count + packer.flush()[:-4] + struct.pack(">HH", high, low)
    return WIDE.pack(COMPRESSED, type=1, size=len(first) + count * len(block), addralign=1) + stream
