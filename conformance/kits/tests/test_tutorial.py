"""Runs the tutorial's files and commands, as it has them, in a new folder."""
import os
import re
import subprocess

import pytest

from conformance.kits.tests.conftest import CONFORM, GENERATOR, ROOT

TUTORIAL = ROOT / "docs/tutorial.md"
BLOCK = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = 600


def blocks():
    """Triples of language, what to do with it, text."""
    return BLOCK.findall(TUTORIAL.read_text(encoding="utf-8"))


def environment():
    folders = [os.path.dirname(os.path.join(ROOT, program[0])) for program in (CONFORM, GENERATOR)]
    return os.environ | {"SUITE": str(ROOT), "PATH": ":".join([*folders, os.environ["PATH"]])}


def run(text, folder):
    return subprocess.run(["sh", "-eu", "-c", text], cwd=folder, env=environment(), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS,
                          check=False)


def pattern_of(line):
    return ".*".join(re.escape(part) for part in line.split("..."))


def test_what_the_tutorial_says_is_what_happens(tmp_path):
    output = None
    for language, what, text in blocks():
        if what.startswith("file="):
            (tmp_path / what.removeprefix("file=")).write_text(text, encoding="utf-8")
        elif what.startswith("run"):
            done = run(text, tmp_path)
            output = done.stdout
            wanted = int(what.partition("status=")[2] or 0)
            assert done.returncode == wanted, f"{text}gave status {done.returncode}:\n{output}"
        elif language == "text":
            for line in text.splitlines():
                assert re.search(f"^{pattern_of(line)}$", output, re.MULTILINE), f"{line}\nis not in\n{output}"


@pytest.mark.parametrize("kind, count", (("file=", 7), ("run", 14)))
def test_the_tutorial_has_files_and_commands(kind, count):
    assert sum(what.startswith(kind) for _, what, _ in blocks()) == count

