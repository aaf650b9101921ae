"""Numbers in documents that programs can print are what they print."""
import json
import re
import subprocess

import pytest

from ci.tests.conftest import BUILD, ROOT

GUIDES = [ROOT / name for name in subprocess.run(["git", "ls-files", "*README.md", "docs/*.md"], cwd=ROOT, text=True,
                                                 capture_output=True, check=True).stdout.split()]


def whole():
    """What the last line of all vectors counts."""
    last = subprocess.run(["tail", "-n", "1", BUILD / "vectors.jsonl"], capture_output=True, check=True).stdout
    return json.loads(last)["corpus"]["vectors"]


def core():
    return len((ROOT / "generator/core.txt").read_text(encoding="utf-8").splitlines())


# A pattern for a number in a document, and the function that says what it must be.
NUMBERS = [
    (r"([\d,]+) questions, selected", core),
    (r"\| oracle +\| (\d+)", core),
    (r"all ([\d,]+) questions", whole),
]


@pytest.mark.parametrize("pattern, count", NUMBERS, ids=[pattern for pattern, *_ in NUMBERS])
def test_a_number_is_what_the_programs_print(pattern, count):
    written = {int(number.replace(",", "")) for path in GUIDES
               for number in re.findall(pattern, path.read_text(encoding="utf-8"))}
    assert written == {count()}
