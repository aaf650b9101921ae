"""The test files that sframe-gen writes ask for what the runner judges; drivers.t compares their results."""
import re

import pytest

from conformance.writers import answers
from conformance.writers.tests.conftest import BUILD, ROOT, run

# Takes all CFI away, and adds a function that has some, so that there is a section.
SILENT = r"""#!/usr/bin/python3 -IS
import re, subprocess, sys
to, source = sys.argv[-2:]
text = re.sub(r"\t\.cfi_(?!sections).*\n", "", open(source).read())
open(source, "w").write(text + "other:\n\t.cfi_startproc\n\t.skip 8\n\t.cfi_endproc\n")
sys.exit(subprocess.run([{real!r}, "--gsframe", "-o", to, source]).returncode)
"""


@pytest.mark.parametrize("suite, release", [("forky", "2.47"), ("trixie", "2.44")])
@pytest.mark.parametrize("abi, tool", [("amd64", "x86_64-linux-gnu-as"), ("aarch64", "aarch64-linux-gnu-as")])
@pytest.mark.parametrize("family", ["single", "offsets", "frames", "drawn"])
def test_two_readings_of_what_sframe_can_say_agree(tmp_path, suite, release, abi, tool, family):
    """The generator decides what a test asks for, and the runner judges: if an assembler says nothing, what could be
    said is `omits`, and what could not is `absent`."""
    silent = tmp_path / "silent"
    silent.write_text(SILENT.format(real=str(ROOT / ".toolchains" / suite / "bin" / tool)))
    silent.chmod(0o755)
    words, tests = ["--family", family, "--abi", abi], tmp_path / "tests"
    programs = tmp_path / "programs"
    programs.write_text(run(BUILD / "sframe-programs", *words).stdout)
    assert run(BUILD / "sframe-gen", "dejagnu", *words, "--for", release, "--to", tests).returncode == 0
    outcomes = {name: "omits" if each.outcome == "fail" else each.outcome  # "fail": every writer must say it
                for name, each in answers.verdicts_of(answers.any_assembler("silent", abi, silent), programs, BUILD).items()}
    asked = {}
    for file in tests.rglob("*.d"):
        text = file.read_text()
        title = re.search(r"#name: SFrame \w+ \w+: (.*)", text)[1]
        asked[f"{abi}/{family}/{title}"] = "omits" if "Num FDEs: 1" in text else "absent"
    assert asked and {name: outcomes[name] for name in asked} == asked
