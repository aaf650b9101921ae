"""fuzz keeps what goes wrong and is not explained, made small, and nothing else."""
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
FUZZ = ROOT / "conformance/writers/fuzz"
BAD = """#!{python}
import re, subprocess, sys
text = re.sub(r"(_def_cfa_offset )(\\d+)", lambda found: found[1] + str(int(found[2]) + 8), open(sys.argv[-1]).read())
open(sys.argv[-1], "w").write(text)
sys.exit(subprocess.run([{real!r}, *sys.argv[1:]]).returncode)
"""


@pytest.fixture(name="fuzz")
def fixture_fuzz(tmp_path):
    def run(command):
        return subprocess.run([FUZZ, "--build", BUILD, "--abi", "amd64", "--seed", "7", "--to", tmp_path / "finds",
                               f"mine={command}"], capture_output=True, text=True, check=False)
    return run


def test_of_a_right_assembler_nothing_is_kept(fuzz, tmp_path):
    done = fuzz(BUILD / "zoo-as")
    assert done.returncode == 0 and ", 0 kinds kept" in done.stdout
    assert not (tmp_path / "finds").exists()


def test_a_bug_is_kept_as_its_smallest_function(fuzz, tmp_path):
    wrapper = tmp_path / "as"
    wrapper.write_text(BAD.format(python=sys.executable, real=str(BUILD / "zoo-as")))
    wrapper.chmod(0o755)
    assert fuzz(wrapper).returncode == 1
    directives = [line.split() for line in (tmp_path / "finds/mine.wrong.cfa.s").read_text().splitlines() if ".cfi_" in line]
    assert [words[0] for words in directives] == [".cfi_startproc", ".cfi_def_cfa_offset", ".cfi_endproc"]

