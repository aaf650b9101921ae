"""An adapter that says nothing passes nothing: in whatever way it is silent, no run of it is green.

Each run asks a few vectors of each profile, ABI, operation and class.  The tests combine each kind of silence with all
operations together in each way of `exposes`, also in merged shards, and with each operation alone in one of these ways,
which change from kind to kind.
"""
import json
import subprocess

import pytest

from conformance.runner.tests.adapters import silent
from conformance.runner.tests.conftest import BUILD, ORACLE, READING, run, unread
from corpus import jsonl

WRITING = ("assemble", "link", "encode", "merge")
ABIS = ("amd64", "aarch64")  # what is judged of the others is as of these
# For each operation, a member of its answers that has only few values.
NARROW = {"decode": "decode.version", "check": "check.verdict", "lookup": "lookup.signal", "flip": "flip.bytes",
          "unwind": "unwind.stop"}


def few_of_each_cell(lines):
    """One line of each class and one that rests on an open point, for each cell; without the closing line."""
    seen = set()
    for line in lines:
        vector = json.loads(line)
        if vector.get("abi") not in ABIS:
            continue
        kind = vector.get("profile"), vector["abi"], vector["operation"], vector.get("class"), "open" in vector.get("expect", ())
        if kind not in seen:
            seen.add(kind)
            yield line


@pytest.fixture(name="corpora", scope="module")
def fixture_corpora(tmp_path_factory):
    """The corpus for readers, and that for writers."""
    folder, made = tmp_path_factory.mktemp("corpora"), {}
    sources = {"readers": [["sframe-gen", "emit", "--core"]],
               "writers": [["sframe-programs", "--core"], ["sframe-links", "--core"], ["sframe-gen", "encode", "--core"]]}
    for name, commands in sources.items():
        lines = [line for program, *rest in commands for line in few_of_each_cell(subprocess.run(
            [BUILD / program, *rest], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines(keepends=True))]
        made[name] = folder / name
        made[name].write_text("".join(jsonl.closed(lines)), encoding="utf-8")
    return made


def ways_of_exposing(operations):
    """No `exposes`; an empty one; for one operation a member of another one; for all operations the fewest members."""
    others = [NARROW[name] for name in READING if name not in operations][:1]
    return ["-", "", *(others or [",".join(NARROW[name] for name in operations)])]


def subjects(kind, operations, exposing, turn=0):
    for at, some in enumerate((*((name,) for name in operations), operations), turn):
        ways = list(enumerate(exposing(some)))
        for number, exposes in ways if some == operations else [ways[at % len(ways)]]:
            yield f"{some[0] if len(some) == 1 else 'all'}-{number}={unread(kind, some, exposes)}"


def is_green(cell):
    """Whether nothing is wrong with this cell if it is looked at alone."""
    against = set(cell["outcomes"]) - {"pass", "reading", "same", "unsupported", "unjudged", "outside", "absent", "omits", "refused"}
    judged = sum(count for outcome, count in cell["outcomes"].items() if outcome in ("pass", "reading", "same"))
    return not against and (cell["valid"]["judged"] if cell["valid"]["asked"] else judged) > 0


def check_report(path, whole_cells):
    """Checks that each implementation is red by itself, and with WHOLE_CELLS also each cell that it was asked."""
    report = json.loads(path.read_text(encoding="utf-8"))
    red = {fault["adapter"] for fault in report["faults"]}
    assert not report["good"] and any(each["features"] for each in report["implementations"])
    for each in report["implementations"]:
        assert each["unexpected"] or each["adapter"] in red, each["adapter"]
        for cell in each["features"] if whole_cells else ():
            assert not is_green(cell), (each["adapter"], cell)


def check_all(folder, corpus, adapters, whole_cells):
    """Checks a whole run, and one in two merged shards.  For the latter one adapter is enough, with all operations and
    no `exposes`: a merged report knows counts only, and check_report looks at those of each operation alone."""
    command = ["--strict", "--jobs", 1, "--corpus", corpus]
    assert run(*command, "--json", folder / "whole", *adapters)[0] == 1
    check_report(folder / "whole", whole_cells)
    adapters = [adapter for adapter in adapters if adapter.startswith("all-0=")]
    for part in (1, 2):
        run(*command, "--shard", f"{part}/2", "--json", folder / f"part{part}", *adapters)
    assert run("merge", "--json", folder / "merged", folder / "part1", folder / "part2")[0] == 1
    check_report(folder / "merged", whole_cells)


@pytest.mark.parametrize("turn, kind", enumerate([*silent.READERS, *silent.OF_THE_ORACLE]))
def test_a_silent_reader_is_never_green(corpora, tmp_path, turn, kind):
    adapters = list(subjects(kind, READING, ways_of_exposing, turn))
    check_all(tmp_path, corpora["readers"], adapters, kind in silent.READERS)


@pytest.mark.parametrize("kind", silent.WRITERS)
def test_a_silent_writer_is_never_green(corpora, tmp_path, kind):
    check_all(tmp_path, corpora["writers"], list(subjects(kind, WRITING, lambda some: ["-"])), True)


def test_who_reads_with_every_way_is_green(corpora):
    """So the others are red because they are silent."""
    assert run("--strict", "--corpus", corpora["readers"], ORACLE)[0] == 0
