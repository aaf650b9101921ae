"""The list of the core, generator/core.txt, and what choose-core says of it.  core.t has lists that are wrong."""
import os
import re

from generator.tests.conftest import ROOT, run

CHOOSE = os.environ.get("CHOOSE_CORE", "build/choose-core")
LIST = ROOT / "generator/core.txt"
LINES = LIST.read_text(encoding="utf-8").splitlines()


def test_the_core_shows_whatever_some_vector_shows_and_each_reason_is_right():
    done = run(CHOOSE, "--check", LIST)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_core_is_what_is_listed_and_small(core):
    assert 100 < len(core) <= 8000
    assert sorted(line.split("\t")[0] for line in LINES) == sorted(vector["id"] for vector in core)


def test_what_is_lost_is_chosen_again_and_all_others_stay(tmp_path):
    line = next(line for line in LINES if "\talone origin: " in line)
    others = [each for each in LINES if each != line]
    (tmp_path / "core.txt").write_text("".join(f"{each}\n" for each in others), encoding="utf-8")
    done = run(CHOOSE, tmp_path / "core.txt")
    chosen = done.stdout.splitlines()
    assert done.returncode == 0
    assert [each.split("\t")[0] for each in chosen[:len(others)]] == [each.split("\t")[0] for each in others]
    assert "\talone origin: " in "\n".join(chosen[len(others):])


def test_fields_whose_numbers_stand_for_kinds_are_those_of_the_catalogue():
    """choose/vector_traits.c has a table of clauses; the test fails if one is renamed or retired."""
    source = (ROOT / "generator/choose/vector_traits.c").read_text(encoding="utf-8")
    table = re.search(r"about_kinds\[\] = {(.*?)}", source, re.DOTALL)[1]
    catalogue = (ROOT / "ref/clauses.def").read_text(encoding="utf-8")
    names = re.findall(r'"([^"]+)"', table)
    assert names and [name for name in names if f'"{name}"' not in catalogue] == []
