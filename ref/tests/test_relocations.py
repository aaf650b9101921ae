"""Relocatable objects: where their sections lie, and what their relocations make of them."""

import itertools
import struct

import pytest

from ref.tests.conftest import cases
from ref.tests.elfcases import (AARCH64, AARCH64_BE, AMD64, ONE, S390X, decoded, field, of_type, refused, sframe,
                                starts, said)
from ref.tests.elfmaker import (EM_386, EM_AARCH64, EM_S390, EM_X86_64, ET_REL, SHF_ALLOC, SHF_EXECINSTR, SHN_ABS,
                                SHN_COMMON, SHN_UNDEF, SHN_XINDEX, SHT_NOBITS, SHT_SYMTAB_SHNDX, STT_FUNC, STT_SECTION,
                                Elf, Relocation, Section, Symbol, relocations, symbol_table)


# --- Where their sections lie --------------------------------------------------------------------


def test_text_sections_of_an_object_follow_one_another_aligned():
    """.text 0..9, .cold 0x10..0x13, .data 0x14, .hot 0x40; the section's own address counts as well."""
    texts = [Section(".text", bytes(10), align=4), Section(".cold", bytes(4), align=16),
             Section(".data", bytes(1), align=0), Section(".comment", bytes(99), flags=0),
             Section(".hot", bytes(8), align=64)]
    symbols = [Symbol(it.name, info=STT_SECTION) for it in texts]
    entries = [Relocation(field(i), 24, symbol) for i, symbol in enumerate((1, 2, 3, 5))]
    elf = Elf([*texts, of_type(sframe(0, 0, 0, 0, size=1), align=8), relocations(*entries),
               symbol_table(*symbols)], type=ET_REL)
    model = decoded(elf)
    assert starts(elf) == [0, 0x10, 0x14, 0x40]
    assert (model["address"], model["verdict"]) == ("0x48", "valid")


def test_functions_of_different_sections_do_not_overlap():
    texts = [Section(f".text.{i}", bytes(16)) for i in range(3)]
    symbols = [Symbol(it.name) for it in texts]
    entries = [Relocation(field(i), 24, i + 1) for i in range(3)]
    elf = Elf([of_type(sframe(0, 0, 0)), *texts, relocations(*entries), symbol_table(*symbols)], type=ET_REL)
    (answer,), status = said("check", elf, "--json")
    assert (answer["violations"], status) == ([], 0)


def test_what_lies_before_the_first_function_of_code_without_bytes_takes_no_room():
    """Else four gigabytes before each of two functions would put the second where four bytes do not reach."""
    size = 1 << 32
    texts = [Section(f".far.{i}", type=SHT_NOBITS, flags=SHF_ALLOC | SHF_EXECINSTR, claims={"size": size + 8})
             for i in range(2)]
    symbols = [Symbol(it.name, size, info=STT_FUNC) for it in texts]
    entries = [Relocation(field(i), 24, i + 1) for i in range(2)]
    section = of_type(sframe(0, 0, size=8))
    elf = Elf([*texts, section, relocations(*entries), symbol_table(*symbols)], type=ET_REL)
    assert starts(elf) == [len(section.data), len(section.data) + 8]


def test_each_section_of_an_object_has_its_own_relocations():
    first, second = of_type(sframe(0)), of_type(sframe(0), ".sframe.more")
    elf = Elf([first, second, relocations(Relocation(field(0), 24, 0, 0x111), symbols=0),
               relocations(Relocation(field(0), 24, 0, 0x222), symbols=0, of=".sframe.more")], type=ET_REL)
    assert [line["functions"][0]["start"] for line in said("decode", elf)[0]] == ["0x111", "0x222"]


@pytest.mark.parametrize("version", [1, 2])
def test_before_pc_relative_starts_an_object_holds_them_relative_to_their_fields(version):
    """So GNU as writes them, and ld adds the field's place in the section."""
    data = sframe(0, 0, version=version, flags=0)
    entries = [Relocation(field(i, version), 2, 1, 16 * i) for i in range(2)]
    elf = Elf([Section(".text", bytes(32)), Section(".sframe", data), relocations(*entries),
               symbol_table(Symbol(".text", info=STT_SECTION))], type=ET_REL)
    assert starts(elf) == [0, 16]


def test_an_object_without_relocations_is_read_as_it_is():
    assert starts(Elf([of_type(sframe(0x77, flags=0))], type=ET_REL)) == [0x77]


# --- Kinds of relocations ------------------------------------------------------------------------


# ABI, class, byte order, machine; then by type: the field's width, and whether it counts from the field.
X86_64 = (AMD64, 64, "little", EM_X86_64)
X32 = (AMD64, 32, "little", EM_X86_64)
ARM64 = (AARCH64, 64, "little", EM_AARCH64)
ARM64_BE = (AARCH64_BE, 64, "big", EM_AARCH64)
IBM_Z = (S390X, 64, "big", EM_S390)
KINDS = {
    X86_64: {1: (8, False), 2: (4, True), 10: (4, False), 11: (4, False), 24: (8, True)},
    X32: {1: (8, False), 2: (4, True), 10: (4, False), 11: (4, False), 24: (8, True)},
    ARM64: {257: (8, False), 258: (4, False), 260: (8, True), 261: (4, True)},
    ARM64_BE: {257: (8, False), 258: (4, False), 260: (8, True), 261: (4, True)},
    IBM_Z: {4: (4, False), 5: (4, True), 22: (8, False), 23: (8, True)},
}
NOTHING = [(X86_64, 0), (X32, 0), (ARM64, 0), (ARM64, 256), (ARM64_BE, 256), (IBM_Z, 0)]
NAMES = {X86_64: "x86-64", X32: "x32", ARM64: "aarch64", ARM64_BE: "aarch64_be", IBM_Z: "s390x"}
VALUE, TEXT_AT, SFRAME_AT = 5, 0x40, 0x60
TEXT = [Section(".rodata", bytes(3)), Section(".text", bytes(32), align=64)]


def relocated(target, relocation, start=0, symbol=Symbol(".text", VALUE), extra=()):
    """An object with .text at TEXT_AT and a section of one function at SFRAME_AT."""
    abi, bits, order, machine = target
    data = sframe(start, order=order, abi=abi, flags=0, size=0)
    table = [] if symbol is None else [symbol_table(symbol)]
    return Elf([*TEXT, of_type(data), *table, *extra, relocations(relocation, symbols=".symtab" if table else 0)],
               type=ET_REL, machine=machine, bits=bits, order=order)


def start_and_size(elf):
    """As they stand in the section: at address 0 a start is its field."""
    function = decoded(elf, "--address", "0")["functions"][0]
    return int(function["start"], 16), function["size"]


def cases_of_kinds():
    for target, kinds in KINDS.items():
        for kind, (width, relative) in kinds.items():
            yield pytest.param(target, kind, width, relative, id=f"{NAMES[target]}-{kind}")


@pytest.mark.parametrize("target, kind, width, relative", cases_of_kinds())
def test_a_relocation_is_symbol_plus_addend_perhaps_from_its_field(target, kind, width, relative):
    """Fields of 8 bytes are tried on the start, of 4 bytes on the size that follows it."""
    abi, bits, order, machine = target
    place = field(0) if width == 8 else field(0) + 8
    sections, entries, wanted = [], [], []
    for implicit, addend in itertools.product([False, True], [0, 7, -200]):
        there = addend if implicit else 0x55  # what stood there counts in REL only
        at = SFRAME_AT + len(sections) * len(ONE)
        sections.append(of_type(sframe(there if width == 8 else 0, order=order, abi=abi, flags=0,
                                       size=there % 2**32 if width == 4 else 0)))
        entries.append(relocations(Relocation(place, kind, 1, None if implicit else addend), of=2 + len(sections)))
        value = (TEXT_AT + VALUE + addend - (at + place if relative else 0)) % 2 ** (8 * width)
        wanted.append((hex(value), 0) if width == 8 else ("0x0", value))
    elf = Elf([*TEXT, *sections, symbol_table(Symbol(".text", VALUE)), *entries], type=ET_REL, machine=machine,
              bits=bits, order=order)
    functions = [model["functions"][0] for model in said("decode", elf, "--address", "0")[0]]
    assert [(function["start"], function["size"]) for function in functions] == wanted


@pytest.mark.parametrize("target, kind", NOTHING, ids=[f"{NAMES[t]}-{k}" for t, k in NOTHING])
def test_a_relocation_that_does_nothing_may_point_anywhere(target, kind):
    elf = relocated(target, Relocation(0x999999, kind, 77), start=0x123)
    assert start_and_size(elf) == (0x123, 0)


SYMBOLS = [
    ("that of a section", Symbol(".text", info=STT_SECTION), TEXT_AT),
    ("a named one", Symbol(".text", 9), TEXT_AT + 9),
    ("an absolute one", Symbol(SHN_ABS, 0x777), 0x777),
    ("one of the section itself", Symbol(".sframe", 1), SFRAME_AT + 1),
    ("one of a section that is not loaded", Symbol(".symtab", 2), 2),
]


@cases("symbol, value", SYMBOLS)
def test_the_symbol_is(symbol, value):
    assert start_and_size(relocated(X86_64, Relocation(field(0), 1, 1), symbol=symbol))[0] == value


def test_without_a_symbol_the_addend_is_all():
    elf = relocated(X86_64, Relocation(field(0), 1, 0, 0x42), symbol=None)
    assert start_and_size(elf)[0] == 0x42


def test_a_section_number_too_large_for_a_symbol_stands_in_its_own_table():
    """SHT_SYMTAB_SHNDX, which objects of more than 65,279 sections have."""
    numbers = Section(".shndx", struct.pack("<II", 0, 2), SHT_SYMTAB_SHNDX, flags=0, link=".symtab")
    elf = relocated(X86_64, Relocation(field(0), 1, 1), symbol=Symbol(SHN_XINDEX, 3), extra=[numbers])
    assert start_and_size(elf)[0] == TEXT_AT + 3


def test_relocations_of_one_field_are_applied_in_their_order():
    elf = relocated(X86_64, Relocation(field(0), 1, 0, 0x42))
    again = relocations(Relocation(field(0), 1, 0, None), symbols=0)
    assert start_and_size(Elf([*elf.sections, again], type=ET_REL))[0] == 0x42


def object_with(table, **claims):
    """An object whose relocation names symbol 1 of a table that is not as it should be."""
    entry = relocations(Relocation(field(0), 1, 1), symbols=table, claims=claims)
    return Elf([of_type(ONE), symbol_table(Symbol(".sframe")), entry], type=ET_REL)


def wrong(offset, kind, symbol=1, addend=0, target=X86_64):
    return relocated(target, Relocation(offset, kind, symbol, addend))


def with_symbol(number):
    return relocated(X86_64, Relocation(field(0), 1, 1), symbol=Symbol(number))


HEAD = "section [5]: relocation 0"
REFUSED = [
    ("an unknown type", wrong(field(0), 9), HEAD, "type 9 of machine 62"),
    ("another machine's type", wrong(field(0), 24, target=ARM64), HEAD, "type 24 of machine 183"),
    ("a machine without SFrame", wrong(field(0), 1, target=(AMD64, 32, "little", EM_386)), HEAD, "machine 3"),
    ("a place beyond the section", wrong(0x9999, 1), HEAD, "0x9999"),
    ("one half beyond the section", wrong(len(ONE) - 7, 1), HEAD, hex(len(ONE) - 7)),
    ("one at the end of memory", wrong(-1, 1), HEAD, "0xffffffffffffffff"),
    ("a target too far behind for four bytes", wrong(field(0), 2, 0, 0x80001000), HEAD, "does not fit in 4 bytes"),
    ("one too far before", wrong(field(0), 2, 0, -0x80000000), HEAD, "does not fit in 4 bytes"),
    ("a symbol that is not there", wrong(field(0), 1, 2), HEAD, "no symbol 2"),
    ("the largest symbol", wrong(field(0), 1, 0xFFFFFFFF), HEAD, "no symbol 4294967295"),
    ("an undefined symbol", with_symbol(SHN_UNDEF), HEAD, "symbol 1 is undefined here"),
    ("a common symbol", with_symbol(SHN_COMMON), HEAD, "symbol 1 is undefined here"),
    ("a symbol of no section", with_symbol(99), HEAD, "symbol 1 is undefined here"),
    ("no table of symbols", object_with(0), "section [3]", "no symbol 1"),
    ("a table that is none of symbols", object_with(".sframe"), "section [3]", "no symbol 1"),
    ("a table that is no section", object_with(99), "section [3]", "no symbol 1"),
    ("relocations that reach beyond the file", object_with(".symtab", size=1 << 40), "section [3]",
     "beyond the file's end"),
    ("such that begin beyond it", object_with(".symtab", offset=1 << 40), "section [3]", "beyond the file's end"),
    ("such that claim smaller entries", object_with(".symtab", entsize=8), "section [3]", "cannot read relocation 1"),
    ("short ones that claim smaller entries",
     Elf([of_type(ONE), relocations(Relocation(field(0), 1, 0, None), symbols=0, claims={"entsize": 8})], type=ET_REL),
     "section [2]", "cannot read relocation 1"),
]


@cases("elf, head, words", REFUSED)
def test_an_object_is_refused_that_has(elf, head, words):
    line = refused(elf)
    assert head in line and words in line


def test_relocations_with_entries_of_no_size_are_none():
    assert starts(object_with(".symtab", entsize=0)) == starts(Elf([of_type(ONE)], type=ET_REL))
