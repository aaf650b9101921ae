"""Writes small ELF files, whole or broken, of both classes and both byte orders.

    Elf([Section(".sframe", data, type=SHT_GNU_SFRAME)], machine=EM_S390, order="big").file()

A test states what is special about its file; the rest is that of a little-endian shared object for
x86-64.  What a header says follows from what is there, unless the caller says otherwise: Section's,
Segment's and Elf's `claims` replace single fields of their headers.
"""

import struct
import zlib
from dataclasses import dataclass, field

ET_REL, ET_EXEC, ET_DYN, ET_CORE = 1, 2, 3, 4
EM_386, EM_S390, EM_X86_64, EM_AARCH64 = 3, 22, 62, 183
PT_LOAD, PT_GNU_SFRAME = 1, 0x6474E554
SHT_PROGBITS, SHT_SYMTAB, SHT_STRTAB, SHT_RELA, SHT_NOBITS, SHT_REL = 1, 2, 3, 4, 8, 9
SHT_SYMTAB_SHNDX, SHT_GNU_SFRAME = 18, 0x6FFFFFF4
SHF_ALLOC, SHF_EXECINSTR, SHF_COMPRESSED = 0x2, 0x4, 0x800
SHN_UNDEF, SHN_ABS, SHN_COMMON, SHN_XINDEX = 0, 0xFFF1, 0xFFF2, 0xFFFF
STT_FUNC, STT_SECTION = 2, 3
ELFCOMPRESS_ZLIB = 1

# Each structure as (field, width); "w" is a word of the class: 4 bytes or 8.
HEADER = [("type", 2), ("machine", 2), ("version", 4), ("entry", "w"), ("phoff", "w"), ("shoff", "w"),
          ("flags", 4), ("ehsize", 2), ("phentsize", 2), ("phnum", 2), ("shentsize", 2), ("shnum", 2),
          ("shstrndx", 2)]
SECTION = [("name", 4), ("type", 4), ("flags", "w"), ("addr", "w"), ("offset", "w"), ("size", "w"),
           ("link", 4), ("info", 4), ("addralign", "w"), ("entsize", "w")]
SEGMENT = {32: [("type", 4), ("offset", 4), ("vaddr", 4), ("paddr", 4), ("filesz", 4), ("memsz", 4),
                ("flags", 4), ("align", 4)],
           64: [("type", 4), ("flags", 4), ("offset", 8), ("vaddr", 8), ("paddr", 8), ("filesz", 8),
                ("memsz", 8), ("align", 8)]}
SYMBOL = {32: [("name", 4), ("value", 4), ("size", 4), ("info", 1), ("other", 1), ("shndx", 2)],
          64: [("name", 4), ("info", 1), ("other", 1), ("shndx", 2), ("value", 8), ("size", 8)]}
RELA = [("offset", "w"), ("info", "w"), ("addend", "w")]
COMPRESSED = {32: [("type", 4), ("size", 4), ("addralign", 4)],
              64: [("type", 4), ("reserved", 4), ("size", 8), ("addralign", 8)]}


@dataclass(frozen=True)
class Format:
    """How the numbers of a file are written."""

    bits: int = 64
    order: str = "little"

    def pack(self, layout, **values):
        """A structure; fields that are not named are 0.  Negative numbers and too large ones wrap."""
        code = "<" if self.order == "little" else ">"
        fields = layout[self.bits] if isinstance(layout, dict) else layout
        parts = []
        for name, width in fields:
            width = self.bits // 8 if width == "w" else width
            value = values.pop(name, 0) % (1 << 8 * width)
            parts.append(struct.pack(code + {1: "B", 2: "H", 4: "I", 8: "Q"}[width], value))
        assert not values, f"no fields {values}"
        return b"".join(parts)

    def size(self, layout):
        return len(self.pack(layout))


# --- What sections hold --------------------------------------------------------------------------


@dataclass(frozen=True)
class Symbol:
    """SECTION is the name of one, or a number as it shall stand there."""

    section: str | int
    value: int = 0
    info: int = 0

    def packed(self, elf):
        return elf.format.pack(SYMBOL, shndx=elf.number(self.section), value=self.value, info=self.info)


@dataclass(frozen=True)
class Relocation:
    """SYMBOL is the number of a symbol, from 1.  If ADDEND is None, it is an entry of SHT_REL, which has no addend."""

    offset: int
    type: int
    symbol: int = 0
    addend: int | None = 0

    def packed(self, elf):
        info = self.symbol << (32 if elf.format.bits == 64 else 8) | self.type
        layout = RELA if self.addend is not None else RELA[:2]
        addend = {} if self.addend is None else {"addend": self.addend}
        return elf.format.pack(layout, offset=self.offset, info=info, **addend)


@dataclass(frozen=True)
class Compressed:
    """DATA as SHF_COMPRESSED has it."""

    data: bytes
    type: int = ELFCOMPRESS_ZLIB
    cut: int = 0  # bytes that the end of the stream lacks

    def packed(self, elf):
        stream = zlib.compress(self.data)
        header = elf.format.pack(COMPRESSED, type=self.type, size=len(self.data), addralign=1)
        return header + stream[:len(stream) - self.cut]


@dataclass(frozen=True)
class Section:
    name: str
    data: bytes | tuple | Compressed = b""  # or a tuple of symbols or relocations
    type: int = SHT_PROGBITS
    flags: int = SHF_ALLOC
    address: int = 0
    align: int = 1
    link: str | int = 0  # as in Symbol
    info: str | int = 0
    claims: dict = field(default_factory=dict)

    def packed(self, elf):
        if isinstance(self.data, bytes):
            return self.data
        entries = self.data if isinstance(self.data, tuple) else (self.data,)
        return b"".join(entry.packed(elf) for entry in entries)

    def entry_size(self, elf):
        return len(self.data[0].packed(elf)) if isinstance(self.data, tuple) and self.data else 0


def symbol_table(*symbols, name=".symtab"):
    """Symbol 0 is the one that stands for none."""
    return Section(name, (Symbol(SHN_UNDEF),) + symbols, SHT_SYMTAB, flags=0)


def relocations(*entries, of=".sframe", symbols=".symtab", **more):
    implicit = bool(entries) and entries[0].addend is None
    kind, name = (SHT_REL, ".rel") if implicit else (SHT_RELA, ".rela")
    return Section(name + str(of), entries, kind, flags=0, link=symbols, info=of, **more)


@dataclass(frozen=True)
class Segment:
    """A segment over the section of that name, or over what `claims` says."""

    section: str | None = ".sframe"
    type: int = PT_GNU_SFRAME
    claims: dict = field(default_factory=dict)


# --- SFrame -----------------------------------------------------------------------------------


def sframe(*starts, version=3, order="little", abi=3, flags=4, size=16):
    """An SFrame section of functions with a row each: the CFA is SP + 8 (s390x: 160 more than SP + 64).  ABI 3 is
    AMD64; flag 4 says that starts count from their fields."""
    code = "<" if order == "little" else ">"
    row, entries, rows = bytes((0, 3, 8)), bytearray(), bytearray()
    for start in starts:
        common = struct.pack(code + "II", size, len(rows))
        if version == 3:
            entries += struct.pack(code + "q", start) + common
            rows += struct.pack(code + "HBBB", 1, 0, 0, 0) + row
        else:
            entries += struct.pack(code + "i", start) + common + struct.pack(code + "IB", 1, 0)
            entries += bytes(3 if version == 2 else 0)
            rows += row
    fixed_ra = -8 if abi == 3 else 0
    return struct.pack(code + "HBBBbbBIIIII", 0xDEE2, version, flags, abi, 0, fixed_ra, 0, len(starts),
                       len(starts), len(rows), 0, len(entries)) + entries + rows


# --- The file ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Elf:
    """First its header, then the segments' headers, the sections, their names, their headers."""

    sections: list = field(default_factory=list)
    segments: list = field(default_factory=list)
    type: int = ET_DYN
    machine: int = EM_X86_64
    bits: int = 64
    order: str = "little"
    section_headers: bool = True
    claims: dict = field(default_factory=dict)

    @property
    def format(self):
        return Format(self.bits, self.order)

    def number(self, section):
        """The number of the first section of that name; a number stands for itself."""
        if isinstance(section, int):
            return section
        return 1 + [it.name for it in self.sections].index(section)

    def header_size(self):
        return 16 + self.format.size(HEADER)

    def offsets(self):
        """Where each section begins, and where the last one ends."""
        at = self.header_size() + len(self.segments) * self.format.size(SEGMENT)
        offsets = []
        for section in self.sections:
            at += -at % max(section.align, 1)
            offsets.append(at)
            at += 0 if section.type == SHT_NOBITS else len(section.packed(self))
        return offsets, at

    def file(self):
        offsets, end = self.offsets()
        body = bytearray(end)
        for section, offset in zip(self.sections, offsets):
            if section.type != SHT_NOBITS:
                data = section.packed(self)
                body[offset:offset + len(data)] = data
        tail = self.section_table(offsets, end) if self.section_headers else b""
        head = self.header(end + len(tail)) + self.segment_table(offsets)
        return head + bytes(body[len(head):]) + tail

    def header(self, end):
        count = len(self.sections) + 2 if self.section_headers else 0
        entry, segment = self.format.size(SECTION), self.format.size(SEGMENT)
        said = {"type": self.type, "machine": self.machine, "version": 1, "ehsize": self.header_size(),
                "phoff": self.header_size() if self.segments else 0, "phnum": len(self.segments),
                "phentsize": segment, "shentsize": entry, "shnum": count, "shstrndx": max(count - 1, 0),
                "shoff": end - count * entry if count else 0}
        ident = b"\x7fELF" + bytes([self.bits // 32, 1 if self.order == "little" else 2, 1])
        return ident.ljust(16, b"\0") + self.format.pack(HEADER, **{**said, **self.claims})

    def segment_table(self, offsets):
        return b"".join(self.segment_header(segment, offsets) for segment in self.segments)

    def segment_header(self, segment, offsets):
        said = {"type": segment.type}
        if segment.section is not None:
            number = self.number(segment.section) - 1
            section = self.sections[number]
            size = len(section.packed(self))
            said |= {"offset": offsets[number], "vaddr": section.address, "filesz": size, "memsz": size}
        return self.format.pack(SEGMENT, **{**said, **segment.claims})

    def section_table(self, offsets, end):
        """The names, then the headers: none, the sections', the names' own."""
        names = b"\0"
        headers = [self.format.pack(SECTION)]
        for section, offset in zip(self.sections, offsets):
            headers.append(self.section_header(section, offset, len(names)))
            names += section.name.encode("latin-1") + b"\0"
        own = self.format.pack(SECTION, name=0, type=SHT_STRTAB, offset=end, size=len(names))
        return names + b"".join(headers) + own

    def section_header(self, section, offset, name):
        said = {"name": name, "type": section.type, "flags": section.flags, "addr": section.address,
                "offset": offset, "size": len(section.packed(self)), "link": self.number(section.link),
                "info": self.number(section.info), "addralign": section.align,
                "entsize": section.entry_size(self)}
        return self.format.pack(SECTION, **{**said, **section.claims})
