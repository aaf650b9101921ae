"""Runs the files and commands of documents, as these have them, in a new folder."""
import os
import re
import subprocess

import pytest

from conformance.kits.tests.conftest import CONFORM, GENERATOR, ROOT

# How many files and commands each has.
DOCUMENTS = {"docs/tutorial.md": (7, 14), "docs/requirements.md": (1, 2)}
BLOCK = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = 600


def blocks(document):
    """Triples of language, what to do with it, text."""
    return BLOCK.findall((ROOT / document).read_text(encoding="utf-8"))


def environment():
    folders = [os.path.dirname(os.path.join(ROOT, program[0])) for program in (CONFORM, GENERATOR)]
    return os.environ | {"SUITE": str(ROOT), "PATH": ":".join([*folders, os.environ["PATH"]])}


def run(text, folder):
    return subprocess.run(["sh", "-eu", "-c", text], cwd=folder, env=environment(), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS,
                          check=False)


def pattern_of(line):
    return ".*".join(re.escape(part) for part in line.split("..."))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_the_document_says_is_what_happens(tmp_path, document):
    output = None
    for language, what, text in blocks(document):
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


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_document_has_files_and_commands(document):
    kinds = [what for _, what, _ in blocks(document)]
    assert tuple(sum(what.startswith(kind) for what in kinds) for kind in ("file=", "run")) == DOCUMENTS[document]
