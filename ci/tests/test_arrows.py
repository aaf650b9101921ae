"""Which folder uses which: no more than arrows.txt allows, and all of that.

To use is to include a file, to import a module, or to link what was compiled of it."""
import ast
import functools
import os
import re
import subprocess
from pathlib import PurePath

import pytest
from conftest import ROOT

TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
# What is built far from here: inputs of findings, and files that are copied into other projects.
ELSEWHERE = ("corpus/real/", "corpus/sources/", "fuzz/seeds/", "fuzz/regressions/", "conformance/findings/inputs/",
             "release/tests/consumers/", "release/packages/")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
HERE = set(TRACKED)
OF_NAME = {PurePath(name).name: [name] for name in TRACKED if name.endswith(".h") and not name.startswith(ELSEWHERE)}


@functools.lru_cache(maxsize=None)
def text(name):
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def table():
    """Each folder with those that it may use."""
    lines = [line for line in text("ci/arrows.txt").splitlines() if line and not line.startswith("#")]
    rows = {left.strip(): right.split() for left, _, right in (line.partition("->") for line in lines)}
    assert len(rows) == len(lines)
    return rows


def arrows_to(other):
    """The folders that the right side of a row names: FOLDER/* is each that is listed in it."""
    return [room for room in table() if room.startswith(other[:-1])] if other.endswith("/*") else [other]


def room_of(name, rooms):
    """The nearest folder around a file that the table lists."""
    while name and name not in rooms:
        name = name.rpartition("/")[0]
    return name


# --- What uses what: pairs of files -----------------------------------------------------------------------------


@functools.lru_cache(maxsize=None)
def make_says():
    command = ["make", "-npq", "BUILD=nowhere"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


@functools.lru_cache(maxsize=None)
def variables():
    return dict(re.findall(r"^([\w/.-]+) :?= (.*)$", make_says(), re.MULTILINE))


def include_folders(name):
    """By the flags of its folder, and its own."""
    flags = " ".join(variables().get(f"FLAGS_{each}", "") for each in (PurePath(name).parent, name.rpartition(".")[0]))
    for _ in range(5):
        flags = re.sub(r"\$\(([\w/.-]+)\)", lambda found: variables().get(found[1], ""), flags)
    return re.findall(r"-I(\S+)", flags)


def headers():
    for name in TRACKED:
        if not name.endswith((".c", ".h", ".def")) or name.startswith(ELSEWHERE):
            continue
        for wanted in INCLUDE.findall(text(name)):
            places = [str(PurePath(name).parent), *include_folders(name), ""]
            paths = [os.path.normpath(os.path.join(place, wanted)) for place in places]
            found = [path for path in paths if path in HERE] or OF_NAME.get(PurePath(wanted).name, ())
            if found:
                yield name, found[0]


def is_python(name):
    return name.endswith(".py") or "." not in PurePath(name).name and text(name).startswith("#!/usr/bin/python3")


def modules():
    """A module lies beside who imports it, or where that looks for it: a folder whose parts it names."""
    by_stem = {}
    for name in TRACKED:
        if name.endswith(".py"):
            by_stem.setdefault(PurePath(name).stem, []).append(name)
    for name in TRACKED:
        if name.startswith(ELSEWHERE) or not is_python(name):
            continue
        for node in ast.walk(ast.parse(text(name))):
            imported = [each.name for each in node.names] if isinstance(node, ast.Import) else \
                [node.module] if isinstance(node, ast.ImportFrom) else []
            for module in imported:
                found = nearest(name, by_stem.get(module, []))
                if found:
                    yield name, found


def nearest(name, candidates):
    def near(path):
        folder = PurePath(path).parent
        named = all(re.search(rf'["/]{re.escape(part)}["/]', text(name)) for part in folder.parts)
        return folder == PurePath(name).parent, named, len(os.path.commonpath([name, path]))
    return max(candidates, key=near, default=None)


def sources(needs):
    """Of what make needs: what is compiled into it, in this folder of results."""
    for need in needs:
        path = re.sub(r"^nowhere/(.*)\.o$", r"\1.c", need)
        if path.endswith(".c") and path in HERE:
            yield path


def links():
    """A program links its first source with the others, and with all that is in its libraries."""
    said = re.findall(r"^(nowhere/[^\s:]+): (.*)$", make_says(), re.MULTILINE)
    rules = {target: needs.split() for target, needs in said}
    for target, needs in rules.items():
        own = list(sources(needs))
        if not own or target.endswith((".a", ".o")):
            continue
        for need in needs:
            own += sources(rules.get(need, ())) if need.endswith(".a") else ()
        for other in own[1:]:
            yield own[0], other


@functools.lru_cache(maxsize=None)
def pairs():
    return {*headers(), *modules(), *links()}


@functools.lru_cache(maxsize=None)
def used():
    """Arrows that there are, each with one of its reasons."""
    rooms, arrows = table(), {}
    for one, other in sorted(pairs()):
        arrow = room_of(one, rooms), room_of(other, rooms)
        if arrow[0] != arrow[1]:
            arrows.setdefault(arrow, f"{one}: {other}")
    return arrows


# --- The tests ----------------------------------------------------------------------------------------------------


def test_folders_use_what_the_table_allows():
    allowed = {(one, each) for one, others in table().items() for other in others for each in arrows_to(other)}
    assert sorted(f"{one} -> {other}  {why}" for (one, other), why in used().items()
                  if (one, other) not in allowed) == []


def test_whatever_the_table_allows_is_used():
    assert sorted(f"{one} -> {other}" for one, others in table().items() for other in others
                  if not any((one, each) in used() for each in arrows_to(other))) == []


def test_the_table_has_each_folder_and_no_other():
    code = {name.partition("/")[0] for name in TRACKED
            if "/" in name and not name.startswith((".", "debian/", "docs/"))}
    assert code == {room.partition("/")[0] for room in table()}
    assert all((ROOT / room).is_dir() for room in table())
    assert all(each in table() for others in table().values() for other in others for each in arrows_to(other))


def test_no_reading_of_the_texts_uses_another():
    readings = (*({room for room in table() if room.partition("/")[0] == name} for name in ("ref", "generator")),
                {"conformance/zoo", "conformance/writers/zoo"})
    for reading in readings:
        assert not {other for room in reading for other in table()[room]} & set().union(*readings) - reading


@pytest.mark.parametrize("one, other", [
    ("ref/lib/check.c", "ref/lib/walk.h"), ("fuzz/targets/decode.c", "ref/sframe-ref.h"),
    ("proof/parsers/json.c", "conformance/runner/process/spans.c"), ("ref/bench/ladder", "ref/tests/hostile.py"),
    ("fuzz/agree/judging.c", "conformance/runner/judge/declaration.h"), ("proof/mutants", "conformance/mutants/changes.py"),
    ("corpus/tests/test_hostile_cfi.py", "ref/tests/hostile.py"), ("release/site/make", "conformance/adapters/dump.py"),
    ("programs/zoo.c", "conformance/zoo/check.c"), ("programs/sframe-conform.c", "corpus/crosscheck/linked.c"),
])
def test_such_a_use_is_seen(one, other):
    assert (one, other) in pairs()
