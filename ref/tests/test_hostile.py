"""Files that make much of few bytes: the tool says so in a line, or does no more than their size warrants.

Nothing here looks at a clock: work is what --cost counts, memory what the system grants.
"""

import random
import re
import struct
import subprocess
from pathlib import Path

import pytest

from ref.tests import hostile
from ref.tests.conftest import ROOT, TOOL
from ref.tests.elfmaker import SHT_GNU_SFRAME, SHT_RELA, SHT_SYMTAB, Elf, Section

SIZE = 200_000
SIMULATED = len(TOOL) > 1 or "sanitized" in TOOL[0]  # other memory than the tool's own
COMMANDS = ["check", "dump", "decode"]


def ask(command, data, *more):
    """Exit status, output, standard error, in 64 MiB and four times the file."""
    kilobytes = "unlimited" if SIMULATED else str((64 << 10) + 4 * len(data) // 1024)
    done = subprocess.run(["sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh", *TOOL, command, *more, "-"],
                          input=data, capture_output=True, cwd=ROOT, check=False)
    assert done.returncode in (0, 1, 2), done.stderr
    return done.returncode, done.stdout, done.stderr.decode()


def cost(told):
    """What --cost printed: taken and given by name."""
    return {name: (int(taken), int(given))
            for taken, given, name in re.findall(r"(\d+) of (\d+) ([a-z ]+)", told)}


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
    status, output, told = ask(command, make(kind))
    assert (status, output) == (2, b"")
    assert told.startswith("sframe-ref: -: takes more than ") and words in told and told.count("\n") == 1


def test_more_headers_than_memory_are_refused_before_libelf_makes_room():
    status, output, told = ask("check", make("other-sections", 8 << 20))
    assert (status, output) == (2, b"") and "bytes of memory" in told


# --- What is read, at a cost that the size tells ---------------------------------------------------

READ = ["four-headers-on-one-section", "many-relocations", "sections-times-segments", "sections-times-relocations",
        "compressed-names", "names-without-end", "long-names", "empty-sections", "other-sections", "wide-indices",
        "one-section", "raw-section"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", READ)
def test_twice_the_file_costs_twice_as_much(kind, command):
    costs = []
    for size in (SIZE // 2, SIZE):
        data = make(kind, size)
        status, output, told = ask(command, data, "--cost")
        assert status in (0, 1) and len(output) < 80 * len(data)
        costs.append(cost(told)["steps of work"][0])
    assert costs[1] <= 2.1 * costs[0] + 1000 and costs[1] < 32 * SIZE


@pytest.mark.parametrize("kind", [kind for kind in hostile.KINDS if not kind.startswith("cfi-")])
@pytest.mark.parametrize("size", [1, 1000, 30_000])
def test_small_ones_end_in_a_verdict_or_a_line(kind, size):
    status, output, told = ask("decode", make(kind, size))
    assert (status == 2) == (told != "") and (status != 2 or output == b"")


# --- What real files use ---------------------------------------------------------------------------


def test_a_real_section_takes_less_than_a_hundredth():
    """In a file that is many times as large, as real sections are."""
    data = hostile.sframe_of(9_000)
    elf = Elf([Section(".text", bytes(1_000_000)), Section(".sframe", data, SHT_GNU_SFRAME)])
    status, _, told = ask("check", elf.file(), "--cost")
    assert status == 0
    for name, (taken, given) in cost(told).items():
        assert taken < given / (100 if name != "bytes of sections" else 10), name


def test_each_command_that_takes_a_file_tells_its_cost():
    data = make("one-section", 2000)
    for command, more in (("check", []), ("decode", []), ("dump", []), ("dump", ["--json"])):
        assert cost(ask(command, data, "--cost", *more)[2])["bytes of sections"][0] > 0
    done = subprocess.run([*TOOL, "lookup", "--cost", "-", "0x0", "0x1"], input=data, capture_output=True, cwd=ROOT,
                          check=False)
    assert cost(done.stderr.decode())["bytes of sections"][0] > 0 and done.stdout.count(b"\n") == 2


# --- Any headers -----------------------------------------------------------------------------------

REAL = [path for path in (Path("/bin/true"), Path("/bin/sh"), Path("/lib/x86_64-linux-gnu/libm.so.6"),
                          *sorted((ROOT / "build" / "ref").glob("*/*.o"))[:20]) if path.is_file()]


def headers_again(data, rng):
    """The file with its section headers several times over, some of them as something else."""
    at, = struct.unpack_from("<Q", data, 40)
    count, = struct.unpack_from("<H", data, 60)
    table = [bytearray(data[at + 64 * i:at + 64 * (i + 1)]) for i in range(count)]
    more = []
    for _ in range(rng.choice([10, 300, 10_000])):
        header = bytearray(rng.choice(table))
        if rng.random() < 0.7:
            struct.pack_into("<I", header, 4, rng.choice([SHT_GNU_SFRAME, SHT_RELA, SHT_SYMTAB, 2, 18, 17, 7]))
        for place, most in ((40, count + 100), (44, count + 100)):
            if rng.random() < 0.5:
                struct.pack_into("<I", header, place, rng.randrange(most))
        more.append(bytes(header))
    more = [bytes(header) for header in table] + more
    file = bytearray(data + bytes(-len(data) % 8) + b"".join(more))
    struct.pack_into("<Q", file, 40, len(data) + -len(data) % 8)
    struct.pack_into("<H", file, 60, len(more))
    if rng.random() < 0.5:
        struct.pack_into("<H", file, 16, 1)  # an object: relocations count
    return bytes(file)


@pytest.mark.skipif(not REAL, reason="no ELF files of 64 bits to begin with")
@pytest.mark.parametrize("seed", range(30))
def test_headers_of_real_files_many_times_over(seed):
    """Output and memory stay bounded by the file's size."""
    rng = random.Random(seed)
    data = rng.choice(REAL).read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":
        pytest.skip("not one of 64 bits, little-endian")
    data = headers_again(data, rng)
    status, output, told = ask(rng.choice(COMMANDS), data)
    assert "out of memory" not in told
    assert len(output) <= (16 << 20) + 64 * len(data)
    assert status != 2 or (output == b"" and told.count("\n") == 1)
