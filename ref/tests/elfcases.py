"""ELF files with SFrame sections, and what sframe-ref says of them: what tests of ELF files share."""

import json

from ref.tests.conftest import call, complaint, run
from ref.tests.elfmaker import SHT_GNU_SFRAME, Elf, Section, Segment, sframe

AMD64, AARCH64, AARCH64_BE, S390X = 3, 2, 1, 4
FORMATS = [(32, "little"), (32, "big"), (64, "little"), (64, "big")]
AT = 0x4000  # where linked files load their section


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
