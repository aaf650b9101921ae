"""Files that make much of few bytes: the tool says so in a line, or does no more than their size warrants.

Nothing here looks at a clock: work is what --cost counts, memory what the system grants.
"""

import re

import pytest

from ref.tests import hostile
from ref.tests.conftest import TOOL, call
from ref.tests.elfmaker import SHT_GNU_SFRAME, Elf, Section

SIZE = 200_000
SIMULATED = len(TOOL) > 1 or "oss-fuzz" in TOOL[0]  # an emulator or sanitizer takes memory of its own
COMMANDS = ["check", "dump", "decode"]


def ask(command, data, *more):
    """Exit status, output and standard error, of a call that has 64 MiB and four times the file's size as memory."""
    done = call(command, *more, "-", *["0x0", "0x1"] * (command == "lookup"), data=data,
                memory=0 if SIMULATED else (64 << 20) + 4 * len(data))
    assert done.returncode in (0, 1, 2), done.stderr
    return done.returncode, done.stdout, done.stderr.decode()


def cost(errors):
    """What --cost printed: by resource, how much was taken and how much there is."""
    return {name: (int(taken), int(given))
            for taken, given, name in re.findall(r"(\d+) of (\d+) ([a-z ]+)", errors)}


def make(kind, size=SIZE):
    return hostile.KINDS[kind](size)


# --- What is refused -----------------------------------------------------------------------------

REFUSED = {
    "headers-on-one-section": "bytes of sections",
    "headers-that-overlap": "bytes of sections",
    "relocations-for-each-header": "bytes of sections",
    "segments-that-overlap": "bytes of sections",
    "headers-on-one-bomb": "bytes of sections",
    "relocations-of-one-section": "bytes of memory",
    "symbol-tables-that-overlap": "bytes of memory",
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind, words", REFUSED.items(), ids=REFUSED)
def test_what_a_file_cannot_pay_for_is_refused_in_a_line(kind, words, command):
    status, output, errors = ask(command, make(kind))
    assert (status, output) == (2, b"")
    assert errors.startswith("sframe-ref: -: takes more than ") and words in errors and errors.count("\n") == 1


def test_more_headers_than_memory_are_refused_before_libelf_makes_room():
    status, output, errors = ask("check", make("other-sections", 8 << 20))
    assert (status, output) == (2, b"") and "bytes of memory" in errors


@pytest.mark.parametrize("command", ["decode", "dump"])
def test_more_shared_rows_than_a_section_has_bytes_for_are_not_printed(command):
    status, output, errors = ask(command, make("raw-shared-rows", 25_000))
    assert (status, output) == (2, b"") and "functions share rows" in errors and errors.count("\n") == 1


@pytest.mark.parametrize("command, words", [("check", []), ("flip", []), ("dump", ["--annotate"]), ("lookup", [])], ids=str)
def test_what_need_not_print_them_takes_any_number_of_rows(command, words):
    status, output, errors = ask(command, make("raw-shared-rows", 25_000), *words)
    assert (status, errors) == (0 if command == "lookup" else 1, "") and len(output) < 25_000_000


# --- What is read, at a cost that the size allows -------------------------------------------------

READ = ["four-headers-on-one-section", "many-relocations", "sections-times-segments", "sections-times-relocations",
        "compressed-names", "names-without-end", "long-names", "empty-sections", "other-sections", "wide-indices",
        "one-section", "raw-section"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", READ)
def test_twice_the_file_costs_twice_as_much(kind, command):
    costs = []
    for size in (SIZE // 2, SIZE):
        data = make(kind, size)
        status, output, errors = ask(command, data, "--cost")
        assert status in (0, 1) and len(output) < 80 * len(data)
        costs.append(cost(errors)["steps of work"][0])
    assert costs[1] <= 2.1 * costs[0] + 1000 and costs[1] < 32 * SIZE


@pytest.mark.parametrize("kind", [kind for kind in hostile.KINDS if not kind.startswith("cfi-")])
@pytest.mark.parametrize("size", [1, 1000, 30_000])
def test_small_ones_end_in_a_verdict_or_a_line(kind, size):
    status, output, errors = ask("decode", make(kind, size))
    assert (status == 2) == (errors != "") and (status != 2 or output == b"")


# --- What real files use ---------------------------------------------------------------------------


def test_a_real_section_takes_less_than_a_hundredth():
    """In a file that is many times as large, as real sections are."""
    data = hostile.sframe_of(9_000)
    elf = Elf([Section(".text", bytes(1_000_000)), Section(".sframe", data, SHT_GNU_SFRAME)])
    status, _, errors = ask("check", elf.file(), "--cost")
    assert status == 0
    for name, (taken, given) in cost(errors).items():
        assert taken < given / (100 if name != "bytes of sections" else 10), name


def test_each_command_that_takes_a_file_prints_its_cost():
    data = make("one-section", 2000)
    for command, more in (("check", []), ("decode", []), ("dump", []), ("dump", ["--json"]), ("lookup", [])):
        assert cost(ask(command, data, "--cost", *more)[2])["bytes of sections"][0] > 0
