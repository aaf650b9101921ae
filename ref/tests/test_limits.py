"""Broken ELF files and little memory: an answer, or one line on standard error."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from ref.tests.conftest import EMULATED, call, complaint, hex_bytes, overwrite, section, words
from ref.tests.elfmaker import (ET_REL, PT_GNU_SFRAME, SECTION, SEGMENT, SHT_GNU_SFRAME, Elf, Relocation, Section,
                                Segment, Symbol, relocations, symbol_table)


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
STEP = 7 if EMULATED else 1


@pytest.mark.parametrize("bits, order", ELF_FORMATS)
def test_every_prefix_of_an_elf_file_is_answered(bits, order):
    data = small_object(bits, order).file()
    sizes = [*range(4), *range(4, len(data), STEP), len(data)]
    found = outcomes(["decode"], [data[:size] for size in sizes])
    assert found[-1] == 0
    assert set(found[:4]) == {1}, "no magic yet: raw bytes, which are malformed"
    assert set(found[4:-1]) == {2}, "the section headers stand last, and are cut"


@pytest.mark.parametrize("bits, order", ELF_FORMATS)
def test_an_elf_file_with_any_byte_changed_is_answered(bits, order):
    data = small_object(bits, order).file()
    found = outcomes(["check", "--json"],
                     [overwrite(data, at, bytes([data[at] ^ 0xFF])) for at in range(0, len(data), STEP)])
    assert set(found) == {0, 1, 2}


@pytest.mark.parametrize("rest", [b"", b"\x00", b"\xff", b"\x01\x01\x01", b"\x02\x02\x01"], ids=bytes.hex)
def test_an_elf_file_of_garbage_is_refused(rest):
    for size in (4, 16, 52, 64, 1000):
        complaint(call("decode", "-", data=(b"\x7fELF" + rest).ljust(size, rest[-1:] or b"?")))


# --- Little memory -------------------------------------------------------------------------------

KIB, MIB = 1 << 10, 1 << 20
MANY = 5000  # the budget of a file allows four times as many


def serves(limit):
    return call("--version", memory=limit).returncode == 0


def crowded():
    """As many functions as a quarter of a mebibyte holds, all in one place: a violation each."""
    count = (MIB // 4 - 28) // 20
    head = hex_bytes("e2 de 02 00 03 00 f8 00") + count.to_bytes(4, "little") + bytes(12)
    head += (20 * count).to_bytes(4, "little")
    return head + (bytes(4) + b"\x01" + bytes(15)) * count


def crowded_object():
    """Two crowded sections, each of them relocated."""
    it, entry = Section(".sframe", crowded(), SHT_GNU_SFRAME), Relocation(0x1C, 10, 1)
    return Elf([it, it, relocations(entry, of=1), relocations(entry, of=2), symbol_table(Symbol(1))],
               type=ET_REL).file()


def many_sections():
    """An ELF file with many empty sections: their headers stand last in a file, so they are simply appended."""
    elf = Elf(claims={"shnum": MANY})
    return elf.file() + elf.format.pack(SECTION, type=SHT_GNU_SFRAME) * MANY


def many_segments():
    """The same with segments, in a file without sections."""
    elf = Elf(segments=[Segment(None)], section_headers=False, claims={"phnum": MANY})
    return elf.file() + elf.format.pack(SEGMENT, type=PT_GNU_SFRAME) * MANY


def many_modules():
    """A scenario of many modules, none with a byte in it."""
    given = {"address": "0x0", "bytes": "", "pc": "0x0", "registers": {"sp": "0x0", "fp": "0x0"},
             "memory": [], "modules": [{"address": "0x0", "bytes": ""}] * 1000}
    return json.dumps({"profile": "v3", "abi": "amd64", "input": given}).encode()


# Programs that reserve much memory before they begin (emulators, sanitizers) cannot be tried like this.
if serves(64 * MIB):
    FINELY = ((many_segments, "decode"), (many_modules, "unwind"))  # cheap, and of many small pieces of memory
    PARTS = 16  # how many limits are tried with all others
    LEAST = next(limit for limit in range(MIB, 64 * MIB, 64 * KIB) if serves(limit))

    @pytest.mark.parametrize("asked, make", [
        *((asked, make) for asked in ("decode", "check", "dump --annotate", "dump --notation", "flip", "lookup")
          for make in (crowded, crowded_object, many_sections, many_segments)), ("unwind", many_modules)])
    def test_too_little_memory_is_said(asked, make, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(make())
        arguments = [*words(asked), str(path)] + ["0"] * (asked == "lookup")

        def status(limit):
            done = call(*arguments, memory=limit, keep=False)
            assert done.returncode in (0, 1, 2), done.stderr
            last = done.stderr.splitlines()[-1:]
            assert (done.returncode == 2) == any(b"memory" in line for line in last), last
            return done.returncode

        enough = 64 * KIB
        while status(LEAST + enough) == 2:
            enough *= 2
            assert enough < 1 << 30
        step = 64 * KIB if (make, asked) in FINELY else enough // PARTS
        assert [status(limit) for limit in range(LEAST, LEAST + enough, step)][0] == 2
