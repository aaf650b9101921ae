"""Assembly text is read as functions of code and directives; cases.t compares them with the truth."""
import pytest

from conformance.writers import assembly

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


def test_code_is_as_long_as_the_assembler_makes_it():
    labelled, (function,) = assembly.with_labels(FRAME.replace("frame:  .cfi", "frame:\n .cfi"))
    ends = dict(zip((directive.label for directive in function.directives), (0, 1, 1, 4, 5, 5, 6)))
    text = assembly.program_of(function, "amd64", {label: (1, at) for label, at in ends.items()})
    assert [line.strip() for line in text.splitlines()[1:]] == [
        ".cfi_startproc", ".fill 1,1,0", ".cfi_def_cfa_offset 16", ".cfi_offset 6, -16", ".fill 3,1,0",
        ".cfi_def_cfa_register 6", ".fill 1,1,0", ".cfi_def_cfa 7, 8", ".cfi_escape 16, 6, 2, 118, 120", ".fill 1,1,0",
        ".cfi_endproc"]
    assert labelled.count("case_at") == 7 and ".size case_f0" in labelled


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
