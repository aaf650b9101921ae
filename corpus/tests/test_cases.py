"""Each case carries words of the text that it is about, as ref/quotes.txt has them."""
import re

import pytest

from corpus.tests.conftest import CORPUS
from ref import catalogue

CASE = """note Words.
quote fre.words-surplus "interpreted in order as follows"
section v1 amd64
function 0x11000
  0 empty extra 8 8 8 8
check
"""


@pytest.fixture(scope="module")
def clauses():
    read = catalogue.read_catalogue()
    assert not list(catalogue.read_quotes(read))
    return read


def words_of(clause, profiles):
    """What is quoted for a clause from the texts of these profiles."""
    texts = {text for profile in profiles for text, _ in clause.sections.get(profile, ())}
    return {quote.words for quote in clause.quotes if texts.intersection(quote.texts)}


def faults(clauses, case):
    if not re.match(r"(note .*\n)*quote ", case):
        yield "no line `quote` behind the note"
    profiles = {word for line in re.findall(r"^section (.+)", case, re.MULTILINE) for word in line.split()}
    for clause, words in re.findall(r'^quote (\S+) "(.*)"$', case, re.MULTILINE):
        if words not in words_of(clauses[clause], profiles):
            yield f"{clause}: not in quotes.txt for a text of the case: {words}"


def test_each_case_quotes_what_it_is_about(clauses):
    cases = {path: path.read_text(encoding="utf-8") for path in (CORPUS / "cases").glob("*/*.txt")}
    found = [f"{path.relative_to(CORPUS)}: {fault}" for path, case in cases.items() for fault in faults(clauses, case)]
    assert len(cases) > 200 and found == []


@pytest.mark.parametrize("old, new, fault", [
    ("v1", "v3 v2", []),
    ('quote fre.words-surplus "interpreted in order as follows"\n', "", ["no line `quote` behind the note"]),
    ("section", "shape a\nsection", []),
    ("note Words.", "shape a", ["no line `quote` behind the note"]),
    ("in order", "by and by", ["fre.words-surplus: not in quotes.txt for a text of the case: interpreted by and by as follows"]),
    ("v1", "v3", ["fre.words-surplus: not in quotes.txt for a text of the case: interpreted in order as follows"]),
])
def test_a_case_without_the_words_of_its_text_is_seen(clauses, old, new, fault):
    assert list(faults(clauses, CASE.replace(old, new))) == fault


def test_words_of_errata_2_are_those_of_the_text_that_states_it(clauses):
    case = "quote fre.count-zero \"An offset count of zero in the SFrame FRE info byte indicates\"\nsection v2e2 amd64\n"
    assert list(faults(clauses, case)) == [] and len(list(faults(clauses, case.replace("v2e2", "v2e1")))) == 1
