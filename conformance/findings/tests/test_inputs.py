"""Whether inputs of pages about producers would notice a page that is wrong: with assemblers that only pretend."""
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUN = ROOT / "conformance/findings/inputs/run"
PAGE = "gas-aarch64-frame-alone"  # names gas 2.40 alone
SHOWN, RIGHT = "0 sp+16 *(cfa-16) same", "functions: 0 at 0x1c"
ALL = {"bookworm": "aarch64-linux-gnu-as", "trixie": "aarch64-linux-gnu-as", "forky": "aarch64-linux-gnu-as",
       "llvm-22": "llvm-mc", "llvm-23": "llvm-mc"}


@pytest.fixture(name="run")
def fixture_run(tmp_path):
    """Runs it where these toolchains show the fault, and those are there."""
    def run(showing, there=tuple(ALL)):
        for toolchain in there:
            program = tmp_path / toolchain / "bin" / ALL[toolchain]
            program.parent.mkdir(parents=True)
            program.write_text(f"#!/bin/sh\necho '{SHOWN if toolchain in showing else RIGHT}'\n")
            program.chmod(0o755)
        return subprocess.run([RUN, "--toolchains", tmp_path, "--oracle", "/bin/true", PAGE], capture_output=True,
                              text=True, check=False)
    return run


def test_a_page_that_names_who_shows_it_is_right(run):
    done = run({"bookworm"})
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_page_that_leaves_somebody_out_is_wrong(run):
    done = run({"bookworm", "llvm-22"})
    assert done.returncode == 1 and f"{PAGE}: llvm-mc 22 shows it, and is not named\n" in done.stdout


def test_a_page_that_names_who_does_not_show_it_is_wrong(run):
    done = run(set())
    assert done.returncode == 1 and f"{PAGE}: gas 2.40 does not show it\n" in done.stdout


def test_tools_that_are_not_here_are_told(run):
    done = run({"bookworm"}, there=("bookworm", "trixie"))
    assert done.returncode == 3 and "not here: gas 2.47, llvm-mc 22, llvm-mc 23" in done.stdout


def test_help_fits_a_screen():
    text = subprocess.run([RUN, "--help"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(text) <= 40 and all(len(line) <= 120 for line in text)
