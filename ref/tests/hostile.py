"""Hostile ELF files by kind and size: each makes much of few bytes."""
import struct

from ref.tests import hostile_cfi  # its kinds are among KINDS
from ref.tests.elfmaker import (ET_REL, RELA, SECTION, SHF_COMPRESSED, SHT_GNU_SFRAME, SHT_PROGBITS, SHT_RELA,
                                SHT_STRTAB, SHT_SYMTAB, SHT_SYMTAB_SHNDX, SYMBOL, sframe)
from ref.tests.hostilemaker import (HEADER_SIZE, KINDS, RELA_SIZE, SECTION_SIZE, SEGMENT_SIZE, SYMBOL_SIZE, TEXT_AT,
                                    WIDE, File, bomb, elf, functions, kind, sframe_of, shared_rows)


@elf
def headers_on_one_section(file, size):
    """Half of the file is a section, half are headers that all lie on it."""
    place = file.add(sframe_of(size // 2))
    file.sections(size // 2 // SECTION_SIZE, ".sframe", SHT_GNU_SFRAME, place)


@elf
def headers_that_overlap(file, size):
    """The same, but no two of them lie on quite the same bytes."""
    at, length = file.add(sframe_of(size // 2))
    for i in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(".sframe", SHT_GNU_SFRAME, (at, length - i % length))


@elf
def four_headers_on_one_section(file, size):
    """Four headers on one section, as many as the budget allows."""
    place = file.add(sframe_of(size))
    file.sections(4, ".sframe", SHT_GNU_SFRAME, place)


@elf(ET_REL)
def relocations_for_each_header(file, size):
    """Headers on one section, and for each a header of the same relocations."""
    place = file.add(sframe_of(size // 3))
    entries = file.add(WIDE.pack(RELA, offset=28, info=24) * max(1, size // 3 // RELA_SIZE))
    for _ in range(max(1, size // 3 // SECTION_SIZE // 2)):
        file.relocated(place, entries)


@elf(ET_REL)
def relocations_of_one_section(file, size):
    """One section, and headers of the same relocations for it."""
    number = file.section(".sframe", SHT_GNU_SFRAME, file.add(functions(10)))
    entries = file.add(WIDE.pack(RELA, offset=28, info=24) * max(1, size // 2 // RELA_SIZE))
    file.sections(size // 2 // SECTION_SIZE, 0, SHT_RELA, entries, flags=0, info=number, entsize=RELA_SIZE)


@elf(ET_REL)
def many_relocations(file, size):
    """One section, one header of relocations, each of which is applied."""
    number = file.section(".sframe", SHT_GNU_SFRAME, file.add(functions(10)))
    entries = file.add(WIDE.pack(RELA, offset=28, info=24) * max(1, size // RELA_SIZE))
    file.section(0, SHT_RELA, entries, flags=0, info=number, entsize=RELA_SIZE)


@elf
def sections_times_segments(file, size):
    """Small sections, and segments that hold none of them."""
    place = file.add(functions(1))
    file.sections(size // 2 // SECTION_SIZE, ".sframe", SHT_GNU_SFRAME, place)
    for i in range(max(1, size // 2 // SEGMENT_SIZE)):
        file.segment((i % 50, 10))


@elf(section_headers=False)
def segments_that_overlap(file, size):
    """No section headers: segments, each on the same bytes."""
    place = file.add(sframe_of(size // 2))
    for _ in range(max(1, min(65000, size // 2 // SEGMENT_SIZE))):
        file.segment(place)


@elf(ET_REL)
def sections_times_relocations(file, size):
    """Small sections, and sections of relocations of another one."""
    small, entry = file.add(functions(1)), file.add(WIDE.pack(RELA, offset=28, info=24))
    text = file.section(".text", SHT_PROGBITS, (HEADER_SIZE, 0))
    for _ in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(".sframe", SHT_GNU_SFRAME, small)
        file.section(0, SHT_RELA, entry, flags=0, info=text, entsize=RELA_SIZE)


@elf
def headers_on_one_bomb(file, size):
    """Twelve headers on one compressed section that grows a thousandfold."""
    place = file.add(bomb(size))
    file.sections(12, ".sframe", SHT_GNU_SFRAME, place, flags=SHF_COMPRESSED)


@elf
def compressed_names(file, size):
    """The table of section names is a compressed section that grows, and section headers ask for names."""
    place = file.add(bomb(size // 2))
    file.headers[1] = WIDE.pack(SECTION, type=SHT_STRTAB, flags=SHF_COMPRESSED, offset=place[0], size=place[1])
    small = file.add(functions(1))
    for i in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(i, SHT_PROGBITS, small)
    file.section(0, SHT_GNU_SFRAME, small)


@kind
def names_without_end(size):
    """Names that are not ended, in a long table of them."""
    file = File(names=b"\0" + b".sframe" * (size // 2 // 7))
    small = file.add(functions(1))
    for i in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(1 + 7 * i, SHT_PROGBITS, small)
    file.section(0, SHT_GNU_SFRAME, small)
    return file.bytes()


@kind
def long_names(size):
    """Names that are the tails of one long name."""
    file = File(names=b"\0" + b"x" * (size // 2) + b"\0")
    small = file.add(functions(1))
    for i in range(max(1, size // 2 // SECTION_SIZE)):
        file.section(1 + i, SHT_GNU_SFRAME, small)
    return file.bytes()


@elf
def empty_sections(file, size):
    """Sections of no bytes."""
    file.sections(size // SECTION_SIZE, ".sframe", SHT_GNU_SFRAME, (HEADER_SIZE, 0))


@elf
def other_sections(file, size):
    """Headers of notes, all on the same bytes, and one section."""
    place = file.add(bytes(256))
    file.section(".sframe", SHT_GNU_SFRAME, file.add(functions(10)))
    file.sections(size // SECTION_SIZE, 0, 7, place)


@elf(ET_REL)
def groups_and_loops(file, size):
    """Groups and relocations that name one another, and themselves."""
    place = file.add(bytes(4096))
    count = max(1, size // SECTION_SIZE)
    for i in range(count):
        file.section(0, (17, SHT_RELA, SHT_SYMTAB, SHT_SYMTAB_SHNDX)[i % 4], place, flags=0, entsize=24,
                     link=2 + (i + 1) % count, info=2 + (i + 3) % count)
    number = file.section(".sframe", SHT_GNU_SFRAME, file.add(functions(10)))
    file.section(0, SHT_RELA, place, flags=0, info=number, link=number, entsize=RELA_SIZE)


@elf(ET_REL)
def wide_indices(file, size):
    """Sections with relocations by a symbol whose section stands in another table, and many such tables."""
    symbols = file.section(".symtab", SHT_SYMTAB, file.add(bytes(24) + WIDE.pack(SYMBOL, shndx=0xFFFF)),
                           flags=0, entsize=SYMBOL_SIZE)
    small, zero = file.add(functions(1)), file.add(struct.pack("<II", 0, 2))
    entry = file.add(WIDE.pack(RELA, offset=28, info=1 << 32 | 24))
    count = max(1, size // SECTION_SIZE // 3)
    for _ in range(count):
        file.section(0, SHT_SYMTAB_SHNDX, zero, flags=0, link=0)
    for _ in range(count):
        file.relocated(small, entry, symbols)
    file.section(0, SHT_SYMTAB_SHNDX, zero, flags=0, link=symbols)


@elf(ET_REL)
def symbol_tables_that_overlap(file, size):
    """A section each with relocations, each by a symbol table of its own header, all on the same bytes."""
    table = file.add(bytes(24) + WIDE.pack(SYMBOL, shndx=0xFFF1) * max(1, size // 2 // SYMBOL_SIZE))
    small, entry = file.add(functions(1)), file.add(WIDE.pack(RELA, offset=28, info=1 << 32 | 24))
    for _ in range(max(1, size // 2 // SECTION_SIZE // 3)):
        symbols = file.section(".symtab", SHT_SYMTAB, table, flags=0, entsize=SYMBOL_SIZE)
        file.relocated(small, entry, symbols)


@elf
def one_section(file, size):
    """Nothing hostile: one valid section."""
    file.section(".sframe", SHT_GNU_SFRAME, file.add(sframe_of(size)))


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
    return sframe(*(TEXT_AT - 16 * i + i % 7 for i in range(max(1, (size - 28) // 24))))
