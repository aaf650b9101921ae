"""Any assembly text is read as functions of code and directives; differences from the truth are found."""
import re

import pytest

from conformance.writers import assembly, toolchains
from conformance.writers.tests.conftest import BUILD, ROOT, WRITERS, run

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


def compare(tmp_path, text, name="own-x86_64-1", **options):
    path = tmp_path / "cases" / f"{name}.s"
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text)
    folder = tmp_path / "cases"
    words = [word for option, value in options.items() for word in (f"--{option}", value)]
    return run(WRITERS / "cases", "--build", BUILD, "--cases", folder, "--verbose", *words)


def test_a_case_that_is_right_has_the_same_truth(tmp_path):
    done = compare(tmp_path, FRAME.replace("frame:  .cfi", "frame:\n .cfi"))
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


@pytest.fixture(name="pretend")
def fixture_pretend(tmp_path, script):
    """Toolchains with an assembler that reads other directives than it is given."""
    def pretend(name, pattern, by):
        (tmp_path / "toolchains" / name).parent.mkdir(parents=True)
        script(WRONG, f"toolchains/{name}", pattern=pattern, by=by, real=str(ROOT / ".toolchains" / name))
        return tmp_path / "toolchains"
    return pretend


@pytest.mark.parametrize("pattern, by, what", [
    ("_def_cfa_offset 16", "_def_cfa_offset 24", "eh_frame: at 1: cfa is sp+16, .eh_frame says sp+24"),
    ("_offset %rbp, -16", "_offset %rbp, -8", "sframe: wrong fp"),
    (r"\.cfi_def_cfa_register rbp", "", "eh_frame: at 4: cfa is fp+16, .eh_frame says sp+16")])
def test_what_an_assembler_makes_of_other_directives_differs(tmp_path, pretend, pattern, by, what):
    tools = pretend("forky/bin/x86_64-linux-gnu-as", pattern, by)
    done = compare(tmp_path, FRAME.replace("frame:  .cfi", "frame:\n .cfi"), toolchains=tools)
    assert done.returncode == 1 and f"{what}: NOT EXPLAINED" in done.stdout, done.stdout


@pytest.mark.parametrize("text, why", [
    ("", "no .cfi_startproc"), (".macro m\n.cfi_offset 3, -16\n.endm\n", "macros"),
    (".rept 2\nnop\n.endr\n", "no .cfi_startproc"), (FRAME, "a directive and more"),
    (".cfi_offset 6, -16\n", "outside functions"), (".cfi_startproc\n.cfi_nothing\n.cfi_endproc\n", "refused"),
    (".cfi_startproc\nnop\n.cfi_offset somewhere, -16\n.cfi_endproc\n", "refused"),
    (".text\n.cfi_startproc\nnop\n.cfi_offset (3+3), -16\nnop\n.cfi_endproc\n", "no number"),
    (".text\n.cfi_startproc\nnop\n.cfi_escape 0x3f,6,2\nnop\n.cfi_endproc\n", "an escape of no operation"),
    (".text\n.cfi_startproc\nnop\n.cfi_escape 0x10,6,2\nnop\n.cfi_endproc\n", "an escape of no operation"),
    (".text\n.cfi_startproc\nnop\n.cfi_rel_offset 200, 8\nnop\n.cfi_endproc\n", "operands that are not known")])
def test_what_is_not_read_is_reported(tmp_path, text, why):
    done = compare(tmp_path, text)
    assert done.returncode == 1 and "not read: " in done.stdout and why in done.stdout, done.stdout + done.stderr


def test_no_cases_and_no_assembler_get_one_line(tmp_path):
    done = compare(tmp_path, FRAME, name="of-nobody")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "ci/assembler-cases" in done.stderr
    done = compare(tmp_path, FRAME, toolchains=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "ci/toolchain" in done.stderr


def function_of(directives):
    return assembly.Function("f", [assembly.Directive(str(at), *words) for at, words in enumerate(directives)])


def lines_of(function, abi="amd64"):
    where = {directive.label: (1, 0) for directive in function.directives}
    return [line.strip().removeprefix(".cfi_") for line in assembly.program_of(function, abi, where).splitlines()[1:]]


@pytest.mark.parametrize("escape, lines", [
    ("0, 0", ["escape 0", "escape 0"]), ("10, 11", ["escape 10", "escape 11"]),
    ("0x2e, 0x80, 1", ["escape 46, 128, 1"]),
    ("0x14,6,2", ["val_offset 6, -16"]), ("0x15,7,0x7f", ["val_offset 7, 8"]),
    ("0x14,2,2,0x10,10,2,0x76,0x78", ["val_offset 2, -16", "escape 16, 10, 2, 118, 120"])])
def test_an_escape_is_read_by_operation(escape, lines):
    assert lines_of(function_of([("escape", escape)])) == lines


def test_a_register_has_each_of_its_names():
    assert lines_of(function_of([("undefined", "w29"), ("undefined", "x29")]), "aarch64") == ["undefined 29"] * 2
    assert lines_of(function_of([("restore", "%a1"), ("restore", "c15")]), "s390x") == ["restore 49", "restore 47"]


def test_a_section_has_functions_of_its_own():
    inner = ".pushsection .text.b\n.cfi_startproc\n.cfi_offset 3, -16\n.cfi_endproc\n.popsection\n"
    _, functions = assembly.with_labels(f".cfi_startproc\n{inner}.cfi_endproc\n")
    assert [[directive.name for directive in function.directives] for function in functions] == [
        ["startproc", "endproc"], ["startproc", "offset", "endproc"]]


def test_what_only_a_symbol_of_the_command_line_asks_for_is_not_there():
    text = "one\n.ifdef ERR\n.cfi_nothing\n.endif\n.ifndef ERR\ntwo\n.endif\n.if 1\n.cfi_offset 3, -16\n.endif\n"
    assert assembly.without_options(text) == "one\ntwo\n.if 1\n.cfi_offset 3, -16\n.endif\n"


def of_llvm(triples, text=FRAME):
    """A case as LLVM has them, without what version 2 cannot express."""
    body = re.sub(r".*\.cfi_escape.*\n", "", text.replace("frame:  .cfi", "frame:\n .cfi"))
    return "".join(f"# RUN: {line} %s | FileCheck %s\n" for line in triples) + body


def test_a_case_of_llvm_goes_to_both_assemblers(tmp_path):
    done = compare(tmp_path, of_llvm(["llvm-mc -triple x86_64", "llvm-mc -filetype=obj -triple=x86_64-linux"]), of="llvm")
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(line.split()[1:] for line in done.stdout.splitlines() if line.startswith("own")) == [
        ["amd64", name, "case_f0", f"{kind}:", "same:", "as", "expected"]
        for name in ("gas-forky", "llvm-mc-23") for kind in ("eh_frame", "sframe")]


ARM = """        .cfi_startproc
        nop
        .cfi_def_cfa_offset 16
        .cfi_offset w29, -16
        .cfi_offset w30, -8
        ret
        .cfi_endproc
"""


@pytest.mark.parametrize("abi, triple", [("aarch64", "arm64-none-linux-gnu"), ("aarch64_be", "aarch64_be-linux")])
def test_where_an_assembler_has_no_sframe_its_eh_frame_is_compared(tmp_path, abi, triple):
    done = compare(tmp_path, of_llvm([f"llvm-mc -triple={triple}"], ARM), of="llvm")
    assert f"-triple={abi}-linux-gnu" in toolchains.command(toolchains.TOOLS["llvm-mc-23"], ROOT / ".toolchains", abi)
    llvms = [line for line in done.stdout.splitlines() if line.startswith("own") and "llvm-mc-23" in line]
    assert len(llvms) == 1 and abi in llvms[0] and "eh_frame: same" in llvms[0], done.stdout


@pytest.mark.parametrize("line", [
    "llvm-mc -triple x86_64-apple-macosx10.6", "llvm-mc -triple i686", "not llvm-mc -triple arm64-windows-gnu",
    "llvm-mc -triple x86_64 --defsym LONG=1", "llvm-mc --defsym LONG=1 -triple x86_64"])
def test_a_case_for_other_machines_and_formats_is_none(tmp_path, line):
    done = compare(tmp_path, of_llvm([line]), of="llvm")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "ci/assembler-cases llvm" in done.stderr


def test_what_llvm_makes_of_other_directives_differs(tmp_path, pretend):
    tools = pretend("llvm-23/bin/llvm-mc", "_def_cfa_offset 16", "_def_cfa_offset 24")
    (tools / "forky").symlink_to(ROOT / ".toolchains/forky")
    done = compare(tmp_path, of_llvm(["llvm-mc -triple x86_64"]), of="llvm", toolchains=tools)
    assert done.returncode == 1
    wrong = [line for line in done.stdout.splitlines() if line.startswith("own") and "NOT EXPLAINED" in line]
    assert len(wrong) == 2 and all("llvm-mc-23" in line for line in wrong), done.stdout


@pytest.mark.parametrize("directive", ["window_save", "negate_ra_state", "negate_ra_state_with_pc"])
@pytest.mark.parametrize("abi", ["amd64", "s390x", "aarch64", "aarch64_be"])
def test_signing_has_a_meaning_where_addresses_are_signed(tmp_path, directive, abi):
    text = tmp_path / "f.s"
    text.write_text(f"f:\n .cfi_startproc\n .fill 1,4,0\n .cfi_{directive}\n .fill 1,4,0\n .cfi_endproc\n")
    done = run(BUILD / "sframe-programs", "--abi", abi, "--read", text)
    if abi.startswith("aarch64"):
        assert '"mangled":true' in done.stdout, done.stderr
    else:
        assert done.returncode == 2 and "directives that have no meaning" in done.stderr
