"""Tests of the writers' zoo: bugs are noticed, changes without effect survive, and without a bug it is right."""
import json
import os
import pathlib
import re
import subprocess

import pytest

from conformance.zoo.writers import asking, linking

HERE = pathlib.Path(__file__).resolve().parents[1]
ROOT = HERE.parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")


@pytest.fixture(name="kill")
def fixture_kill(tmp_path):
    """Runs `kill` with these functions of a family as the whole core."""
    def run(*bugs, family="single", select=("def-cfa-fp *", "offset-fp *", "undefined-fp *"), change=lambda line: line, build=BUILD):
        words = [word for glob in select for word in ("--select", glob)]
        made = subprocess.run([BUILD / "sframe-programs", "--family", family, *words], capture_output=True, text=True, check=True)
        (tmp_path / "programs").write_text("".join(change(line) + "\n" for line in made.stdout.splitlines()))
        return subprocess.run([HERE / "kill", "--build", build, "--programs", tmp_path / "programs", "--all", *bugs],
                              capture_output=True, text=True, check=False)
    return run


def test_a_bug_that_a_function_notices_is_killed(kill):
    done = kill("base_inverted")
    assert done.returncode == 0 and "1 bugs, 0 survive" in done.stdout
    assert re.search(r"base_inverted: amd64/single/def-cfa-fp between code\n", done.stdout)


def test_a_bug_without_effect_survives_and_is_named(kill):
    done = kill("base_inverted", "key_b_lost")
    assert done.returncode == 1 and "2 bugs, 1 survive key_b_lost\n" in done.stdout


def test_a_bug_of_the_linker_is_killed_by_links_of_the_core(kill):
    done = kill("ld_plt_one_stub_less", "ld_plt_sec_lost")
    assert done.returncode == 0 and "2 bugs, 0 survive" in done.stdout
    assert "ld_plt_one_stub_less: v3/amd64/link/stubs/ibt-lazy-4/gas-2.47/shared\n" in done.stdout
    assert re.search(r"^ +ld_plt_sec_lost: v3/amd64/link/stubs/ibt-\S+$", done.stdout, re.MULTILINE)


def test_a_linker_that_is_wrong_without_a_bug_is_reported(tmp_path, kill):
    (tmp_path / "build").mkdir()
    for program in BUILD.resolve().iterdir():
        (tmp_path / "build" / program.name.replace("zoo-ld", "right-ld")).symlink_to(program)
    bad = tmp_path / "build/zoo-ld"
    bad.write_text(f'#!/bin/sh\nexec {tmp_path}/build/right-ld --bug ld_unsorted "$@"\n')
    bad.chmod(0o755)
    done = kill("ld_plt_one_stub_less", build=tmp_path / "build")
    assert done.returncode == 1 and re.search(r"without a bug: v\S+/link/\S+: wrong ", done.stdout)


def links_by_the_right_linker(folder, *selection):
    """The outcomes of links that are not right, by their ids; and how many links are right."""
    made = subprocess.run([BUILD / "sframe-links", *selection], capture_output=True, check=True).stdout.splitlines()
    writer = asking.writer(BUILD, linking.ABIS, "ld", "zoo-ld")
    found = asking.judged(BUILD, folder, map(json.loads, made), [writer], len(made))
    return found, len(made) - len(found)


def test_the_right_linker_makes_all_links_or_refuses_what_it_cannot_do(tmp_path):
    """For the whole core, also open links.  It has no linker scripts, and keeps no relocations."""
    found, right = links_by_the_right_linker(tmp_path, "--core")
    assert right > 130 and {outcome.name for outcome in found.values()} <= {"refused", "reading", "omits"}, found
    left_out = {outcome.cause for outcome in found.values() if outcome.name == "omits"}
    assert left_out <= {"omits: .plt in part"}  # it says so: older versions cannot say what is pushed there
    mixed = [name for name, outcome in found.items() if outcome.name == "refused"]
    assert all(re.search("/mixed/|/headers/.*fixed-|/scripts/|/widths/(far|placed)-|/emitted/", each) for each in mixed), mixed


@pytest.mark.parametrize("seed", ["2", "12", "20"])  # in each there was a function that no text of the result's says
def test_of_objects_of_several_versions_is_asked_what_the_result_can_say(seed, tmp_path):
    found, right = links_by_the_right_linker(tmp_path, "--family", "mingled", "--select", "*/manners-*", "--seed", seed)
    assert right > 20 and {outcome.name for outcome in found.values()} <= {"refused", "reading"}, found


def test_a_truth_that_the_right_assembler_does_not_say_is_reported(kill):
    def other(line):
        unit = json.loads(line)
        for function in unit["expect"]["functions"]:
            for row in function["rows"]:
                row["cfa"] = {"base": 7, "offset": 4096}
        return json.dumps(unit)
    done = kill("base_inverted", change=other)
    assert done.returncode == 1 and "without a bug: version 3: amd64/single/def-cfa-fp" in done.stdout


def test_each_bug_is_asked_for_and_has_an_origin():
    table = subprocess.run([BUILD / "zoo-as", "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    asked = {name for path in HERE.rglob("*.c") for name in re.findall(r"\bBUG\((\w+)\)", path.read_text(encoding="utf-8"))}
    assert len(table) >= 100 and {line.split("\t")[0] for line in table} == asked
    for name, _, origin, what in (line.split("\t") for line in table):
        kind, _, page = origin.partition(" ")
        file = {"finding": f"conformance/findings/{page}.md", "ledger": f"conformance/ledger/{page}.json", "mutation": "."}
        assert (ROOT / file[kind]).exists() and what, name


def test_what_is_contested_notices_nothing(kill):
    def contested(line):
        unit = json.loads(line)
        for function in unit["expect"]["functions"]:
            function["contested"] = "cfi-escape-counted"
        return json.dumps(unit)
    done = kill("base_inverted", change=contested)
    assert "amd64/single/" not in done.stdout.split("base_inverted:", 1)[-1]
