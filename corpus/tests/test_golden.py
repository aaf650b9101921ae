"""corpus/golden: from sums for most vectors it still says which ids changed and how, and lets none go."""
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAKEFILE = "build/sframe-gen: generator.sh\n\tmkdir -p build\n\tcp $< $@\n\tchmod +x $@\n"
GENERATOR = """#!/bin/sh
[ "$1" = list ] && printf 'plain  words\\nodd  words\\n'
[ "$1" = manifest ] && sed -n "s/^#$3 //p" "$0"
exit 0
"""
VECTORS = """#plain v1/amd64/decode/a/whole 0000000000000001 0000000000000001 core
#plain v1/amd64/decode/b/whole 0000000000000002 0000000000000002 -
#plain v1/amd64/decode/c/whole 0000000000000003 0000000000000003 -
#odd v1/amd64/decode/d/whole 0000000000000004 0000000000000004 -
"""
B = "b/whole 0000000000000002 0000000000000002 -"


class Place:
    """A clone with a generator of four vectors, as committed; the tests change it."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("corpus", "common"):
            (folder / name).mkdir()
        shutil.copy(ROOT / "corpus/golden", folder / "corpus/golden")
        for path in (*(ROOT / "common").glob("*.py"), ROOT / "common/limits.def"):
            shutil.copy(path, folder / "common")
        (folder / "Makefile").write_text(MAKEFILE)
        (folder / ".gitignore").write_text("/build/\n__pycache__/\n")
        self.generate(VECTORS)
        assert self.golden("--update", "--to", "build/list").returncode == 0

    def generate(self, vectors):
        (self.folder / "generator.sh").write_text(GENERATOR + vectors)
        assert self.run("make", "-B", "build/sframe-gen").returncode == 0

    def run(self, *command):
        own = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "MAKE", "MFLAGS"))}
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**own, "GIT_CEILING_DIRECTORIES": str(self.folder.parent)})

    def commit(self):
        for words in (("init", "-q"), ("add", "-A"),
                      ("-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "-m", "x")):
            assert self.run("git", *words).returncode == 0

    def golden(self, *arguments):
        return self.run("corpus/golden", *arguments)

    def sums(self):
        return {path.name: path.read_text() for path in (self.folder / "corpus/manifest").iterdir()}


@pytest.fixture(name="place")
def fixture_place(tmp_path):
    (tmp_path / "clone").mkdir()
    return Place(tmp_path / "clone")


def test_the_core_stands_in_full_and_the_rest_as_sums(place):
    assert place.sums()["core.txt"] == "v1/amd64/decode/a/whole 0000000000000001 0000000000000001\n"
    assert [line.split()[:4] for line in place.sums()["rest.txt"].splitlines()] == [
        ["odd", "v1", "amd64", "1"], ["plain", "v1", "amd64", "2"]]
    assert (place.folder / "build/list").read_text() == "".join(
        line.split(" ", 1)[1] for line in VECTORS.splitlines(keepends=True))


def test_the_same_vectors_are_the_same_without_git(place):
    assert (place.golden().returncode, place.golden().stderr) == (0, "")


def test_the_same_vectors_in_another_order_are_the_same(place):
    place.generate("".join(reversed(VECTORS.splitlines(keepends=True))))
    assert (place.golden().returncode, place.golden().stderr) == (0, "")


@pytest.mark.parametrize("one, other, said", [
    ("b/whole 0000000000000002 0000000000000002", "b/whole 0000000000000009 0000000000000002",
     "input changed: v1/amd64/decode/b/whole"),
    ("b/whole 0000000000000002 0000000000000002", "b/whole 0000000000000002 0000000000000009",
     "expectation changed: v1/amd64/decode/b/whole"),
    ("a/whole 0000000000000001 0000000000000001", "a/whole 0000000000000009 0000000000000009",
     "input and expectation changed: v1/amd64/decode/a/whole"),
    (B, B[:-1] + "core", "core changed: v1/amd64/decode/b/whole"),
    ("d/whole", "e/whole", "removed: v1/amd64/decode/d/whole"),
    ("d/whole", "e/whole", "added: v1/amd64/decode/e/whole"),
])
def test_what_changed_is_known_from_what_git_has(place, one, other, said):
    place.commit()
    place.generate(VECTORS.replace(one, other))
    done = place.golden()
    assert done.returncode == 1 and said + "\n" in done.stdout and "make corpus" in done.stderr


def test_a_full_list_that_is_not_there_is_wrong_use_even_where_nothing_changed(place):
    done = place.golden("--old", "nowhere")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "nowhere" in done.stderr


def test_what_changed_is_known_from_a_full_list(place):
    place.generate(VECTORS.replace("#odd", "#plain").replace("4 -", "5 -"))
    done = place.golden("--old", "build/list")
    assert done.returncode == 1 and "expectation changed: v1/amd64/decode/d/whole\n" in done.stdout


def test_vectors_that_change_places_are_a_difference(place):
    place.commit()
    place.generate(VECTORS.replace("#odd", "#plain"))
    done = place.golden()
    assert done.returncode == 1 and "differs: odd v1 amd64, besides the core: 1 and 0 vectors" in done.stdout


def test_without_git_one_line_says_what_to_do(place):
    place.generate(VECTORS.replace(B, B.replace("2 -", "9 -")))
    done = place.golden()
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "--old FILE" in done.stderr
    assert "differs: plain v1 amd64, besides the core: 2 and 2 vectors" in done.stdout


def test_ids_may_be_added(place):
    place.commit()
    place.generate(VECTORS + "#odd v2/amd64/decode/e/whole 0000000000000005 0000000000000005 -\n")
    assert place.golden("--update").returncode == 0 and place.golden().returncode == 0


@pytest.mark.parametrize("gone", ["a", "b", "d"])
def test_an_id_goes_only_if_that_is_meant(place, gone):
    place.commit()
    before = place.sums()
    place.generate("".join(line for line in VECTORS.splitlines(keepends=True) if f"/{gone}/" not in line))
    done = place.golden("--update")
    assert done.returncode == 1 and "--retire" in done.stderr and place.sums() == before
    assert place.golden("--update", "--retire").returncode == 0 and place.golden().returncode == 0


def test_a_manifest_that_is_not_committed_is_said_to_be_so(place):
    place.commit()
    place.generate(VECTORS.replace(B, B.replace("2 -", "8 -")))
    assert place.golden("--update").returncode == 0
    place.generate(VECTORS.replace(B, B.replace("2 -", "9 -")))
    done = place.golden()
    assert done.returncode == 1 and "not committed" in done.stderr and "expectation changed: " in done.stdout


def test_no_vectors_are_nothing_to_compare(place):
    place.generate("")
    done = place.golden()
    assert done.returncode == 2 and "has no vectors" in done.stderr
