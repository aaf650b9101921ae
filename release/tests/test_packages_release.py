"""What `make packages` left in build/packages: the programs of the other machine run, emulated, and say the same."""
import platform
import re
import shutil
import subprocess
import zipfile

import pytest

from release.tests.conftest import ROOT

OTHER = {"x86_64": "aarch64", "aarch64": "x86_64"}[platform.machine()]
EMULATOR = f"qemu-{OTHER}"


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.skipif(not shutil.which(EMULATOR), reason=f"no {EMULATOR} here")
def test_the_wheel_of_the_other_machine_runs(tmp_path):
    """The emulator starts no programs of its machine by itself, so each is asked alone."""
    wheel, = (ROOT / "build/packages").glob(f"sframe_conformance-*_{OTHER}.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path)
    folder = tmp_path / "sframe_conformance/bin"
    for path in folder.iterdir():  # as pip does
        path.chmod(0o755)
    assert run(EMULATOR, folder / "sframe-conform", "--version") == run(ROOT / "build/sframe-conform", "--version")
    assert run(EMULATOR, folder / "sframe-gen", "emit", "--core") == run(ROOT / "build/sframe-gen", "emit", "--core")
    (tmp_path / "oracle").write_text(f"#!/bin/sh\nexec {EMULATOR} {folder}/sframe-adapter-oracle\n", encoding="utf-8")
    (tmp_path / "oracle").chmod(0o755)
    said = run(ROOT / "build/sframe-conform", "--core", "--strict", f"oracle={tmp_path}/oracle")
    assert re.search(r"^as expected: .* 0 unexpected", said, re.MULTILINE), said
