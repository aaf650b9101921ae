"""Tests of the zoo and its matrix, with a few vectors."""
import json
import os
import pathlib
import subprocess
import types

import pytest

from common.scripts import module_of

HERE = pathlib.Path(__file__).resolve().parents[1]

ZOO = os.path.abspath(os.environ.get("ZOO", "build/zoo"))
GENERATOR = os.path.abspath(os.environ.get("SFRAME_GEN", "build/sframe-gen"))
RUNNER = os.path.abspath(os.environ.get("SFRAME_CONFORM", "build/sframe-conform"))
UNSEEN = HERE / "unseen.txt"
LOOKUP = "v1/amd64/lookup/inc-addr1-word1-one/f0-end-at"
CUT = "v1/amd64/lookup/cut-mask-prefix-002/f0-r0"


@pytest.fixture(name="matrix")
def fixture_matrix(tmp_path):
    """Runs the matrix on the vectors of these ids, with the given changes."""
    def run(ids, *bugs, change=lambda vector: vector, judge=RUNNER):
        made = subprocess.run([GENERATOR, "emit", *(word for each in ids for word in ("--select", each))],
                              capture_output=True, text=True, check=True).stdout if ids else ""
        lines = [json.dumps(change(json.loads(line))) + "\n" for line in made.splitlines()[:-1]]
        assert len(lines) == len(ids)
        (tmp_path / "vectors").write_text("".join(lines))
        generator = tmp_path / "generator"
        generator.write_text(f"#!/bin/sh\ncat '{tmp_path / 'vectors'}'\n")
        generator.chmod(0o755)
        return subprocess.run([HERE / "matrix", "--zoo", ZOO, "--generator", generator, "--runner", judge, *bugs],
                              capture_output=True, text=True, check=False)
    return run


def test_a_bug_that_a_vector_notices_is_killed(matrix):
    done = matrix([LOOKUP], "end_included")
    assert done.returncode == 0 and f"end_included: 1\n  {LOOKUP}\n" in done.stdout


def test_a_bug_that_no_vector_notices_survives(matrix):
    done = matrix([LOOKUP], "end_included", "flex_inverted")
    assert done.returncode == 1 and "2 bugs, 1 survives: flex_inverted" in done.stdout


def test_a_bug_between_questions_that_the_runner_does_not_find_survives(matrix, tmp_path):
    """This runner ignores --sequences, so it does not ask the questions between which the bug shows."""
    judge = tmp_path / "runner"
    judge.write_text(f"#!/bin/sh\nfor word; do shift; case $word in --sequences);; *) set -- \"$@\" \"$word\";; esac; done\n"
                     f"exec {RUNNER} \"$@\"\n", encoding="utf-8")
    judge.chmod(0o755)
    done = matrix([LOOKUP], "walk_goes_on", judge=str(judge))
    assert done.returncode == 1 and "1 bugs, 1 survives: walk_goes_on" in done.stdout


def test_a_bug_that_hangs_is_killed(matrix):
    assert matrix([LOOKUP], "search_endless").returncode == 0


def test_a_bug_that_aborts_is_killed(matrix):
    assert matrix([CUT], "aborts_on_short_preamble").returncode == 0


def test_a_vector_that_binds_nobody_kills_nothing(matrix):
    def loosened(vector):
        return {**vector, "class": "irregular", "expect": {"accept": ["error", "answer"], "open": "overlap-answer"}}
    done = matrix([LOOKUP, CUT], "end_included", change=lambda v: loosened(v) if v["id"] == LOOKUP else v)
    assert done.returncode == 1 and "1 survives" in done.stdout


def test_a_vector_that_the_right_decoder_fails_is_reported(matrix):
    done = matrix([LOOKUP], "end_included", change=lambda v: {**v, "expect": {**v["expect"], "none": "row"}})
    assert done.returncode == 1 and f"the right decoder fails {LOOKUP}: " in done.stdout


@pytest.fixture(name="extend")
def fixture_extend(tmp_path):
    """Runs the matrix with a list for the core; all vectors are LOOKUP and CUT, and the core has some of them."""
    def run(core, listed, *bugs):
        unseen = UNSEEN.read_text(encoding="utf-8")
        for name, ids in (("emit", [LOOKUP, CUT]), ("core", core)):
            made = subprocess.run([GENERATOR, "emit", *(word for each in ids for word in ("--select", each))],
                                  capture_output=True, check=True)
            (tmp_path / name).write_bytes(made.stdout)
        generator = tmp_path / "generator"
        generator.write_text(f"#!/bin/sh\n[ \"$2\" = --core ] && exec cat '{tmp_path}/core'\n"
                             f"exec cat '{tmp_path}/emit'\n")
        generator.chmod(0o755)
        (tmp_path / "list").write_text(listed)
        done = subprocess.run([HERE / "matrix", "--zoo", ZOO, "--generator", generator, "--runner", RUNNER, "--list",
                               tmp_path / "list", *bugs], capture_output=True, text=True, check=False)
        assert UNSEEN.read_text(encoding="utf-8") == unseen, "some bugs alone say nothing of all"
        assert done.returncode == 0, done.stderr
        return (tmp_path / "list").read_text()
    return run


def test_a_bug_that_survives_the_core_has_a_vector_added_to_the_list(extend):
    assert extend([CUT], f"{CUT}\talone x\n", "end_included", "aborts_on_short_preamble") == (
        f"{CUT}\talone x\n{LOOKUP}\tkills end_included\n")


def test_a_bug_that_a_member_alone_kills_is_a_better_reason_than_a_weak_one(extend):
    assert extend([LOOKUP, CUT], f"{LOOKUP}\tfills up x\n{CUT}\talone x\n", "end_included",
                  "aborts_on_short_preamble") == f"{LOOKUP}\tkills end_included\n{CUT}\talone x\n"


def test_a_member_that_does_not_kill_what_the_list_says_is_named():
    vectors = [types.SimpleNamespace(id=LOOKUP), types.SimpleNamespace(id=CUT)]
    killed_by = {"end_included": [0], "flex_inverted": []}
    listed = {LOOKUP: "kills end_included", CUT: "kills end_included", "other": "kills flex_inverted", "x": "first y"}
    assert [line.split(":")[0] for line in load_matrix().check_list(listed, vectors, killed_by)] == [CUT, "other"]


def test_a_bug_is_to_be_killed_by_each_operation_that_can(tmp_path):
    """A bug that the core kills by a lookup, although some decode could, survives for a reader that only decodes."""
    vectors = [types.SimpleNamespace(id=LOOKUP, operation="lookup")]
    rest = {("end_included", operation) for operation in ("check", "flip", "unwind")}
    check = load_matrix().check_unseen
    assert [line.split(";")[0] for line in check(rest, vectors, {"end_included": [0]})] == [
        "end_included: survives for who answers decode alone"]
    assert list(check(rest | {("end_included", "decode")}, vectors, {"end_included": [0]})) == []
    line, = check(rest | {("end_included", "decode"), ("end_included", "lookup")}, vectors, {"end_included": [0]})
    assert line == f"end_included: unseen.txt or COME_BY says that no lookup notices it, and {LOOKUP} does"
    line, = check(rest | {("end_included", "decode"), ("gone", "lookup")}, vectors, {"end_included": [0]})
    assert line.startswith("gone: unseen.txt lists it for lookup")


def test_what_is_written_of_unseen_bugs_is_read_again(tmp_path):
    unseen = {("end_included", "decode"), ("end_included", "flip"), ("flex_inverted", "check")}
    load_matrix().write_unseen(tmp_path / "unseen", ["flex_inverted", "pc_minus_1", "end_included"], unseen)
    assert (tmp_path / "unseen").read_text() == "flex_inverted\tcheck\nend_included\tdecode flip\n"
    assert load_matrix().read_unseen(tmp_path / "unseen") == unseen


def test_bugs_that_no_request_comes_by_are_not_listed():
    hello = subprocess.run([ZOO, "--asked"], input="hello 1\n", capture_output=True, text=True, check=True)
    assert hello.stderr == ""
    made = subprocess.run([GENERATOR, "emit", "--select", LOOKUP], capture_output=True, check=True).stdout.splitlines()
    flip = subprocess.run([GENERATOR, "emit", "--select", "v1/amd64/flip/*"], capture_output=True, check=True).stdout.splitlines()
    vectors = list(map(load_matrix().Vector, (made[0], flip[0])))
    came_by = load_matrix().came_by(types.SimpleNamespace(zoo=ZOO), vectors)
    assert (came_by["end_included"], came_by["flip_words_forgotten"], came_by["magic_unchecked"]) == ([0], [1], [0, 1])
    assert "first_function_lost" not in came_by


def test_no_request_comes_by_what_is_out_of_its_operations_reach():
    selected = [word for operation in load_matrix().OPERATIONS for word in ("--select", f"v3/amd64/{operation}/*")]
    made = subprocess.run([GENERATOR, "emit", "--core", *selected], capture_output=True, check=True).stdout.splitlines()[:-1]
    vectors = list(map(load_matrix().Vector, made))
    came_by = load_matrix().came_by(types.SimpleNamespace(zoo=ZOO), vectors)
    reached = {(bug, vectors[i].operation) for bug, places in came_by.items() for i in places}
    assert {operation for _, operation in reached} == set(load_matrix().OPERATIONS)
    assert not reached & load_matrix().out_of_reach(came_by)


def test_no_vectors_are_a_failure(matrix):
    done = matrix([], "end_included")
    assert done.returncode == 2 and "no vectors from" in done.stderr


def test_an_unknown_bug_is_wrong_usage(matrix):
    assert matrix([LOOKUP], "no_such_bug").returncode == 2
    assert "no such bug: magic_uncheckd; nearest: magic_unchecked, " in matrix([LOOKUP], "magic_uncheckd").stderr
    assert "no such bug: qqqqq; none is like it; " in matrix([LOOKUP], "qqqqq").stderr
    done = subprocess.run([ZOO, "--bug", "no_such_bug"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "") and "--bug no_such_bug: must be one that --list names" in done.stderr


def test_there_are_150_bugs_of_every_area():
    lines = subprocess.run([ZOO, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    names, areas, _, _ = zip(*(line.split("\t") for line in lines))
    assert len(set(names)) == len(names) >= 150
    assert set(areas) == {"header", "functions", "rows", "amd64", "aarch64", "s390x", "v1", "v2", "v2e1", "v2e2", "v3",
                          "lookup", "flip", "unwinding", "state", "growth", "race"}


def load_matrix():
    return module_of(HERE / "matrix")


def test_an_answer_that_the_judge_passes_over_is_no_survivor(tmp_path, matrix):
    """A judge that stops early must not make bugs look as if they survived."""
    judge = tmp_path / "judge"
    judge.write_text(f"#!/bin/sh\ncase \"$*\" in *--tap*) exec '{RUNNER}' --skip '*' \"$@\";; esac\nexec '{RUNNER}' \"$@\"\n")
    judge.chmod(0o755)
    done = matrix([LOOKUP], "end_included", judge=judge)
    assert done.returncode == 2 and "judged 0 answers of 1" in done.stderr
