"""SIGINT and SIGTERM end every program wherever it waits: silently, or with one line."""
import os
import signal
import subprocess
import time

import pytest

from ci.tests.conftest import BUILD, ROOT

# Each waits for a pipe that nobody else opens, as input or as output, or for a reader of its output who does not read.
PROGRAMS = [["sframe-ref", "check", "PIPE"], ["sframe-ref", "dump", "PIPE"], ["sframe-ref", "unwind", "PIPE"],
            ["sframe-gen", "close", "--to", "PIPE"], ["sframe-gen", "emit", "--to", "PIPE"], ["sframe-gen", "emit"],
            ["sframe-programs", "--output", "PIPE"], ["sframe-programs"], ["sframe-links", "--output", "PIPE"],
            ["sframe-crosscheck", "PIPE"], ["sframe-convert", "-o", "PIPE", "PIPE"],
            *(["sframe-conform", option, "PIPE", "x=true"]
              for option in ("--corpus", "--expect", "--producers", "--causes")),
            ["sframe-conform", "merge", "PIPE"], ["sframe-conform", "compare", "PIPE", "PIPE"]]
SCRIPTS = [["conformance/writers/run", "--vectors", "PIPE", "x=true"], ["conformance/causes/explain", "PIPE"],
           ["generator/programs/choose", "PIPE"]]


def waits(process):
    """Whether the process sleeps in the kernel, and has used no time when it is looked at again a moment later."""
    def state():
        with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(") ", 1)[1].split()[::11][:2]  # the state, and the time it took
    before = state()
    time.sleep(0.2)
    return process.poll() is not None or (before[0] == "S" and before == state())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("words", PROGRAMS + SCRIPTS, ids=" ".join)
def test_who_waits_is_ended(tmp_path, words, number):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ours, its = os.pipe()
    words = [str(pipe) if word == "PIPE" else word for word in words]
    words[0] = str(BUILD / words[0]) if (BUILD / words[0]).is_file() else words[0]
    # A shell sets SIGINT to ignored for what it starts in the background, and these programs would inherit that.
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=its, stderr=subprocess.PIPE,
                          text=True, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)) as process:
        os.close(its)
        while not waits(process):
            pass
        assert process.poll() is None, "it does not wait, so nothing is tested"
        process.send_signal(number)
        try:
            said = process.communicate(timeout=60)[1]
        finally:
            process.kill()
    os.close(ours)
    assert process.returncode in (-number, 128 + number) and said.count("\n") <= 1
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]
