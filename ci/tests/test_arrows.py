"""Which folder uses which: exactly the arrows of arrows.txt.

To use is to include a file or to import a module: without its header, nobody can call what is linked."""
import ast
import functools
import graphlib
import os
import re
from pathlib import PurePath

import pytest

from ci.tests.conftest import ROOT, TRACKED
from common import commands

# Left out: inputs of findings, and files that are built in other projects.
ELSEWHERE = ("corpus/real/", "corpus/sources/", "fuzz/seeds/", "fuzz/regressions/", "conformance/findings/inputs/",
             "release/tests/consumers/", "release/packages/")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
HERE = set(TRACKED)
OF_NAME = {PurePath(name).name: [name] for name in TRACKED if name.endswith(".h") and not name.startswith(ELSEWHERE)}


@functools.lru_cache(maxsize=None)
def text(name):
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def table():
    """The table of arrows: what each folder may use."""
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
def variables():
    said = commands.run("make", "-npq", "BUILD=nowhere", cwd=ROOT)
    return dict(re.findall(r"^([\w/.-]+) :?= (.*)$", said.stdout, re.MULTILINE))


def include_folders(name):
    """The folders of -I in a file's flags, those of its folder and its own."""
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
    return name.endswith(".py") or "." not in PurePath(name).name and re.match(r"#!.*python3\b", text(name)) is not None


def imported(node):
    """Files that a statement of Python may import."""
    if isinstance(node, ast.Import):
        modules = [each.name for each in node.names]
    elif isinstance(node, ast.ImportFrom):
        modules = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
    else:
        modules = []
    return [module.replace(".", "/") + ".py" for module in modules]


@functools.lru_cache(maxsize=None)
def imports():
    return {(name, path) for name in filter(is_python, TRACKED) for node in ast.walk(ast.parse(text(name)))
            for path in HERE.intersection(imported(node))}


@functools.lru_cache(maxsize=None)
def pairs():
    return {*headers(), *imports()}


@functools.lru_cache(maxsize=None)
def used():
    """The arrows that the files make, each with one pair of files that makes it."""
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


@pytest.mark.parametrize("whole", [True, False], ids=["as listed", "the outermost"])
def test_no_folder_uses_itself_by_way_of_others(whole):
    graph = {}
    for one, others in table().items():
        used_here = [(room if whole else room.partition("/")[0]) for other in others for room in arrows_to(other)]
        one = one if whole else one.partition("/")[0]
        graph.setdefault(one, set()).update(other for other in used_here if other != one)
    graphlib.TopologicalSorter(graph).prepare()  # an error names the circle


def test_no_reading_of_the_texts_uses_another():
    readings = (*({room for room in table() if room.partition("/")[0] == name} for name in ("ref", "generator")),
                {"conformance/zoo/readers", "conformance/zoo/writers"})
    for reading in readings:
        assert not {other for room in reading for other in table()[room]} & set().union(*readings) - reading


FINDS_MODULES = r'sys\.path\[0\] = os\.path\.realpath\(__file__ \+ "((?:/\.\.)+)"\)  # the root of the tree'


def test_a_program_finds_modules_by_one_line_and_nothing_else_does():
    """The root of the tree is the root of all modules; pytest.ini says so for tests."""
    importers = {name for name, _ in imports()}
    for name in filter(is_python, TRACKED):
        lines = [line for line in text(name).splitlines() if re.search(r"\bsys\.path\b", line)]
        is_program = name in importers and re.search("^if __name__ ==", text(name), re.MULTILINE) is not None
        assert len(lines) == is_program, name
        for line in lines:
            said = re.fullmatch(FINDS_MODULES, line)
            assert said and os.path.normpath(name + said[1]) == ".", f"{name}: {line}"


def test_no_package_from_elsewhere_has_the_name_of_a_folder_here():
    """Python takes a folder without __init__.py only if no package of its name is found in any place."""
    assert {f"{path.partition('/')[0]}/__init__.py" for _, path in imports()} <= HERE
