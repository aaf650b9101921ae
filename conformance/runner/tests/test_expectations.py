"""Expectation files that are changed while a run goes on.  The rest is in expectations.t and fix.t."""
import contextlib
import fcntl
import os
import shlex
import subprocess

import pytest

from conformance.runner.tests.conftest import ROOT, RUNNER, answering, check_vector, lines, lines_of

VECTORS = [check_vector(number) for number in range(1, 41)]


def id_of(number):
    return VECTORS[number - 1]["id"]


def failing(tmp_path, *numbers):
    """An adapter that refuses these vectors, and is right about the others."""
    return answering(tmp_path, {number: {"error": "no"} for number in numbers})


@pytest.mark.parametrize("text", ["# ours\n", None])
@pytest.mark.parametrize("meanwhile", ["a run", "an editor", "a lock"])
def test_what_was_changed_while_a_run_went_on_is_not_overwritten(conform, tmp_path, text, meanwhile):
    path, gate, other = tmp_path / "expected", tmp_path / "gate", tmp_path / "other"
    other.mkdir()
    os.mkfifo(gate)
    if text is not None:
        path.write_text(text, encoding="utf-8")
    (other / "corpus").write_text(lines(VECTORS), encoding="utf-8")
    slow = shlex.join(["sh", "-c", f"read none <{shlex.quote(str(gate))}; exec {failing(other, 2)}"])
    with contextlib.ExitStack() as held, subprocess.Popen(
            [*RUNNER, "--corpus", other / "corpus", "--jobs", "1", "--deadline", "100", "--accept", "--expect", path, slow],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        with open(gate, "w", encoding="utf-8"):  # its adapter runs, so it has read the file
            if meanwhile == "a run":
                conform(VECTORS, "--expect", path, "--accept", failing(tmp_path, 3))
            elif meanwhile == "an editor":
                path.write_text("# theirs\n", encoding="utf-8")
            else:
                path.touch()
                fcntl.flock(held.enter_context(open(path, encoding="utf-8")), fcntl.LOCK_EX)
            before = path.read_text(encoding="utf-8")
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 2 and said == f"sframe-conform: {path}: it is being changed, or was changed since it " \
        "was read; nothing is written, run this again\n"
    assert path.read_text(encoding="utf-8") == before and (meanwhile != "a run" or id_of(3) in before)
    assert {entry.name for entry in tmp_path.iterdir()} <= {"expected", "gate", "other", "answers.json", "corpus.jsonl",
                                                            "report.json"}


def test_of_many_at_once_none_loses_what_it_said_it_wrote(tmp_path):
    path, folders = tmp_path / "expected", [tmp_path / str(number) for number in range(1, 7)]
    (tmp_path / "corpus").write_text(lines(VECTORS), encoding="utf-8")
    processes = []
    for number, folder in enumerate(folders, 1):
        folder.mkdir()
        processes.append(subprocess.Popen([*RUNNER, "--corpus", tmp_path / "corpus", "--jobs", "1", "--accept", "--expect",
                                           path, failing(folder, number)], cwd=ROOT, stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL))
    statuses = [process.wait(timeout=60) for process in processes]
    written = lines_of(path.read_text(encoding="utf-8"))
    assert 2 > min(statuses) and all(id_of(number) in written for number, status in enumerate(statuses, 1) if status != 2)


