"""Tests of fuzz/promote, on targets with known errors, and of the table of targets."""
import functools
import pathlib
import subprocess

import pytest

from common.scripts import module_of
from fuzz import cases, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = "fuzz/tests/planted"
PROMOTE = module_of(ROOT / "fuzz/promote")


def promote(*arguments):
    return subprocess.run([ROOT / "fuzz/promote", "--home", HOME, "--runs", "20000", *map(str, arguments)], cwd=ROOT, text=True,
                          capture_output=True, stdin=subprocess.DEVNULL, check=False)


@functools.lru_cache
def program(name):
    return table.build(table.chosen([name], HOME)[0], "libfuzzer")


def why(path):
    return PROMOTE.failure(program("planted"), path.read_bytes(), 1)[0]


@pytest.mark.parametrize("start, kind", [(b"A!", "heap-buffer-overflow"), (b"L!", "law broken"), (b"M!", "memory leaks"),
                                         (b"U!", "signed integer overflow")])
def test_a_find_is_made_small_and_its_cause_stays(tmp_path, start, kind):
    find = tmp_path / "find"
    find.write_bytes(start + b"z" + bytes(range(50)))
    assert kind in why(find)
    done = promote("--target", "planted", "--name", "a-name", "--to", tmp_path, find)
    small = tmp_path / HOME / "regressions/planted/a-name"
    assert done.returncode == 0, done.stderr
    assert kind in why(small) and kind in done.stdout and "a-name" in done.stdout
    assert small.read_bytes() == start + b"z"
    assert not (tmp_path / "corpus").exists()


def test_of_two_causes_the_finds_own_stays(tmp_path):
    """Without its first byte the input fails for another cause."""
    find = tmp_path / "find"
    find.write_bytes(b"A!zL!z")
    assert promote("--target", "planted", "--name", "two", "--to", tmp_path, find).returncode == 0
    assert "heap-buffer-overflow" in why(tmp_path / HOME / "regressions/planted/two")


SMALLEST = b"\0\0\x03\0"


def find_of(folder, section, **more):
    find = folder / "find"
    find.write_bytes(cases.Case("by-version", section, **more).pack())
    return find


def test_a_section_becomes_a_case(tmp_path):
    find = find_of(tmp_path, b"\xe2\xde\x03\x00\x03\x00\xf8\x00" + bytes(20), address=0x1000, pc=0x1010, rest=b"more")
    done = promote("--target", "sectioned", "--name", "third", "--operation", "lookup", "--to", tmp_path, find)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "corpus/cases/regression/third.txt").read_text()
    small = cases.unpack((tmp_path / HOME / "regressions/sectioned/third").read_bytes())
    first, last = text.splitlines()[:2], text.splitlines()[-1]
    assert first == ["note TODO", f"origin {HOME}/regressions/sectioned/third"] and last == "lookup 0x0"
    made = subprocess.run([ROOT / "build/sframe-gen", "make", "-"], input=text.encode(), stdout=subprocess.PIPE, check=True)
    assert made.stdout == small.section == SMALLEST and small.rest == b""
    assert (small.profile, small.address, small.pc) == ("by-version", 0, 0)
    assert "The bytes:" in done.stdout and '"verdict":' in done.stdout and '"pc":' in done.stdout


def test_of_an_unwinding_only_the_registers_are_left_to_say(tmp_path):
    done = promote("--target", "sectioned", "--name", "third", "--operation", "unwind", "--to", tmp_path,
                   find_of(tmp_path, SMALLEST))
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "corpus/cases/regression/third.txt").read_text()
    assert text.splitlines()[-1] == "unwind 0x0" and "\nset header magic" in text
    made = subprocess.run([ROOT / "build/sframe-gen", "make", "--vector", "-"], input=text.replace("TODO", "0x8000").encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert b"the model comes first" not in made.stderr and made.returncode == 0, made.stderr


def test_a_name_is_not_given_twice_and_nothing_is_half_written(tmp_path):
    (tmp_path / "corpus/cases/regression").mkdir(parents=True)
    (tmp_path / "corpus/cases/regression/third.txt").write_text("another's\n")
    done = promote("--target", "sectioned", "--name", "third", "--to", tmp_path, find_of(tmp_path, SMALLEST))
    assert done.returncode == 2 and "third.txt: is there already" in done.stderr
    assert (tmp_path / "corpus/cases/regression/third.txt").read_text() == "another's\n"
    assert not (tmp_path / HOME / "regressions/sectioned/third").exists()


def test_what_does_not_fail_is_no_find(tmp_path):
    (tmp_path / "find").write_bytes(b"well")
    done = promote("--target", "planted", "--name", "well", "--to", tmp_path, tmp_path / "find")
    assert done.returncode == 1 and "does not fail" in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("arguments, words", [
    ([], "FIND"), (["/nowhere/find"], "/nowhere/find"), (["--target", "nothing", "README.md"], "no target 'nothing'"),
    (["--target", "planted", "--name", "Bad_Name", "README.md"], "no name"), (["--hang", "0", "x"], "no whole number")])
def test_what_is_wrong_is_said_in_a_line(arguments, words):
    done = promote(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and words in done.stderr


def test_a_row_of_the_table_that_lacks_a_column_is_named(tmp_path):
    (tmp_path / "targets.txt").write_text("# name | parts | input | most | law\nodd | case\n")
    with pytest.raises(table.Trouble, match=r"targets\.txt:2: 2 columns, not 5"):
        table.read(tmp_path)


def test_a_target_that_does_not_build_is_named():
    with pytest.raises(table.Trouble, match="fuzz-program KIND=libfuzzer TARGET=none"):
        table.make("libfuzzer", "none", HOME)
