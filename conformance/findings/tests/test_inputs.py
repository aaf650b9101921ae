"""Tests that inputs of pages about producers notice a wrong page; the assemblers are scripts that pretend."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
RUN = ROOT / "conformance/findings/inputs/reproduce"
PAGE = "gas-aarch64-frame-alone"  # names only gas 2.40
SHOWN, RIGHT = "0 sp+16 *(cfa-16) same", "functions: 0 at 0x1c"
VERSIONS = {"bookworm": "binutils 2.40-2", "trixie": "binutils 2.44-3", "forky": "binutils 2.47.50.20261021-1",
            "llvm-22": "llvm-22 1:22.1.8-1~deb13u4", "llvm-23": "llvm-23 1:23.1.4-2"}
ALL = {"bookworm": "aarch64-linux-gnu-as", "trixie": "aarch64-linux-gnu-as", "forky": "aarch64-linux-gnu-as",
       "llvm-22": "llvm-mc", "llvm-23": "llvm-mc"}


@pytest.fixture(name="run")
def fixture_run(tmp_path):
    """Runs the script; some toolchains show the fault, and some are installed."""
    def run(showing, there=tuple(ALL), **moved):
        for toolchain in there:
            program = tmp_path / toolchain / "bin" / ALL[toolchain]
            program.parent.mkdir(parents=True)
            program.write_text(f"#!/bin/sh\necho '{SHOWN if toolchain in showing else RIGHT}'\n")
            program.chmod(0o755)
            version = moved.get(toolchain, VERSIONS[toolchain])
            (tmp_path / toolchain / "VERSIONS").write_text(f"libc6 2.36-9\n{version}\nzlib1g 1\n")
        return subprocess.run([RUN, "--toolchains", tmp_path, "--oracle", "/bin/true", PAGE], capture_output=True,
                              text=True, check=False)
    return run


def test_a_page_that_names_who_shows_it_is_right(run):
    done = run({"bookworm"})
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_page_that_leaves_somebody_out_is_wrong(run):
    done = run({"bookworm", "llvm-22"})
    assert done.returncode == 1 and f"{PAGE}: llvm-mc 22.1.8 shows it, and is not named\n" in done.stdout


def test_a_page_that_names_who_does_not_show_it_is_wrong(run):
    done = run(set())
    assert done.returncode == 1 and f"{PAGE}: gas 2.40 does not show it\n" in done.stdout


def test_tools_that_are_missing_are_reported(run):
    done = run({"bookworm"}, there=("bookworm", "trixie"))
    assert done.returncode == 3 and "not here: gas 2.47.50.20261021, llvm-mc 22.1.8, llvm-mc 23.1.4" in done.stdout


@pytest.mark.parametrize("showing, moved, said", [
    ({"bookworm", "forky"}, {"forky": "binutils 2.48-1"}, "gas 2.47.50.20261021 shows it, and is not named"),
    (set(), {"bookworm": "binutils 2.41-1"}, "gas 2.40 does not show it"),
])
def test_of_another_version_nothing_counts_and_all_is_said(run, showing, moved, said):
    done = run(showing, **moved)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{PAGE}: {said} (not counted)\n" in done.stdout
    assert "not the version that the pages are for, so this does not count" in done.stdout


def test_another_package_of_the_same_version_counts(run):
    done = run({"bookworm", "forky"}, forky="binutils 2.47.50.20261021-3+b1")
    assert done.returncode == 1 and "gas 2.47.50.20261021 shows it, and is not named\n" in done.stdout


def test_if_no_version_counts_nothing_is_proved(run):
    done = run({"bookworm"}, **{toolchain: "binutils 9.9-1" for toolchain in ALL})
    assert done.returncode == 1 and "nothing counts" in done.stdout


@pytest.fixture(name="run_encoder")
def fixture_run_encoder(tmp_path):
    """Runs a page about libsframe with a compiler that pretends: its program prints this text, or dies."""
    def run(script):
        for toolchain in ("bookworm", "trixie", "forky"):
            (tmp_path / toolchain / "libsframe").mkdir(parents=True)
            version = VERSIONS[toolchain].replace("binutils", "binutils-dev")
            (tmp_path / toolchain / "VERSIONS").write_text(f"libc6 2.36-9\n{version}\nzlib1g 1\n")
        compiler = tmp_path / "cc"
        compiler.write_text(f"""#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '%s\\n' '#!/bin/sh' '{script}' >"$2"
chmod +x "$2"
""")
        compiler.chmod(0o755)
        return subprocess.run([RUN, "--toolchains", tmp_path, "--oracle", "/bin/true", "libsframe-encode-no-rows"],
                              capture_output=True, text=True, check=False,
                              env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})
    return run


def test_a_program_that_a_signal_ends_shows_it(run_encoder):
    done = run_encoder("kill -SEGV $$")
    assert done.returncode == 1 and done.stdout.splitlines()[:2] == [
        "libsframe-encode-no-rows: libsframe 2.40 shows it, and is not named",
        "libsframe-encode-no-rows: libsframe 2.44 shows it, and is not named"]


def test_a_library_that_does_not_show_it_is_reported(run_encoder):
    done = run_encoder("echo 49 bytes")
    assert done.returncode == 1
    assert done.stdout.startswith("libsframe-encode-no-rows: libsframe 2.47.50.20261021 does not show it\n")


def test_help_fits_a_screen():
    text = subprocess.run([RUN, "--help"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(text) <= 40 and all(len(line) <= 120 for line in text)
