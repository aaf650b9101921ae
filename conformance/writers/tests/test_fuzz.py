"""Tests of fuzz: it stores what goes wrong and is not explained, made small, and nothing else."""
import json
import pathlib
import signal
import subprocess
import time

import pytest

from conformance.writers.tests.conftest import BUILD, WRITERS, run

FUZZ = [WRITERS / "fuzz", "--build", BUILD, "--abi", "amd64"]
BAD = f"{BUILD / 'zoo-as'} --bug def_offset_as_adjust"
REFUSES = """#!/bin/sh
case " $* " in *" nothing."*) exec {real} "$@" ;; esac
echo "error: no" >&2
exit 1
"""


@pytest.fixture(name="fuzz")
def fixture_fuzz(tmp_path):
    return lambda command, *more: run(*FUZZ, "--seed", 7, "--to", tmp_path / "finds", *more, f"mine={command}")


def test_a_linkers_bug_is_kept_as_its_smallest_link(fuzz, tmp_path):
    """The bug is in --gc-sections: one removed function is enough, and all else in the link is plain."""
    assert fuzz(f"{BUILD / 'zoo-ld'} --bug ld_gc_functions_kept", "--linker").returncode == 1
    found = [path for path in (tmp_path / "finds").iterdir() if path.suffix == ".jsonl" and path.stem != "rounds"]
    assert found
    for path in found:
        link, = map(json.loads, path.read_text().splitlines())
        assert "--gc-sections" in link["input"]["options"] and " --without " in link["note"]
        assert len(link["input"]["objects"]) <= 2 and len(link["expect"]["functions"]) + len(link["expect"]["gone"]) <= 3


def test_of_who_refuses_everything_nothing_was_judged(fuzz, script):
    done = fuzz(script(REFUSES, real="ld"), "--linker")
    assert done.returncode == 2 and "none was judged" in done.stderr and done.stderr.count("\n") == 1


def test_of_a_right_linker_only_the_round_is_recorded(fuzz, tmp_path):
    done = fuzz(BUILD / "zoo-ld", "--linker")
    assert done.returncode == 0 and ", 0 kinds kept" in done.stdout, done.stderr
    assert [path.name for path in (tmp_path / "finds").iterdir()] == ["rounds.jsonl"]


# --- Rounds ------------------------------------------------------------------------------------------------------

def rounds(folder):
    return [json.loads(line) for line in (folder / "rounds.jsonl").read_text().splitlines()]


def test_a_bug_is_kept_as_its_smallest_function_and_found_again_only_remembered(tmp_path):
    """Rounds are recorded, with what was new in them, and resumed behind the last one."""
    command = [*FUZZ, "--family", "drawn", "--to", tmp_path / "finds", "--resume", f"mine={BAD}"]
    first = run(*command)
    directives = [line.split() for line in (tmp_path / "finds/mine.wrong.cfa.s").read_text().splitlines() if ".cfi_" in line]
    assert [words[0] for words in directives] == [".cfi_startproc", ".cfi_def_cfa_offset", ".cfi_endproc"]
    second = run(*command, "--rounds", 1)
    assert first.returncode == second.returncode == 1
    assert "made smaller" in first.stdout and "wrong cfa: " not in second.stdout
    assert [(each["writer"], each["seed"], each["asked"] > 100) for each in rounds(tmp_path / "finds")] == [
        ("mine", 1, True), ("mine", 2, True)]
    assert [["wrong", "cfa"] in each["new"] for each in rounds(tmp_path / "finds")] == [True, False]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_is_interrupted_leaves_whole_files_and_nobody_behind(number, script, tmp_path):
    """fuzz is interrupted during a round.  The round is not recorded, so --resume would ask it again."""
    wrapper = script("#!/bin/sh\nsleep 0.5; exec {real} \"$@\"\n", real=BUILD / "zoo-as")
    with subprocess.Popen([*FUZZ, "--to", tmp_path / "finds", f"mine={wrapper}"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: running(wrapper) or process.poll() is not None)
        process.send_signal(number)
        said = process.communicate()[1]
    assert process.returncode == 128 + number and said.count("\n") == 1 and "--resume" in said
    assert not (tmp_path / "finds/rounds.jsonl").exists()
    wait_until(lambda: not running(wrapper))


def wait_until(condition):
    """Waits without a limit, as machines may be busy; the step of the check has one."""
    while not condition():
        time.sleep(0.1)


def running(program):
    """The processes that run this script."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().split(b"\0")[1:2] == [str(program).encode()]:
                found.append(path.parent.name)
        except OSError:
            pass
    return found
