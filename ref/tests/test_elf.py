"""SFrame sections in ELF files: where they are found, and what is said of each."""

import pytest

from ref.tests.conftest import call, cases, fits, run, section
from ref.tests.elfcases import AT, FORMATS, LINKED, ONE, decoded, field, linked, of_type, refused, sframe, starts, said
from ref.tests.elfmaker import (ET_CORE, ET_DYN, ET_EXEC, ET_REL, PT_LOAD, SHF_ALLOC, SHF_COMPRESSED, SHN_XINDEX,
                                SHT_GNU_SFRAME, SHT_NOBITS, SHT_PROGBITS, SHT_STRTAB, Compressed, Elf, Relocation,
                                Section, Segment, relocations)


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


@cases("it, name", FOUND)
def test_a_section_is_found(it, name):
    model = decoded(Elf([Section(".text", bytes(8)), it]))
    assert model["section"] == {"index": 2, "name": name}
    assert len(model["functions"]) == 1


def test_a_section_of_that_type_is_found_without_a_table_of_names():
    assert decoded(Elf([of_type(ONE)], claims={"shstrndx": 0x7777}))["section"]["index"] == 1


def test_an_empty_section_is_malformed():
    (answer,), status = said("check", Elf([of_type(b"")]), "--json")
    assert status == 1
    assert answer["violations"][-1]["clause"] == "preamble.complete"


# --- Segments ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bits, order", FORMATS)
def test_without_section_headers_the_segment_is_read(bits, order):
    data = sframe(0x10, order=order)
    segments = [Segment(type=PT_LOAD), Segment()]
    model = decoded(linked(data, segments, bits=bits, order=order, section_headers=False))
    assert model.pop("segment") == {"index": 1}
    assert model == decoded(data, "--address", hex(AT))


@pytest.mark.parametrize("elf", [
    Elf([Section(".unwind", ONE, address=AT)], [Segment(".unwind")]),
    linked(ONE, type=ET_CORE, section_headers=False),
    linked(ONE, section_headers=False, claims={"shstrndx": SHN_XINDEX}),
], ids=["no section of the type or name", "a core file", "names that are said to be elsewhere"])
def test_a_segment_is_found_where_no_section_is(elf):
    assert decoded(elf)["segment"] == {"index": 0}


def test_what_a_section_and_a_segment_name_counts_once():
    lines, _ = said("decode", LINKED)
    assert [set(line) & {"section", "segment"} for line in lines] == [{"section"}]


def test_a_segment_may_hold_what_follows_the_section():
    """GNU ld gives the segment all that lies behind the section in the loaded part."""
    more = Section(".note", bytes(40))
    segment = Segment(claims={"filesz": len(ONE) + 40})
    elf = Elf([Section(".sframe", ONE, address=AT), more], [segment], section_headers=False)
    (model,), status = said("decode", elf)
    assert (model["verdict"], status) == ("valid", 0)


# --- Several sections ----------------------------------------------------------------------------

BAD = b"\x00" + ONE[1:]
TWO = Elf([Section(".text", bytes(8)), of_type(sframe(0x1000, flags=0)),
           of_type(sframe(0x2000, flags=0), ".sframe.more")])


def test_each_section_has_a_line():
    lines, status = said("decode", TWO)
    assert [line["section"] for line in lines] == [{"index": 2, "name": ".sframe"},
                                                   {"index": 3, "name": ".sframe.more"}]
    assert [line["functions"][0]["start"] for line in lines] == ["0x1000", "0x2000"]
    assert status == 0


def test_each_segment_has_a_line():
    elf = linked(ONE, [Segment(), Segment(type=PT_LOAD), Segment()], section_headers=False)
    assert [line["segment"] for line in said("decode", elf)[0]] == [{"index": 0}, {"index": 2}]


def test_check_and_dump_name_each_section():
    segments = linked(ONE, [Segment(), Segment()], section_headers=False)
    for command, elf, heads in (
            ("check", TWO, ["# section [2] .sframe", "# section [3] .sframe.more"]),
            ("check", segments, ["# section [0] PT_GNU_SFRAME", "# section [1] PT_GNU_SFRAME"]),
            ("dump", TWO, ["SFrame section .sframe of", "SFrame section .sframe.more of"])):
        lines = run(command, "-", data=elf.file()).output.splitlines()
        found = [line for line in lines if line.startswith(("# section", "SFrame section"))]
        assert [line[:len(head)] for line, head in zip(found, heads, strict=True)] == heads


def test_a_name_does_not_forge_lines():
    """The file's author chose the name."""
    elf = Elf([of_type(ONE, ".s\n0x0 preamble.magic malformed \x1b[31m"), of_type(ONE)])
    for command in ("check", "dump"):
        output = run(command, "-", data=elf.file()).output
        assert "\n0x0 preamble.magic" not in output and "\x1b" not in output
    refused(Elf([of_type(ONE, ".s\nframe", claims={"size": 1 << 40})]))


@pytest.mark.parametrize("order", [(ONE, BAD), (BAD, ONE)], ids=["last", "first"])
def test_one_bad_section_decides_the_exit_status(order):
    lines, status = said("decode", Elf([of_type(data) for data in order]))
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
def test_lookup_finds_a_row_in_any_section(pc, wanted):
    (answer,), status = said("lookup", TWO, pc)
    assert wanted.items() <= answer.items()
    assert status == 0


def test_a_section_that_finds_a_row_answers_before_one_that_fails():
    answers, status = said("lookup", Elf([of_type(BAD), of_type(sframe(0x10, flags=0))]), "0x10", "0x90")
    assert answers[0]["section"]["index"] == 2
    assert answers[1]["none"] == "error"
    assert status == 1


def test_a_function_without_a_matching_row_answers_before_none():
    rowless = section("v2e2-amd64-no-rows").data
    answers, _ = said("lookup", Elf([of_type(rowless), of_type(ONE)]), "0x100")
    assert answers[0]["none"] == "row"


def test_what_is_said_of_an_elf_file_fits_the_schemas():
    for command, *more in (["decode"], ["check", "--json"], ["lookup", "0x1000", "0x3000"]):
        for line in said(command, TWO, *more)[0]:
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


# --- Broken files --------------------------------------------------------------------------------


REFUSED = [
    ("no sections", Elf(), "no SFrame section"),
    ("no section headers and no segments", Elf(section_headers=False), "no SFrame section"),
    ("a section of another name", Elf([Section(".sframe2", ONE)]), "no SFrame section"),
    ("the name, but for a table of strings", Elf([Section(".sframe", ONE, SHT_STRTAB)]), "no SFrame section"),
    ("other segments", linked(ONE, [Segment(type=PT_LOAD)], section_headers=False), "no SFrame section"),
    ("a section without bytes", Elf([Section(".text"), Section(".sframe", ONE, SHT_NOBITS)]),
     "section [2] .sframe has no bytes in this file (SHT_NOBITS)"),
    ("a compressed section that is cut off", Elf([compressed(ONE, cut=6)]), "section [1] .sframe at offset"),
    ("one of an unknown kind", Elf([compressed(ONE, type=99)]), "section [1] .sframe at offset"),
    ("one without a header", Elf([Section(".sframe", b"abc", flags=SHF_COMPRESSED)]), "section [1] .sframe at offset"),
    ("one that is loaded", Elf([Section(".sframe", Compressed(ONE), flags=SHF_COMPRESSED | SHF_ALLOC)]),
     "section [1] .sframe at offset"),
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


@cases("elf, words", REFUSED)
def test_a_file_is_refused_that_has(elf, words):
    assert words in refused(elf)


@pytest.mark.parametrize("claims", [{"addralign": 2**63, "size": 2**64 - 1}, {"addralign": 3}], ids=str)
def test_an_object_may_claim_any_layout(claims):
    texts = [Section(f".text.{i}", bytes(4), claims=claims) for i in range(3)]
    assert said("decode", Elf([*texts, of_type(sframe(0))], type=ET_REL))[1] in (0, 1)
