"""What the tests of sframe-ref share: hand-written sections, patches, the tool, the schemas.

The tool is what SFRAME_REF says, several words if need be
("qemu-s390x -L /usr/s390x-linux-gnu build/s390x/sframe-ref"); without it, build/sframe-ref.
"""

import collections
import functools
import json
import os
import re
import shlex
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from common.schemas import validator
from ref.tests import elfmaker

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parents[1]
SECTIONS = TESTS / "sections"
TOOL = shlex.split(os.environ.get("SFRAME_REF", "build/sframe-ref"))
SECONDS = 60


# --- Sections ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Section:
    """Bytes and how to read them.  A profile of None leaves the choice to the version byte."""

    name: str
    data: bytes
    profile: str
    address: str
    verdict: str

    def options(self):
        profile = ["--profile", self.profile] if self.profile else []
        return profile + ["--address", self.address]


def directive(text, name, otherwise=None):
    found = re.search(rf"^# {name}: (\S+)$", text, re.M)
    if not found and otherwise is None:
        raise ValueError(f"no line '# {name}: ...'")
    return found.group(1) if found else otherwise


def hex_bytes(text):
    """The bytes of a text of hexadecimal digits and spaces; '#' starts a comment."""
    return bytes.fromhex("".join(line.partition("#")[0] for line in text.splitlines()))


@functools.lru_cache(maxsize=None)
def section(name):
    text = (SECTIONS / f"{name}.hex").read_text()
    return Section(name, hex_bytes(text), directive(text, "profile"),
                   directive(text, "address", "0x0"), directive(text, "verdict", "valid"))


def section_names():
    return sorted(path.stem for path in SECTIONS.glob("*.hex"))


# --- Patches -------------------------------------------------------------------------------------


def overwrite(data, place, new):
    if place + len(new) > len(data):
        raise ValueError(f"a patch of {len(new)} bytes at {place:#x} leaves the section")
    return data[:place] + new + data[place + len(new):]


def patched_once(it, patch):
    """One of OFFSET=HEXBYTES, +HEXBYTES, <SIZE, @PROFILE, --address=ADDRESS."""
    if patch.startswith("--address="):
        return replace(it, address=patch.removeprefix("--address="))
    if patch.startswith("@"):
        return replace(it, profile=patch[1:])
    if patch.startswith("+"):
        return replace(it, data=it.data + bytes.fromhex(patch[1:]))
    if patch.startswith("<"):
        return replace(it, data=it.data[:int(patch[1:], 0)])
    place, _, new = patch.partition("=")
    return replace(it, data=overwrite(it.data, int(place, 0), bytes.fromhex(new)))


def patched(it, patches):
    """The section after comma-separated patches, in their order; '-' for none."""
    for patch in [] if patches == "-" else patches.split(","):
        it = patched_once(it, patch)
    return it


def with_byte(at, value, name="v3-amd64-call"):
    """A written section with one byte changed."""
    it = section(name)
    return replace(it, data=overwrite(it.data, at, bytes([value])))


# --- Schemas -------------------------------------------------------------------------------------


def schema_errors(name, value):
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(value)]


def fits(name, value):
    errors = schema_errors(name, value)
    assert not errors, f"against {name}.schema.json: " + "; ".join(errors)
    return value


# --- The tool ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    status: int
    raw: bytes

    @property
    def output(self):
        return self.raw.decode()


def call(*arguments, data=b"", memory=0, keep=True):
    """The tool's exit status and all that it printed (KEEP: on standard output too), DATA on its standard input.
    MEMORY: how many bytes of it the tool may have; it takes them page by page."""
    limit = ["sh", "-c", f'ulimit -v {memory >> 10}; MALLOC_TOP_PAD_=0 exec "$@"', "sh"] if memory else []
    output = subprocess.PIPE if keep else subprocess.DEVNULL
    return subprocess.run([*limit, *TOOL, *arguments], input=data, stdout=output, stderr=subprocess.PIPE, cwd=ROOT,
                          timeout=SECONDS, check=False)


def run(*arguments, data=b""):
    """Runs the tool, DATA on its standard input.  A signal or a hang is a failure, never an answer."""
    done = call(*arguments, data=data)
    errors = done.stderr.decode(errors="replace")
    assert done.returncode in (0, 1, 2), f"status {done.returncode}: {errors}"
    return Answer(done.returncode, done.stdout)


def complaint(done):
    """What a call that could not serve says: status 2, nothing on standard output, one line."""
    lines = done.stderr.decode(errors="replace").splitlines()
    assert (done.returncode, done.stdout or b"", len(lines)) == (2, b"", 1), lines[:3]
    assert lines[0].startswith("sframe-ref: ")
    assert lines[0].isprintable()
    return lines[0]


def words(text):
    return shlex.split(text)


def cases(names, rows):
    """A test for each row, whose first column is the name of the test."""
    return pytest.mark.parametrize(names, [row[1:] for row in rows], ids=[row[0] for row in rows])


def status_of(verdict):
    return 0 if verdict == "valid" else 1


@functools.lru_cache(maxsize=None)
def lookup(it, *pcs):
    answer = run("lookup", *it.options(), "-", *pcs, data=it.data)
    assert answer.status in (0, 1), f"status {answer.status}"
    return [fits("lookup", json.loads(line)) for line in answer.output.splitlines()]


# --- Many sections in one file: an emulated or instrumented tool takes long to start -------------


def together(datas, **more):
    """All in one file, so that one call answers for all."""
    return elfmaker.Elf([elfmaker.Section(".sframe", data, elfmaker.SHT_GNU_SFRAME) for data in datas], **more).file()


@functools.lru_cache(maxsize=None)
def answers_by_group(command, sections):
    """Sections with the same options and verdict are in one file: they come with the tool's answer."""
    groups = collections.defaultdict(list)
    for it in sections:
        groups[tuple(it.options()), it.verdict].append(it)
    files = {key: together([it.data for it in group], type=elfmaker.ET_REL) for key, group in groups.items()}
    return [(groups[key], run(*words(command), *key[0], "-", data=file)) for key, file in files.items()]


@functools.lru_cache(maxsize=None)
def asked_at_once(command, sections):
    """By section, the line of JSON of a command."""
    found = {}
    for group, answer in answers_by_group(command, sections):
        values = [json.loads(line) for line in answer.output.splitlines()]
        assert [value.pop("section")["index"] for value in values] == list(range(1, len(group) + 1))
        found |= zip(group, values)
    return found


def facts(violations):
    """Offset, clause and severity of each violation: the rest is for people."""
    return [{name: violation[name] for name in ("offset", "clause", "severity")}
            for violation in violations]


# --- Paths into JSON -----------------------------------------------------------------------------

ABSENT = "(absent)"  # the last step of a path leads nowhere
NOWHERE = "(no such path)"  # an earlier one does


def step(value, key):
    if isinstance(value, list) and isinstance(key, int):
        return value[key] if key < len(value) else ABSENT
    return value.get(key, ABSENT) if isinstance(value, dict) else ABSENT


def at_path(value, path):
    """What lies at a path such as functions[0].rows[1].cfa, or one of the two above."""
    keys = [int(key) if key.isdigit() else key for key in re.findall(r"\w+", path)]
    for done, key in enumerate(keys, 1):
        value = step(value, key)
        if value == ABSENT:
            return ABSENT if done == len(keys) else NOWHERE
    return value
