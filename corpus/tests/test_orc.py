"""ORC, the Linux kernel's unwinding table, in objects packed by hand: what each entry says, which functions there
are, what SFrame of each version can say of it, and bytes that are no ORC."""
import dataclasses
import json
import random
import struct

import pytest

from corpus.tests.compiled import CONVERT, CROSSCHECK, PROFILES, limited, must, records, run, steps
from corpus.tests.orc_objects import FORMATS, Entry, Symbol, kernel_object, sections_of
from ref.tests.elfmaker import ET_EXEC, ET_REL, SHT_NOBITS, Elf, Section

RULES = ("cfa", "ra", "fp", "sp")
CALL_RA, CFA = "*(cfa-8)", "cfa+0"
FUNCTION = (Symbol("f", 0, 0x100),)


def written(path, data):
    path.write_bytes(data)
    return str(path)


def functions(path, *options):
    return [json.loads(line) for line in must(CROSSCHECK, "--orc", "--cfi", *options, path).splitlines()]


def spans(path):
    return [(int(function["start"], 16), int(function["end"], 16)) for function in functions(path)]


# --- Entries -------------------------------------------------------------------------------------------------------

# The CFA and the places of RA and FP by each entry, derived from what the kernel's headers say of its fields.
SAYS = {
    Entry(0): ("sp+8", CALL_RA, "same"),
    Entry(0, sp_offset=16, bp="prev-sp", bp_offset=-16): ("sp+16", CALL_RA, "*(cfa-16)"),
    Entry(0, sp="bp", sp_offset=16, bp="prev-sp", bp_offset=-16): ("fp+16", CALL_RA, "*(cfa-16)"),
    Entry(0, sp="bp-indirect", sp_offset=-8, bp="bp", bp_offset=0): ("*(fp-8)", CALL_RA, "*(fp+0)"),
    Entry(0, sp="sp-indirect", sp_offset=0): ("*(sp+0)", CALL_RA, "same"),
    Entry(0, sp="sp-indirect", sp_offset=8): ("expression", CALL_RA, "same"),
    Entry(0, sp="r10", sp_offset=0): ("r10+0", CALL_RA, "same"),
    Entry(0, sp="r13", sp_offset=-8): ("r13-8", CALL_RA, "same"),
    Entry(0, sp="di", sp_offset=0): ("r5+0", CALL_RA, "same"),
    Entry(0, sp="dx", sp_offset=0): ("r1+0", CALL_RA, "same"),
    Entry(0, sp_offset=-32768, bp="prev-sp", bp_offset=-32768): ("sp-32768", CALL_RA, "*(cfa-32768)"),
    Entry(0, "regs", sp_offset=0, signal=True): ("*(sp+152)", "*(sp+128)", "*(sp+32)"),
    Entry(0, "regs", sp_offset=32, bp="prev-sp", bp_offset=40, signal=True): ("*(sp+184)", "*(sp+160)", "*(sp+72)"),
    Entry(0, "regs", sp="di", sp_offset=0, signal=True): ("*(r5+152)", "*(r5+128)", "*(r5+32)"),
    Entry(0, "regs", sp="bp", sp_offset=8, bp="bp", bp_offset=0, signal=True): ("*(fp+160)", "*(fp+136)", "*(fp+0)"),
    Entry(0, "regs", sp="sp-indirect", sp_offset=0, signal=True): ("expression", "expression", "expression"),
    Entry(0, "regs-partial", sp_offset=0, signal=True): ("*(sp+24)", "*(sp+0)", "same"),
    Entry(0, "regs-partial", sp="dx", sp_offset=8, signal=True): ("*(r1+32)", "*(r1+8)", "same"),
    Entry(0, "regs-partial", sp_offset=8, bp="prev-sp", bp_offset=-16, signal=True): (
        "*(sp+32)", "*(sp+8)", "*(sp-8)"),
}


@pytest.mark.parametrize("release", FORMATS)
def test_each_entry_says_what_the_kernels_header_says_it_says(release, tmp_path):
    entries = [entry._replace(at=at) for at, entry in enumerate(SAYS)]
    path = written(tmp_path / "x.ko", kernel_object(release, entries))
    rows = {row["start"]: row for function in functions(path) for row in function["rows"]}
    found = [tuple(rows[hex(at)][rule] for rule in RULES) for at in range(len(entries))]
    assert found == [(*says, CFA) for says in SAYS.values()]


@pytest.mark.parametrize("release", FORMATS)
def test_what_comes_after_registers_was_interrupted(release, tmp_path):
    """Before 6.4 the type alone says so."""
    entries = [Entry(0), Entry(1, "regs", signal=True), Entry(2, "regs-partial", signal=True), Entry(3)]
    path = written(tmp_path / "x.ko", kernel_object(release, entries, FUNCTION))
    assert [(function["start"], function["signal"]) for function in functions(path)] == [
        ("0x0", False), ("0x1", True), ("0x3", False)]


@pytest.mark.parametrize("release", ["6.4", "7.2"])
def test_since_6_4_a_bit_says_what_was_interrupted(release, tmp_path):
    entries = [Entry(0, signal=True), Entry(1, "regs"), Entry(2)]
    path = written(tmp_path / "x.ko", kernel_object(release, entries, FUNCTION))
    assert [function["signal"] for function in functions(path)] == [True, False]


def test_ax_came_with_7_2(tmp_path):
    path = written(tmp_path / "x.ko", kernel_object("7.2", [Entry(0, sp="ax", sp_offset=0)], FUNCTION))
    assert functions(path)[0]["rows"][0]["cfa"] == "r0+0"


# --- Functions -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("entries, symbols, expected", [
    # One entry of two functions, and padding between them; the same entry twice makes no row of its own.
    ([Entry(0), Entry(4), Entry(0x20, "undefined"), Entry(0x30)], (Symbol("f", 0, 0x10), Symbol("g", 0x10, 0x10)),
     [(0, 0x10), (0x10, 0x20), (0x30, 0x100)]),
    # The middle of a function is undefined.
    ([Entry(0), Entry(8, "undefined"), Entry(12)], FUNCTION, [(0, 8), (12, 0x100)]),
    # No symbols: functions reach as far as there are entries.
    ([Entry(0), Entry(8), Entry(0x40, "undefined"), Entry(0x50)], (), [(0, 0x40), (0x50, 0x100)]),
    # Symbols in one another, and of no size, and the same twice.
    ([Entry(0)], (Symbol("f", 0, 0x80), Symbol("g", 0, 0x80), Symbol("in", 0x10, 0x10), Symbol("none", 0x40, 0)),
     [(0, 0x10), (0x10, 0x20), (0x20, 0x40), (0x40, 0x80), (0x80, 0x100)]),
    # Entries in any order.
    ([Entry(0x20, "undefined"), Entry(0), Entry(0x30)], (), [(0, 0x20), (0x30, 0x100)]),
    # An entry that ends the stack belongs to its function.
    ([Entry(0), Entry(8, "end"), Entry(16)], FUNCTION, [(0, 0x100)]),
])
@pytest.mark.parametrize("release", FORMATS)
def test_functions_are_cut_where_symbols_and_the_table_say(release, entries, symbols, expected, tmp_path):
    assert spans(written(tmp_path / "x.ko", kernel_object(release, entries, symbols))) == expected


@pytest.mark.parametrize("order", [1, -1])
def test_an_entry_holds_to_its_sections_end(order, tmp_path):
    """The section .altinstr_replacement has no entry of its own, so .text's last entry must not reach into it. Where
    an entry ends one section, the next section's first entry has the same PC; either may come first in the table."""
    code = ((".text", 0x10), (".altinstr_replacement", 0x10), (".init.text", 0x10), (".exit.text", 0x10))
    entries = [Entry(0), Entry(0x10, "undefined"), Entry(0, section=".init.text"),
               Entry(0x10, "undefined", section=".init.text"), Entry(0, section=".exit.text")]
    path = written(tmp_path / "x.ko", kernel_object("6.4", entries[::order], (), code))
    assert spans(path) == [(0, 0x10), (0x20, 0x30), (0x30, 0x40)]
    assert all(function["readable"] for function in functions(path))


def test_bytes_of_which_nothing_is_known_are_counted(tmp_path):
    entries = [Entry(0), Entry(8, "undefined"), Entry(12), Entry(0x40, "undefined"), Entry(0xf0),
               Entry(0xf8, "undefined")]
    path = written(tmp_path / "x.ko", kernel_object("6.4", entries, (Symbol("f", 0, 0x48), Symbol("g", 0x80, 0x20))))
    record, = records("--orc", "--convert", "v3", path)
    assert record["orc"] == {"silent_rows": 3, "silent_pcs": 4 + 8 + 0x20, "nameless_pcs": 8,
                             "entries_without_code": 0}
    assert record["all"]["pcs"] == record["same"]["pcs"] == 8 + 0x34 + 8


@pytest.mark.parametrize("second, readable", [(Entry(8, sp_offset=8), True), (Entry(8, sp_offset=16), False)])
def test_two_entries_of_one_place_must_say_the_same(second, readable, tmp_path):
    path = written(tmp_path / "x.ko", kernel_object("6.4", [Entry(0), Entry(8), second, Entry(16)]))
    assert [(function["readable"], len(function["rows"])) for function in functions(path)] == (
        [(True, 1)] if readable else [(True, 1), (False, 0), (True, 1)])


def test_an_entry_beyond_all_code_is_counted(tmp_path):
    path = written(tmp_path / "x.ko", kernel_object("6.4", [Entry(0), Entry(0x1000), Entry(0x2000, "undefined")]))
    record, = records("--orc", "--convert", "v3", path)
    assert record["orc"]["entries_without_code"] == 1 and record["all"]["pcs"] == 0x100


# --- What SFrame can say -------------------------------------------------------------------------------------------

# Why version 1, version 2 with errata 2, and version 3 cannot say an entry: kinds of difference, or None if they can.
LIMITS = {
    Entry(0): (None, None, None),
    Entry(0, sp="bp", sp_offset=16, bp="prev-sp", bp_offset=-16): (None, None, None),
    Entry(0, "end"): ("ra-undefined", None, None),
    Entry(0, sp="r10", sp_offset=0): ("cfa-register", "cfa-register", None),
    Entry(0, sp="bp-indirect", sp_offset=-8): ("cfa-expression", "cfa-expression", None),
    Entry(0, sp="sp-indirect", sp_offset=0): ("cfa-expression", "cfa-expression", None),
    Entry(0, sp="sp-indirect", sp_offset=8): ("cfa-expression", "cfa-expression", "cfa-expression"),
    Entry(0, bp="bp", bp_offset=0): ("fp-expression", "fp-expression", None),
    Entry(0, "regs", sp_offset=0, signal=True): ("cfa-expression", "cfa-expression", None),
    Entry(0, "regs-partial", sp_offset=0, signal=True): ("cfa-expression", "cfa-expression", None),
    Entry(0, signal=True): ("signal-frame", "signal-frame", None),
}


@pytest.mark.parametrize("profile", ["v1", "v2e2", "v3"])
@pytest.mark.parametrize("entry", LIMITS, ids=lambda entry: f"{entry.type} {entry.sp} {entry.sp_offset} {entry.bp}")
def test_what_a_version_cannot_say_has_a_reason_and_is_left_out(entry, profile, tmp_path):
    path = written(tmp_path / "x.ko", kernel_object("6.4", [entry], FUNCTION))
    kind = LIMITS[entry][["v1", "v2e2", "v3"].index(profile)]
    record, = records("--orc", "--convert", profile, path)
    assert (record["verdict"], record["unexplained"]) == ("valid", 0)
    assert {name: amount["pcs"] for name, amount in record["kinds"].items()} == ({kind: 0x100} if kind else {})
    assert (record["same"]["pcs"], record["sframe_functions"]) == ((0, 0) if kind else (0x100, 1))


# --- The file's own SFrame -----------------------------------------------------------------------------------------

OWN = [Entry(0), Entry(1, sp_offset=16, bp="prev-sp", bp_offset=-16), Entry(4, sp="bp", sp_offset=16, bp="prev-sp",
                                                                            bp_offset=-16), Entry(0x60)]


def with_own_section(folder, entries, converted, profile="v3"):
    """An object with the ORC entries ENTRIES, and with the SFrame that the entries CONVERTED are converted to."""
    path, other = (written(folder / name, kernel_object("6.4", which, FUNCTION))
                   for name, which in (("x.ko", entries), ("y.ko", converted)))
    done = run(CONVERT, "--orc", "--json", "-p", profile, "-o", str(folder / "raw"), other)
    assert done.returncode == 0, done.stderr
    address = json.loads(done.stdout)["converted"]["address"]
    must("objcopy", "--add-section", f".sframe={folder / 'raw'}", "--change-section-address", f".sframe={address}",
         path)
    return path


@pytest.mark.parametrize("profile", PROFILES)
def test_the_section_that_was_converted_says_the_same(profile, tmp_path):
    path = with_own_section(tmp_path, OWN, OWN, profile)
    record, = records("--orc", path)
    assert record["cfi_section"] == ".orc_unwind" and record["unexplained"] == 0
    assert record["same"] == record["all"] | {"functions": 0} and record["all"]["pcs"] == 0x100


@pytest.mark.parametrize("change, kind, at", [
    (lambda entries: [entries[0]._replace(sp_offset=24), *entries[1:]], "cfa", "0x0"),
    (lambda entries: [*entries[:2], entries[2]._replace(bp_offset=-24), entries[3]], "fp", "0x4"),
    (lambda entries: [entry._replace(signal=True) for entry in entries], "signal", "0x0"),
    (lambda entries: [entry._replace(at=entry.at + 1) for entry in entries], "missing", "0x0"),
    (lambda entries: [*entries, Entry(0xf0, "undefined")], "missing", "0xf0"),
])
def test_a_section_that_says_something_else_is_a_finding(change, kind, at, tmp_path):
    path = with_own_section(tmp_path, OWN, change(OWN))
    done = run(CROSSCHECK, "--orc", "--json", path)
    record = json.loads(done.stdout)
    assert done.returncode == 1 and kind in record["kinds"]
    assert (kind, at) in [(finding["kind"], finding["pc"]) for finding in record["findings"]]


def test_sframe_where_orc_says_nothing_is_a_finding(tmp_path):
    path = with_own_section(tmp_path, [*OWN, Entry(0xf0, "undefined")], OWN)
    record, = records("--orc", path)
    assert record["kinds"]["extra"]["pcs"] == 0x10


def test_text_for_people(tmp_path):
    entries = [*OWN, Entry(0x80, sp="sp-indirect"), Entry(0x90), Entry(0xa0, "undefined")]
    path = written(tmp_path / "x.ko", kernel_object("6.4", entries, (Symbol("f", 0, 0x80),)))
    text = must(CROSSCHECK, "--orc", "--convert", "v3", path)
    assert "functions of ORC, " in text and "bytes of ORC's code are in no function symbol" in text
    total = must(CROSSCHECK, "--orc", "--convert", "v3", path, path).splitlines()[-2]
    assert total.startswith("total: 2 files: 4 functions of ORC, ")
    assert run(CONVERT, "--orc", path).stdout.startswith("v3: address ")


# --- No ORC, or broken ---------------------------------------------------------------------------------------------

def broken(release="6.4", machine=62, order="little", **changes):
    """An object with some sections changed.  CHANGES: by name, a function, or another section."""
    sections = sections_of(release, OWN, FUNCTION)
    for name, change in changes.items():
        name = "." + name.replace("rela_", "rela.")
        sections[name] = change(sections[name]) if callable(change) else change
    return Elf(list(sections.values()), type=ET_REL, machine=machine, order=order).file()


def data(change):
    return lambda section: dataclasses.replace(section, data=change(section.data))


SIXTH = struct.pack("<hhH", 8, 0, 0x0405)  # call, as 6.3 has it: a frame that was interrupted
ENDED = struct.pack("<hhH", 0, 0, 0x0800)  # where its stacks end
BROKEN = {
    "no section .orc_unwind_ip": broken(orc_unwind_ip=Section(".other", bytes(16))),
    "no section .orc_unwind": broken(orc_unwind=Section(".other", bytes(24))),
    "0x10 bytes of .orc_unwind_ip, 4 for each entry, and 0x17 of": broken(orc_unwind=data(lambda old: old[:-1])),
    "0x10 bytes of .orc_unwind_ip, 4 for each entry, and 0x19 of": broken(orc_unwind=data(lambda old: old + b"x")),
    "0xf bytes of .orc_unwind_ip": broken(orc_unwind_ip=data(lambda old: old[:-1]), rela_orc_unwind_ip=data(
        lambda old: old[:-24])),
    "0x10 bytes of .orc_unwind_ip, 4 for each entry, and 0x1e of": broken(orc_unwind=data(lambda old: old + old[:6])),
    "are both .orc_unwind": broken(orc_header=sections_of("6.4", OWN)[".orc_unwind"]),
    ".orc_header is of a format that is not known": broken(orc_header=data(lambda old: old[::-1])),
    ".orc_header is of a format that is not known ": broken(orc_header=data(lambda old: old[:-1])),
    "entry 0 of .orc_unwind sets bits that only Linux 6.3 sets": broken("5.12", orc_unwind=data(
        lambda old: SIXTH + old[6:])),
    "entry 1 of .orc_unwind sets bits that only Linux 6.3 sets": broken("5.12", orc_unwind=data(
        lambda old: old[:6] + ENDED + old[12:])),
    "has no bytes in this file": broken(orc_unwind=Section(".orc_unwind", type=SHT_NOBITS, claims={"size": 24})),
    "there is no symbol 77": broken(rela_orc_unwind_ip=data(
        lambda old: struct.pack("<QQq", 0, 77 << 32 | 2, 0) + old)),
    "type 99 of machine 62 is not known": broken(rela_orc_unwind_ip=data(
        lambda old: struct.pack("<QQq", 0, 1 << 32 | 99, 0) + old)),
    "lies beyond the section's 0x10 bytes": broken(rela_orc_unwind_ip=data(
        lambda old: struct.pack("<QQq", 14, 1 << 32 | 2, 0) + old)),
    "machine 183: of ORC only that of AMD64 is known": broken(machine=183),
    "machine 62": broken(order="big"),
    ".orc_unwind tells of no code": broken(rela_orc_unwind_ip=data(lambda old: b"")),
    ".orc_unwind tells of no code ": broken(orc_unwind=data(lambda old: b""), orc_unwind_ip=data(lambda old: b""),
                                            rela_orc_unwind_ip=data(lambda old: b"")),
}


@pytest.mark.parametrize("words, data", BROKEN.items(), ids=BROKEN)
def test_what_is_broken_gets_one_line(words, data, tmp_path):
    path = written(tmp_path / "x.ko", data)
    for program, options in ((CROSSCHECK, ["--convert", "v3"]), (CROSSCHECK, ["--cfi"]), (CONVERT, [])):
        done = run(program, "--orc", *options, path)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done
        assert words.strip() in done.stderr


@pytest.mark.parametrize("word", [0xf << 8 | 5, 0x205 | 1 << 12, 0x205 | 2 << 4, 0x20f, 0x200, 0x201])
def test_an_entry_that_no_kernel_knows_is_not_read_and_hides_no_other(word, tmp_path):
    """Unknown are in turn a type, a bit, the register of FP's place, and three numbers of SP's register."""
    change = data(lambda old: old[:10] + struct.pack("<H", word) + old[12:])
    path = written(tmp_path / "x.ko", broken(orc_unwind=change))
    record, = records("--orc", "--convert", "v3", path)
    assert record["kinds"] == {"cfi-unreadable": {"owner": "reader", "otherwise": 0, "rows": 1, "pcs": 3,
                                                  "functions": 1}}
    assert record["same"]["pcs"] == 0xfd and record["converted"]["dropped"] == {"cfi-unreadable": 1}


def test_an_object_without_header_can_be_read_as_of_a_release(tmp_path):
    """Only modules have .orc_header, not the objects that they are linked from."""
    sections = sections_of("6.4", OWN, FUNCTION)
    del sections[".orc_header"]
    path = written(tmp_path / "x.o", Elf(list(sections.values()), type=ET_REL).file())
    said = must(CROSSCHECK, "--orc=6.4", "--cfi", path)
    assert json.loads(said)["rows"][2]["cfa"] == "fp+16"
    assert must(CONVERT, "--orc=6.4", path).endswith(", 1 of 1 functions\n")


def test_a_linked_file_needs_no_relocations(tmp_path):
    """Like a kernel, it has its own addresses. Here all are 0, so the code lies at the address of the array of PCs."""
    sections = sections_of("6.4", [Entry(0)])
    del sections[".rela.orc_unwind_ip"]
    path = written(tmp_path / "vmlinux", Elf(list(sections.values()), type=ET_EXEC).file())
    assert spans(path) == [(0, 0x100)]


# --- Any bytes -----------------------------------------------------------------------------------------------------

def verdict(path):
    """The exit status of sframe-convert. For any bytes the programs print a summary or one line."""
    for program, options in ((CROSSCHECK, ["--convert", "v1,v3", "--json"]), (CONVERT, ["-o", "-"])):
        done = run(program, "--orc", *options, path, errors="replace")
        assert done.returncode in (0, 1, 2), (program, done)
        if done.returncode == 2 and program == CONVERT:
            assert done.stdout == "" and done.stderr.startswith("sframe-convert: ") and done.stderr.count("\n") == 1
    return done.returncode


def test_a_truncated_object_gets_a_verdict(tmp_path):
    whole = broken()
    assert {verdict(written(tmp_path / "x.ko", whole[:size])) for size in range(0, len(whole), 17)} == {2}


@pytest.mark.parametrize("seed", range(8))
def test_a_mutated_object_gets_a_verdict(seed, tmp_path):
    draw = random.Random(seed)
    entries = [entry._replace(at=4 * at) for at, entry in enumerate(SAYS)]
    whole = kernel_object("6.4", entries, (Symbol("f", 0, 0x20), Symbol("g", 0x20, 0x40)))
    statuses = set()
    for _ in range(25):
        mutant = bytearray(whole)
        for _ in range(draw.randint(1, 8)):
            at = draw.randrange(len(mutant))
            mutant[at] = draw.choice((0, 1, 0x7f, 0x80, 0xff, draw.randrange(256)))
        statuses.add(verdict(written(tmp_path / "x.ko", mutant)))
    assert statuses <= {0, 1, 2} and len(statuses) > 1


LARGE = {
    "entries": lambda count: kernel_object("6.4", [Entry(2 * at, sp_offset=8 * (at % 9)) for at in range(count)],
                                           [Symbol("f", 40 * at, 40) for at in range(count // 20)],
                                           ((".text", 2 * count),)),
    "entries of one place": lambda count: kernel_object("6.4", [Entry(0)] * count),
    "entries backwards": lambda count: kernel_object("6.4", [Entry(count - at) for at in range(count)], (),
                                                     ((".text", count + 1),)),
    "symbols": lambda count: kernel_object("6.4", [Entry(0)], [Symbol("f", at, 1) for at in range(count)],
                                           ((".text", count),)),
    "symbols of everything": lambda count: kernel_object("6.4", [Entry(0), Entry(1)], [Symbol("f", 0, 0x100)] * count),
    "sections": lambda count: kernel_object("6.4", [Entry(0, section=f".t{count - 1}")], (),
                                            [(f".t{at}", 1) for at in range(count)]),
}


@pytest.mark.parametrize("kind", LARGE)
@pytest.mark.parametrize("program, options", [(CROSSCHECK, ["--convert", "v3", "--json"]), (CONVERT, [])],
                         ids=["crosscheck", "convert"])
def test_twice_as_much_costs_twice_as_much(kind, program, options, tmp_path):
    """Steps of work, as --cost counts them, in no more memory than the file's budget."""
    costs = []
    for count in (4000, 8000):
        path = written(tmp_path / "x.ko", LARGE[kind](count))
        done = limited(112, path, program, "--orc", "--cost", *options)
        assert done.returncode in (0, 1), done
        costs.append(steps(done)[0])
    assert costs[1] <= 2.1 * costs[0] + 1000
