"""The test files that sframe-gen writes have the same results under assemblers' own drivers as under `run`."""
import re

import pytest

from conformance.writers import answers
from conformance.writers.tests.conftest import BUILD, ROOT, WRITERS, make, run

FRAMES = ("--family", "frames", "--abi", "amd64")

# Is started instead of the real program; `source` is what that assembles.
WRAPPER = """#!{python}
import os, subprocess, sys
source = sys.argv[-1]
text = open(source).read()
{body}
with open(source + ".changed.s", "w") as file:
    file.write(text)
status = subprocess.run([{real!r}, *sys.argv[1:-1], source + ".changed.s"]).returncode
os.remove(source + ".changed.s")
sys.exit(status)
"""


def compare(*arguments):
    done = run(WRITERS / "drivers", "--build", BUILD, *arguments)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", ["gas-forky", "llvm-mc-23"])
def test_the_drivers_say_what_the_runner_says(name):
    status, said, trouble = compare(*FRAMES, name)
    assert status == 0, said + trouble
    assert "0 results do not fit" in said and "same     PASS" in said


@pytest.mark.parametrize("name", ["gas-forky", "llvm-mc-23"])
def test_what_cannot_be_said_is_tested_too(name):
    status, said, trouble = compare("--family", "single", "--abi", "amd64", "--select", "undefined-fp *", "--select",
                                    "escape-fp-expression b*", name)
    assert status == 0, said + trouble
    assert "absent   PASS" in said


@pytest.fixture(name="toolchains")
def fixture_toolchains(tmp_path, script):
    """The toolchains, with a script that does what `body` says and then starts the real assembler."""
    def with_script(body):
        real = ROOT / ".toolchains"
        (tmp_path / "forky/bin").mkdir(parents=True)
        (tmp_path / "gas-driver").symlink_to(real / "gas-driver")
        for tool in (real / "forky/bin").iterdir():
            (tmp_path / "forky/bin" / tool.name).symlink_to(tool)
        name = "forky/bin/x86_64-linux-gnu-as"
        (tmp_path / name).unlink()
        script(WRAPPER, name, real=str(real / name), body=body)
        return "--toolchains", tmp_path
    return with_script


def test_an_assembler_that_goes_wrong_fails_the_tests_that_it_fails_with_the_runner(toolchains):
    status, said, trouble = compare(*toolchains('text = text.replace("cfa_offset 32", "cfa_offset 40")'), *FRAMES, "gas-forky")
    assert status == 0, said + trouble
    assert "wrong    FAIL" in said and "same     PASS" in said


def test_a_driver_that_says_something_else_than_the_runner_is_noticed(toolchains):
    """This assembler goes wrong only if a driver starts it."""
    body = 'if "sframe-programs" in source:\n    text = text.replace("cfa_offset 32", "cfa_offset 40")'
    status, said, _ = compare(*toolchains(body), *FRAMES, "gas-forky")
    assert status == 1 and "amd64/frames/frame without fp: same , but FAIL" in said


def test_an_assembler_that_adds_a_function_fails(toolchains):
    body = 'text += "\\t.cfi_startproc\\n\\tnop\\n\\t.cfi_endproc\\n"\nif "sframe-programs" not in source:\n    text = open(source).read()'
    status, said, _ = compare(*toolchains(body), *FRAMES, "gas-forky")
    assert status == 1 and "PASS" not in said


def test_of_an_assembler_that_refuses_everything_nothing_was_judged(toolchains):
    body = 'if "startproc" in text:\n    sys.exit("a.s:1: Error: no")'
    status, _, trouble = compare(*toolchains(body), *FRAMES, "--select", "early return", "gas-forky")
    assert status == 2 and "nothing was judged: gas-forky refuses or leaves out all 1 functions" in trouble


def test_without_a_driver_there_is_one_line(tmp_path):
    status, said, trouble = compare("--toolchains", tmp_path, *FRAMES, "gas-forky")
    assert (status, said) == (2, "") and trouble.count("\n") == 1 and "ci/gas-driver forky" in trouble


def test_if_nothing_is_compared_it_fails():
    status, _, trouble = compare("--family", "frames", "--abi", "amd64", "--select", "nothing", "gas-forky")
    assert status == 2 and "nothing was compared" in trouble


# Takes all CFI away, and adds a function that has some, so that there is a section.
SILENT = r"""#!{python}
import re, subprocess, sys
to, source = sys.argv[-2:]
text = re.sub(r"\t\.cfi_(?!sections).*\n", "", open(source).read())
open(source, "w").write(text + "other:\n\t.cfi_startproc\n\t.skip 8\n\t.cfi_endproc\n")
sys.exit(subprocess.run([{real!r}, "--gsframe", "-o", to, source]).returncode)
"""


@pytest.mark.parametrize("suite, release", [("forky", "2.47"), ("trixie", "2.44")])
@pytest.mark.parametrize("abi, tool", [("amd64", "x86_64-linux-gnu-as"), ("aarch64", "aarch64-linux-gnu-as")])
@pytest.mark.parametrize("family", ["single", "offsets", "frames", "drawn"])
def test_two_readings_of_what_sframe_can_say_agree(tmp_path, script, suite, release, abi, tool, family):
    """The generator decides what a test asks for, and the runner judges: if an assembler says nothing, what could be
    said is `omits`, and what could not is `absent`."""
    silent = script(SILENT, real=str(ROOT / ".toolchains" / suite / "bin" / tool))
    words, tests = ["--family", family, "--abi", abi], tmp_path / "tests"
    programs = make(tmp_path / "programs", "sframe-programs", *words)
    assert run(BUILD / "sframe-gen", "dejagnu", *words, "--for", release, "--to", tests).returncode == 0
    outcomes = {name: "omits" if each.outcome == "fail" else each.outcome  # "fail": every writer must say it
                for name, each in answers.verdicts_of(answers.any_assembler("silent", abi, silent), programs, BUILD).items()}
    asked = {}
    for file in tests.rglob("*.d"):
        text = file.read_text()
        title = re.search(r"#name: SFrame \w+ \w+: (.*)", text)[1]
        asked[f"{abi}/{family}/{title}"] = "omits" if "Num FDEs: 1" in text else "absent"
    assert asked and {name: outcomes[name] for name in asked} == asked
