"""Signals.  Whatever sframe-conform waits for, SIGINT and SIGTERM end it, and the results so far are reported.  What it reads
before it asks is in ci/tests/test_interrupts.py."""
import contextlib
import fcntl
import json
import os
import pty
import shutil
import signal
import subprocess
import time

import pytest

from conformance.runner.tests.conftest import ROOT, RUNNER, check_vector, hostile, lines, processes_of, until

VECTORS = [check_vector(number) for number in range(1, 41)]
ENDING = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


@pytest.fixture(name="pipe")
def fixture_pipe(tmp_path):
    """A pipe in a folder that nobody else opens."""
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


@pytest.fixture(name="begin")
def fixture_begin(tmp_path):
    """Starts sframe-conform; kills what it left, and checks that it left no adapter."""
    token = f"waits-{os.getpid()}-{tmp_path.name}"
    (tmp_path / "corpus").write_text(lines(VECTORS), encoding="utf-8")
    with contextlib.ExitStack() as ends:
        def begin(*arguments, program=RUNNER, **options):
            process = subprocess.Popen([*program, *map(str, arguments)], cwd=ROOT, text=True,
                                       env={**os.environ, "CONFORM_TOKEN": token},
                                       **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})
            process.token, process.asks = token, lambda: len(processes_of(token)) >= 2
            ends.enter_context(process)
            ends.callback(process.kill)
            return process
        yield begin
    assert not processes_of(token)


def ends_by(process, number):
    """The status as a shell gives it, after an exit or a signal."""
    status = process.wait(timeout=60)
    return status in (128 + number, -number)


@ENDING
def test_a_corpus_that_stalls_is_ended_with_a_report_of_what_came(begin, pipe, tmp_path, number):
    process = begin("--corpus", pipe, "--json", tmp_path / "report", hostile("of", 2, "wait"))
    with open(pipe, "w", encoding="utf-8") as file:
        file.write(lines(VECTORS[:3]))
        file.flush()
        until(process.asks)
        process.send_signal(number)
        assert process.wait(timeout=60) == 128 + number
    report = json.loads((tmp_path / "report").read_text(encoding="utf-8"))
    assert report["complete"] is False and report["implementations"][0]["outcomes"].get("pass", 0) < 3
    assert "not complete" in process.stdout.read()


def test_a_corpus_that_stalls_is_reported_and_goes_on(begin, pipe):
    ours, its = pty.openpty()
    os.set_blocking(ours, False)
    shown = []

    def is_reported():
        with contextlib.suppress(BlockingIOError):
            shown.append(os.read(ours, 4096))
        return b"waiting for the next vector since" in b"".join(shown)
    process = begin("--corpus", pipe, hostile("behave"), stderr=its)
    os.close(its)
    with open(pipe, "w", encoding="utf-8") as file:
        until(is_reported)
        file.write(lines(VECTORS))
    assert process.wait(timeout=60) == 0 and "40 pass" in process.stdout.read()
    os.close(ours)


@ENDING
@pytest.mark.parametrize("option", ["--json", "--html", "--tap", "--badge-svg"])
def test_a_report_that_nobody_reads_is_no_end_and_other_reports_are_there(begin, pipe, tmp_path, option, number):
    process = begin("--corpus", tmp_path / "corpus", option, pipe, "--junit", tmp_path / "report", hostile("behave"))
    until((tmp_path / "report").exists)
    until_ended_by(process, number)
    assert ends_by(process, number)
    assert (tmp_path / "report").read_text(encoding="utf-8").endswith("</testsuites>\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus", "pipe", "report"]


def until_ended_by(process, number):
    """Sends signals until the process ends: the first may come while files are written, which it completes."""
    def has_ended():
        process.send_signal(number)
        return process.poll() is not None
    until(has_ended)


@ENDING
@pytest.mark.parametrize("command", ["merge", "compare"])
def test_what_is_made_of_reports_need_not_be_read(begin, pipe, tmp_path, command, number):
    made = begin("--corpus", tmp_path / "corpus", "--shard", "1/1", "--json", tmp_path / "1", hostile("behave"))
    assert made.wait(timeout=60) == 0
    process = begin(command, "--html", pipe, "--json", tmp_path / "new", *[tmp_path / "1"] * (1 + (command == "compare")))
    until((tmp_path / "new").exists)
    until_ended_by(process, number)
    assert ends_by(process, number)
    assert json.loads((tmp_path / "new").read_text(encoding="utf-8"))


@ENDING
def test_a_summary_that_nobody_reads_is_no_end(begin, tmp_path, number):
    ours, its = os.pipe()
    os.write(its, b"x" * fcntl.fcntl(its, fcntl.F_SETPIPE_SZ, 4096))
    process = begin("--corpus", tmp_path / "corpus", "--json", tmp_path / "report", hostile("behave"), stdout=its)
    os.close(its)
    until((tmp_path / "report").exists)
    until_ended_by(process, number)
    assert ends_by(process, number)
    os.close(ours)


def test_a_generator_that_does_not_end_can_be_interrupted(begin, tmp_path):
    """The runner takes the generator that lies beside it."""
    program, generator = tmp_path / "sframe-conform", tmp_path / "sframe-gen"
    shutil.copy(RUNNER[0], program)
    generator.write_text(f"#!/bin/sh\ncat {tmp_path}/corpus; exec >&-; touch {tmp_path}/closed\nexec sleep 1000\n", encoding="utf-8")
    generator.chmod(0o755)
    process = begin(hostile("behave"), program=[program])
    until((tmp_path / "closed").exists)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130 and "not complete" in process.stdout.read()


def test_a_run_that_ignores_hangups_goes_on(begin, tmp_path):
    process = begin("--corpus", tmp_path / "corpus", "--jobs", 1, hostile("each", "sleep:0.05", "right"),
                    program=["nohup", *RUNNER], stdin=subprocess.DEVNULL)
    until(process.asks)
    process.send_signal(signal.SIGHUP)
    assert process.wait(timeout=60) == 0 and "40 pass" in process.stdout.read()


@pytest.mark.parametrize("adapter", [[hostile("wait")], ["--one-shot", "sleep 1000"]])
def test_who_is_killed_takes_its_adapters_along(begin, tmp_path, adapter):
    process = begin("--corpus", tmp_path / "corpus", *adapter)
    until(lambda: len(processes_of(process.token)) >= 1 + len(adapter))
    process.kill()
    process.wait()
    until(lambda: not processes_of(process.token))


@pytest.mark.parametrize("option", ["--fix", "--accept"])
def test_a_pipe_cannot_be_rewritten(begin, pipe, tmp_path, option):
    process = begin("--corpus", tmp_path / "corpus", "--expect", pipe, option, hostile("behave"))
    pipe.write_text("", encoding="utf-8")
    assert process.communicate(timeout=60)[1] == \
        f"sframe-conform: {pipe}: it is no file, and only a file can be rewritten\n"
    assert process.returncode == 2
