"""Patterns of expectation files, and files that are changed while a run goes on.  The rest is in expectations.t and fix.t."""
import fcntl
import fnmatch
import os
import random
import shlex
import subprocess
from pathlib import Path

import pytest

from conformance.runner.tests.conftest import (ROOT, RUNNER, answering, answering_vectors, check_vector, lines,
                                                until)

PRIME, START = 0x100000001b3, 0xcbf29ce484222325
VECTORS = [check_vector(number) for number in range(1, 41)]


def id_of(number):
    return VECTORS[number - 1]["id"]


def fnv(value, text):
    for byte in text.encode():
        value = (value ^ byte) * PRIME & 0xffffffffffffffff
    return value


def failing(tmp_path, *numbers):
    """An adapter that refuses these vectors, and is right about the others."""
    return answering(tmp_path, {number: {"error": "no"} for number in numbers})


NAMES = [f"{profile}/{abi}/check/{shape}/{detail}" for profile in ("v1", "v2", "v3") for abi in ("amd64", "s390x")
         for shape in ("aux-one-1", "aux-one-2", "aux-two", "rows", "rows-1-deep")
         for detail in ("at-0", "at-8", "f1-end-at", "whole", "whole/pcrel", "rows-1-deep/pcrel")]
GLOBS = ["v3/*/check/aux-*/*", "*/amd64/*/rows*", "*/at-8", "*whole", "v1/s390x/*", "*/aux-one-*/at-*", "*/pcrel"]


@pytest.mark.parametrize("seed", range(6))
def test_patterns_fit_what_failed_in_one_way_and_nothing_else(conform, tmp_path, seed):
    chance = random.Random(seed)
    names = chance.sample(NAMES, 160)
    ways = {glob: chance.choice(["no", "too long"]) for glob in chance.sample(GLOBS, 3)}
    failed = {name: [way for glob, way in ways.items() if fnmatch.fnmatchcase(name, glob)][0] for name in names
              if any(fnmatch.fnmatchcase(name, glob) for glob in ways) and chance.random() < 0.95}
    vectors = [{**check_vector(number), "id": name, "profile": name[:2], "abi": name.split("/")[1]}
               for number, name in enumerate(names, 1)]
    adapter = answering_vectors(tmp_path, {number: {"error": failed[name]} for number, name in enumerate(names, 1)
                                           if name in failed}, profiles=["v1", "v3"])
    path, selection = tmp_path / "known", ("--skip", "v1/*/check/aux-two/*")
    conform(vectors, "--expect", path, "--accept", *selection, adapter)
    text = path.read_text(encoding="utf-8")
    groups = {each.partition("\n")[0].partition("due: ")[2]: [line.split() for line in each.splitlines()[1:] if line]
              for each in text.split("# TODO: why? seen: ")[1:]}
    asked = [name for name in names if name[:2] != "v2" and not fnmatch.fnmatchcase(name, selection[1])]
    meant = {way: [name for name in asked if failed.get(name) == way] for way in groups}
    assert sum(map(len, meant.values())) == len(set(failed) & set(asked))
    assert all(len(each) <= 2 for each in groups.values())
    for way, written in groups.items():
        by = f"by=an_error_where_an_answer_is_due_{way.replace(' ', '_')}"
        for glob, outcome, *options in written:
            fitted = [name for name in asked if fnmatch.fnmatchcase(name, glob)]
            some = [name for name in fitted if name in meant[way]]
            assert outcome == "fail"
            assert some == fitted if not options else options == [f"some={len(some)}/{len(fitted)}/{sum_of(some):08x}", by]
        assert all(any(fnmatch.fnmatchcase(name, glob) for glob, *_ in written) for name in meant[way])
    again = conform(vectors, "--expect", path, "--accept", *selection, adapter)
    assert again.status == 0 and path.read_text(encoding="utf-8") == text


def sum_of(names):
    return sum(fnv(START, name) for name in names) & 0xffffffff


@pytest.mark.parametrize("text", ["# ours\n", None])
@pytest.mark.parametrize("meanwhile", ["a run", "an editor"])
def test_what_was_changed_while_a_run_went_on_is_not_overwritten(conform, tmp_path, text, meanwhile):
    path, gate, other = tmp_path / "expected", tmp_path / "gate", tmp_path / "other"
    other.mkdir()
    os.mkfifo(gate)
    if text is not None:
        path.write_text(text, encoding="utf-8")
    (other / "corpus").write_text(lines(VECTORS), encoding="utf-8")
    slow = shlex.join(["sh", "-c", f"read none <{shlex.quote(str(gate))}; exec {failing(other, 2)}"])
    with subprocess.Popen(
            [*RUNNER, "--corpus", other / "corpus", "--jobs", "1", "--deadline", "100", "--accept", "--expect", path, slow],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        with open(gate, "w", encoding="utf-8"):  # its adapter runs, so it has read the file
            if meanwhile == "a run":
                conform(VECTORS, "--expect", path, "--accept", failing(tmp_path, 3))
            else:
                path.write_text("# theirs\n", encoding="utf-8")
            before = path.read_text(encoding="utf-8")
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 2 and said == f"sframe-conform: {path}: it was changed since it was read; nothing is " \
        "written, run this again\n"
    assert path.read_text(encoding="utf-8") == before and (meanwhile != "a run" or id_of(3) in before)
    assert {entry.name for entry in tmp_path.iterdir()} <= {"expected", "gate", "other", "answers.json", "corpus.jsonl",
                                                            "report.json"}


def test_a_run_waits_while_another_one_writes_in_the_folder(tmp_path):
    path = tmp_path / "expected"
    (tmp_path / "corpus").write_text(lines(VECTORS), encoding="utf-8")
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    with subprocess.Popen([*RUNNER, "--corpus", tmp_path / "corpus", "--accept", "--expect", path, failing(tmp_path, 2)],
                          cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until(lambda: f" {process.pid} " in Path("/proc/locks").read_text(encoding="ascii") or process.poll() is not None)
        path.write_text("# theirs\n", encoding="utf-8")
        os.close(folder)
    assert process.returncode == 2 and path.read_text(encoding="utf-8") == "# theirs\n"


def test_of_many_at_once_none_loses_what_it_said_it_wrote(tmp_path):
    path, folders = tmp_path / "expected", [tmp_path / str(number) for number in range(1, 7)]
    (tmp_path / "corpus").write_text(lines(VECTORS), encoding="utf-8")
    processes = []
    for number, folder in enumerate(folders, 1):
        folder.mkdir()
        wait = f"touch {folder}/began; until [ -e {tmp_path}/gate ]; do sleep 0.01; done; exec {failing(folder, number)}"
        processes.append(subprocess.Popen([*RUNNER, "--corpus", tmp_path / "corpus", "--jobs", "1", "--accept", "--expect",
                                           path, shlex.join(["sh", "-c", wait])], cwd=ROOT, stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL))
    until(lambda: all((folder / "began").exists() for folder in folders))  # now all have read the file: one that began
    (tmp_path / "gate").touch()                                           # later would remove lines of others
    statuses = [process.wait(timeout=60) for process in processes]
    written = path.read_text(encoding="utf-8")
    assert 2 > min(statuses) and all(id_of(number) in written for number, status in enumerate(statuses, 1) if status != 2)


