"""Numbers in documents that programs can print are what they print."""
import json
import re

import pytest

from ci.tests.conftest import BUILD, ROOT, TRACKED
from common import commands

GUIDES = [ROOT / name for name in TRACKED if re.fullmatch(r".*README\.md|docs/.*\.md", name)]


def whole():
    """What the last line of all vectors counts."""
    return json.loads(commands.must("tail", "-n", "1", BUILD / "vectors.jsonl"))["corpus"]["vectors"]


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
