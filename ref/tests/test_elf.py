"""SFrame sections in ELF files: where they are found, what their relocations make of them, and what the
clauses on the file around them say."""

import json
import re
import struct
from dataclasses import replace

import pytest

from conftest import fits, hex_bytes, run, section
from elfmaker import (EM_386, EM_AARCH64, EM_S390, EM_X86_64, ET_CORE, ET_DYN, ET_EXEC, ET_REL, PT_LOAD,
                      SHF_ALLOC, SHF_COMPRESSED, SHN_ABS, SHN_COMMON, SHN_UNDEF, SHN_XINDEX,
                      SHT_GNU_SFRAME, SHT_NOBITS, SHT_PROGBITS, SHT_STRTAB, SHT_SYMTAB_SHNDX, STT_SECTION,
                      Compressed, Elf, Relocation, Section, Segment, Symbol, relocations, symbol_table)
from test_tool import call, complaint

PCREL = 4
AMD64, AARCH64, AARCH64_BE, S390X = 3, 2, 1, 4
FORMATS = [(32, "little"), (32, "big"), (64, "little"), (64, "big")]
AT = 0x4000  # where linked files load their section


# --- Sections and files --------------------------------------------------------------------------


def sframe(*starts, version=3, order="little", abi=AMD64, flags=PCREL, size=16, count=None):
    """A section of functions with a row each: the CFA is SP + 8 (s390x: 160 more than SP + 64)."""
    code = "<" if order == "little" else ">"
    row = hex_bytes("00 03 08")
    entries = rows = b""
    for start in starts:
        common = struct.pack(code + "II", size, len(rows))
        if version == 3:
            entries += struct.pack(code + "q", start) + common
            rows += struct.pack(code + "HBBB", 1, 0, 0, 0) + row
        else:
            entries += struct.pack(code + "i", start) + common + struct.pack(code + "IB", 1, 0)
            entries += bytes(3 if version == 2 else 0)
            rows += row
    fixed_ra = -8 if abi == AMD64 else 0
    count = len(starts) if count is None else count
    return struct.pack(code + "HBBBbbBIIIII", 0xDEE2, version, flags, abi, 0, fixed_ra, 0, count,
                       len(starts), len(rows), 0, len(entries)) + entries + rows


def field(number, version=3):
    """Where function NUMBER of such a section has its start."""
    return 0x1C + number * {1: 17, 2: 20, 3: 16}[version]


def of_type(data, name=".sframe", **more):
    return Section(name, data, SHT_GNU_SFRAME, **more)


def linked(data, segments=(Segment(),), section_type=SHT_GNU_SFRAME, **more):
    """A shared object with that section, in a segment of its own."""
    it = Section(".sframe", data, section_type, address=AT)
    return Elf([it], list(segments), **more)


ONE = sframe(0x1000)
LINKED = linked(ONE)


def told(command, elf, *more):
    """The JSON lines, and the exit status."""
    answer = run(command, "-", *more, data=elf if isinstance(elf, bytes) else elf.file())
    return [json.loads(line) for line in answer.output.splitlines()], answer.status


def decoded(elf, *options):
    """The one section, which is no worse than irregular."""
    (model,), _ = told("decode", elf, *options)
    assert "functions" in model, model["violations"]
    return model


def starts(elf, *options):
    return [int(function["start"], 16) for function in decoded(elf, *options)["functions"]]


def refused(elf):
    """Exit status 2 and one line, whatever the command."""
    data = elf if isinstance(elf, bytes) else elf.file()
    lines = [complaint(call(command, "-", data=data)) for command in ("decode", "check", "dump")]
    assert len(set(lines)) == 1
    assert complaint(call("lookup", "-", "0", data=data)) == lines[0]
    return lines[0]


# --- Linked files --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ET_EXEC, ET_DYN], ids=["executable", "shared object"])
@pytest.mark.parametrize("bits, order", FORMATS)
def test_a_linked_file_reads_like_its_section_at_its_address(bits, order, kind):
    data = sframe(0x10, 0x20, order=order)
    model = decoded(linked(data, type=kind, bits=bits, order=order))
    assert model.pop("section") == {"index": 1, "name": ".sframe"}
    assert model == decoded(data, "--address", hex(AT))
    assert [f["start"] for f in model["functions"]] == [hex(AT + 0x2C), hex(AT + 0x4C)]


def test_the_command_line_overrules_the_address_in_the_file():
    assert decoded(LINKED, "--address", "0x99")["address"] == "0x99"


def test_the_relocations_of_a_linked_file_were_applied_by_its_linker():
    again = relocations(Relocation(field(0), 1, 0, 0x999), symbols=0)
    assert starts(Elf([*LINKED.sections, again], LINKED.segments)) == starts(LINKED)


FOUND = [
    ("PROGBITS by its name", Section(".sframe", ONE, SHT_PROGBITS), ".sframe"),
    ("SHT_GNU_SFRAME", of_type(ONE), ".sframe"),
    ("SHT_GNU_SFRAME of another name", of_type(ONE, ".unwind"), ".unwind"),
    ("SHT_GNU_SFRAME without a name", of_type(ONE, claims={"name": 0x999}), ""),
    ("SHT_GNU_SFRAME of a strange name", of_type(ONE, ".\"s\\\x01\x80"), ".\"s\\??"),
]


@pytest.mark.parametrize("it, name", [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_a_section_is_found(it, name):
    model = decoded(Elf([Section(".text", bytes(8)), it]))
    assert model["section"] == {"index": 2, "name": name}
    assert len(model["functions"]) == 1


def test_a_section_of_that_type_is_found_without_a_table_of_names():
    assert decoded(Elf([of_type(ONE)], claims={"shstrndx": 0x7777}))["section"]["index"] == 1


NOT_FOUND = [
    ("no sections", Elf()),
    ("no section headers and no segments", Elf(section_headers=False)),
    ("another name", Elf([Section(".sframe2", ONE)])),
    ("the name, but a table of strings", Elf([Section(".sframe", ONE, SHT_STRTAB)])),
    ("other segments", linked(ONE, [Segment(type=PT_LOAD)], section_headers=False)),
]


@pytest.mark.parametrize("elf", [row[1] for row in NOT_FOUND], ids=[row[0] for row in NOT_FOUND])
def test_a_file_without_sections_is_refused(elf):
    assert "no SFrame section" in refused(elf)


def test_an_empty_section_is_malformed():
    (answer,), status = told("check", Elf([of_type(b"")]), "--json")
    assert status == 1
    assert answer["violations"][-1]["clause"] == "preamble.complete"


def test_a_section_without_bytes_in_the_file_is_refused():
    line = refused(Elf([Section(".text"), Section(".sframe", ONE, SHT_NOBITS)]))
    assert "section [2]" in line and "SHT_NOBITS" in line


# --- Segments ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bits, order", FORMATS)
def test_without_section_headers_the_segment_tells(bits, order):
    data = sframe(0x10, order=order)
    segments = [Segment(type=PT_LOAD), Segment()]
    model = decoded(linked(data, segments, bits=bits, order=order, section_headers=False))
    assert model.pop("segment") == {"index": 1}
    assert model == decoded(data, "--address", hex(AT))


def test_the_segment_tells_where_no_section_does():
    sections = [Section(".unwind", ONE, address=AT)]
    assert decoded(Elf(sections, [Segment(".unwind")]))["segment"] == {"index": 0}


def test_a_core_file_tells_by_its_segment():
    assert "segment" in decoded(linked(ONE, type=ET_CORE, section_headers=False))


def test_the_segment_tells_where_names_are_said_to_be_elsewhere():
    assert "segment" in decoded(linked(ONE, section_headers=False, claims={"shstrndx": SHN_XINDEX}))


def test_what_section_and_segment_both_tell_counts_once():
    lines, _ = told("decode", LINKED)
    assert [set(line) & {"section", "segment"} for line in lines] == [{"section"}]


def test_a_segment_may_hold_what_follows_the_section():
    """GNU ld gives the segment all that lies behind the section in the loaded part."""
    more = Section(".note", bytes(40))
    segment = Segment(claims={"filesz": len(ONE) + 40})
    elf = Elf([Section(".sframe", ONE, address=AT), more], [segment], section_headers=False)
    (model,), status = told("decode", elf)
    assert (model["verdict"], status) == ("valid", 0)


# --- Several sections ----------------------------------------------------------------------------

BAD = b"\x00" + ONE[1:]
TWO = Elf([Section(".text", bytes(8)), of_type(sframe(0x1000, flags=0)),
           of_type(sframe(0x2000, flags=0), ".sframe.more")])


def test_each_section_has_a_line():
    lines, status = told("decode", TWO)
    assert [line["section"] for line in lines] == [{"index": 2, "name": ".sframe"},
                                                   {"index": 3, "name": ".sframe.more"}]
    assert [line["functions"][0]["start"] for line in lines] == ["0x1000", "0x2000"]
    assert status == 0


def test_each_segment_has_a_line():
    elf = linked(ONE, [Segment(), Segment(type=PT_LOAD), Segment()], section_headers=False)
    assert [line["segment"] for line in told("decode", elf)[0]] == [{"index": 0}, {"index": 2}]


def test_check_tells_sections_apart():
    answer = run("check", "-", data=TWO.file())
    assert [line for line in answer.output.splitlines() if line.startswith("#")] == [
        "# section [2] .sframe", "# section [3] .sframe.more"]


def test_check_tells_segments_apart():
    elf = linked(ONE, [Segment(), Segment()], section_headers=False)
    assert run("check", "-", data=elf.file()).output.splitlines() == [
        "# section [0] PT_GNU_SFRAME", "# section [1] PT_GNU_SFRAME"]


def test_dump_tells_sections_apart():
    headings = [line for line in run("dump", "-", data=TWO.file()).output.splitlines()
                if line.startswith("SFrame section")]
    assert [re.findall(r"\.sframe\S*", line) for line in headings] == [[".sframe"], [".sframe.more"]]


def test_a_name_does_not_forge_lines():
    """Whoever made the file chose the name."""
    elf = Elf([of_type(ONE, ".s\n0x0 preamble.magic malformed \x1b[31m"), of_type(ONE)])
    for command in ("check", "dump"):
        output = run(command, "-", data=elf.file()).output
        assert "\n0x0 preamble.magic" not in output and "\x1b" not in output
    refused(Elf([of_type(ONE, ".s\nframe", claims={"size": 1 << 40})]))


@pytest.mark.parametrize("order", [(ONE, BAD), (BAD, ONE)], ids=["last", "first"])
def test_one_bad_section_decides_the_exit_status(order):
    lines, status = told("decode", Elf([of_type(data) for data in order]))
    assert sorted(line["verdict"] for line in lines) == ["malformed", "valid"]
    assert status == 1


def test_flip_writes_one_section_after_another():
    elf = Elf([of_type(sframe(1)), of_type(sframe(2))])
    assert call("flip", "-", data=elf.file()).stdout == sframe(1, order="big") + sframe(2, order="big")


LOOKUPS = [
    ("0x1000", {"function": 0, "section": {"index": 2, "name": ".sframe"}}),
    ("0x2008", {"function": 0, "section": {"index": 3, "name": ".sframe.more"}}),
    ("0x3000", {"none": "function"}),
]


@pytest.mark.parametrize("pc, wanted", LOOKUPS)
def test_lookup_finds_in_whichever_section(pc, wanted):
    (answer,), status = told("lookup", TWO, pc)
    assert wanted.items() <= answer.items()
    assert status == 0


def test_a_section_that_finds_speaks_before_one_that_fails():
    answers, status = told("lookup", Elf([of_type(BAD), of_type(sframe(0x10, flags=0))]), "0x10", "0x90")
    assert answers[0]["section"]["index"] == 2
    assert answers[1]["none"] == "error"
    assert status == 1


def test_a_function_without_a_matching_row_is_told_before_none():
    rowless = section("v2e2-amd64-no-rows").data
    answers, _ = told("lookup", Elf([of_type(rowless), of_type(ONE)]), "0x100")
    assert answers[0]["none"] == "row"


def test_what_is_said_of_an_elf_file_fits_the_schemas():
    for command, *more in (["decode"], ["check", "--json"], ["lookup", "0x1000", "0x3000"]):
        for line in told(command, TWO, *more)[0]:
            fits(command, line)
    fits("decode", decoded(linked(ONE, section_headers=False)))


# --- Compressed sections -------------------------------------------------------------------------


def compressed(data, **more):
    flags = SHF_COMPRESSED
    return Section(".sframe", Compressed(data, **more), SHT_GNU_SFRAME, flags=flags)


@pytest.mark.parametrize("bits, order", FORMATS)
def test_a_compressed_section_reads_like_what_it_holds(bits, order):
    data = sframe(0x10, 0x20, order=order)
    elf = Elf([compressed(data)], bits=bits, order=order)
    assert decoded(elf)["functions"] == decoded(data)["functions"]


def test_a_compressed_section_is_relocated():
    elf = Elf([compressed(sframe(0, version=2, flags=0)),
               relocations(Relocation(field(0), 10, 0, 0x123), symbols=0)], type=ET_REL)
    assert starts(elf) == [0x123]


UNREADABLE = [
    ("is cut off", compressed(ONE, cut=6)),
    ("is of an unknown kind", compressed(ONE, type=99)),
    ("has no header", Section(".sframe", b"abc", flags=SHF_COMPRESSED)),
    ("is loaded", Section(".sframe", Compressed(ONE), flags=SHF_COMPRESSED | SHF_ALLOC)),
]


@pytest.mark.parametrize("it", [row[1] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE])
def test_a_compressed_section_is_refused_that(it):
    assert "section [1] .sframe at offset" in refused(Elf([it]))


# --- Relocatable objects: where their sections lie -------------------------------------------------


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
    (answer,), status = told("check", elf, "--json")
    assert (answer["violations"], status) == ([], 0)


def test_each_section_of_an_object_has_its_own_relocations():
    first, second = of_type(sframe(0)), of_type(sframe(0), ".sframe.more")
    elf = Elf([first, second, relocations(Relocation(field(0), 24, 0, 0x111), symbols=0),
               relocations(Relocation(field(0), 24, 0, 0x222), symbols=0, of=".sframe.more")], type=ET_REL)
    assert [line["functions"][0]["start"] for line in told("decode", elf)[0]] == ["0x111", "0x222"]


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


# --- Relocatable objects: kinds of relocations -----------------------------------------------------

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


def relocated(target, relocation, start=0, size=0, symbol=Symbol(".text", VALUE), extra=()):
    """An object with .text at TEXT_AT and a section of one function at SFRAME_AT."""
    abi, bits, order, machine = target
    data = sframe(start, order=order, abi=abi, flags=0, size=size)
    table = [] if symbol is None else [symbol_table(symbol)]
    return Elf([Section(".rodata", bytes(3)), Section(".text", bytes(32), align=64),
                of_type(data), *table, *extra,
                relocations(relocation, symbols=".symtab" if table else 0)],
               type=ET_REL, machine=machine, bits=bits, order=order)


def start_and_size(elf):
    """As they stand in the section: at address 0 a start is its field."""
    function = decoded(elf, "--address", "0")["functions"][0]
    return int(function["start"], 16), function["size"]


def cases_of_kinds():
    for target, kinds in KINDS.items():
        for kind, (width, relative) in kinds.items():
            yield pytest.param(target, kind, width, relative, id=f"{NAMES[target]}-{kind}")


@pytest.mark.parametrize("addend", [0, 7, -200], ids=["0", "7", "-200"])
@pytest.mark.parametrize("implicit", [False, True], ids=["RELA", "REL"])
@pytest.mark.parametrize("target, kind, width, relative", cases_of_kinds())
def test_a_relocation_is_symbol_plus_addend_perhaps_from_its_field(target, kind, width, relative, implicit,
                                                                    addend):
    """Fields of 8 bytes are tried on the start, of 4 bytes on the size that follows it."""
    place = field(0) if width == 8 else field(0) + 8
    there = addend if implicit else 0x55  # what stood there counts in REL only
    elf = relocated(target, Relocation(place, kind, 1, None if implicit else addend),
                    start=there if width == 8 else 0, size=there % 2**32 if width == 4 else 0)
    wanted = (TEXT_AT + VALUE + addend - (SFRAME_AT + place if relative else 0)) % 2 ** (8 * width)
    assert start_and_size(elf) == ((wanted, 0) if width == 8 else (0, wanted))


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


@pytest.mark.parametrize("symbol, value", [row[1:] for row in SYMBOLS], ids=[row[0] for row in SYMBOLS])
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


WRONG = [
    ("of an unknown type", X86_64, Relocation(field(0), 9, 1), "type 9 of machine 62"),
    ("of another machine's type", ARM64, Relocation(field(0), 24, 1), "type 24 of machine 183"),
    ("of a machine without SFrame", (AMD64, 32, "little", EM_386), Relocation(field(0), 1, 1), "machine 3"),
    ("beyond the section", X86_64, Relocation(0x9999, 1, 1), "0x9999"),
    ("half beyond the section", X86_64, Relocation(len(ONE) - 7, 1, 1), hex(len(ONE) - 7)),
    ("at the end of memory", X86_64, Relocation(-1, 1, 1), "0xffffffffffffffff"),
    ("with a symbol that is not there", X86_64, Relocation(field(0), 1, 2), "no symbol 2"),
    ("with the largest symbol", X86_64, Relocation(field(0), 1, 0xFFFFFFFF), "no symbol 4294967295"),
]


@pytest.mark.parametrize("target, entry, words", [r[1:] for r in WRONG], ids=[r[0] for r in WRONG])
def test_a_relocation_is_refused(target, entry, words):
    line = refused(relocated(target, entry))
    assert "section [5]: relocation 0" in line and words in line


UNDEFINED = [("undefined", SHN_UNDEF), ("common", SHN_COMMON), ("of no section", 99)]


@pytest.mark.parametrize("number", [row[1] for row in UNDEFINED], ids=[row[0] for row in UNDEFINED])
def test_a_symbol_is_refused_that_is(number):
    line = refused(relocated(X86_64, Relocation(field(0), 1, 1), symbol=Symbol(number)))
    assert "symbol 1 is undefined here" in line


def object_with(table, **claims):
    """An object whose relocation names symbol 1 of a table that is not as it should be."""
    entry = relocations(Relocation(field(0), 1, 1), symbols=table, claims=claims)
    return Elf([of_type(ONE), symbol_table(Symbol(".sframe")), entry], type=ET_REL)


TABLES = [
    ("is missing", object_with(0), "no symbol 1"),
    ("is no table of symbols", object_with(".sframe"), "no symbol 1"),
    ("is no section", object_with(99), "no symbol 1"),
]


@pytest.mark.parametrize("elf, words", [row[1:] for row in TABLES], ids=[row[0] for row in TABLES])
def test_an_object_is_refused_whose_symbol_table(elf, words):
    assert words in refused(elf)


RELOCATION_SECTIONS = [
    ("reach beyond the file", {"size": 1 << 40}, "beyond the file's end"),
    ("begin beyond the file", {"offset": 1 << 40}, "beyond the file's end"),
    ("claim smaller entries", {"entsize": 8}, "cannot read relocation 1"),
]


@pytest.mark.parametrize("claims, words", [row[1:] for row in RELOCATION_SECTIONS],
                         ids=[row[0] for row in RELOCATION_SECTIONS])
def test_an_object_is_refused_whose_relocations(claims, words):
    line = refused(object_with(".symtab", **claims))
    assert "section [3]" in line and words in line


def test_relocations_without_short_entries_are_refused():
    entries = relocations(Relocation(field(0), 1, 0, None), symbols=0, claims={"entsize": 8})
    assert "cannot read relocation 1" in refused(Elf([of_type(ONE), entries], type=ET_REL))


def test_relocations_with_entries_of_no_size_are_none():
    assert starts(object_with(".symtab", entsize=0)) == starts(Elf([of_type(ONE)], type=ET_REL))


# --- Broken files --------------------------------------------------------------------------------

BROKEN = [
    ("a header alone of nothing", b"\x7fELF", "not a readable ELF file"),
    ("a class that is none", LINKED.file()[:4] + b"\x09" + LINKED.file()[5:], "not a readable ELF file"),
    ("a section beyond the file's end", Elf([of_type(ONE, claims={"size": 1 << 32})]),
     "section [1] .sframe: 0x100000000 bytes"),
    ("a section that begins beyond it", Elf([of_type(ONE, claims={"offset": 1 << 63})]), "section [1]"),
    ("an offset and size that wrap", Elf([of_type(ONE, claims={"offset": 64, "size": 2**64 - 8})]),
     "section [1]"),
    ("section headers beyond it", Elf([of_type(ONE)], claims={"shnum": 99}), "section headers"),
    ("program headers beyond it", linked(ONE, claims={"phnum": 999}), "program headers"),
    ("section headers of no size at its end",
     linked(ONE, section_headers=False, segments=[],
            claims={"shoff": 64 + len(ONE), "shnum": 5, "shentsize": 0}), ""),
    ("program headers of no size at its end",
     Elf(section_headers=False, claims={"phoff": 64, "phnum": 5, "phentsize": 0}), ""),
    ("a segment beyond it", linked(ONE, [Segment(claims={"filesz": 1 << 32})], section_headers=False),
     "segment 0"),
    ("a segment that begins beyond it",
     linked(ONE, [Segment(claims={"offset": 1 << 63})], section_headers=False), "segment 0"),
]


@pytest.mark.parametrize("elf, words", [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_file_is_refused_that_has(elf, words):
    assert words in refused(elf)


@pytest.mark.parametrize("claims", [{"addralign": 2**63, "size": 2**64 - 1}, {"addralign": 3}], ids=str)
def test_an_object_may_claim_any_layout(claims):
    texts = [Section(f".text.{i}", bytes(4), claims=claims) for i in range(3)]
    assert told("decode", Elf([*texts, of_type(sframe(0))], type=ET_REL))[1] in (0, 1)


# --- The clauses on the file around a section ------------------------------------------------------

LOOSE = [Segment(claims={"offset": 0, "filesz": 0x400, "memsz": 0x400})]
TOO_SHORT = [Segment(claims={"filesz": 8})]
ELSEWHERE = [Segment(claims={"offset": 0, "filesz": 16}), Segment(claims={"offset": 0x300})]
OLD, NEW = ("v1", "v2"), ("v2e1", "v2e2", "v3")
ALL = OLD + NEW


def around(profile, segments=(Segment(),), kind=ET_DYN, name=".sframe", **more):
    """A linked file that honours every clause, but for what is asked."""
    data = sframe(0x10, version={"v1": 1, "v3": 3}.get(profile, 2), flags=0)
    it = Section(name, data, **{"type": SHT_GNU_SFRAME, "address": AT, **more})
    segments = [replace(segment, section=name) for segment in segments]
    return Elf([it, Section(".text", bytes(0x400))], segments, kind)


# Profiles, clause, whether it is kept, what is special about the file.
CONTAINERS = [
    # satisfies overview.loaded
    (ALL, "overview.loaded", True, {}),
    # breaks overview.loaded
    (ALL, "overview.loaded", False, {"flags": 0}),
    # satisfies overview.section-name
    (ALL, "overview.section-name", True, {}),
    # breaks overview.section-name
    (ALL, "overview.section-name", False, {"name": ".unwind"}),
    # satisfies overview.section-type
    (NEW, "overview.section-type", True, {}),
    # breaks overview.section-type
    (NEW, "overview.section-type", False, {"type": SHT_PROGBITS}),
    (OLD, "overview.section-type", True, {"type": SHT_PROGBITS}),
    # satisfies overview.segment-type
    (NEW, "overview.segment-type", True, {}),
    (NEW, "overview.segment-type", True, {"segments": LOOSE}),
    # breaks overview.segment-type
    (NEW, "overview.segment-type", False, {"segments": []}),
    (NEW, "overview.segment-type", False, {"segments": [Segment(type=PT_LOAD)]}),
    (NEW, "overview.segment-type", False, {"segments": TOO_SHORT}),
    (NEW, "overview.segment-type", False, {"segments": ELSEWHERE}),
    (OLD, "overview.segment-type", True, {"segments": []}),
    # satisfies overview.segment-own
    (OLD, "overview.segment-own", True, {}),
    (OLD, "overview.segment-own", True, {"segments": [Segment()] + LOOSE}),
    (OLD, "overview.segment-own", True, {"segments": LOOSE + [Segment()]}),
    (OLD, "overview.segment-own", True, {"segments": [Segment(claims={"filesz": 0x100})]}),
    # breaks overview.segment-own
    (OLD, "overview.segment-own", False, {"segments": []}),
    (OLD, "overview.segment-own", False, {"segments": LOOSE}),
    (NEW, "overview.segment-own", True, {"segments": LOOSE}),
]


def cases_of_containers():
    for profiles, clause, kept, special in CONTAINERS:
        for profile in profiles:
            yield pytest.param(profile, clause, kept, special)


@pytest.mark.parametrize("profile, clause, kept, special", cases_of_containers())
def test_a_clause_on_the_file_is_a_note_that_leaves_the_verdict_alone(profile, clause, kept, special):
    (answer,), status = told("check", around(profile, **special), "--json", "--profile", profile)
    notes = [(v["clause"], v["offset"], v["severity"]) for v in answer["violations"]]
    assert ((clause, "0x0", "note") in notes) != kept
    assert (answer["verdict"], status) == ("valid", 0)


@pytest.mark.parametrize("profile", ALL)
def test_an_object_needs_no_segment(profile):
    (answer,), _ = told("check", around(profile, [], ET_REL), "--json", "--profile", profile)
    assert answer["violations"] == []


def test_nothing_is_said_of_a_section_that_its_segment_alone_tells():
    (answer,), _ = told("check", linked(ONE, section_headers=False), "--json")
    assert answer["violations"] == []


def test_notes_stand_in_every_kind_of_output():
    data = around("v3", flags=0).file()
    assert "overview.loaded note " in run("check", "-", data=data).output
    assert "overview.loaded" in run("dump", "-", data=data).output
    assert "overview.loaded" in run("dump", "--annotate", "-", data=data).output
    assert decoded(data)["violations"][0]["severity"] == "note"
