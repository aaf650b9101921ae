"""What the tests of the runner share: the programs, vectors made by hand, and runs."""
import json
import os
import py_compile
import shlex
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
ADAPTERS = HERE / "adapters"
BUILD = ROOT / os.environ.get("BUILD", "build")
RUNNER = shlex.split(os.environ.get("SFRAME_CONFORM", str(BUILD / "sframe-conform")))
ORACLE = str(BUILD / "adapters/oracle")
NULL = str(BUILD / "adapters/null")
GENERATOR = str(BUILD / "sframe-gen")
SECONDS = 120
READING = ("decode", "check", "lookup", "flip", "unwind")
# Python compiles a script at each start, and this one is started a thousand times: so it is compiled once, here.
HOSTILE = py_compile.compile(ADAPTERS / "hostile.py", doraise=True)

# A shell that starts the tests in the background may make us ignore interrupts, and the runner would ignore them, too.
signal.signal(signal.SIGINT, signal.default_int_handler)


def check_vector(number, **changes):
    """A vector that asks to check a valid section: the answer `verdict` `valid` is right, whatever the section is."""
    return {"id": f"v2/amd64/check/made/{number:04}", "profile": "v2", "abi": "amd64", "operation": "check",
            "class": "valid", "family": "made", "clauses": ["preamble.magic"], "origin": "generated", "note": "",
            "input": {"address": "0x1000", "bytes": f"e2de02{number:04x}"},
            "expect": {"verdict": "valid", "violations": []}, **changes}


def lines(vectors):
    """A corpus without a closing line."""
    return "".join(json.dumps(vector) + "\n" for vector in vectors)


def run(*arguments, **options):
    """Runs sframe-conform; returns its status, its output, and what it said on standard error."""
    done = subprocess.run([*RUNNER, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False,
                          timeout=SECONDS, **options)
    return done.returncode, done.stdout, done.stderr


class Result:
    """A run that has ended: its status, its output, and its JSON report."""

    def __init__(self, done, report):
        self.status, self.out, self.err, self.report = done.returncode, done.stdout, done.stderr, report

    def implementation(self, number=0):
        return self.report["implementations"][number]

    def cases(self, number=0):
        return {case["id"]: case for case in self.implementation(number)["cases"]}


@pytest.fixture(name="conform")
def fixture_conform(tmp_path):
    """Runs sframe-conform over vectors with adapters and options, and checks that it leaves no process."""
    def conform(vectors, *arguments, report=True, **options):
        path = tmp_path / "corpus.jsonl"
        if vectors is not None:
            path.write_text(lines(vectors), encoding="utf-8")
            arguments = ("--corpus", path, *arguments)
        if report:
            arguments = ("--json", tmp_path / "report.json", *arguments)
        if not {"--jobs", "merge"} & set(arguments):
            arguments = ("--jobs", 1, *arguments)  # each process of an adapter takes its time to start
        token = uuid.uuid4().hex
        done = subprocess.run([*RUNNER, *map(str, arguments)], capture_output=True, text=True, check=False,
                              errors="replace", timeout=SECONDS, cwd=ROOT,
                              env={**os.environ, "CONFORM_TOKEN": token}, **options)
        assert not processes_of(token)
        written = tmp_path / "report.json"
        return Result(done, json.loads(written.read_text(encoding="utf-8")) if written.exists() else None)
    return conform


@pytest.fixture(name="judge")
def fixture_judge(conform, tmp_path):
    """Asks vectors in one run an adapter that gives these answers, or another adapter.  Returns the run, and of each vector
    its case; of one that is none its outcome and reason."""
    def judge(rows, *options, adapter=None, **hello):
        vectors = [{**vector, "id": f"{vector['id']}-{number}"} for number, (vector, _) in enumerate(rows)]
        adapter = adapter or answering(tmp_path, {number: answer for number, (_, answer) in enumerate(rows, 1)}, **hello)
        result = conform(vectors, "--tap", tmp_path / "tap", *options, adapter)
        cases, found = result.cases(), []
        for vector, line in zip(vectors, (tmp_path / "tap").read_text(encoding="utf-8").splitlines()[2:]):
            assert vector["id"] in line
            outcome, _, reason = (line.partition(" # SKIP ")[2] or "pass").partition(": ")
            found.append(cases.get(vector["id"], {"outcome": outcome, "reason": reason}))
        return result, found
    return judge


def processes_of(token):
    """The command lines, by process, of processes that have this mark in their environment and are not zombies."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"CONFORM_TOKEN={token}".encode() in (folder / "environ").read_bytes():
                found[int(folder.name)] = (folder / "cmdline").read_bytes()
        except OSError:
            pass
    return found


def until(is_so):
    """Waits until other processes have made a condition true; fails the test if they do not."""
    begun = time.monotonic()
    while not is_so():
        assert time.monotonic() < begun + SECONDS, "waited in vain"
        time.sleep(0.02)


def in_python(script, *words):
    """The command of an adapter; it does without what Python finds on this machine, which takes long."""
    return shlex.join([sys.executable, "-IS", *map(str, (script, *words))])


def hostile(*actions):
    return in_python(HOSTILE, *actions)


def unread(kind, operations=READING, exposes="-"):
    """The command of adapters/silent.py, which answers without reading."""
    return in_python(ADAPTERS / "silent.py", kind, ",".join(operations), exposes, ORACLE)


def answering(tmp_path, answers, mode="answers", **hello):
    """An adapter that gives these answers, by the numbers of requests; other answers are right for check_vector."""
    path = tmp_path / "answers.json"
    path.write_text(json.dumps({"hello": hello, "answers": answers}), encoding="utf-8")
    return hostile(mode, path)


def answering_vectors(tmp_path, answers, **hello):
    """Does the same by the numbers of vectors, in whatever order they are asked; an answer may be "interrupt"."""
    return answering(tmp_path, answers, "answers_vectors", **hello)


def scripted(tmp_path, script, **hello):
    """The command of adapters/scripted.py."""
    path = tmp_path / "script"
    path.write_text(script, encoding="utf-8")
    return f"x={in_python(ADAPTERS / 'scripted.py', path, json.dumps(hello))}"
