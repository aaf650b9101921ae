"""CFI programs: that they are there, and what some small ones mean, said by hand."""
import collections
import itertools
import json
import os
import re
import shlex

import pytest
from conftest import run

PROGRAMS = shlex.split(os.environ.get("SFRAME_PROGRAMS", "build/sframe-programs"))
ABIS = ("amd64", "aarch64", "aarch64_be", "s390x")


def programs(*arguments):
    done = run(*PROGRAMS, *arguments)
    assert done.returncode == 0, done.stderr
    for unit in map(json.loads, done.stdout.splitlines()):
        for function, truth in zip(unit["input"]["functions"], unit["expect"]["functions"], strict=True):
            yield unit, function, truth


@pytest.fixture(name="everything", scope="module")
def fixture_everything():
    return list(programs())


def test_there_are_twenty_thousand_functions_and_each_has_a_name_of_its_own(everything):
    names = [(unit["abi"], unit["family"], function["about"]) for unit, function, _ in everything]
    assert len(names) >= 20000 and len(set(names)) == len(names)
    assert {abi for abi, _, _ in names} == set(ABIS)


def test_a_unit_can_be_assembled_as_it_is(everything):
    in_unit = collections.Counter(unit["id"] for unit, _, _ in everything)
    assert max(in_unit.values()) <= 500
    assert len({(unit["id"], function["name"]) for unit, function, _ in everything}) == len(everything)


def test_every_two_directives_meet_in_both_orders(everything):
    """But for those that mean nothing together, as one takes away what the other needs."""
    for abi in ABIS:
        alone = {function["about"].removesuffix(" between code") for unit, function, _ in everything
                 if unit["abi"] == abi and unit["family"] == "single" and function["about"].endswith(" between code")}
        alone |= {"restore-state"}
        met = {tuple(function["about"].split(", ")) for unit, function, _ in everything
               if unit["abi"] == abi and unit["family"] == "pairs" and ", code, " not in function["about"]}
        lacking = set(itertools.product(alone, repeat=2)) - met
        needs_offset = {"def-cfa-register-sp", "def-cfa-register-fp", "def-cfa-register-other", "def-cfa-offset",
                        "adjust-cfa-offset", "rel-offset-fp", "rel-offset-ra"}
        assert lacking == {("escape-cfa-at-fp", name) for name in needs_offset}


def test_a_seed_gives_the_same_functions_again_and_another_seed_others():
    drawn = [run(*PROGRAMS, "--family", "drawn", "--abi", "amd64", "--seed", seed).stdout for seed in ("7", "7", "8")]
    assert drawn[0] == drawn[1] != drawn[2]


def rules(truth, name):
    """Rows as lines: where, and what holds there."""
    return [(row["at"], row[name]) for row in truth["rows"]]


def one(abi, family, about):
    (_, function, truth), = programs("--abi", abi, "--family", family, "--select", about)
    return function, truth


def slot(offset):
    return {"base": "cfa", "offset": offset, "deref": True}


def test_a_frame_with_fp_on_amd64():
    """RA is pushed by the call; the frame pointer below it."""
    _, truth = one("amd64", "frames", "frame with fp")
    sp, fp = 7, 6
    assert rules(truth, "cfa") == [(0, {"base": sp, "offset": 8}), (1, {"base": sp, "offset": 16}),
                                   (2, {"base": fp, "offset": 16}), (3, {"base": sp, "offset": 8})]
    assert rules(truth, "fp") == [(0, "same"), (1, slot(-16)), (2, slot(-16)), (3, "same")]
    assert {json.dumps(ra) for _, ra in rules(truth, "ra")} == {json.dumps(slot(-8))}


def test_what_is_remembered_comes_back_with_the_cfa():
    """GNU as, CFI directives: restore_state takes back all that remember_state kept."""
    _, truth = one("aarch64", "remembered", "def-cfa-fp ---+")
    sp = 31
    assert rules(truth, "cfa")[-1] == (4, {"base": sp, "offset": 16})


def test_a_slot_that_counts_from_the_cfa_register():
    """DWARF 5, 6.4.2.3 has no such rule: the assembler counts from the CFA's offset at that place."""
    _, truth = one("amd64", "offsets", "fp from sp at 8")
    assert rules(truth, "fp") == [(0, "same"), (1, slot(0))]


def test_a_restored_register_has_the_rule_of_the_start():
    _, truth = one("amd64", "pairs", "offset-ra-elsewhere, code, restore-ra")
    assert rules(truth, "ra") == [(0, slot(-8)), (1, slot(-24)), (2, slot(-8))]


def test_signing_is_toggled_and_remembered():
    _, truth = one("aarch64", "pairs", "negate-ra-state, code, window-save")
    assert [(row["at"], row.get("mangled", False)) for row in truth["rows"]] == [(0, False), (4, True), (8, False)]


def test_another_return_column_is_where_ra_is():
    _, truth = one("s390x", "single", "return-column-other between code")
    assert rules(truth, "ra") == [(0, {"base": 9, "offset": 0})]


def test_code_has_the_bytes_that_the_truth_counts(everything):
    for _, function, truth in everything:
        bytes_ = sum(int(count) * int(size) for count, size in re.findall(r"\.fill (\d+),(\d),", function["text"]))
        assert bytes_ == truth["size"]


@pytest.mark.parametrize("arguments", [["--family", "none"], ["--abi", "z80"], ["--seed", "x"], ["more"],
                                       ["--output", "/nowhere/file"], ["--select", "no such function"]])
def test_bad_input_gets_one_line(arguments, tmp_path):
    done = run(*PROGRAMS, *arguments)
    assert done.returncode in (1, 2) and done.stderr.count("\n") <= 2 and done.stdout == ""


def test_no_file_is_left_half_written(tmp_path):
    assert run(*PROGRAMS, "--select", "nothing", "--output", tmp_path / "out").returncode == 1
    assert list(tmp_path.iterdir()) == []
