"""Tests of shrink, which leaves only what an assembler gets wrong, and of sframe-programs --read."""
import collections
import json
import os
import re
import shlex

import pytest

from conformance.writers.tests.conftest import BUILD, ROOT, WRITERS, run

SHRINK = WRITERS / "shrink"
REAL = shlex.split(os.environ.get("REAL_AS", str(ROOT / ".toolchains/forky/bin/as")))

# Directives that cause the faults below, and others that do not.
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


@pytest.fixture(name="shrink")
def fixture_shrink(tmp_path, script):
    """Shrinks a text for an assembler with this BODY."""
    def shrink(body, text=FUNCTION):
        source = tmp_path / "function.s"
        source.write_text(text)
        assembler = script(WRAPPER, real=REAL, body=body)
        return run(SHRINK, "--build", BUILD, "--abi", "amd64", "--deadline", 5, f"mine={assembler}", source)
    return shrink


def steps(printed):
    """The lines that are left between the function's first directive and its last."""
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
def test_what_is_left_is_what_the_fault_needs(shrink, body, outcome, left):
    done = shrink(body)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == f"# mine, amd64: {outcome}"
    assert steps(done.stdout) == left


def test_a_function_of_sframe_programs_is_found_by_its_name(script):
    wrapper = script(WRAPPER, real=REAL, body="if '_restore 6' in text: os.abort()")
    done = run(SHRINK, "--build", BUILD, f"mine={wrapper}", "amd64/pairs/offset-fp, code, restore-fp")
    assert done.returncode == 0 and steps(done.stdout) == [".cfi_restore 6"]


def test_what_is_not_bad_is_not_shrunk(shrink):
    done = shrink("")
    assert done.returncode == 1 and done.stdout == "" and "same, which is not bad" in done.stderr


@pytest.mark.parametrize("text", ["", "f:\n", FUNCTION.replace("\t.cfi_endproc\n", ""), FUNCTION + FUNCTION,
                                  FUNCTION.replace(".fill 3,1,0x90", "ret"), FUNCTION.replace(", -16", ", x"),
                                  FUNCTION.replace("_offset 16", "_offset 99999999999999999999"), "\x7fELF\0\0"])
def test_bad_input_gets_one_line(shrink, text):
    done = shrink("", text)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done


@pytest.mark.parametrize("words", [["gas-nobody", "amd64/single/offset-fp between code"], ["true=true", "amd64/single/none"],
                                   ["true=true", "nothing"], ["--abi", "amd64", "true=true", "/nowhere"]])
def test_what_is_not_there_gets_one_line(words):
    done = run(SHRINK, "--build", BUILD, *words)
    assert done.returncode == 2 and done.stdout == "" and "shrink: " in done.stderr.splitlines()[-1]


# What sframe-programs writes and does not read: its own line in the text, or the family.
NOT_READ = {
    "where a function stands": r"\t\.(section|subsection) ",
    "code whose size the assembler chooses, or no bytes of a file": r"\t\.(balign|uleb128|zero) ",
    "instructions and jumps": r"\t[a-z]",
}
NO_MEANING = "meaningless"  # the family whose functions a reader refuses


def is_read(function):
    return not any(re.search(f"^{form}", function["text"], re.MULTILINE) for form in NOT_READ.values())


def test_what_is_read_is_what_was_written(tmp_path):
    """Each function of sframe-programs, but for other forms, has the same truth when it is read as assembly text."""
    made = run(BUILD / "sframe-programs").stdout
    read, every, source = collections.Counter(), collections.Counter(), tmp_path / "unit.s"
    for unit in map(json.loads, made.splitlines()):
        pairs = list(zip(unit["input"]["functions"], unit["expect"]["functions"], strict=True))
        known = [pair for pair in pairs if is_read(pair[0])]
        every[unit["family"]] += len(pairs)
        if unit["family"] == NO_MEANING or not known:
            continue
        source.write_text(unit["input"]["head"] + "".join(function["text"] for function, _ in known))
        again = run(BUILD / "sframe-programs", "--abi", unit["abi"], "--read", source)
        assert again.returncode == 0, f"{unit['id']}: {again.stderr}"
        truths = [{**truth, "name": f"f{number}"} for number, (_, truth) in enumerate(known)]  # as a reader counts
        for truth in truths:
            truth.pop("equals", None)
        assert json.loads(again.stdout)["expect"]["functions"] == truths, unit["id"]
        read[unit["family"]] += len(known)
    assert set(every) - set(read) == {NO_MEANING, "large", "relaxed", "runs"}
    assert read.total() > 50000 and every.total() - read.total() < every.total() / 5, (read, every)


def test_functions_of_other_forms_are_refused_and_not_misread(tmp_path):
    made = run(BUILD / "sframe-programs", "--abi", "amd64").stdout
    source, forms = tmp_path / "function.s", dict(NOT_READ)
    for unit in map(json.loads, made.splitlines()):
        for function in unit["input"]["functions"]:
            found = [name for name, form in forms.items() if re.search(f"^{form}", function["text"], re.MULTILINE)]
            if not found:
                continue
            for name in found:
                del forms[name]
            source.write_text(unit["input"]["head"] + function["text"])
            done = run(BUILD / "sframe-programs", "--abi", "amd64", "--read", source)
            assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, function["text"]
    assert not forms
