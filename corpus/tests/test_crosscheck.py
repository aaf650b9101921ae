"""sframe-crosscheck, sframe-convert and the sweep, on what is compiled here and on this machine's binaries."""
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys

import pytest
from elftools.dwarf.callframe import FDE
from elftools.elf.elffile import ELFFile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
CROSSCHECK, CONVERT, REF = (str(BUILD / f"sframe-{name}") for name in ("crosscheck", "convert", "ref"))
SWEEP = str(ROOT / "corpus" / "sweep")
ODD = str(ROOT / "corpus" / "tests" / "odd.s")
CODE = str(ROOT / "corpus" / "tests" / "code.c")
PROFILES = ["v1", "v2", "v2e1", "v2e2", "v3"]

# Name: compiler prefix, flags, linker's flags.
TARGETS = {
    "amd64": ("", ["-O2"], []),
    "amd64-fp": ("", ["-O0"], []),
    "aarch64": ("aarch64-linux-gnu-", ["-O2"], []),
    "aarch64-pac": ("aarch64-linux-gnu-", ["-O2", "-mbranch-protection=pac-ret+leaf+b-key"], []),
    "aarch64-big": ("aarch64-linux-gnu-", ["-O2", "-mbig-endian"], ["-EB", "-maarch64linuxb"]),
    "s390x": ("s390x-linux-gnu-", ["-O2"], []),
    "s390x-fp": ("s390x-linux-gnu-", ["-O0"], []),
}
# DWARF numbers of SP, FP, RA.
REGISTERS = {"EM_X86_64": (7, 6, 16), "EM_AARCH64": (31, 29, 30), "EM_S390": (15, 11, 14)}


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def must(*command):
    done = run(*command)
    assert done.returncode == 0, done.stderr
    return done.stdout


def records(*arguments):
    done = run(CROSSCHECK, "--json", *arguments)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="session", params=TARGETS)
def target(request, tmp_path_factory):
    """An object and a shared object of one target."""
    prefix, flags, link = TARGETS[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    compiled, linked = str(folder / "code.o"), str(folder / "code.so")
    must(prefix + "gcc", *flags, "-fasynchronous-unwind-tables", "-fPIC", "-c", "-o", compiled, CODE)
    must(prefix + "ld", *link, "-shared", "-o", linked, compiled)
    return {"name": request.param, "prefix": prefix, "object": compiled, "shared": linked, "folder": folder}


def with_section(target, profile, change=None):
    """The shared object with the section that its CFI converts to, changed by CHANGE."""
    folder = target["folder"]
    raw, out = str(folder / "raw.sframe"), str(folder / f"{profile}.so")
    done = run(CONVERT, "--json", "-p", profile, "-o", raw, target["shared"])
    assert done.returncode in (0, 1), done.stderr
    address = json.loads(done.stdout)["converted"]["address"]
    section = bytearray(pathlib.Path(raw).read_bytes())
    if change:
        change(section)
        pathlib.Path(raw).write_bytes(section)
    must(target["prefix"] + "objcopy", "--add-section", f".sframe={raw}", "--change-section-address",
         f".sframe={address}", target["shared"], out)
    return out


# --- Converted and held against what it was converted from --------------------------------------------------


@pytest.mark.parametrize("kind", ["object", "shared"])
def test_what_is_converted_is_valid_and_the_same(target, kind):
    found = records("--convert", ",".join(PROFILES), target[kind])
    assert len(found) == (3 if target["name"].startswith("s390x") else 5)
    for record in found:
        assert (record["verdict"], record["unexplained"]) == ("valid", 0), record
        assert record["all"]["functions"] >= 6
        told = record["same"]["rows"] + sum(amount["rows"] for amount in record["kinds"].values())
        assert told >= record["all"]["rows"]


def test_version_3_says_every_function(target):
    record, = records("--convert", "v3", target["shared"])
    assert record["kinds"] == {}
    assert record["same"] == {**record["all"], "functions": 0}


def test_a_section_in_a_file_is_judged_like_one_in_process(target):
    for profile in ("v2e2", "v3"):
        record, = records(with_section(target, profile))
        inside, = records("--convert", profile, target["shared"])
        assert record["profile"] == profile
        for key in ("verdict", "unexplained", "all", "same", "kinds"):
            assert record[key] == inside[key]


def test_the_oracle_reads_the_raw_section(target):
    raw = str(target["folder"] / "oracle.sframe")
    done = run(CONVERT, "-p", "v3", "-o", raw, target["shared"])
    address = re.search(r"address (0x[0-9a-f]+)", done.stdout)[1]
    model = json.loads(must(REF, "decode", "--address", address, raw))
    with open(target["shared"], "rb") as file:
        symbols = ELFFile(file).get_section_by_name(".symtab")
        starts = {hex(symbol["st_value"]) for symbol in symbols.iter_symbols()
                  if symbol["st_info"]["type"] == "STT_FUNC"}
    assert starts and starts <= {function["start"] for function in model["functions"]}


SYSTEM = ["/bin/bash", "/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
          "/usr/aarch64-linux-gnu/lib/libc.so.6", "/usr/s390x-linux-gnu/lib/libc.so.6", CROSSCHECK, REF]


@pytest.mark.parametrize("path", [path for path in SYSTEM if os.path.exists(path)])
def test_this_machines_binaries(path):
    for record in records("--convert", ",".join(PROFILES), path):
        assert (record["verdict"], record["unexplained"], record["odd_fdes"]) == ("valid", 0, 0), record
        assert record["same"]["rows"] > 0.9 * record["all"]["rows"]


def test_the_bounded_list_is_not_empty():
    assert sum(os.path.exists(path) for path in SYSTEM) >= 3


def test_the_sweep_sums_up_and_exits_0(tmp_path):
    sums = tmp_path / "sums.json"
    done = run(sys.executable, SWEEP, "--crosscheck", CROSSCHECK, "--json", str(sums), str(BUILD))
    assert done.returncode == 0, done.stdout + done.stderr
    summed = json.loads(sums.read_text())
    assert summed["files"] >= 2 and not summed["findings"] and not summed["deaths"]
    assert summed["profiles"]["v3"]["same"]["rows"] > 1000


# --- What differs is found ----------------------------------------------------------------------------------


class Section:
    """The places of one section, to change them."""

    def __init__(self, section):
        self.order = "<" if section[0] == 0xE2 else ">"
        self.v3 = section[2] == 3
        self.count, _, _, _, freoff = struct.unpack_from(self.order + "5I", section, 8)
        self.entries = [28 + index * (16 if self.v3 else 20) for index in range(self.count)]
        self.rows = 28 + freoff
        self.bytes = section

    def attribute(self, index):
        return self.rows + struct.unpack_from(self.order + "I", self.bytes, self.entries[index] + 12)[0]

    def info(self, index):
        return self.attribute(index) + 2 if self.v3 else self.entries[index] + 16

    def each_row(self):
        """Offset of the info byte, count of words, their size, which row of how many, whether flexible."""
        for index, entry in enumerate(self.entries):
            start_width = 1 << (self.bytes[self.info(index)] & 0xF)
            flexible = False
            if self.v3:
                at = self.attribute(index)
                flexible = self.bytes[at + 3] == 1
                count = struct.unpack_from(self.order + "H", self.bytes, at)[0]
                at += 5
            else:
                at, count = struct.unpack_from(self.order + "2I", self.bytes, entry + 8)
                at += self.rows
            for number in range(count):
                info = self.bytes[at + start_width]
                words, size = info >> 1 & 15, 1 << (info >> 5 & 3)
                yield at + start_width, words, size, number, count, flexible
                at += start_width + 1 + words * size

    def word(self, info, size, word, signed):
        at = info + 1 + word * size
        order = "big" if self.order == ">" else "little"
        return int.from_bytes(self.bytes[at:at + size], order, signed=signed)

    def last_byte_of_word(self, info, size, word):
        return info + 1 + word * size + (size - 1 if self.order == ">" else 0)


def change_word(word, minimum):
    def change(section):
        places = Section(section)
        info, _, size, *_ = next(row for row in places.each_row() if row[1] >= minimum)
        section[places.last_byte_of_word(info, size, word)] ^= 8
    return change


def change_info(bit):
    def change(section):
        info, *_ = next(iter(Section(section).each_row()))
        section[info] ^= bit
    return change


def change_function(bit):
    def change(section):
        section[Section(section).info(0)] ^= bit
    return change


def empty_function(section):
    places = Section(section)
    struct.pack_into("I", section, places.entries[-1] + (8 if places.v3 else 4), 0)


def move_row(section):
    info, *_ = next(row for row in Section(section).each_row() if row[3] == 1)
    section[info - 1] ^= 4  # the start is one byte or ends in its lowest one on big-endian targets


FAULTS = [
    ("cfa", "v2e2", "", change_word(0, 1)),
    ("cfa", "v3", "", change_word(0, 1)),
    ("cfa", "v2e2", "", change_info(1)),
    (None, "v2e2", "", move_row),
    ("missing", "v2e2", "", empty_function),
    ("missing", "v3", "", empty_function),
    ("ra", "v2e2", "aarch64", change_word(1, 3)),
    ("ra", "v3", "s390x", change_word(1, 3)),
    ("fp", "v2e2", "amd64", change_word(1, 2)),
    ("fp", "v2e2", "aarch64", change_word(2, 3)),
    ("fp", "v3", "s390x", change_word(2, 3)),
    ("mangled", "v3", "aarch64", change_info(0x80)),
    ("pauth-key", "v2e2", "aarch64", change_function(0x20)),
    ("signal", "v3", "", change_function(0x80)),
]


PLACES = {"leaf", "saves", "vla", "aligned", "large", "many", "calls", ".plt"}
CASES = [(name, kind, profile, change) for kind, profile, machine, change in FAULTS
         for name in TARGETS if name.startswith(machine) and not name.endswith("-fp")]


@pytest.mark.parametrize("target, kind, profile, change", CASES, indirect=["target"])
def test_a_planted_fault_is_found_by_its_kind(target, kind, profile, change):
    done = run(CROSSCHECK, "--json", "-p", profile, with_section(target, profile, change))
    assert done.returncode == 1, done.stdout + done.stderr
    record = json.loads(done.stdout)
    found = {name for name, amount in record["kinds"].items() if amount["owner"] == "unexplained"}
    kind = kind or next(iter(found), "nothing")
    assert kind in found, record["kinds"]
    finding = next(finding for finding in record["findings"] if finding["kind"] == kind)
    assert int(finding["pc"], 16) < int(finding["end"], 16)
    assert finding["place"].split("+")[0] in PLACES


@pytest.mark.parametrize("target", ["amd64"], indirect=True)
def test_a_function_that_cannot_be_said_is_explained(target):
    record, = records(with_section(target, "v2e2"))
    assert record["kinds"]["cfa-register"]["owner"] == "format"
    assert record["kinds"]["cfa-register"]["functions"] == 1


def test_an_input_without_sframe_is_explained_if_it_is_named(target):
    changed = with_section(target, "v3", empty_function)
    record, = records("--foreign", target["object"], changed)
    assert record["unexplained"] == 0
    assert record["kinds"]["foreign"]["functions"] == 1


def fits(values, signs, size):
    bits = 8 * size
    return all(-(1 << bits - 1) <= value < 1 << bits - 1 if signed else value < 1 << bits
               for value, signed in zip(values, signs))


def assert_words_are_small(section):
    places, sizes = Section(section), set()
    for info, count, size, _, _, flexible in places.each_row():
        signs, values = [], []
        for word in range(count):
            # Control words have no sign; an offset follows one, but padding another control word.
            signs.append(not flexible or bool(signs) and not signs[-1] and values[-1] != 0)
            values.append(places.word(info, size, word, signs[-1]))
        assert size == 1 or not fits(values, signs, size // 2), (values, size)
        sizes.add(size)
    return sizes


def test_words_are_as_small_as_they_get(target):
    def look(section):
        assert 1 in assert_words_are_small(section)
    with_section(target, "v2e2", look)
    with_section(target, "v3", look)


@pytest.fixture(scope="session")
def odd(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    shared = str(folder / "odd.so")
    must("gcc", "-c", "-o", str(folder / "odd.o"), ODD)
    must("ld", "-shared", "-o", shared, str(folder / "odd.o"))
    return {"name": "odd", "prefix": "", "shared": shared, "folder": folder}


# Function counts by kind.
ODD_KINDS = {
    "v2": {"ra-elsewhere": 2, "fp-register": 2, "ra-undefined": 1, "fp-undefined": 1, "fp-expression": 3,
           "cfa-expression": 2, "cfa-register": 2, "sp-elsewhere": 1, "signal-frame": 1},
    "v2e2": {"ra-elsewhere": 2, "fp-register": 2, "fp-undefined": 1, "fp-expression": 3, "cfa-expression": 2,
             "cfa-register": 2, "sp-elsewhere": 1, "signal-frame": 1},
    "v3": {"fp-undefined": 1, "fp-expression": 1, "cfa-expression": 1, "sp-elsewhere": 1},
}


@pytest.mark.parametrize("profile", ODD_KINDS)
def test_what_each_version_cannot_say(odd, profile):
    record, = records("--convert", profile, odd["shared"])
    assert record["unexplained"] == 0
    assert {kind: amount["functions"] for kind, amount in record["kinds"].items()} == ODD_KINDS[profile]
    assert {amount["owner"] for amount in record["kinds"].values()} == {"format"}
    assert record["converted"]["said"] == 16 - sum(ODD_KINDS[profile].values())


FAR = {"base": "sp", "offset": 8}
USUAL_RA = {"base": "cfa", "offset": -8, "deref": True}
ODD_RULES = {
    "ra_in_register": (FAR | {"base": "r7"}, {"base": "r0", "offset": 0}, "same"),
    "fp_in_high_register": (FAR | {"base": "r7"}, USUAL_RA, {"base": "r20", "offset": 0}),
    "fp_by_expression": (FAR | {"base": "r7"}, USUAL_RA, {"base": "r6", "offset": 8, "deref": True}),
    "fp_is_value": (FAR | {"base": "r7"}, USUAL_RA, {"base": "r7", "offset": -8}),
    "cfa_by_expression": ({"base": "r6", "offset": -8, "deref": True}, USUAL_RA, "same"),
    "cfa_on_high_register": ({"base": "r20", "offset": 16}, USUAL_RA, "same"),
    "ra_elsewhere": (FAR | {"base": "r7"}, {"base": "cfa", "offset": -24, "deref": True}, "same"),
    "far_words": ({"base": "sp", "offset": 120}, USUAL_RA, {"base": "cfa", "offset": -136, "deref": True}),
}


def test_flexible_rules_are_the_ones_that_the_assembly_says(odd):
    path = with_section(odd, "v3")
    model = json.loads(must(REF, "decode", path))
    rules = {function["start"]: function["rows"][-1] for function in model["functions"] if function["rows"]}
    with open(path, "rb") as file:
        symbols = {symbol.name: hex(symbol["st_value"])
                   for symbol in ELFFile(file).get_section_by_name(".symtab").iter_symbols()}
    for name, wanted in ODD_RULES.items():
        row = rules[symbols[name]]
        assert (row["cfa"], row["ra"], row["fp"]) == wanted, name
    assert assert_words_are_small(bytearray((odd["folder"] / "raw.sframe").read_bytes())) == {1, 2, 4}


@pytest.mark.parametrize("target", ["amd64", "amd64-fp"], indirect=True)
def test_a_plt_is_evaluated_at_each_pc(target):
    """Its expression says one more word from the eleventh byte of each entry on."""
    rows = [row for function in rows_of(target["shared"]).values()
            for row in function["rows"] if row["by_pc"]]
    assert rows
    for row in rows:
        for pc in range(int(row["start"], 16), int(row["end"], 16)):
            assert row["cfa"] == ("sp+16" if pc % 16 >= 11 else "sp+8")


# --- Second opinions on the CFI -----------------------------------------------------------------------------


def rows_of(path):
    """Rows by libdw, function by function."""
    functions = [json.loads(line) for line in must(CROSSCHECK, "--cfi", path).splitlines()]
    assert functions
    return {int(function["start"], 16): function for function in functions}


def row_at(function, pc):
    return next(row for row in function["rows"] if int(row["start"], 16) <= pc < int(row["end"], 16))


def name_of(number, registers):
    return {registers[0]: "sp", registers[1]: "fp"}.get(number, f"r{number}")


def cfa_text(rule, registers):
    return None if rule.expr is not None else f"{name_of(rule.reg, registers)}{rule.offset:+d}"


def register_texts(rule, registers):
    """How a rule of pyelftools may be said; None: an expression."""
    if rule is None:
        return {"same", "undefined"}
    if rule.type == "OFFSET":
        return {f"*(cfa{rule.arg:+d})"}
    if rule.type == "VAL_OFFSET":
        return {f"cfa{rule.arg:+d}"}
    if rule.type == "REGISTER":
        return {f"{name_of(rule.arg, registers)}+0"}
    return {"UNDEFINED": {"undefined"}, "SAME_VALUE": {"same"}}.get(rule.type)


def compare_with_pyelftools(path):
    functions, compared = rows_of(path), 0
    with open(path, "rb") as file:
        elf = ELFFile(file)
        registers = REGISTERS[elf["e_machine"]]
        for entry in elf.get_dwarf_info().EH_CFI_entries():
            if not isinstance(entry, FDE):
                continue
            start = entry["initial_location"]
            end = start + entry["address_range"]
            function = functions[start]
            assert int(function["end"], 16) == end
            decoded = entry.get_decoded()
            for line in decoded.table:
                if line["pc"] >= end:
                    continue
                row = row_at(function, line["pc"])
                wanted = cfa_text(line["cfa"], registers)
                assert wanted == row["cfa"] if wanted else (row["by_pc"] or row["cfa"].startswith("*")
                                                             or row["cfa"] == "expression")
                for key, number in (("fp", registers[1]), ("ra", registers[2])):
                    texts = register_texts(line.get(number), registers)
                    assert texts is None or row[key] in texts, (hex(line["pc"]), key, row, line)
                compared += 1
    return compared


# pyelftools 0.29 stops at DW_CFA_AARCH64_negate_ra_state.
@pytest.mark.parametrize("target", [name for name in TARGETS if name != "aarch64-pac"], indirect=True)
def test_pyelftools_has_the_same_rows(target):
    assert compare_with_pyelftools(target["shared"]) > 15


@pytest.mark.parametrize("path", [path for path in SYSTEM[2:3] + [REF] if os.path.exists(path)])
def test_pyelftools_has_the_same_rows_of_a_program(path):
    assert compare_with_pyelftools(path) > 500


NAMES = {"rsp": "sp", "rbp": "fp", "x29": "fp", "r11": "fp", "r15": "sp", "sp": "sp"}
NUMBERS = {"rax": 0, "rdx": 1, "rcx": 2, "rbx": 3, "rsi": 4, "rdi": 5, "r10": 10}


def readelf_rule(text, machine):
    if match := re.fullmatch(r"([a-z][a-z0-9]*)([+-]\d+)", text):
        name, offset = match.groups()
        if name == "c":
            return f"*(cfa{offset})"
        if name == "v":
            return f"cfa{offset}"
        number = NUMBERS[name] if machine == "amd64" and name in NUMBERS else name.lstrip("rx")
        known = NAMES.get(name) if not (machine == "amd64" and name in ("r11", "r15")) else None
        return f"{known or 'r' + str(number)}{offset}"
    return None


def test_readelf_has_the_same_rows(target):
    """readelf -wF writes u for a register without a rule as well as for an undefined one."""
    functions, compared, columns, end = rows_of(target["shared"]), 0, [], 0
    machine = target["name"].split("-")[0]
    for line in must(target["prefix"] + "readelf", "-wF", target["shared"]).splitlines():
        if match := re.search(r" FDE .*pc=([0-9a-f]+)\.\.([0-9a-f]+)", line):
            function, end = functions[int(match[1], 16)], int(match[2], 16)
        elif line.split()[:2] == ["LOC", "CFA"]:
            columns = line.split()[2:]
        elif re.match(r"[0-9a-f]{16} +[a-z]", line) and end != 0:
            pc, cfa, *cells = line.split()
            if int(pc, 16) >= end:
                continue
            row = row_at(function, int(pc, 16))
            wanted = readelf_rule(cfa, machine)
            assert (row["cfa"] == wanted) if wanted else cfa.startswith("exp")
            for column, cell in zip(columns, cells):
                key = {"ra": "ra", "rbp": "fp", "x29": "fp", "r11": "fp"}.get(column)
                if key is None or (machine == "amd64" and column == "r11"):
                    continue
                rule = readelf_rule(cell, machine)
                if cell in ("u", "s"):
                    assert row[key] in ("same", "undefined")
                elif rule:
                    assert row[key] == rule
            compared += 1
    assert compared > 15


def test_readelf_has_the_same_signing(target):
    """By its instructions, which readelf -wF does not show in its table."""
    functions, signed = rows_of(target["shared"]), 0
    function, pc, state, stack = None, 0, False, []

    def reach(end):
        """From PC to END the state is what it is."""
        count = 0
        for row in function["rows"] if function else []:
            if pc < int(row["end"], 16) and int(row["start"], 16) < end:
                assert row.get("mangled_ra", False) == state
                count += state
        return count

    for line in must(target["prefix"] + "readelf", "-wf", target["shared"]).splitlines():
        if match := re.search(r" (FDE|CIE) .*?(?:pc=([0-9a-f]+)\.\.([0-9a-f]+))?$", line):
            signed += reach(end) if function else 0
            function = functions[int(match[2], 16)] if match[1] == "FDE" else None
            pc, end, state, stack = int(match[2] or "0", 16), int(match[3] or "0", 16), False, []
        elif match := re.search(r"DW_CFA_advance_loc\d?: \d+ to ([0-9a-f]+)", line):
            signed += reach(int(match[1], 16))
            pc = int(match[1], 16)
        elif "DW_CFA_AARCH64_negate_ra_state" in line:
            state = not state
        elif "DW_CFA_remember_state" in line:
            stack.append(state)
        elif "DW_CFA_restore_state" in line:
            state = stack.pop()
    signed += reach(end) if function else 0
    assert (signed > 5) == (target["name"] == "aarch64-pac")


# --- The command lines --------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", [CROSSCHECK, CONVERT, SWEEP])
def test_help_fits_a_screen(program):
    text = must(program, "--help")
    assert text.startswith("usage: ") and len(text.splitlines()) <= 45
    assert max(map(len, text.splitlines())) <= 110


@pytest.mark.parametrize("arguments", [
    [], ["--profile", "v9", "x"], ["--bogus"], ["/dev/null"], ["/nonexistent"], ["--convert", "v3,x", "x"],
    ["--max", "-1", "x"], ["/"], [CODE], ["--foreign", "/nonexistent", "x"], [CROSSCHECK]])
def test_trouble_is_one_line_and_exit_2(arguments):
    done = run(CROSSCHECK, *arguments)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done
    assert done.stderr.startswith("sframe-crosscheck: ")


@pytest.mark.parametrize("arguments", [
    [], ["a", "b"], ["-p", "v9", "x"], ["-a", "x", "y"], [CODE], ["-p", "v1", "S390"],
    ["-o", "/nonexistent/x", REF]])
def test_trouble_of_the_converter(arguments, tmp_path):
    if "S390" in arguments:
        must("s390x-linux-gnu-gcc", "-c", "-o", str(tmp_path / "code.o"), CODE)
        arguments = [str(tmp_path / "code.o") if word == "S390" else word for word in arguments]
    done = run(CONVERT, *arguments)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done
    assert done.stderr.startswith("sframe-convert: ")


@pytest.mark.parametrize("arguments", [["--convert", "v1,v2"], ["--convert", "v3", "--json"], ["--cfi"]])
def test_where_nothing_is_compared_nothing_is_the_same(arguments, tmp_path):
    """No profile of those asked has an ABI for s390x; and CFI that libdw cannot read, or that is not there."""
    compiler, source = ("s390x-linux-gnu-gcc", "f: br %r14") if "v1,v2" in arguments else ("gcc", "f: ret")
    cfi = "" if arguments == ["--cfi"] else ".cfi_escape 0x3b"
    (tmp_path / "code.s").write_text(f"{source}\n" if not cfi else
                                     f"{source.replace('f:', 'f: .cfi_startproc; ' + cfi + ';')}\n.cfi_endproc\n")
    must(compiler, "-c", "-o", str(tmp_path / "code.o"), str(tmp_path / "code.s"))
    done = run(CROSSCHECK, *arguments, str(tmp_path / "code.o"))
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done
    assert "nothing was compared" in done.stderr


def test_every_kind_is_listed():
    text = must(CROSSCHECK, "--kinds")
    listed = {line.split()[0] for line in text.splitlines()}
    kinds = (ROOT / "corpus" / "crosscheck" / "kinds.def").read_text()
    named = set(re.findall(r'^KIND\(\w+, "([^"]+)"', kinds, re.M))
    assert listed == named


def test_hostile_files_end_in_an_exit_status(target):
    """Cut off and bit-flipped: a status, never a signal."""
    whole = pathlib.Path(with_section(target, "v3")).read_bytes()
    draw, hostile = random.Random(5), str(target["folder"] / "hostile")
    for turn in range(60):
        data = bytearray(whole)
        if turn % 3 == 0:
            del data[draw.randrange(len(data)):]
        for _ in range(turn % 7 + (turn % 3 != 0)):
            if data:
                data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        pathlib.Path(hostile).write_bytes(data)
        for options in ([], ["--convert", "v2e2,v3"]):
            done = run(CROSSCHECK, "--json", *options, hostile, timeout=60)
            assert done.returncode in (0, 1, 2), (turn, done)
