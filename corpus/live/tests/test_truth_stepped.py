"""corpus/live/truth: CFI programs, as they run, agree with the truth that we give for them; what does not is
noticed."""
import copy
import json
import os
import pathlib
import platform

import pytest

from common.commands import must, run

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS, LIVE = (str(ROOT / os.environ.get("BUILD", "build") / f"sframe-{name}") for name in ("programs", "live"))
ABIS = ("amd64", "aarch64", "aarch64_be", "s390x")

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="this machine steps no AMD64 programs")


def truth(*arguments):
    return run(ROOT / "corpus/live/truth", "--programs", PROGRAMS, "--live", LIVE, *arguments, timeout=300)


def unit_of(abi, select):
    command = [PROGRAMS, "--family", "runs", "--abi", abi, "--select", select]
    return json.loads(must(*command))


def stepped(unit, folder):
    """The exit status, and the report on this unit: what is wrong, by function."""
    (folder / "units").write_text(json.dumps(unit) + "\n")
    done = truth("--json", folder / "report", folder / "units")
    assert done.returncode in (0, 1), done.stderr
    report, = json.loads((folder / "report").read_text())
    return done.returncode, report


def test_every_rule_of_every_function_that_runs_is_right_and_was_reached(tmp_path):
    done = truth("--family", "runs", "--json", tmp_path / "report")
    assert done.returncode == 0, done.stdout + done.stderr
    reports = json.loads((tmp_path / "report").read_text())
    assert {report["abi"] for report in reports} == set(ABIS)
    for report in reports:
        assert report["stepped"] == report["functions"] == 160
        assert report["stops"] > 6000 and report["unsaid"] == 0
        assert not report["wrong"] and not report["unreached"]


# --- What is planted ----------------------------------------------------------------------------------------

SAVING = {"amd64": "frame pointer *", "aarch64": "record *", "aarch64_be": "record *", "s390x": "whole frame *"}


def first_row(unit, rule):
    """The first function and its first row that gives RULE by an offset; for RA and FP, of a place in memory."""
    for function, claims in zip(unit["input"]["functions"], unit["expect"]["functions"]):
        for row in claims["rows"]:
            if isinstance(row[rule], dict) and (rule == "cfa" or row[rule].get("deref")):
                return function["about"], row
    raise AssertionError(f"no row gives {rule} so")


@pytest.mark.parametrize("abi", ABIS)
@pytest.mark.parametrize("rule", ["cfa", "ra", "fp"])
def test_a_wrong_rule_is_noticed(abi, rule, tmp_path):
    unit = unit_of(abi, SAVING[abi])
    about, row = first_row(unit, rule)
    row[rule]["offset"] -= 8
    status, report = stepped(unit, tmp_path)
    assert status == 1 and list(report["wrong"]) == [about]
    assert f": {rule} is said to be " in report["wrong"][about]


@pytest.mark.parametrize("abi", ABIS)
def test_a_row_that_begins_too_late_is_noticed(abi, tmp_path):
    unit = unit_of(abi, SAVING[abi])
    for claims in unit["expect"]["functions"]:
        next(row for row, before in zip(claims["rows"][1:], claims["rows"]) if row["cfa"] != before["cfa"])["at"] += 1
    status, report = stepped(unit, tmp_path)
    assert status == 1 and len(report["wrong"]) == report["functions"]


@pytest.mark.parametrize("abi, select, right, wrong", [
    ("amd64", "frame pointer *", "\tmov %rsp,%rbp\n", "\tmov %rax,%rbp\n"),
    ("amd64", "pushes *", "\tpush %rbx\n", "\tnop\n"),
    ("aarch64", "record *", "\tstp x29,x30,[", "\tstp x30,x29,["),
    ("aarch64_be", "signed record *", "\thint 25\n", "\tnop\n"),
    ("s390x", "stored *", "\taghi %r15,-", "\taghi %r1,-"),
])
def test_a_wrong_instruction_is_noticed(abi, select, right, wrong, tmp_path):
    unit = unit_of(abi, select)
    function = next(each for each in unit["input"]["functions"] if right in each["text"])
    assert stepped(unit, tmp_path)[0] == 0
    function["text"] = function["text"].replace(right, wrong)
    (tmp_path / "units").write_text(json.dumps(unit) + "\n")
    done = truth(tmp_path / "units")
    assert done.returncode == 1 and f": {function['about']}: " in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("said", [False, True])
def test_who_says_wrongly_that_ra_is_signed_is_noticed(said, tmp_path):
    unit = unit_of("aarch64", "record *" if said else "signed record *")
    for claims in unit["expect"]["functions"]:
        for row in claims["rows"]:
            row["mangled"] = said
    status, report = stepped(unit, tmp_path)
    assert status == 1 and len(report["wrong"]) == report["functions"]
    assert all("ra is said to be" in what for what in report["wrong"].values())


def test_a_function_that_is_larger_than_is_said_is_noticed(tmp_path):
    unit = unit_of("amd64", "leaf *")
    unit["expect"]["functions"][0]["size"] += 1
    (tmp_path / "units").write_text(json.dumps(unit) + "\n")
    done = truth(tmp_path / "units")
    assert done.returncode == 2 and "bytes, and should have" in done.stderr


def test_rows_that_are_not_reached_count(tmp_path):
    """No stop is inside of the instruction that makes the frame pointer."""
    unit = unit_of("amd64", "frame pointer *")
    rows = unit["expect"]["functions"][0]["rows"]
    rows.insert(2, {**copy.deepcopy(rows[1]), "at": rows[1]["at"] + 1})
    status, report = stepped(unit, tmp_path)
    assert status == 1 and report["unreached"] == [unit["input"]["functions"][0]["about"]] and not report["wrong"]
