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
    for name, *flags in ("unreadable", "-c"), ("bare", "-nostdlib", "-static"):
        subprocess.run(["gcc", *flags, "-o", folder / name, ROOT / "ci/tests" / f"{name}.s"], check=True)


def link(build, folder):
    """Makes links to the folders of the tree and to the build in FOLDER."""
    for name in ("ci", "conformance", "corpus", "fuzz", "generator", "proof", "ref", "release"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "build").symlink_to(build)


if __name__ == "__main__":
    make(*map(pathlib.Path, sys.argv[1:]))
    link(*map(pathlib.Path, sys.argv[1:]))
