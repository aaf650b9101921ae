"""Runs the files and commands of documents, as these have them, in a new folder that has the archive of a release."""
import os
import re
import subprocess
import sys

import pytest

from conformance.kits.tests.conftest import CONFORM, ROOT

# How many files and commands each has.
DOCUMENTS = {"docs/tutorial.md": (2, 17), "docs/requirements.md": (1, 2)}
BLOCK = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = 600
# In the archive: of all vectors it emits those of the profile that the tutorial's reader knows, as no other is asked.
GENERATOR = """#!/bin/sh
[ "$*" != emit ] || set -- emit --profile v2e2
exec "${0%/*}/sframe-gen-of-all" "$@"
"""
# The tutorial finds its programs in the archive: no folder with built ones is on the PATH.
ELSEWHERE = ":".join(folder for folder in os.environ["PATH"].split(":") if not os.path.exists(f"{folder}/sframe-gen"))


def blocks(document):
    """Triples of language, what to do with it, text."""
    return BLOCK.findall((ROOT / document).read_text(encoding="utf-8"))


def build_folder():
    return ROOT / os.path.dirname(CONFORM[0])


@pytest.fixture(name="archive", scope="module")
def fixture_archive(tmp_path_factory):
    """As a release has it, but that its programs are not linked statically.  Beside it is the Python of these tests, alone:
    as python3 the PATH may have a script that looks for one at each start."""
    top = tmp_path_factory.mktemp("archive")
    name = "sframe-conformance-0.0.0-linux-x86_64"
    subprocess.run([ROOT / "release/install", "--build", build_folder(), "--destdir", top, "--prefix", f"/{name}"], cwd=ROOT,
                   check=True)
    generator = top / name / "bin/sframe-gen"
    generator.rename(f"{generator}-of-all")
    generator.write_text(GENERATOR, encoding="utf-8")
    generator.chmod(0o755)
    subprocess.run(["tar", "-I", "gzip -1", "-cf", f"{name}.tar.gz", name], cwd=top, check=True)
    (top / "path").mkdir()
    (top / "path/python3").symlink_to(sys.executable)
    return top / f"{name}.tar.gz"


def environment(document, path):
    """Of the tree for what is written for those who have it; the tutorial sets what it needs from the archive."""
    if document == "docs/tutorial.md":
        return {name: value for name, value in os.environ.items() if name != "SUITE"} | {"PATH": f"{path}:{ELSEWHERE}"}
    return os.environ | {"SUITE": str(ROOT), "PATH": f"{path}:{build_folder()}:{os.environ['PATH']}"}


def run(text, folder, environ):
    return subprocess.run(["sh", "-eu", "-c", text], cwd=folder, env=environ, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS,
                          check=False)


def pattern_of(line):
    return ".*".join(re.escape(part) for part in line.split("..."))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_the_document_says_is_what_happens(tmp_path, archive, document):
    """What a command exports holds for those behind it."""
    (tmp_path / archive.name).symlink_to(archive)
    output, exported, environ = None, "", environment(document, archive.with_name("path"))
    for language, what, text in blocks(document):
        if what.startswith("file="):
            (tmp_path / what.removeprefix("file=")).write_text(text, encoding="utf-8")
        elif what.startswith("run"):
            done = run(exported + text, tmp_path, environ)
            exported += "".join(re.findall(r"^export .*\n", text, re.MULTILINE))
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
