"""Scripts that start a real assembler and go wrong in known ways get the right outcome."""
import json
import os
import shlex

import pytest

from conformance.writers.tests.conftest import ADAPTER, BUILD, WRITERS, make, run

RUN = WRITERS / "run"
REAL = shlex.split(os.environ.get("REAL_AS", "as"))

# Reads the source, may do something else, and then has the real assembler do the work.
WRAPPER = """#!{python}
import os, re, subprocess, sys, time
to, source = sys.argv[-2], sys.argv[-1]
text = open(source).read()
names = re.findall(r"^(f\\d+):", text, re.MULTILINE)
def assemble(changed=text):
    open(source, "w").write(changed)
    return subprocess.run({real!r} + ["-o", to, source]).returncode
if source == "nothing.s":  # the adapter tries the tool
    sys.exit(assemble())
{body}
sys.exit(assemble())
"""


@pytest.fixture(name="assembler")
def fixture_assembler(script):
    """An assembler with this BODY."""
    return lambda body: script(WRAPPER, "assembler", real=REAL, body=body)


@pytest.fixture(name="programs")
def fixture_programs(tmp_path):
    """Writes functions of a family."""
    def write(family, *select):
        words = [word for glob in select for word in ("--select", glob)]
        return make(tmp_path / "programs", "sframe-programs", "--abi", "amd64", "--family", family, *words)
    return write


@pytest.fixture(name="outcomes")
def fixture_outcomes(assembler, programs, ask):
    """The outcome of each function of a family, and what it is about, as an assembler with this BODY gets them; and of
    their section, if that is wrong."""
    def judge(body, *select, family="single"):
        path = programs(family, *select)
        units = list(map(json.loads, path.read_text().splitlines()))
        functions = [function["about"] for unit in units for function in unit["input"]["functions"]]
        status, report = ask(path, f"{ADAPTER} as {assembler(body)}")
        found = {about: ("same", "") for about in functions}
        for case in report["cases"]:
            is_whole = case["outcome"] in ("refused", "crash", "trouble", "hang")
            reason = case["reason"] if is_whole else case["reason"].partition(": ")[0]
            if not case["id"].endswith("/section") or case["outcome"] == "wrong":
                found[case["note"]] = (case["outcome"], reason)
        assert sum(report["outcomes"].values()) == len(functions) + len(units)
        assert status == any(outcome in ("wrong", "hides", "crash", "hang", "trouble") for outcome, _ in found.values())
        return found
    return judge


OFFSETS = ("offset-fp *", "def-cfa-offset *")


def test_a_right_assembler_passes(outcomes):
    found = outcomes("", "def-cfa-offset at the start", "def-cfa-offset between*", "offset-fp at the start")
    assert len(found) == 3 and set(found.values()) == {("same", "")}


def test_what_sframe_cannot_say_and_is_not_there_is_absent(outcomes):
    assert outcomes("", "register-fp between*") == {"register-fp between code": ("absent", "fp-register")}


def test_what_could_be_said_and_is_not_there_is_omitted(outcomes):
    body = "sys.exit(assemble(text.replace('.cfi_def_cfa_offset 24', '.cfi_register 6, 12')))"
    assert outcomes(body, "def-cfa-offset between*") == {"def-cfa-offset between code": ("omits", "missing")}


def test_another_rule_is_wrong(outcomes):
    body = "sys.exit(assemble(text.replace('.cfi_def_cfa_offset 24', '.cfi_def_cfa_offset 32')))"
    found = outcomes(body, "def-cfa-offset between*", "offset-fp between*")
    assert found == {"def-cfa-offset between code": ("wrong", "cfa"), "offset-fp between code": ("same", "")}


def test_a_row_for_what_sframe_cannot_say_hides_it(outcomes):
    body = "sys.exit(assemble(text.replace('.cfi_def_cfa_register 10', '.cfi_def_cfa_register 6')))"
    assert outcomes(body, "def-cfa-register-other between*") == {
        "def-cfa-register-other between code": ("hides", "cfa-register")}


def test_the_function_that_crashes_is_blamed_and_no_other(outcomes):
    body = "if '.cfi_offset 6' in text: os.abort()"
    found = outcomes(body, *OFFSETS)
    assert {name for name, (outcome, _) in found.items() if outcome == "crash"} == {
        name for name in found if name.startswith("offset-fp")}
    assert found["def-cfa-offset between code"] == ("same", "")


def test_an_internal_error_is_a_crash_though_it_ends_with_1(outcomes):
    body = "if '.cfi_offset 6' in text: sys.exit('Internal error in nothing at nowhere.c:1.')"
    assert outcomes(body, "offset-fp between*") == {
        "offset-fp between code": ("crash", "Internal error in nothing at nowhere.c:1.")}


def test_what_an_error_names_is_refused_and_the_rest_is_asked_once_more(outcomes):
    body = """
lines = [i for i, line in enumerate(text.splitlines(), 1) if '.cfi_offset 6' in line]
if lines: sys.exit('\\n'.join(f'a.s:{i}: Error: not that register' for i in lines))"""
    found = outcomes(body, *OFFSETS)
    assert found["offset-fp at the end"] == ("refused", "not that register")
    assert found["def-cfa-offset at the end"] == ("same", "")


def test_where_the_assembler_chooses_sizes_labels_say_where_rows_are(outcomes):
    found = outcomes("", "jump over*", "aligned to*", family="relaxed")
    assert len(found) == 23 and set(found.values()) == {("same", "")}


def test_a_row_at_another_place_than_its_label_is_wrong(outcomes):
    """If a label moves, the truth moves too, and the row does not."""
    body = r"sys.exit(assemble(re.sub(r'(f0\.3:\n)(.*\n)(.*\n)(f0\.5:\n)', r'\1\2\4\tnop\n\3', text)))"
    assert outcomes(body, "jump over 128", family="relaxed") == {"jump over 128": ("wrong", "cfa")}


def test_a_label_that_is_gone_is_trouble(outcomes):
    body = "sys.exit(assemble(re.sub(r'^f0.3:$', '', text, flags=re.MULTILINE)))"
    (outcome, cause), = outcomes(body, "jump over 128", family="relaxed").values()
    assert outcome == "trouble" and "no label f0.3" in cause


def test_what_the_ledger_leaves_open_is_not_judged(outcomes):
    """This assembler ignores the escaped offset, which is open; the rest is judged."""
    body = "sys.exit(assemble(re.sub(r'\\.cfi_escape 0xe,.*', '', text)))"
    select = "escaped-def-cfa-offset, code, adjust*", "escaped-def-cfa-offset, code, offset-fp"
    assert outcomes(body, *select, family="pairs") == {
        "escaped-def-cfa-offset, code, adjust-cfa-offset": ("reading", "cfa"),
        "escaped-def-cfa-offset, code, offset-fp": ("wrong", "cfa")}


def test_sframe_that_nobody_asked_for_is_wrong(outcomes):
    select = ".eh_frame: leaf", ".sframe: leaf"
    assert outcomes("", *select, family="listed") == {
        ".eh_frame: leaf": ("absent", "not-asked"), ".sframe: leaf": ("same", "")}
    body = "sys.exit(assemble(text.replace('.cfi_sections .eh_frame\\n', '.cfi_sections .eh_frame, .sframe\\n')))"
    assert outcomes(body, *select, family="listed")[".eh_frame: leaf"] == ("wrong", "not-asked")


def test_of_no_bytes_there_is_nothing_to_say(outcomes):
    assert outcomes("", "no code, no directive 0", family="small") == {"no code, no directive 0": ("same", "")}


def test_no_end_is_a_hang(outcomes):
    assert outcomes("time.sleep(60)", "offset-fp between*") == {
        "offset-fp between code": ("hang", "did not answer within 5 s")}


def test_who_hangs_is_found_among_others(outcomes):
    found = outcomes("if '.cfi_register 6' in text: time.sleep(60)", "register-fp between*", *OFFSETS)
    assert {name for name, (outcome, _) in found.items() if outcome == "hang"} == {"register-fp between code"}
    assert len(found) > 4


@pytest.mark.parametrize("body", ["sys.exit(0)",
                                  "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
                                  "assemble(); os.truncate(to, 4 << 30); sys.exit(0)",
                                  "sys.exit(assemble(text.replace('.fill 1,1', '.fill 2,1')))",
                                  "sys.exit(assemble(text.replace('f0', 'g0')))"])
def test_what_is_no_object_of_this_code_is_trouble(outcomes, body):
    (outcome, cause), = outcomes(body, "offset-fp between*").values()
    assert outcome == "trouble" and cause


def test_a_section_that_breaks_a_clause_is_reported_beside_its_functions(outcomes):
    body = """
assemble()
subprocess.run(["objcopy", "--set-section-flags", ".sframe=contents,readonly,data", to], check=True)
sys.exit(0)"""
    found = outcomes(body, "offset-fp between*")
    assert found == {"offset-fp between code": ("same", ""), "section": ("wrong", "overview.loaded")}


@pytest.mark.parametrize("content", [b"\x7fELF\0", b"{}\n", b"[]\n", b'{"id": "x"}\n', b'{"id": 1, "abi"'])
def test_what_sframe_programs_does_not_write_gets_one_line(tmp_path, content):
    (tmp_path / "programs").write_bytes(content)
    done = run(RUN, "--build", BUILD, "--vectors", tmp_path / "programs", f"mine={ADAPTER} as true")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "programs" in done.stderr


@pytest.mark.parametrize("arguments", [["nobody"], ["--vectors", "/nowhere", f"mine={ADAPTER} as true"]])
def test_bad_input_gets_one_line(arguments):
    done = run(RUN, "--build", BUILD, *arguments)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize("label, status", [("gas-other", 0), ("other", 1)])
def test_a_bad_outcome_without_a_page_fails_and_one_with_a_page_does_not(programs, label, status):
    """The causes are those of the real table: only gas-* have pages."""
    done = run(RUN, "--build", BUILD, "--vectors", programs("single", "same-value-ra between*"),
               f"{label}={ADAPTER} as '{shlex.join(REAL)}'")
    assert done.returncode == status and ("NOT EXPLAINED" in done.stdout) == bool(status), done.stdout + done.stderr


WITH_A_WORD = "print('warning: no SFrame here'); sys.exit(assemble(re.sub(r'(cfi_sections .*), *\\.sframe', r'\\1', text)))"


@pytest.mark.parametrize("but", [
    "",
    "if names and source != 'plain.s': ",  # the plain function at the start is all that it can
    "if re.search(r'^f\\d+:', text, re.M) and len(names) != 1: "])
def test_an_assembler_that_leaves_out_nearly_everything_with_a_word_is_red(assembler, programs, ask, but):
    status, report = ask(programs("frames"), f"{ADAPTER} as {assembler(but + WITH_A_WORD)}")
    assert status == 1 and "every writer must" in json.dumps(report), report


def test_an_assembler_that_hangs_on_nothing_is_missing_with_these_words(script, programs, ask):
    status, report = ask(programs("frames"), f"{ADAPTER} as {script('#!/bin/sh' + chr(10) + 'sleep 60')}")
    assert status == 1 and "asked for nothing: it did not end within" in report["missing"]
