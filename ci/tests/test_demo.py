"""conformance/demo: a newcomer's first run says which failures were found in which reader, and no more."""
import os
import shutil
import subprocess

from ci.tests.conftest import BUILD, ROOT


def demo(build):
    """Runs the demo as on a machine whose readelf knows --sframe but crashes, and which has no other reader."""
    readers = build.parent / "readers"
    readers.mkdir()
    for name, script in (("readelf", "[ $1 = --help ] && echo --sframe || kill -SEGV $$"), ("objdump", ""),
                         ("llvm-readobj", "")):
        (readers / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (readers / name).chmod(0o755)
    return subprocess.run([ROOT / "conformance/demo", build], cwd=ROOT, capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": f"{readers}:{os.environ['PATH']}"})


def build_with(folder, oracle):
    """A folder with what the demo needs of a build; ORACLE is the program that takes the oracle's place."""
    (folder / "adapters").mkdir(parents=True)
    for name in ("sframe-conform", "sframe-gen", "clauses.json"):
        (folder / name).symlink_to(BUILD / name)
    shutil.copy(oracle, folder / "adapters" / "oracle")
    return folder


def test_failures_of_other_readers_are_theirs(tmp_path):
    done = demo(build_with(tmp_path / "build", BUILD / "adapters/oracle"))
    assert done.returncode == 0 and done.stderr == ""
    assert "What was found, in whom:\n\n  oracle (sframe-ref " in done.stdout
    assert "not run: objdump is not on this machine" in done.stdout and "crash" in done.stdout.split("in whom:")[1]
    assert "Your installation is fine." in done.stdout and "NOT as expected" not in done.stdout
    assert {path.name for path in (tmp_path / "build").glob("*.html")} == {"report.html", "trace.html"}


def test_an_oracle_that_fails_is_reported(tmp_path):
    done = demo(build_with(tmp_path / "build", BUILD / "adapters/null"))
    assert done.returncode == 1 and "this build is broken" in done.stderr
    assert "Your installation is fine" not in done.stdout
