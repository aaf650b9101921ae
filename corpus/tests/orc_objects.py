"""Kernel objects with ORC, packed by hand: what asm/orc_types.h of each release of Linux says of its entries."""
import collections
import struct

from ref.tests.elfmaker import (ET_REL, SHF_ALLOC, SHF_EXECINSTR, SHT_RELA, SHT_STRTAB, SHT_SYMTAB, STT_FUNC, Elf,
                                Section)

# By the comments in that header: the registers and types, with their numbers; which bit of the last two bytes says that
# a frame was interrupted (signal), and which that the stack ends (end). None: there is no such bit, or no .orc_header.
Format = collections.namedtuple("Format", "header registers types signal end")
OLD = dict(zip("undefined prev-sp dx di bp sp r10 r13 bp-indirect sp-indirect".split(), range(16)))
NEW = dict(zip("undefined ax dx sp bp di r10 r13 prev-sp sp-indirect bp-indirect".split(), range(16)))
TYPES = dict(zip("undefined end call regs regs-partial".split(), range(8)))
FORMATS = {
    "5.12": Format(None, OLD, dict(zip("call regs regs-partial".split(), range(4))), None, 10),
    "6.4": Format(bytes.fromhex("fe5d32bf581bd63b2ca9a5c65ba5a625eab3fe24"), OLD, TYPES, 11, None),
    "7.2": Format(bytes.fromhex("137c36ad7627c4dd55932176bb0ecdbd5041fc82"), NEW, TYPES, 11, None),
}

Entry = collections.namedtuple("Entry", "at type sp sp_offset bp bp_offset signal section",
                               defaults=("call", "sp", 8, "undefined", 0, False, ".text"))
Symbol = collections.namedtuple("Symbol", "name at size section", defaults=(".text",))

PC32 = 2
OF_24 = {"entsize": 24}


def pack(entry, form):
    """The six bytes of an entry. If it is undefined or ends the stack, it has no registers, and before 6.4 no type."""
    nothing = entry.type in ("undefined", "end")
    sp, bp = ("undefined", "undefined") if nothing else (entry.sp, entry.bp)
    word = form.registers[sp] | form.registers[bp] << 4
    word |= form.types.get(entry.type, 0) << 8
    if form.end is not None and entry.type == "end":
        word |= 1 << form.end
    if form.signal is not None and entry.signal:
        word |= 1 << form.signal
    return struct.pack("<hhH", *((0, 0) if nothing else (entry.sp_offset, entry.bp_offset)), word)


def strings(names):
    data, places = b"\0", {}
    for name in names:
        places[name] = len(data)
        data += name.encode() + b"\0"
    return data, places


def sections_of(release, entries, symbols=(), code=((".text", 0x100),)):
    """The sections of a kernel object, by name. Symbols of sections come first, then those of functions."""
    form, indices = FORMATS[release], {name: i + 1 for i, (name, _) in enumerate(code)}
    names, places = strings(symbol.name for symbol in symbols)
    table = bytes(24) + b"".join(struct.pack("<IBBHQQ", 0, 3, 0, index, 0, 0) for index in indices.values())
    table += b"".join(struct.pack("<IBBHQQ", places[symbol.name], STT_FUNC, 0, indices[symbol.section], symbol.at,
                                  symbol.size) for symbol in symbols)
    relocations = b"".join(struct.pack("<QQq", 4 * i, indices[entry.section] << 32 | PC32, entry.at)
                           for i, entry in enumerate(entries))
    count = len(code)
    made = [Section(name, b"\x90" * size, flags=SHF_ALLOC | SHF_EXECINSTR) for name, size in code]
    made += [Section(".orc_unwind", b"".join(pack(entry, form) for entry in entries)),
             Section(".orc_unwind_ip", bytes(4 * len(entries))),
             Section(".rela.orc_unwind_ip", relocations, SHT_RELA, 0x40, link=count + 4, info=count + 2, claims=OF_24),
             Section(".symtab", table, SHT_SYMTAB, 0, link=count + 5, info=count + 1, claims=OF_24),
             Section(".strtab", names, SHT_STRTAB, 0)]
    if form.header is not None:
        made.append(Section(".orc_header", form.header))
    return {section.name: section for section in made}


def kernel_object(release, entries, symbols=(), code=((".text", 0x100),), **options):
    return Elf(list(sections_of(release, entries, symbols, code).values()), type=ET_REL, **options).file()
