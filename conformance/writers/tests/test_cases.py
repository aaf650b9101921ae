"""Anybody's assembly text is read as functions of code and directives; what differs from the truth comes out."""
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
sys.path.insert(0, str(ROOT / "conformance/writers"))
import assembly  # noqa: E402

CASES = ROOT / "conformance/writers/cases"
FRAME = """        .text
        .globl  frame
frame:  .cfi_startproc          # a comment
        pushq   %rbp ; .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register rbp
        leave
        .cfi_def_cfa %rsp, 8
        .cfi_escape 0x10, 0x6, 2, 0x76, sleb128(-8)
        ret
        .cfi_endproc
"""


def run(tmp_path, text, name="own-x86_64-1", **toolchains):
    folder = tmp_path / "cases"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.s").write_text(text)
    words = [word for option, value in toolchains.items() for word in (f"--{option}", value)]
    return subprocess.run([CASES, "--build", BUILD, "--cases", folder, "--verbose", *words], capture_output=True, text=True,
                          check=False)


def test_a_case_that_is_right_has_the_same_truth(tmp_path):
    done = run(tmp_path, FRAME.replace("frame:  .cfi", "frame:\n .cfi"))
    assert done.returncode == 0, done.stdout
    assert "eh_frame: same" in done.stdout and "sframe: same" in done.stdout


def test_code_is_as_long_as_the_assembler_makes_it():
    labelled, (function,) = assembly.with_labels(FRAME.replace("frame:  .cfi", "frame:\n .cfi"))
    ends = dict(zip((directive.label for directive in function.directives), (0, 1, 1, 4, 5, 5, 6)))
    text = assembly.program_of(function, "amd64", {label: (1, at) for label, at in ends.items()})
    assert [line.strip() for line in text.splitlines()[1:]] == [
        ".cfi_startproc", ".fill 1,1,0", ".cfi_def_cfa_offset 16", ".cfi_offset 6, -16", ".fill 3,1,0",
        ".cfi_def_cfa_register 6", ".fill 1,1,0", ".cfi_def_cfa 7, 8", ".cfi_escape 16, 6, 2, 118, 120", ".fill 1,1,0",
        ".cfi_endproc"]
    assert labelled.count("case_at") == 7 and ".size case_f0" in labelled


WRONG = """#!{python}
import re, subprocess, sys
source = sys.argv[-1]
text = open(source).read()
open(source, "w").write(re.sub({pattern!r}, {by!r}, text))
sys.exit(subprocess.run([{real!r}] + sys.argv[1:]).returncode)
"""


@pytest.mark.parametrize("pattern, by, what", [
    ("_def_cfa_offset 16", "_def_cfa_offset 24", "eh_frame: at 1: cfa is sp+16, .eh_frame says sp+24"),
    ("_offset %rbp, -16", "_offset %rbp, -8", "sframe: wrong fp"),
    (r"\.cfi_def_cfa_register rbp", "", "eh_frame: at 4: cfa is fp+16, .eh_frame says sp+16")])
def test_what_an_assembler_makes_of_other_directives_differs(tmp_path, pattern, by, what):
    tools = tmp_path / "toolchains/forky/bin"
    tools.mkdir(parents=True)
    real = ROOT / ".toolchains/forky/bin/x86_64-linux-gnu-as"
    (tools / "x86_64-linux-gnu-as").write_text(WRONG.format(python=sys.executable, pattern=pattern, by=by, real=str(real)))
    (tools / "x86_64-linux-gnu-as").chmod(0o755)
    done = run(tmp_path, FRAME.replace("frame:  .cfi", "frame:\n .cfi"), toolchains=tmp_path / "toolchains")
    assert done.returncode == 1 and f"{what}: NOT EXPLAINED" in done.stdout, done.stdout


@pytest.mark.parametrize("text, why", [
    ("", "no .cfi_startproc"), (".macro m\n.endm\n", "macros"), (FRAME, "a directive and more"),
    (".cfi_offset 6, -16\n", "outside functions"), (".cfi_startproc\n.cfi_nothing\n.cfi_endproc\n", "refused"),
    (".cfi_startproc\nnop\n.cfi_offset somewhere, -16\n.cfi_endproc\n", "refused"),
    (".text\n.cfi_startproc\nnop\n.cfi_offset (3+3), -16\nnop\n.cfi_endproc\n", "no number"),
    (".text\n.cfi_startproc\nnop\n.cfi_escape 0x14,6,2\nnop\n.cfi_endproc\n", "operands that are not known")])
def test_what_is_not_read_is_told(tmp_path, text, why):
    done = run(tmp_path, text)
    assert done.returncode == 1 and "not read: " in done.stdout and why in done.stdout, done.stdout + done.stderr


def test_no_cases_and_no_assembler_get_one_line(tmp_path):
    done = run(tmp_path, FRAME, name="of-nobody")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "ci/assembler-cases" in done.stderr
    done = run(tmp_path, FRAME, toolchains=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "ci/toolchain" in done.stderr
