"""`sframe-ref dump --notation`: sections as texts.  corpus/tests/test_notation.py reads them back."""

import re
import struct

import pytest

from ref.tests.conftest import SECTIONS, TESTS, call, patched, run, section, section_names, together
from ref.tests.test_output import variants

ENTRIES = {2: "<iIIIBBH", 3: "<qII"}
THREE = "000308 010310 020320"


def built(version, entries, rows, rows_first=False, flags=0, total=3):
    """Entries by their fields; of version 3 the attributes lie in the rows."""
    rows = bytes.fromhex(rows)
    array = b"".join(struct.pack(ENTRIES[version], *entry) for entry in entries)
    fdeoff, freoff = (len(rows), 0) if rows_first else (0, len(array))
    header = struct.pack("<HBBBbbBIIIII", 0xDEE2, version, flags, 3, 0, -8, 0, len(entries), total, len(rows), fdeoff,
                         freoff)
    return header + (rows + array if rows_first else array + rows)


def entry(version, words):
    if version == 3:
        at, _, start = words.partition(" from ")
        return int(start or 0), 16, int(at)
    at, rows, info = [*map(int, words.split()), 0][:3]
    return 0, 16, at, rows, info, 0, 0


def section_of_case(head):
    """The bytes that the line in brackets describes; notation.txt says how."""
    _, version, functions, rows, options = head.split(" | ")
    version = int(version[1:])
    total = re.search(r"total (\d+)", options)
    return built(version, [entry(version, words) for words in functions.split(", ")],
                 rows.strip("-").replace("THREE", THREE), "rows-first" in options, 4 * ("pcrel" in options),
                 int(total[1]) if total else 3)


def cases():
    text = re.sub(r"\A(?:#.*\n)+", "", (TESTS / "notation.txt").read_text())
    for head, body in re.findall(r"^\[(.*)\]\n((?:[^\[\n].*\n)*)", text, re.MULTILINE):
        yield head, body.splitlines()


CASES = dict(cases())
EDITS = {head.removeprefix("patches "): lines for head, lines in CASES.items() if head.startswith("patches ")}
PLACES = {head: lines for head, lines in CASES.items() if not head.startswith("patches ")}


def lines_of(data):
    return run("dump", "--notation", "--address", "0x10000", "-", data=data).output.splitlines()


@pytest.mark.parametrize("path", sorted(SECTIONS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_section_is_printed_in_the_notation(path):
    it = section(path.stem)
    answer = run("dump", "--notation", *it.options(), "-", data=it.data)
    assert answer.output == path.read_text()
    assert answer.status == (it.verdict != "valid")


@pytest.mark.parametrize("patch", EDITS)
def test_what_no_line_says_is_an_edit(patch):
    it = patched(section("v3-amd64-call"), patch)
    answer = run("dump", "--notation", *it.options(), "-", data=it.data)
    assert [line for line in answer.output.splitlines() if not re.match("section|function|#| ", line)] == EDITS[patch]
    assert answer.status == 1


@pytest.mark.parametrize("head", PLACES)
def test_rows_that_are_shared_or_lie_nowhere(head):
    assert lines_of(section_of_case(head))[1:] == PLACES[head]


def test_words_that_make_no_rules_are_surplus_and_what_they_break_is_said():
    data = built(3, [(0, 16, 0)], "0200000100" + "000639ffff 010402f8", total=2)
    assert lines_of(data) == ["section v3 amd64", "function 0x10000 size 16 flex", "  0 empty extra 57 -1 -1",
                              "  1 empty extra 2 -8", "breaks flex.unused irregular at 0x35",
                              "breaks flex.pair-whole irregular at 0x35", "breaks flex.cfa-register irregular at 0x38"]


def test_of_more_than_64_clauses_the_others_are_comments():
    data = built(2, [(0, 16, 0, 0, 0, 0, 1)] * 70, "", total=0)
    broken = [line for line in lines_of(data) if "breaks" in line]
    assert [line.split(" at ")[0] for line in broken] == (["breaks fde.padding irregular"] * 64
                                                         + ["# breaks fde.padding irregular"] * 6)


def test_functions_that_share_rows_beyond_measure_are_refused():
    done = call("dump", "--notation", "-", data=built(2, [entry(2, f"{2 * (i % 7)} 20000") for i in range(2000)],
                                                      "0000" * 20010, total=20000))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"64 rows for each byte" in done.stderr


@pytest.mark.parametrize("name", section_names())
def test_every_variant_of_a_section_is_printed(name):
    it = section(name)
    datas = list(variants(it))
    done = call("dump", "--notation", *it.options(), "-", data=together(datas))
    texts = done.stdout.decode().split("# section [")[1:]
    assert (done.returncode, done.stderr, len(texts)) == (1, b"", len(datas))
    assert all("\nsection v" in text for text in texts)


def test_each_section_of_a_file_has_a_text():
    file = together([section("v3-amd64-call").data] * 2)
    heads = [line for line in run("dump", "--notation", "-", data=file).output.splitlines() if "section" in line]
    assert heads == ["# section [1] .sframe", "section v3 amd64 at 0x0 sorted",
                     "# section [2] .sframe", "section v3 amd64 at 0x0 sorted"]
