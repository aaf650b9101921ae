"""Each line of clauses.txt is a test; every clause that a text states has one that keeps it and one
that breaks it, there or in another file of this folder that says so in a comment."""

import json
import re
from dataclasses import dataclass, replace

import pytest

from ref.tests.conftest import ABSENT, TESTS, asked_at_once, at_path, facts, fits, lookup, patched, run, section

TABLE = TESTS / "clauses.txt"
COLUMNS = ("clause", "relation", "section", "patches", "expectation")
REPORTS = re.compile(r"reports (malformed|irregular|note) at (0x[0-9a-f]+)(?: as (\S+))?")
ANSWERS = re.compile(r"(decode|lookup 0x[0-9a-f]+) (\S+) (?:= (.+)|absent)")
# In other files of this folder: a comment that says which clause a test satisfies or breaks.
CLAIM = re.compile(r"\b(satisfies|breaks) ([a-z0-9]+\.[a-z0-9-]+)")


@dataclass(frozen=True)
class Line:
    number: int
    clause: str
    relation: str
    section: str
    patches: str
    expectation: str

    def name(self):
        changed = "" if self.patches == "-" else f" {self.patches}"
        return f"{self.relation} {self.clause}: {self.section}{changed}: {self.expectation}"

    def breaks_by_patches(self):
        return self.relation == "breaks" and self.patches != "-"

    def bytes(self):
        return patched(section(self.section), self.patches)


def read_line(number, text):
    columns = re.split(r" {2,}", text.strip())
    if len(columns) != len(COLUMNS):
        raise ValueError(f"{TABLE.name}:{number}: {len(columns)} columns, not {len(COLUMNS)}")
    if columns[1] not in ("satisfies", "breaks"):
        raise ValueError(f"{TABLE.name}:{number}: neither satisfies nor breaks: {columns[1]}")
    return Line(number, *columns)


def read_table():
    lines = enumerate(TABLE.read_text().splitlines(), 1)
    return [read_line(number, text) for number, text in lines
            if text.strip() and not text.startswith("#")]


LINES = read_table()
BOTH = tuple({patched(section(line.section), patches) for line in LINES for patches in (line.patches, "-")})


# --- Expectations: what was found beside what was wanted ------------------------------------------


def model(line, command):
    """What decode or check says of the line's section: the tool is asked about those of all lines together."""
    return asked_at_once(command, BOTH)[line.bytes()]


def clean(line):
    checked = model(line, "check --json")
    return [violation["clause"] for violation in checked["violations"] if violation["clause"] == line.clause], []


def report(line, severity, offset, clause):
    checked = model(line, "check --json")
    wanted = {"offset": offset, "clause": clause or line.clause, "severity": severity}
    reported = facts(checked["violations"])
    return wanted if wanted in reported else reported, wanted


def answer(line, question, path, value):
    operation, _, pc = question.partition(" ")
    if operation == "decode":
        found = model(line, "decode")
    else:
        (found,) = lookup(line.bytes(), pc)
        assert found["pc"] == pc
    return at_path(found, path), ABSENT if value is None else json.loads(value)


def found_and_wanted(line):
    if line.expectation == "clean":
        return clean(line)
    if match := REPORTS.fullmatch(line.expectation):
        return report(line, *match.groups())
    if match := ANSWERS.fullmatch(line.expectation):
        return answer(line, *match.groups())
    raise ValueError(f"{TABLE.name}:{line.number}: what is '{line.expectation}'?")


@pytest.mark.parametrize("line", LINES, ids=Line.name)
def test_clause(line):
    found, wanted = found_and_wanted(line)
    assert found == wanted


@pytest.mark.parametrize("line", [line for line in LINES if line.breaks_by_patches()], ids=Line.name)
def test_a_breach_is_one_of_the_patches_and_not_of_the_section(line):
    """What a patched section answers, the section itself must not: else the line would prove nothing."""
    found, wanted = found_and_wanted(replace(line, patches="-"))
    assert found != wanted


# --- The table as a whole ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def catalogue():
    listed = run("clauses", "--json")
    assert listed.status == 0
    return {clause["id"]: clause for clause in fits("clauses", json.loads(listed.output))}


def claims_elsewhere():
    """What comments in other files of this folder claim."""
    paths = [path for path in sorted(TESTS.rglob("*")) if path.is_file() and path != TABLE]
    texts = [path.read_text(errors="ignore") for path in paths if path.suffix != ".pyc"]
    return {claim for text in texts for claim in CLAIM.findall(text)}


def missing(catalogue, relation):
    covered = {(line.relation, line.clause) for line in LINES} | claims_elsewhere()
    return [name for name, clause in catalogue.items()
            if clause["strength"] in ("must", "states") and (relation, name) not in covered]


def test_no_line_stands_twice():
    names = [line.name() for line in LINES]
    assert not {name for name in names if names.count(name) > 1}


def test_every_line_names_a_clause(catalogue):
    assert not {line.clause for line in LINES} - set(catalogue)


def test_every_claim_in_a_comment_names_a_clause(catalogue):
    assert not {name for _, name in claims_elsewhere()} - set(catalogue)


def test_every_stated_clause_is_satisfied_by_a_test(catalogue):
    assert not missing(catalogue, "satisfies")


def test_every_stated_clause_is_broken_by_a_test(catalogue):
    assert not missing(catalogue, "breaks")
