"""Numbers in documents that programs can print are what they print."""
import re
import subprocess

import pytest

from ci.tests.conftest import BUILD, ROOT

GUIDES = [ROOT / name for name in subprocess.run(["git", "ls-files", "*README.md", "docs/*.md"], cwd=ROOT, text=True,
                                                 capture_output=True, check=True).stdout.split()]


def lines_of(program, *arguments):
    return subprocess.run([BUILD / program, *arguments], capture_output=True, text=True, check=True).stdout.splitlines()


def core():
    return len((ROOT / "generator/core.txt").read_text(encoding="utf-8").splitlines())


# A pattern for a number in a document, and the function that says what it must be.
NUMBERS = [
    (r"([\d,]+) questions, selected", core),
    (r"\| oracle +\| (\d+)", core),
    (r"all ([\d,]+) questions", lambda: len(lines_of("sframe-gen", "emit")) - 1),
]


@pytest.mark.parametrize("pattern, count", NUMBERS, ids=[pattern for pattern, *_ in NUMBERS])
def test_a_number_is_what_the_programs_print(pattern, count):
    written = {int(number.replace(",", "")) for path in GUIDES
               for number in re.findall(pattern, path.read_text(encoding="utf-8"))}
    assert written == {count()}
