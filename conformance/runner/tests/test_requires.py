"""Requirement sets: what lies outside, by another reader; and those that are shipped.  transcripts/requires.t has the rest."""
import json
import random
import re
import subprocess

import pytest

from common.section import ABIS, ENTRIES, Section, bytes_of_input
from conformance.runner.tests.conftest import ADAPTERS, GENERATOR, NULL, ORACLE, ROOT, check_vector, in_python, lines, run
from conformance.runner.tests.test_reports import validator

SETS = sorted((ROOT / "conformance/requirements").glob("*.txt"))


# --- Predicates, compared with another reader of the header --------------------------------------------------

def count_of(section, bits, name):
    """How many functions have one of the bits there, as far as the bytes go."""
    return sum(function is not None and getattr(function, name) & bits > 0
               for function, _ in zip(section.functions(), section.entries()))


def big(abi):
    return abi in ("aarch64_be", "s390x")


HOLDS = {
    "profile = v2 v3": lambda vector, section: vector["profile"] in ("v2", "v3"),
    "operation = lookup decode": lambda vector, section: vector["operation"] in ("lookup", "decode"),
    "byte order = native": lambda vector, section: (section.order == "big") == big(vector["abi"]),
    "byte order = foreign": lambda vector, section: (section.order == "big") != big(vector["abi"]),
    "abi = own": lambda vector, section: ABIS.get(section.abi) == vector["abi"],
    "abi = amd64 s390x": lambda vector, section: ABIS.get(section.abi) in ("amd64", "s390x"),
    "version = 2 3": lambda vector, section: section.version in (2, 3),
    "sorted": lambda vector, section: section.flags & 1,
    "frame-pointer": lambda vector, section: section.flags & 2,
    "pcrel": lambda vector, section: section.flags & 4,
    "fixed fp = 0 -16": lambda vector, section: section.fixed_fp in (0, -16),
    "fixed ra < 0": lambda vector, section: section.fixed_ra < 0,
    "aux = 0": lambda vector, section: section.aux_len == 0,
    "functions > 1": lambda vector, section: section.num_fdes > 1,
    "rows > 4": lambda vector, section: section.num_fres > 4,
    "rows behind functions": lambda vector, section: section.version not in ENTRIES or
        section.rows_at >= section.entries_at + section.num_fdes * section.entry_size,
    "PC masks = 0": lambda vector, section: section.version not in ENTRIES or not count_of(section, 0x10, "info"),
    "flexible functions = 0": lambda vector, section: section.version not in ENTRIES or not count_of(section, 0x1f, "info2"),
}
OF_REQUEST = ("profile", "operation")


def holds(predicate, vector):
    data = bytes_of_input(vector["input"])
    has_header = len(data) >= 28 and data[:2] in (b"\xe2\xde", b"\xde\xe2")
    if predicate.split()[0] in OF_REQUEST:
        return HOLDS[predicate](vector, None)
    return not has_header or bool(HOLDS[predicate](vector, Section(data)))


def spoilt(vectors):
    """Vectors of any bytes: sections cut, and with a few others in the header and behind it."""
    draw = random.Random(7)
    vectors = [vector for vector in vectors if "bytes" in vector["input"]]
    for number in range(500):
        given = vectors[draw.randrange(len(vectors))]
        data = bytearray.fromhex(given["input"]["bytes"])
        for _ in range(draw.randrange(6)):
            if data:
                data[draw.randrange(min(len(data), draw.choice((8, 32, 96))))] = draw.choice((0, 1, 2, 3, 4, 0x80, 0xff))
        cut = data[:draw.randrange(len(data) + 1)] if draw.randrange(3) == 0 else data
        yield {**check_vector(number), "profile": given["profile"], "abi": given["abi"],
               "id": f"{given['profile']}/{given['abi']}/check/made/{number}", "input": {"address": "0x1000", "bytes": cut.hex()}}


@pytest.fixture(name="core", scope="module")
def fixture_core():
    text = subprocess.run([GENERATOR, "emit", "--core"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [vector for vector in map(json.loads, text.splitlines()) if "input" in vector]


@pytest.fixture(name="many", scope="module")
def fixture_many(core, tmp_path_factory):
    """Some of the core and spoilt sections, as a corpus too."""
    vectors = [vector for vector in core if vector["operation"] != "unwind"][::9]
    vectors += spoilt(vectors)
    path = tmp_path_factory.mktemp("many") / "corpus"
    path.write_text(lines(vectors), encoding="utf-8")
    return vectors, path


@pytest.mark.parametrize("predicate", HOLDS)
def test_a_predicate_is_decided_as_another_reader_does(many, tmp_path, predicate):
    vectors, path = many
    (tmp_path / "set").write_text(f"about made: here\nwants {predicate} else free\n", encoding="utf-8")
    run("--corpus", path, "--select", vectors[0]["id"], "--requires", tmp_path / "set", "--json", tmp_path / "report", NULL)
    (line,) = json.loads((tmp_path / "report").read_text(encoding="utf-8"))["implementations"][0]["requires"]["lines"]
    expected = sum(not holds(predicate, vector) for vector in vectors)
    assert line["outside"] == expected and 0 < expected < len(vectors)


# --- Sets that are shipped ------------------------------------------------------------------------------------

@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_each_set_that_is_shipped_names_its_sources_and_needs_each_line(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"about {path.stem}: ") and (path.stem == "any" or "\nsource " in text)
    status, out, err = run("--core", "--requires", path.stem, "--select", "v3/amd64/lookup/*", NULL)
    assert "is not needed" not in out and status in (0, 1) and not err, out + err


def test_formats_say_what_lies_outside(tmp_path):
    """The JSON report is as its schema has it, and TAP and the table say what was not judged, and why."""
    files = [word for name in ("json", "tap", "markdown") for word in (f"--{name}", tmp_path / name)]
    run("--core", "--select", "v3/amd64/lookup/inc-*", "--requires", "kernel-v3", *files,
        in_python(ADAPTERS / "kernel.py", ORACLE))
    report = json.loads((tmp_path / "json").read_text(encoding="utf-8"))
    validator().validate(report)
    outside = report["implementations"][0]["outcomes"]["outside"]
    skipped = re.findall(r"^ok .* # SKIP outside: outside of kernel-v3 line \d+ \(.*; else \w+\)$",
                         (tmp_path / "tap").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(skipped) == outside > 5
    table = (tmp_path / "markdown").read_text(encoding="utf-8").splitlines()
    names, row = ([word.strip() for word in line.split("|")] for line in (table[2], table[4]))
    assert row[names.index("outside")] == str(outside) and len(names) == len(row)
