"""ELF files with SFrame sections, and what sframe-ref says of them: what tests of ELF files share."""

import json
import struct

from ref.tests.conftest import call, complaint, hex_bytes, run
from ref.tests.elfmaker import SHT_GNU_SFRAME, Elf, Section, Segment

PCREL = 4
AMD64, AARCH64, AARCH64_BE, S390X = 3, 2, 1, 4
FORMATS = [(32, "little"), (32, "big"), (64, "little"), (64, "big")]
AT = 0x4000  # where linked files load their section


def sframe(*starts, version=3, order="little", abi=AMD64, flags=PCREL, size=16):
    """A section of functions with a row each: the CFA is SP + 8 (s390x: 160 more than SP + 64)."""
    code = "<" if order == "little" else ">"
    row = hex_bytes("00 03 08")
    entries = rows = b""
    for start in starts:
        common = struct.pack(code + "II", size, len(rows))
        if version == 3:
            entries += struct.pack(code + "q", start) + common
            rows += struct.pack(code + "HBBB", 1, 0, 0, 0) + row
        else:
            entries += struct.pack(code + "i", start) + common + struct.pack(code + "IB", 1, 0)
            entries += bytes(3 if version == 2 else 0)
            rows += row
    fixed_ra = -8 if abi == AMD64 else 0
    return struct.pack(code + "HBBBbbBIIIII", 0xDEE2, version, flags, abi, 0, fixed_ra, 0, len(starts),
                       len(starts), len(rows), 0, len(entries)) + entries + rows


def field(number, version=3):
    """Where function NUMBER of such a section has its start."""
    return 0x1C + number * {1: 17, 2: 20, 3: 16}[version]


def of_type(data, name=".sframe", **more):
    return Section(name, data, SHT_GNU_SFRAME, **more)


def linked(data, segments=(Segment(),), **more):
    """A shared object with that section, in a segment of its own."""
    it = of_type(data, address=AT)
    return Elf([it], list(segments), **more)


ONE = sframe(0x1000)
LINKED = linked(ONE)


def said(command, elf, *more):
    """The JSON lines, and the exit status."""
    answer = run(command, "-", *more, data=elf if isinstance(elf, bytes) else elf.file())
    return [json.loads(line) for line in answer.output.splitlines()], answer.status


def decoded(elf, *options):
    """The one section, which is no worse than irregular."""
    (model,), _ = said("decode", elf, *options)
    assert "functions" in model, model["violations"]
    return model


def starts(elf, *options):
    return [int(function["start"], 16) for function in decoded(elf, *options)["functions"]]


def refused(elf):
    """Exit status 2 and one line, whatever the command."""
    data = elf if isinstance(elf, bytes) else elf.file()
    lines = [complaint(call(command, "-", data=data)) for command in ("decode", "check", "dump")]
    assert len(set(lines)) == 1
    assert complaint(call("lookup", "-", "0", data=data)) == lines[0]
    return lines[0]
