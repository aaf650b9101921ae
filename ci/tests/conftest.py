"""What the tests of ci/ share: the tree, the build, and a folder of small inputs."""
import os
import pathlib
import shutil
import subprocess

import pytest

from conformance.zoo.faults import runs

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")


def compiled(folder, name, source, *flags):
    (folder / f"{name}.s").write_text(source, encoding="utf-8")
    subprocess.run(["gcc", *flags, "-o", folder / name, folder / f"{name}.s"], check=True)


UNREADABLE = """.text
.globl f
.type f, @function
f:  .cfi_startproc
    .cfi_escape 0x3b
    ret
    .cfi_endproc
"""
BARE = """.globl _start
_start: mov $60, %eax
    xor %edi, %edi
    syscall
"""


@pytest.fixture(scope="session")
def inputs(tmp_path_factory):
    """The files that exit-statuses.txt names."""
    made, folder = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("inputs")
    have = runs.Inputs(BUILD, made)
    for name, path in {"section": have.section, "elf": have.elf, "program": have.program, "both": have.both,
                       "vectors": have.corpus, "scenario": have.scenario, "requests": have.requests,
                       "lookups": have.lookups, "report": have.report, "tree": have.tree, "module": have.module}.items():
        shutil.copy(path, folder / name)
    (folder / "broken").write_bytes(b"\0" + (folder / "section").read_bytes()[1:])
    (folder / "empty").write_bytes(b"")
    (folder / "lines").write_text("v9/id 0000000000000000 0000000000000000 -\n", encoding="utf-8")
    compiled(folder, "unreadable", UNREADABLE, "-c")
    compiled(folder, "bare", BARE, "-nostdlib", "-static")
    return folder


@pytest.fixture()
def shell(inputs, tmp_path):
    """Runs a command in a folder with the inputs, and with the tree's own folders beside them."""
    place = tmp_path / "place"
    shutil.copytree(inputs, place)
    for name in ("ci", "conformance", "corpus", "fuzz", "generator", "proof", "ref", "release"):
        (place / name).symlink_to(ROOT / name)
    (place / "build").symlink_to(BUILD)

    def run(command):
        return subprocess.run(["bash", "-c", command], cwd=place, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", check=False, timeout=120,
                              env={**os.environ, "PATH": f"{BUILD}:{os.environ['PATH']}"})
    return run
