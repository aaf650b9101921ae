"""Asks readers vectors without the runner, and has the runner judge what some of them answered.

A reader with one bug, or one change, answers most vectors as the right one does, so few answers have to be judged.
"""
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import typing

REPLAY = os.path.join(os.path.dirname(os.path.realpath(__file__)), "readers", "replay.py")
CHUNK = 4000  # vectors that one process is asked
AGAIN = 16  # a process that follows one that died is asked so many: one of them may end it, too
PATIENCE = "60"  # seconds: replay.py reads all answers before its first, which takes long on a busy machine
LIMITS = {resource.RLIMIT_AS: 4 << 30, resource.RLIMIT_FSIZE: 1 << 30, resource.RLIMIT_CORE: 0}
ENDLESS = (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGXFSZ)
ID, REQUEST = re.compile(rb'^{"id": ?"'), re.compile(rb'^{"request":[0-9]+')
JUDGED = re.compile(r"(not )?ok [0-9]+ - [^:]*: ([0-9]+)/\S*(?: # SKIP ([^:]*)| \(([^:]*))?")


class Outcome(typing.NamedTuple):
    """What an answer is worth: its name, and whether it counts against the reader."""
    name: str
    is_wrong: bool


def hello_of(command):
    return subprocess.run(command, input=b"hello 1\n", capture_output=True, check=True).stdout.strip()


def run(command, requests, seconds):
    """The lines that a process answers, and its status.  It is limited from outside: to fork for it, as preexec_fn does,
    would copy the tables of all vectors' pages."""
    with tempfile.TemporaryFile() as said, \
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=said, stderr=subprocess.DEVNULL) as process:
        for what, most in (LIMITS | {resource.RLIMIT_CPU: seconds}).items():
            resource.prlimit(process.pid, what, (most, most))
        process.communicate(requests)
        said.seek(0)
        return said.read().split(b"\n")[:-1], process.returncode


def ask(command, vectors, seconds):
    """The answer to each vector; None where the reader died of it.  A process may take so many SECONDS of the processor.
    One that takes more hangs, or floods; nothing is asked behind that."""
    answers, most = [], CHUNK
    while len(answers) < len(vectors):
        numbers = range(len(answers), min(len(answers) + most, len(vectors)))
        requests = b"".join([b"hello 1\n", *(vectors[i].request(i) for i in numbers)])
        lines, status = run(command, requests, seconds)
        answers += lines[1:][:len(numbers)]
        most = min(2 * most, CHUNK)
        if status != 0 or len(answers) < numbers.stop:
            answers[numbers.stop - 1:] = ()  # who ends badly behind its last answer died of that
            answers.append(None)
            most = AGAIN
        if status in ENDLESS:
            break
    return answers


def judge(runner, hello, pairs, *options):
    """The outcome of each pair of a vector and its answer, by sframe-conform.  HELLO is the reader's."""
    with tempfile.TemporaryDirectory() as folder:
        corpus, answers, tap = (os.path.join(folder, name) for name in ("corpus", "answers", "tap"))
        with open(corpus, "wb") as vectors, open(answers, "wb") as lines:
            lines.write(hello + b"\n")
            for number, (vector, line) in enumerate(pairs, 1):
                vectors.write(ID.sub(b'{"id":"%d/' % number, vector.line))
                lines.write(REQUEST.sub(b'{"request":%d' % number, line) + b"\n")
        done = subprocess.run([runner, "--corpus", corpus, "--tap", tap, "--deadline", PATIENCE, *options,
                               shlex.join([sys.executable, REPLAY, answers])],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr.strip())
        with open(tap, encoding="utf-8") as results:
            judged = {int(found[2]): Outcome(found[3] or found[4] or "pass", found[1] is not None)
                      for found in map(JUDGED.match, results) if found}
    if len(judged) != len(pairs):
        sys.exit(f"{runner} judged {len(judged)} answers of {len(pairs)}")
    return [judged[number] for number in range(1, len(pairs) + 1)]
