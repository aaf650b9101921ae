"""With little memory there is an answer, or one line on standard error."""

import json

import pytest

from ref.tests.conftest import call, hex_bytes, words
from ref.tests.elfmaker import (ET_REL, PT_GNU_SFRAME, SECTION, SEGMENT, SHT_GNU_SFRAME, Elf, Relocation, Section,
                                Segment, Symbol, relocations, symbol_table)

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
