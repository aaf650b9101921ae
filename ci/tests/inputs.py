"""Makes the small inputs of the commands of exit-statuses.t in a folder: `inputs.py BUILD FOLDER`."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path[0] = os.path.realpath(__file__ + "/../../..")  # the root of the tree
from conformance.zoo.faults import runs

ROOT = pathlib.Path(__file__).resolve().parents[2]
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


def compiled(folder, name, source, *flags):
    subprocess.run(["gcc", *flags, "-o", folder / name, "-x", "assembler", "-"], input=source.encode(), check=True)


def make(build, folder):
    folder.mkdir()
    with tempfile.TemporaryDirectory() as made:
        have = runs.Inputs(build, pathlib.Path(made))
        for name, path in {"section": have.section, "elf": have.elf, "program": have.program, "both": have.both,
                           "vectors": have.corpus, "scenario": have.scenario, "requests": have.requests,
                           "lookups": have.lookups, "report": have.report, "tree": have.tree,
                           "module": have.module}.items():
            shutil.copy(path, folder / name)
    (folder / "broken").write_bytes(b"\0" + (folder / "section").read_bytes()[1:])
    (folder / "empty").write_bytes(b"")
    (folder / "lines").write_text("v9/id 0000000000000000 0000000000000000 -\n", encoding="utf-8")
    compiled(folder, "unreadable", UNREADABLE, "-c")
    compiled(folder, "bare", BARE, "-nostdlib", "-static")


def link(build, folder):
    """Makes links to the folders of the tree and to the build in FOLDER."""
    for name in ("ci", "conformance", "corpus", "fuzz", "generator", "proof", "ref", "release"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "build").symlink_to(build)


if __name__ == "__main__":
    make(*map(pathlib.Path, sys.argv[1:]))
    link(*map(pathlib.Path, sys.argv[1:]))
