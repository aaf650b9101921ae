"""What sframe-ref prints of sections and clauses: JSON, lines, the dump with its bytes and colours."""

import json
import os
import pty
import re
import subprocess
from dataclasses import replace

import pytest

from ref.tests.conftest import (TOOL, asked_at_once, call, cases, fits, overwrite, run, section, section_names,
                                together, with_byte)

NAMES = section_names()
CALL = section("v3-amd64-call")


# --- What decode, check and lookup print ---------------------------------------------------------


def variants(it):
    """Every prefix, and every byte changed in several ways."""
    yield from (it.data[:size] for size in range(len(it.data)))
    for mask in (0x01, 0x02, 0x10, 0x40, 0x80, 0xFF):
        for at in range(len(it.data)):
            yield overwrite(it.data, at, bytes([it.data[at] ^ mask]))


def answers(data, *arguments):
    answer = run(*arguments, "-", data=data)
    assert answer.status in (0, 1)
    return answer.output.splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_of_a_section_is_flipped_unless_it_is_malformed_or_rows_share_bytes(name):
    it = section(name)
    file = together(list(variants(it)))
    verdicts = [json.loads(line)["verdict"] for line in answers(file, "check", "--json", *it.options())]
    sizes = [len(data) for data, verdict in zip(variants(it), verdicts) if verdict != "malformed"]
    done = call("flip", *it.options(), "-", data=file)
    refused = re.findall(rb"cannot flip: (\S+)", done.stderr)
    lost = len(sizes) + len(refused) - len(verdicts)
    assert 0 <= lost <= refused.count(b"fre.unshared") and (len(done.stdout) == sum(sizes)) == (lost == 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_of_a_section_decodes_to_what_fits_the_schema(name):
    it = section(name)
    for line in answers(together(list(variants(it))[::31]), "decode", *it.options()):
        fits("decode", json.loads(line))


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


@cases("it, pcs, status, found", LOOKUPS)
def test_lookup_prints_a_line_for_each_pc(it, pcs, status, found):
    answer = run("lookup", *it.options(), "-", *pcs, data=it.data)
    lines = [fits("lookup", json.loads(line)) for line in answer.output.splitlines()]
    assert [line["pc"] for line in lines] == [hex(int(pc, 0)) for pc in pcs]
    assert [line.get("none", "found") for line in lines] == found
    assert answer.status == status


# --- Dump ----------------------------------------------------------------------------------------


def test_dump_prints_the_header_the_functions_and_their_rows():
    text = run("dump", "-", data=CALL.data).output
    for words in ("version 3, little-endian, amd64", "flags: sorted", "function 0: 0x1000, 32 bytes",
                  "*(cfa-8)", "sp+16", "fp+16", "valid"):
        assert words in text


@pytest.mark.parametrize("name", NAMES)
def test_dump_prints_as_many_functions_and_rows_as_there_are(name):
    it = section(name)
    text = run("dump", *it.options(), "-", data=it.data).output.partition("\nviolations:")[0]
    functions = re.split(r"^function ", text, flags=re.M)[1:]
    rows = [len(re.findall(r"^  0(?:x[0-9a-f]+)? ", function, re.M)) for function in functions]
    model = asked_at_once("decode", tuple(map(section, NAMES)))[it]
    assert rows == [len(function["rows"]) for function in model["functions"]]


ANNOTATED = re.compile(r"([0-9a-f]{6,})  ((?:[0-9a-f]{2} ){1,8})")


def annotated_bytes(text):
    """By section: the bytes in its lines, each of which begins where the one before ended."""
    found = []
    for line in text.splitlines():
        if line == "header":
            found.append(b"")
        elif match := ANNOTATED.match(line):
            assert int(match[1], 16) == len(found[-1]), line
            found[-1] += bytes.fromhex(match[2])
    return found


@pytest.mark.parametrize("name", NAMES)
def test_annotation_has_every_byte_and_every_violation_of_every_variant_once(name):
    it = section(name)
    datas = [it.data, *variants(it)]
    file = together(datas)
    text = run("dump", "--annotate", *it.options(), "-", data=file).output
    assert annotated_bytes(text) == datas
    texts = re.split(r"^header$", text, flags=re.M)[1:]
    assert "(not read)" not in texts[0]
    for text, line in zip(texts, answers(file, "check", "--json", *it.options()), strict=True):
        found = re.findall(r"\^ (0x[0-9a-f]+) ([a-z0-9]+\.[a-z0-9-]+): ", text)
        assert sorted(found) == sorted((it["offset"], it["clause"]) for it in json.loads(line)["violations"])


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
    """What a terminal is sent."""
    mine, theirs = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    done = subprocess.run([*TOOL, *arguments], input=CALL.data[:3], stdout=theirs, check=False,
                          env={**inherited, **environment})
    os.close(theirs)
    assert done.returncode == 1
    with open(mine, "rb", closefd=True) as terminal:
        return terminal.read1(65536)


TERMINALS = [([], {}, True), ([], {"NO_COLOR": "1"}, False), ([], {"NO_COLOR": ""}, True),
             (["--colour", "auto"], {}, True), (["--colour", "auto"], {"NO_COLOR": "1"}, False),
             (["--colour", "never"], {}, False), (["--colour", "always"], {"NO_COLOR": "1"}, True)]


@pytest.mark.parametrize("more, environment, coloured", TERMINALS, ids=repr)
def test_a_terminal_has_colours_unless_asked_otherwise(more, environment, coloured):
    assert (b"\x1b[" in on_terminal("dump", *more, "-", **environment)) == coloured


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


# --- Clauses -------------------------------------------------------------------------------------


def test_the_catalogue_has_a_line_for_each_clause():
    clauses = fits("clauses", json.loads(run("clauses", "--json").output))
    lines = run("clauses").output.splitlines()
    assert [line.split()[:3] for line in lines] == [[c["id"], c["subject"], c["strength"]] for c in clauses]
    for line, clause in zip(lines, clauses):
        assert line.endswith(clause["words"])
        assert line.split(maxsplit=3)[3].split(clause["words"])[0].split() == list(clause["sections"])
