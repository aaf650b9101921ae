"""Numbers in documents that programs can print are what they print."""
import json
import re
import subprocess

import pytest
from conftest import BUILD, ROOT

GUIDES = [ROOT / name for name in subprocess.run(["git", "ls-files", "*README.md", "docs/*.md"], cwd=ROOT, text=True,
                                                 capture_output=True, check=True).stdout.split()]


def lines_of(program, *arguments):
    return subprocess.run([BUILD / program, *arguments], capture_output=True, text=True, check=True).stdout.splitlines()


def functions():
    units = map(json.loads, lines_of("sframe-programs", "-o", "/dev/stdout"))
    return sum(len(unit["input"]["functions"]) for unit in units if "input" in unit)


def core():
    return len((ROOT / "generator/core.txt").read_text(encoding="utf-8").splitlines())


# What stands behind or before the number; what it is; whether it is rounded down to thousands.
NUMBERS = [
    (r"([\d,]+) questions, selected", core, False),
    (r"\| oracle +\| (\d+)", core, False),
    (r"all ([\d,]+) questions", lambda: len(lines_of("sframe-gen", "emit")) - 1, False),
    (r"each of ([\d,]+) planted bugs", lambda: len(lines_of("zoo", "--list")), False),
    (r"with ([\d,]+) bugs", lambda: len(lines_of("zoo-as", "--list")), False),
    (r"([\d,]+) (?:small )?functions(?: of CFI directives|, the \[CFI programs)", functions, True),
    (r"([\d,]+) links, [\d,]+ models", lambda: len(lines_of("sframe-links", "-o", "/dev/stdout")) - 1, True),
    (r"[\d,]+ links, ([\d,]+) models", lambda: len(lines_of("sframe-gen", "encode", "--to", "/dev/stdout")) - 1, True),
]


@pytest.mark.parametrize("pattern, count, rounded", NUMBERS, ids=[pattern for pattern, *_ in NUMBERS])
def test_a_number_is_what_the_programs_print(pattern, count, rounded):
    written = {int(number.replace(",", "")) for path in GUIDES
               for number in re.findall(pattern, path.read_text(encoding="utf-8"))}
    number = count()
    assert written == {number // 1000 * 1000 if rounded else number}
