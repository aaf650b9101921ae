"""The command line of sframe-ref: what it prints where, with which exit status, whatever it is given."""

import json
import os
import pty
import re
import resource
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from conftest import ROOT, SECONDS, TOOL, call, decode, fits, hex_bytes, overwrite, run, section, section_names
from elfmaker import (ET_REL, PT_GNU_SFRAME, SECTION, SEGMENT, SHT_GNU_SFRAME, Elf, Relocation, Section,
                      Segment, Symbol, relocations, symbol_table)

NAMES = section_names()
SECTION_COMMANDS = ["decode", "dump", "check", "flip"]
COMMANDS = [*SECTION_COMMANDS, "lookup", "unwind", "clauses"]
CALL = section("v3-amd64-call")


# --- The tool as a process -----------------------------------------------------------------------


def start(*arguments, data=b"", stdout=subprocess.PIPE, **more):
    """A process of its own, with what is said of its environment or its descriptors."""
    return subprocess.run([*TOOL, *arguments], input=data, stdout=stdout, stderr=subprocess.PIPE, cwd=ROOT,
                          timeout=SECONDS, check=False, **more)


def complaint(done):
    """What a call that could not serve says: status 2, nothing on standard output, one line."""
    lines = done.stderr.decode(errors="replace").splitlines()
    assert (done.returncode, done.stdout or b"", len(lines)) == (2, b"", 1), lines[:3]
    assert lines[0].startswith("sframe-ref: ")
    assert lines[0].isprintable()
    return lines[0]


def words(text):
    return shlex.split(text)


# --- Help and version ----------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["--help", "-h", "help", "decode --help", "lookup - 0 -h", "clauses -h"])
def test_help_fits_a_screen(asked):
    answer = run(*words(asked))
    lines = answer.output.splitlines()
    assert answer.status == 0
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("word", [*COMMANDS, "--profile", "--address", "--annotate", "--colour", "--json",
                                  "--help", "--version", "Exit status"])
def test_help_tells_of(word):
    assert word in run("--help").output


@pytest.mark.parametrize("asked", ["--version", "-V"])
def test_version_is_one_line(asked):
    answer = run(asked)
    assert re.fullmatch(r"sframe-ref \d+\.\d+\.\d+\S*\n", answer.output)
    assert answer.status == 0


# --- Wrong use -----------------------------------------------------------------------------------

# What is asked, and what the complaint names.
WRONG_USES = [
    ("", "no command"),
    ("guess -", "guess"),
    ("--nonsense", "--nonsense"),
    ("-p v1 decode -", "-p"),
    ("decode", "no FILE"),
    ("dump", "no FILE"),
    ("check --json", "no FILE"),
    ("flip", "no FILE"),
    ("lookup", "no FILE"),
    ("lookup -", "no PC"),
    ("decode - second", "second"),
    ("flip -- - --json", "--json"),
    ("clauses -", "one argument too many: -"),
    ("decode --nonsense -", "--nonsense"),
    ("decode --json --nonsense -", "--nonsense"),
    ("decode -x -", "-x"),
    ("decode -xy -", "-x"),
    ("decode --a -", "--a"),
    ("check --json=yes -", "--json"),
    ("decode --profile", "--profile"),
    ("decode - -p", "-p"),
    ("decode --address", "--address"),
    ("decode - -a", "-a"),
    ("dump --colour", "--colour"),
    ("dump --colour sometimes -", "sometimes"),
    ("dump --colour '' -", "always"),
]


@pytest.mark.parametrize("asked, named", WRONG_USES)
def test_a_wrong_use_is_told_in_a_line_that_names_it(asked, named):
    line = complaint(call(*words(asked), data=CALL.data))
    assert named in line
    assert "--help" in line


@pytest.mark.parametrize("text", ["", "v", "v4", "V3", "v33", "3", "v2e3", "v2 "])
def test_what_is_no_profile_is_refused(text):
    assert "v1, v2, v2e1, v2e2, v3" in complaint(call("decode", "--profile", text, "-", data=CALL.data))


NO_NUMBERS = ["", " ", "0x", "x", "-1", "+1", "-0x1", " 1", "1 ", "0x1g", "0x 1", "0x-1", "0x+1", "0X10",
              "0x0x1", "1.0", "1e3", "ten", "0b1", "1_000", "18446744073709551616", "0x10000000000000000",
              "99999999999999999999999999999999"]


@pytest.mark.parametrize("text", NO_NUMBERS, ids=repr)
def test_what_is_no_number_is_refused(text):
    assert "not an address" in complaint(call("decode", f"--address={text}", "-", data=CALL.data))
    assert "not a PC" in complaint(call("lookup", "--", "-", "0", text, data=CALL.data))


NUMBERS = [("0", "0x0"), ("010", "0xa"), ("12", "0xc"), ("0x10", "0x10"), ("0xaBc", "0xabc"),
           ("0x00000000000000000001", "0x1"), ("18446744073709551615", "0xffffffffffffffff"),
           ("0xFFFFFFFFFFFFFFFF", "0xffffffffffffffff")]


@pytest.mark.parametrize("text, value", NUMBERS)
def test_a_number_is_decimal_or_hexadecimal(text, value):
    answer = run("lookup", "-", text, data=CALL.data)
    assert json.loads(answer.output)["pc"] == value
    assert json.loads(run("decode", "-a", text, "-", data=CALL.data).output)["address"] == value


SAME = ["decode - --profile v3 --address 16", "decode -p v3 -a 0x10 -", "decode -pv3 -a16 -- -",
        "decode --prof=v3 --addr=16 -"]


@pytest.mark.parametrize("asked", SAME)
def test_options_may_stand_anywhere_short_or_long(asked):
    assert run(*words(asked), data=CALL.data).output == run(*words(SAME[0]), data=CALL.data).output


@pytest.mark.parametrize("asked", ["decode --profile v1 --profile v3 -", "decode -a 1 --address 16 -"])
def test_an_option_with_one_value_is_given_once(asked):
    done = run(*words(asked), data=CALL.data)
    assert done.status == 2 and done.output == ""


# --- Where input comes from ----------------------------------------------------------------------


@pytest.fixture
def odd_paths(tmp_path):
    (tmp_path / "file").write_bytes(CALL.data)
    (tmp_path / "loop").symlink_to("loop")
    return {"missing": tmp_path / "missing", "directory": tmp_path, "inside a file": tmp_path / "file" / "x",
            "loop of links": tmp_path / "loop", "not readable": "/proc/self/mem", "no name": ""}


@pytest.mark.parametrize("command", SECTION_COMMANDS + ["lookup"])
@pytest.mark.parametrize("name", ["missing", "directory", "inside a file", "loop of links", "not readable",
                                  "no name"])
def test_a_path_that_cannot_be_read_is_told(odd_paths, name, command):
    path = str(odd_paths[name])
    more = ["0"] if command == "lookup" else []
    assert complaint(call(command, path, *more)).startswith(f"sframe-ref: {path}: ")


def test_closed_standard_input_is_told():
    complaint(start("decode", "-", preexec_fn=lambda: os.close(0)))


@pytest.mark.parametrize("size", [0, 1, 4096, 4097, 300_000])
def test_a_pipe_and_a_file_read_alike(size, tmp_path):
    data = (CALL.data + bytes(300_000))[:size]
    path = tmp_path / "section"
    path.write_bytes(data)
    piped = start("dump", "--annotate", "-", data=data)
    with path.open("rb") as file:
        redirected = subprocess.run([*TOOL, "dump", "--annotate", "-"], stdin=file, capture_output=True,
                                    cwd=ROOT, timeout=SECONDS, check=False)
    assert piped.stdout == redirected.stdout == call("dump", "--annotate", str(path)).stdout
    assert piped.returncode == redirected.returncode


def test_no_bytes_at_all_are_a_malformed_section():
    answer = run("check", "-", data=b"")
    assert answer.output.startswith("0x0 preamble.complete malformed ")
    assert answer.status == 1


# --- Where output goes ---------------------------------------------------------------------------

def test_fields_as_json_are_those_for_people(tmp_path):
    data = CALL.data
    path = tmp_path / "section"
    path.write_bytes(data)
    fields = json.loads(call("dump", "--annotate", "--json", str(path)).stdout)["fields"]
    lines = [line for line in call("dump", "--annotate", str(path)).stdout.decode().splitlines()
             if re.match("[0-9a-f]{6}  ", line)]
    assert [f"{field['offset']:06x}" for field in fields] == [line[:6] for line in lines]
    assert all(field["name"] in line and field["meaning"] in line for field, line in zip(fields, lines))
    assert sum(field["length"] for field in fields) == len(data)


WRITERS = ["--help", "--version", "clauses", "clauses --json", "decode -", "dump -", "dump --annotate -",
           "check --json -", "flip -", "lookup - 0"]


@pytest.mark.parametrize("asked", WRITERS)
def test_a_full_disk_is_told(asked):
    with open("/dev/full", "wb") as full:
        assert "cannot write" in complaint(start(*words(asked), data=CALL.data, stdout=full))


def test_a_full_disk_is_told_even_if_nothing_is_left_to_write():
    """A block that fills the buffer fails at once, and the last flush has nothing to do."""
    data = CALL.data.ljust(8192, b"\0")
    with open("/dev/full", "wb") as full:
        assert "No space left" in complaint(start("flip", "-", data=data, stdout=full))


@pytest.mark.parametrize("asked", WRITERS)
def test_closed_standard_output_is_told(asked):
    done = start(*words(asked), data=CALL.data, stdout=None, preexec_fn=lambda: os.close(1))
    assert "cannot write" in complaint(done)


# --- Broken ELF files ----------------------------------------------------------------------------


def small_object(bits, order):
    """Every part of a file that the tool looks at, once."""
    sframe = Section(".sframe", section("v2e2-amd64-call").data, SHT_GNU_SFRAME)
    return Elf([sframe, symbol_table(Symbol(".sframe")), relocations(Relocation(0x1C, 10, 1, 4))],
               [Segment()], ET_REL, bits=bits, order=order)


def outcome(arguments, data):
    """The exit status, once what was printed is as it should be."""
    done = call(*arguments, "-", data=data)
    assert done.returncode in (0, 1, 2), done.stderr
    assert len(done.stderr.splitlines()) == (done.returncode == 2), done.stderr
    assert (done.stdout == b"") == (done.returncode == 2)
    assert done.stdout[-1:] in (b"", b"\n")
    for line in done.stdout.splitlines():
        json.loads(line)
    return done.returncode


def outcomes(arguments, variants):
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda data: outcome(arguments, data), variants))


ELF_FORMATS = [(64, "little"), (32, "big")]


@pytest.mark.parametrize("bits, order", ELF_FORMATS)
def test_every_prefix_of_an_elf_file_is_answered(bits, order):
    data = small_object(bits, order).file()
    found = outcomes(["decode"], [data[:size] for size in range(len(data) + 1)])
    assert found[-1] == 0
    assert set(found[:4]) == {1}, "no magic yet: raw bytes, which are malformed"
    assert set(found[4:-1]) == {2}, "the section headers stand last, and are cut"


@pytest.mark.parametrize("bits, order", ELF_FORMATS)
def test_an_elf_file_with_any_byte_changed_is_answered(bits, order):
    data = small_object(bits, order).file()
    found = outcomes(["check", "--json"],
                     [overwrite(data, at, bytes([data[at] ^ 0xFF])) for at in range(len(data))])
    assert set(found) == {0, 1, 2}


@pytest.mark.parametrize("rest", [b"", b"\x00", b"\xff", b"\x01\x01\x01", b"\x02\x02\x01"], ids=bytes.hex)
def test_an_elf_file_of_garbage_is_refused(rest):
    for size in (4, 16, 52, 64, 1000):
        complaint(call("decode", "-", data=(b"\x7fELF" + rest).ljust(size, rest[-1:] or b"?")))


# --- What decode, check and lookup print ----------------------------------------------------------


def variants(it):
    """Every prefix, and every byte changed in several ways."""
    yield from (it.data[:size] for size in range(len(it.data)))
    for mask in (0x01, 0x02, 0x10, 0x40, 0x80, 0xFF):
        for at in range(len(it.data)):
            yield overwrite(it.data, at, bytes([it.data[at] ^ mask]))


def together(datas):
    """All in one file, so that one call answers for all."""
    return Elf([Section(".sframe", data, SHT_GNU_SFRAME) for data in datas]).file()


def answers(data, *arguments):
    answer = run(*arguments, "-", data=data)
    assert answer.status in (0, 1)
    return answer.output.splitlines()


CHECK_LINE = re.compile(r"0x[0-9a-f]+ [a-z0-9]+\.[a-z0-9-]+ (malformed|irregular|note) \S.*")


@pytest.mark.parametrize("name", NAMES)
def test_commands_agree_on_every_variant_of_a_section(name):
    it = section(name)
    datas = list(variants(it))
    file = together(datas)
    models = [json.loads(line) for line in answers(file, "decode", *it.options())]
    checks = [json.loads(line) for line in answers(file, "check", "--json", *it.options())]
    assert len(models) == len(checks) == len(datas)
    assert [model["verdict"] for model in models] == [answer["verdict"] for answer in checks]
    assert [model.get("violations", []) for model in models] == [it["violations"] for it in checks]
    for line in answers(file, "check", *it.options()):
        assert CHECK_LINE.fullmatch(line) or line.startswith("# section [")


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_of_a_section_decodes_to_what_fits_the_schema(name):
    it = section(name)
    for line in answers(together(list(variants(it))[::11]), "decode", *it.options()):
        fits("decode", json.loads(line))


VALID = [name for name in NAMES if section(name).verdict == "valid"]


@pytest.mark.parametrize("name", VALID)
def test_check_says_nothing_of_a_valid_section_but_notes(name):
    it = section(name)
    answer = run("check", *it.options(), "-", data=it.data)
    assert answer.status == 0
    assert all(" note " in line for line in answer.output.splitlines())


def with_byte(at, value, name="v3-amd64-call"):
    it = section(name)
    return replace(it, data=overwrite(it.data, at, bytes([value])))


# A section, its PCs, the exit status, what each answer is.
LOOKUPS = [
    ("found", CALL, ["0x1000"], 0, ["found"]),
    ("no function", CALL, ["0x9000"], 0, ["function"]),
    ("no row", section("v2e2-amd64-no-rows"), ["0x100"], 0, ["row"]),
    ("an outermost frame", with_byte(0x31 - 5, 0), ["0x1000"], 0, ["found"]),
    ("several PCs", CALL, ["0x1000", "0x9000", "0x1001"], 0, ["found", "function", "found"]),
    ("an irregular header", with_byte(3, 0x81), ["0x1000"], 1, ["found"]),
    ("a malformed header", with_byte(0, 0), ["0x1000", "1"], 1, ["error", "error"]),
    ("no bytes", replace(CALL, data=b""), ["0"], 1, ["error"]),
    ("an unreadable row", with_byte(0x32, 0x63), ["0x1000"], 1, ["error"]),
    ("an unreadable row elsewhere", with_byte(0x32, 0x63), ["0x9000"], 0, ["function"]),
]


@pytest.mark.parametrize("it, pcs, status, found", [row[1:] for row in LOOKUPS],
                         ids=[row[0] for row in LOOKUPS])
def test_lookup_prints_a_line_for_each_pc(it, pcs, status, found):
    answer = run("lookup", *it.options(), "-", *pcs, data=it.data)
    lines = [fits("lookup", json.loads(line)) for line in answer.output.splitlines()]
    assert [line["pc"] for line in lines] == [hex(int(pc, 0)) for pc in pcs]
    assert [line.get("none", "found") for line in lines] == found
    assert answer.status == status


# --- Dump ----------------------------------------------------------------------------------------


def test_dump_tells_the_header_the_functions_and_their_rows():
    text = run("dump", "-", data=CALL.data).output
    for told in ("version 3, little-endian, amd64", "flags: sorted", "function 0: 0x1000, 32 bytes",
                        "*(cfa-8)", "sp+16", "fp+16", "valid"):
        assert told in text


@pytest.mark.parametrize("name", NAMES)
def test_dump_tells_as_many_functions_and_rows_as_there_are(name):
    it = section(name)
    text = run("dump", *it.options(), "-", data=it.data).output.partition("\nviolations:")[0]
    functions = re.split(r"^function ", text, flags=re.M)[1:]
    rows = [len(re.findall(r"^  0(?:x[0-9a-f]+)? ", function, re.M)) for function in functions]
    assert rows == [len(function["rows"]) for function in decode(it)["functions"]]


ANNOTATED = re.compile(r"([0-9a-f]{6,})  ((?:[0-9a-f]{2} ){1,8})")


def annotated_bytes(text):
    """By section: what its lines show, each at the place where the one before ended."""
    shown = []
    for line in text.splitlines():
        if line == "header":
            shown.append(b"")
        elif match := ANNOTATED.match(line):
            assert int(match[1], 16) == len(shown[-1]), line
            shown[-1] += bytes.fromhex(match[2])
    return shown


@pytest.mark.parametrize("name", NAMES)
def test_annotation_shows_every_byte_once(name):
    it = section(name)
    text = run("dump", "--annotate", *it.options(), "-", data=it.data).output
    assert annotated_bytes(text) == [it.data]
    assert "(not read)" not in text


@pytest.mark.parametrize("name", NAMES)
def test_annotation_shows_every_byte_once_of_every_variant(name):
    it = section(name)
    datas = list(variants(it))
    text = run("dump", "--annotate", *it.options(), "-", data=together(datas)).output
    assert annotated_bytes(text) == datas


def test_annotation_shows_every_byte_once_where_an_attribute_is_cut():
    it = with_byte(0x28, 0x10)
    text = run("dump", "--annotate", "-", data=it.data).output
    assert annotated_bytes(text) == [it.data]
    assert "attribute.inside" in text


@pytest.mark.parametrize("name", NAMES)
def test_annotation_shows_every_violation_once(name):
    it = section(name)
    file = together(variants(it))
    sections = re.split(r"^header$", run("dump", "--annotate", *it.options(), "-", data=file).output, flags=re.M)[1:]
    checks = [json.loads(line) for line in answers(file, "check", "--json", *it.options())]
    assert len(sections) == len(checks)
    for text, answer in zip(sections, checks):
        told = re.findall(r"\^ (0x[0-9a-f]+) ([a-z0-9]+\.[a-z0-9-]+): ", text)
        assert sorted(told) == sorted((it["offset"], it["clause"]) for it in answer["violations"])


ESCAPES = re.compile(r"\x1b\[\d*m")
IRREGULAR = overwrite(CALL.data, 3, b"\x81")


@pytest.mark.parametrize("more", [[], ["--annotate"]], ids=["plain", "annotated"])
@pytest.mark.parametrize("data", [CALL.data, IRREGULAR, CALL.data[:40]], ids=["valid", "irregular", "cut"])
def test_colour_is_all_that_colour_adds(data, more):
    plain = run("dump", *more, "-", data=data).output
    for option in ("--colour", "--color"):
        coloured = run("dump", *more, option, "always", "-", data=data).output
        assert ESCAPES.search(coloured)
        assert ESCAPES.sub("", coloured) == plain
    assert run("dump", *more, "--colour", "never", "-", data=data).output == plain
    assert "\x1b" not in plain


def on_terminal(*arguments, **environment):
    """What a person would see."""
    mine, theirs = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    done = start(*arguments, data=CALL.data[:3], stdout=theirs, env={**inherited, **environment})
    os.close(theirs)
    assert done.returncode == 1
    with open(mine, "rb", closefd=True) as terminal:
        return terminal.read1(65536)


TERMINALS = [([], {}, True), ([], {"NO_COLOR": "1"}, False), (["--colour", "auto"], {}, True),
             (["--colour", "auto"], {"NO_COLOR": "1"}, False), (["--colour", "never"], {}, False),
             (["--colour", "always"], {"NO_COLOR": "1"}, True)]


@pytest.mark.parametrize("more, environment, coloured", TERMINALS, ids=repr)
def test_a_terminal_has_colours_unless_told_otherwise(more, environment, coloured):
    assert (b"\x1b[" in on_terminal("dump", *more, "-", **environment)) == coloured


# --- Flip ----------------------------------------------------------------------------------------


def flipped(it):
    done = call("flip", *it.options(), "-", data=it.data)
    assert done.stderr == b""
    return replace(it, data=done.stdout)


@pytest.mark.parametrize("name", VALID)
def test_flipping_twice_changes_nothing(name):
    it = section(name)
    assert flipped(it).data != it.data
    assert flipped(flipped(it)) == it


@pytest.mark.parametrize("name", VALID)
def test_a_flipped_section_has_the_same_functions(name):
    it = section(name)
    before, after = decode(it), decode(flipped(it))
    assert after["functions"] == before["functions"]
    assert {after["byte_order"], before["byte_order"]} == {"little", "big"}


# Two functions; the second one's rows (attribute) begin inside a word of the first one's.
OVERLAPPING_ROWS = replace(section("v2e2-amd64-call"), data=hex_bytes("""
    e2 de 02 01 03 00 f8 00  02 00 00 00 02 00 00 00  06 00 00 00 00 00 00 00 28 00 00 00
    00 10 00 00 10 00 00 00  00 00 00 00 01 00 00 00  00 00 00 00
    10 10 00 00 10 00 00 00  03 00 00 00 01 00 00 00  00 00 00 00
    00 43 08 00 03 07"""))
OVERLAPPING_ATTRIBUTES = replace(CALL, data=hex_bytes("""
    e2 de 03 01 03 00 f8 00  02 00 00 00 01 00 00 00  06 03 00 00 00 00 00 00 20 00 00 00
    00 10 00 00 00 00 00 00  10 00 00 00 00 00 00 00
    10 10 00 00 00 00 00 00  10 00 00 00 01 00 00 00
    00 00 01 00 00 00""" + 256 * "00 03 08"))


UNFLIPPABLE = [
    (with_byte(0, 0), "preamble.magic at offset 0x0"),
    (with_byte(0x32, 0x63), "fre.size-known at offset 0x32"),
    (replace(CALL, data=b""), "preamble.complete at offset 0x0"),
    (OVERLAPPING_ROWS, "fre.unshared at offset 0x"),
    (OVERLAPPING_ATTRIBUTES, "fre.unshared at offset 0x"),
]


@pytest.mark.parametrize("it, told", UNFLIPPABLE, ids=lambda it: it if isinstance(it, str) else "")
def test_what_cannot_be_flipped_is_told_in_a_line(it, told):
    done = call("flip", *it.options(), "-", data=it.data)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1)
    assert told in done.stderr.decode()


# --- Rows that functions share -------------------------------------------------------------------


def sharing(functions, rows):
    """A section of version 2 whose functions all have all the rows."""
    head = hex_bytes("e2 de 02 01 03 00 f8 00") + b"".join(
        number.to_bytes(4, "little") for number in (functions, rows, 3 * rows, 0, 20 * functions))
    entries = b"".join((0x1000 + 0x200 * i).to_bytes(4, "little") + (0x200).to_bytes(4, "little") + bytes(4)
                       + rows.to_bytes(4, "little") + bytes(4) for i in range(functions))
    body = b"".join(bytes((i % 256, 3, 8)) for i in range(rows))
    return replace(section("v2e2-amd64-call"), data=head + entries + body)


def test_functions_that_share_many_rows_are_irregular_and_can_be_read():
    it = sharing(64, 200)
    assert len(it.data) == 1908
    done = call("check", *it.options(), "-", data=it.data)
    assert done.returncode == 1
    assert [line.split()[1:3] for line in done.stdout.decode().splitlines()] == 63 * [["fre.unshared", "irregular"]]
    model = decode(it)
    assert model["verdict"] == "irregular"
    assert [len(function["rows"]) for function in model["functions"]] == 64 * [200]
    assert flipped(flipped(it)) == it


@pytest.mark.parametrize("command", [["decode"], ["dump"]])
def test_more_rows_than_a_section_has_bytes_for_are_not_printed(command):
    it = sharing(1000, 1000)
    done = call(*command, *it.options(), "-", data=it.data)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert "functions share rows" in done.stderr.decode()


@pytest.mark.parametrize("command", [["check"], ["flip"], ["dump", "--annotate"], ["lookup"]])
def test_what_need_not_print_them_takes_any_number_of_rows(command):
    it = sharing(1000, 1000)
    done = call(*command, *it.options(), "-", *(["0x1000"] if command == ["lookup"] else []), data=it.data)
    assert (done.returncode, done.stderr) == (0 if command == ["lookup"] else 1, b"")
    assert len(done.stdout) < 1000 * len(it.data)


# --- Clauses -------------------------------------------------------------------------------------


def test_the_catalogue_has_a_line_for_each_clause():
    clauses = fits("clauses", json.loads(run("clauses", "--json").output))
    lines = run("clauses").output.splitlines()
    assert [line.split()[:3] for line in lines] == [[c["id"], c["subject"], c["strength"]] for c in clauses]
    for line, clause in zip(lines, clauses):
        assert line.endswith(clause["words"])
        assert line.split(maxsplit=3)[3].split(clause["words"])[0].split() == list(clause["sections"])


# --- Little memory -------------------------------------------------------------------------------

KIB, MIB = 1 << 10, 1 << 20
MANY = 20_000  # the budget of a file allows them


def limited(limit):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def serves(limit):
    return start("--version", preexec_fn=limited(limit)).returncode == 0


def crowded():
    """As many functions as a mebibyte holds, all in one place: a violation each."""
    count = (MIB - 28) // 20
    head = hex_bytes("e2 de 02 00 03 00 f8 00") + count.to_bytes(4, "little") + bytes(12)
    head += (20 * count).to_bytes(4, "little")
    return head + (bytes(4) + b"\x01" + bytes(15)) * count


def crowded_object():
    """Two crowded sections, each of them relocated."""
    it, entry = Section(".sframe", crowded(), SHT_GNU_SFRAME), Relocation(0x1C, 10, 1)
    return Elf([it, it, relocations(entry, of=1), relocations(entry, of=2), symbol_table(Symbol(1))],
               type=ET_REL).file()


def many_sections():
    """Section headers stand last, so that more can follow: of empty sections."""
    elf = Elf(claims={"shnum": MANY})
    return elf.file() + elf.format.pack(SECTION, type=SHT_GNU_SFRAME) * MANY


def many_segments():
    """Likewise where there are no sections."""
    elf = Elf(segments=[Segment(None)], section_headers=False, claims={"phnum": MANY})
    return elf.file() + elf.format.pack(SEGMENT, type=PT_GNU_SFRAME) * MANY


def many_modules():
    """A scenario of many modules, none with a byte in it."""
    given = {"address": "0x0", "bytes": "", "pc": "0x0", "registers": {"sp": "0x0", "fp": "0x0"},
             "memory": [], "modules": [{"address": "0x0", "bytes": ""}] * 8000}
    return json.dumps({"profile": "v3", "abi": "amd64", "input": given}).encode()


# Programs that reserve much memory before they begin (emulators, sanitizers) cannot be tried like this.
if serves(64 * MIB):
    LEAST = next(limit for limit in range(MIB, 64 * MIB, 64 * KIB) if serves(limit))

    @pytest.mark.parametrize("asked, make", [
        *((asked, make) for asked in ("decode", "check", "dump --annotate", "flip", "lookup")
          for make in (crowded, crowded_object, many_sections, many_segments)), ("unwind", many_modules)])
    def test_too_little_memory_is_told(asked, make, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(make())
        arguments = [*words(asked), str(path)] + ["0"] * (asked == "lookup")

        def status(limit):
            done = call(*arguments, memory=limit, keep=False)
            assert done.returncode in (0, 1, 2), done.stderr
            told = done.stderr.splitlines()[-1:]
            assert (done.returncode == 2) == any(b"memory" in line for line in told), told
            return done.returncode

        found = [status(LEAST)]
        while found[-1] == 2 and len(found) < 2000:
            found.append(status(LEAST + len(found) * 64 * KIB))
        assert found[0] == 2 and found[-1] != 2
