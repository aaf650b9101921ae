"""Test vectors for readers of SFrame: for vector in sframe_corpus.core(): ...; see README.md."""
import contextlib
import dataclasses
import gzip
import io
import json
import os
import subprocess
import typing

from sframe_corpus import _judge
from sframe_corpus._judge import Difference, Judgement

__all__ = ["VERSION", "VARIABLE", "CorpusError", "Difference", "Judgement", "Vector", "core", "whole"]

VERSION = "@VERSION@"  # of the corpus
VARIABLE = "SFRAME_CORPUS"  # names the file of the whole corpus
MOST = 1 << 22  # bytes of a section that is made of parts


class CorpusError(Exception):
    """The corpus is not complete, or the file is no corpus."""


@dataclasses.dataclass(frozen=True)
class Vector:
    """One question about one section, and what may be answered."""

    id: str
    profile: str  # the text to read by: v1, v2, v2e1, v2e2, v3
    abi: str  # amd64, aarch64, aarch64_be, s390x
    operation: str  # decode, check, lookup, flip, unwind
    class_: str  # valid, malformed, irregular, contested
    clauses: typing.Tuple[str, ...]  # what it is about
    bytes: bytes = dataclasses.field(repr=False)  # the section
    address: int  # where it lies in memory
    pc: typing.Optional[int]  # of lookup and unwind, else None
    expect: dict = dataclasses.field(repr=False)
    json: dict = dataclasses.field(repr=False)  # the whole line

    @property
    def breaks(self) -> typing.Optional[str]:
        """The clause that a malformed or irregular section was made to break."""
        return self.clauses[0] if self.class_ in ("malformed", "irregular") else None

    def accepts(self, what: str) -> bool:
        """Whether an "answer", an "error" (a refusal) or "none" (nothing is there) can be right.

        Which answer is right stands in expect."""
        return what in _accepted(self.expect) or (what == "error" and "breaches" in self.json)

    def judge(self, answer: dict, exposes: typing.Optional[typing.Sequence[str]] = None) -> Judgement:
        """What the suite's runner would say of an answer, as an adapter gives it (without "request").

        {"error": WHY} refuses, {"none": "unknown"} finds nothing. exposes lists the members that the reader states,
        such as "lookup.cfa"; without it, every one."""
        return _judge.judge(self, answer, exposes)


def core() -> typing.Iterator[Vector]:
    """The vectors inside this package: the core, selected to cover the format. All vectors find more mistakes."""
    with gzip.open(os.path.join(os.path.dirname(__file__), "core.jsonl.gz")) as file:
        yield from _read(file, "core.jsonl.gz")


def whole(path: typing.Optional[str] = None) -> typing.Iterator[Vector]:
    """All vectors, from the corpus of a release (.tar), or a file of it (.jsonl.zst, .jsonl); without a path from where
    $SFRAME_CORPUS says. What is compressed needs the program zstd."""
    path = os.fspath(path or os.environ.get(VARIABLE) or "")
    if not path:
        raise CorpusError(f"say where the whole corpus is: whole(path), or {VARIABLE} in the environment")
    with contextlib.ExitStack() as stack:
        yield from _read(_lines(path, stack), path)


def _lines(path, stack):
    """The open file of lines.  An archive has them in whole.jsonl.zst, in a folder of the archive's name."""
    lines, (name, kind) = stack.enter_context(open(path, "rb")), os.path.splitext(os.path.basename(path))
    for command in ([["tar", "-xO", f"{name}/whole.jsonl.zst"]] if kind == ".tar" else []) + (
            [["zstd", "-dc"]] if kind in (".tar", ".zst") else []):
        try:
            child = stack.enter_context(subprocess.Popen(command, stdin=lines, stdout=subprocess.PIPE))
        except FileNotFoundError as error:
            raise CorpusError(f"{path}: needs the program {command[0]}") from error
        lines = child.stdout
    return lines


def _read(file: io.BufferedIOBase, name):
    """The vectors of a file.  A corpus ends with a line that counts them, so a missing one is noticed."""
    count = 0
    for number, line in enumerate(file, 1):
        try:
            read = json.loads(line)
            if "corpus" not in read:
                yield _vector(read)
                count += 1
                continue
            promised = read["corpus"]["vectors"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise CorpusError(f"{name}:{number}: no vector (is the file still compressed?): {error!r}") from error
        if promised != count:
            raise CorpusError(f"{name}: {count} vectors, but its last line says {promised}")
        if next(iter(file), None) is not None:
            raise CorpusError(f"{name}: goes on behind its last line")
        return
    raise CorpusError(f"{name}: its last line is missing, so vectors may be missing, too")


def _vector(line):
    given = line["input"]
    return Vector(
        id=line["id"], profile=line["profile"], abi=line["abi"], operation=line["operation"], class_=line["class"],
        clauses=tuple(line["clauses"]), bytes=_section(given), address=int(given["address"], 16),
        pc=int(given["pc"], 16) if "pc" in given else None, expect=line["expect"], json=line)


def _section(given):
    """A section's bytes; a large section is made of parts."""
    if "bytes" in given:
        return bytes.fromhex(given["bytes"])
    section, order = bytearray(), "big" if given["parts"][0]["bytes"].startswith("de") else "little"
    for part in given["parts"]:
        piece, times, begin = bytes.fromhex(part["bytes"]), part["times"], len(section)
        if not piece or not 0 < times <= (MOST - begin) // len(piece):
            raise ValueError("parts of a section that make none, or one of more than 4 MiB")
        section += piece * times
        for count in part.get("count", ()):
            at, width, step = count["at"], count["width"], count["step"]
            if width not in (1, 2, 4, 8) or not 0 <= at <= len(piece) - width:
                raise ValueError("a part of a section that counts outside of its bytes")
            value = int.from_bytes(piece[at:at + width], order)
            for place in range(begin + at, len(section), len(piece)):
                section[place:place + width] = (value % (1 << 8 * width)).to_bytes(width, order)
                value += step
    return bytes(section)


def _accepted(expect):
    """What may be answered, by an expectation or by one of its readings."""
    if "readings" in expect:
        return {kind for reading in expect["readings"] for kind in _accepted(reading)}
    if "accept" not in expect and "answer" not in expect:
        return {_kind(expect)}
    words = set(expect.get("accept", ()))
    if "answer" in expect:
        return words - {"answer"} | {_kind(expect["answer"])}
    return words | {"none"} if "answer" in words else words  # any answer at all


def _kind(answer):
    if answer.get("verdict") == "malformed" or answer.get("none") == "error":
        return "error"
    return "none" if "none" in answer else "answer"
