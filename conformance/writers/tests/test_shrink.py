"""shrink leaves what an assembler gets wrong, and nothing else; sframe-programs --read knows what a text says."""
import json
import os
import pathlib
import shlex
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
SHRINK = ROOT / "conformance/writers/shrink"
REAL = shlex.split(os.environ.get("REAL_AS", str(ROOT / ".toolchains/forky/bin/as")))

# Directives that have to do with the faults below, and others that have not.
FUNCTION = """\t.type f, %function
f:
\t.cfi_startproc
\t.fill 40,1,0x90
\t.cfi_def_cfa_offset 16
\t.cfi_offset 6, -16
\t.fill 3,1,0x90
\t.cfi_remember_state
\t.cfi_def_cfa_register 6
\t.fill 5,1,0x90
\t.cfi_restore_state
\t.cfi_adjust_cfa_offset 32
\t.fill 2,1,0x90
\t.cfi_restore 6
\t.fill 1,1,0x90
\t.cfi_endproc
\t.size f, .-f
"""
WRAPPER = """#!{python}
import os, re, subprocess, sys
source = sys.argv[-1]
text = open(source).read()
{body}
open(source, "w").write(text)
sys.exit(subprocess.run({real!r} + sys.argv[1:]).returncode)
"""


def run(tmp_path, body, text=FUNCTION, *more):
    assembler, source = tmp_path / "as", tmp_path / "function.s"
    assembler.write_text(WRAPPER.format(python=sys.executable, real=REAL, body=body))
    assembler.chmod(0o755)
    source.write_text(text)
    return subprocess.run([SHRINK, "--build", BUILD, "--abi", "amd64", "--deadline", "5", *more, f"mine={assembler}",
                           source], capture_output=True, text=True, check=False)


def steps(printed):
    """What is left between the function's first directive and its last."""
    words = [line.strip() for line in printed.splitlines()]
    return words[words.index(".cfi_startproc") + 1:words.index(".cfi_endproc")]


@pytest.mark.parametrize("body, outcome, left", [
    ("text = text.replace('.cfi_restore 6', '')", "wrong fp",
     [".cfi_offset 6, 0", ".cfi_restore 6", ".fill 1,1,0x90"]),
    ("if '_remember_state' in text and '_adjust_cfa' in text: os.abort()", "crash status -6",
     [".cfi_remember_state", ".cfi_adjust_cfa_offset 0"]),
    ("if text.count('.fill') > 1 and '_def_cfa_register' in text: import time; time.sleep(9)", "hang",
     [".fill 1,1,0x90", ".fill 1,1,0x90", ".cfi_def_cfa_register 6"]),
    ("text = text.replace('.cfi_def_cfa_register 6', '.cfi_def_cfa_register 7')", "wrong cfa",
     [".cfi_def_cfa_register 6", ".fill 1,1,0x90"])])
def test_what_is_left_is_what_the_fault_needs(tmp_path, body, outcome, left):
    done = run(tmp_path, body)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == f"# mine, amd64: {outcome}"
    assert steps(done.stdout) == left


def test_a_function_of_sframe_programs_is_found_by_its_name(tmp_path):
    wrapper = tmp_path / "as"
    wrapper.write_text(WRAPPER.format(python=sys.executable, real=REAL, body="if '_restore 6' in text: os.abort()"))
    wrapper.chmod(0o755)
    done = subprocess.run([SHRINK, "--build", BUILD, f"mine={wrapper}", "amd64/pairs/offset-fp, code, restore-fp"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and steps(done.stdout) == [".cfi_restore 6"]


def test_what_is_not_bad_is_not_shrunk(tmp_path):
    done = run(tmp_path, "")
    assert done.returncode == 1 and done.stdout == "" and "same, which is not bad" in done.stderr


@pytest.mark.parametrize("text", ["", "f:\n", FUNCTION.replace("\t.cfi_endproc\n", ""), FUNCTION + FUNCTION,
                                  FUNCTION.replace(".fill 3,1,0x90", "ret"), FUNCTION.replace(", -16", ", x"),
                                  FUNCTION.replace("_offset 16", "_offset 99999999999999999999"), "\x7fELF\0\0"])
def test_bad_input_gets_one_line(tmp_path, text):
    done = run(tmp_path, "", text)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done


@pytest.mark.parametrize("words", [["gas-nobody", "amd64/single/offset-fp between code"], ["true=true", "amd64/single/none"],
                                   ["true=true", "nothing"], ["--abi", "amd64", "true=true", "/nowhere"]])
def test_what_is_not_there_gets_one_line(words):
    done = subprocess.run([SHRINK, "--build", BUILD, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == "" and "shrink: " in done.stderr.splitlines()[-1]


def test_what_is_read_is_what_was_written(tmp_path):
    """Each unit of sframe-programs, read as assembly text, has the same truth."""
    made = subprocess.run([BUILD / "sframe-programs"], capture_output=True, text=True, check=True).stdout
    functions = 0
    for unit in map(json.loads, made.splitlines()):
        source = tmp_path / "unit.s"
        source.write_text(unit["input"]["head"] + "".join(each["text"] for each in unit["input"]["functions"]))
        again = subprocess.run([BUILD / "sframe-programs", "--abi", unit["abi"], "--read", source], capture_output=True,
                               text=True, check=False)
        assert again.returncode == 0, f"{unit['id']}: {again.stderr}"
        assert json.loads(again.stdout)["expect"] == unit["expect"], unit["id"]
        functions += len(unit["expect"]["functions"])
    assert functions > 20000
