"""The quotes beside the catalogue: what is tested without the texts, and that the checker finds what is wrong."""
from pathlib import Path

import pytest

from common.commands import must, run
from ref import catalogue

ROOT = Path(__file__).resolve().parents[2]

CLAUSES = """
CLAUSE(a_says, "a.says", READER, MUST, AT("1.1", "2.1", "2.1", "2.1, 2.2"), "It says.")
CLAUSE(a_errata, "a.errata", READER, STATES, AT5(0, 0, "V3 1.3", "V3 1.3", 0), "The list of changes says.")
CLAUSE(a_silent, "a.silent", READER, IMPLIED, AT("1.1", 0, 0, 0), "Nobody says.")
CLAUSE(a_header, "a.header", READER, STATES, AT("header", "header", "header", "header"), "The header says.")
"""
GOOD = "a.says | * | It says\na.errata | v3 | It changes\n"
TEXT = """About it.

{first} First
===========

It says so, in
the first section:

| 0x04 | ‘it’ | It _says_ more |

{second} Second
------------

It changes.

Index
*****
"""


def faults(table):
    clauses = catalogue.read_catalogue(CLAUSES)
    found = [reason for _, reason in catalogue.read_quotes(clauses, table)]
    return found + [f"{clause}: no words of {text}" for clause, text in catalogue.missing_quotes(clauses)]


@pytest.fixture(name="texts")
def made_texts(tmp_path):
    for name, file in catalogue.FILES.items():
        first, second = ("1.1", "1.2") if name == "v1" else ("2.1", "1.3")
        (tmp_path / file).write_text(TEXT.format(first=first, second=second), encoding="utf-8")
    return tmp_path


def wrong(texts, table):
    clauses = catalogue.read_catalogue(CLAUSES)
    assert list(catalogue.read_quotes(clauses, table)) == []
    return list(catalogue.misquotes(clauses, catalogue.read_texts(texts)))


def test_the_table_has_words_for_each_text_that_says_a_clause_and_for_no_other():
    clauses = catalogue.read_catalogue()
    assert list(catalogue.read_quotes(clauses)) == []
    assert list(catalogue.missing_quotes(clauses)) == []
    assert sum(len(clause.quotes) for clause in clauses.values()) > 300


def test_the_reader_of_the_catalogue_misses_no_entry():
    text = catalogue.CATALOGUE.read_text(encoding="utf-8")
    assert len(catalogue.read_catalogue()) == text.count("\nCLAUSE(")


def test_sections_are_read_as_the_library_has_them():
    clauses = catalogue.read_catalogue(CLAUSES)
    assert clauses["a.says"].texts == {"v1": ["1.1"], "v2": ["2.1"], "v2e1": ["2.1"], "v3": ["2.1", "2.2"]}
    assert clauses["a.errata"].texts == {"v3": ["1.3"]}
    assert clauses["a.header"].texts == {}


def test_a_sound_table_has_no_fault():
    assert faults(GOOD) == []


@pytest.mark.parametrize("table, fault", [
    (GOOD + "a.says | v1 | " + " ".join("word" for _ in range(13)), "a.says: 13 words, 12 are allowed"),
    (GOOD + "a.other | v1 | It says", "a.other is not in clauses.def"),
    (GOOD + "a.errata | v2 | It says", "a.errata: the catalogue names no section of v2"),
    (GOOD + "a.header | * | It says", "a.header: no text has a section on it"),
    (GOOD + "a.says | v1", "wants CLAUSE | texts | words"),
    (GOOD.replace("*", "v1 v2 v3"), "a.says: no words of v2e1"),
    (GOOD.replace("a.errata", "# a.errata"), "a.errata: no words of v3"),
])
def test_what_is_wrong_with_a_table_is_said(table, fault):
    found = faults(table)
    assert len(found) == 1 and found[0].startswith(fault)


def test_words_are_found_whatever_the_rendering_made_of_them(texts):
    assert wrong(texts, "a.says | * | so, in the first section\na.says | v3 | 0x04 it It says more") == []


@pytest.mark.parametrize("table, text", [
    ("a.says | v1 | It said so", "v1"),
    ("a.says | v2e1 | It said so", "v2e1"),
    ("a.says | v3 | It changes", "v3"),  # it does, in another section
    ("a.errata | v3 | It says so", "v3"),
    ("a.says | v2 | about it", "v2"),
])
def test_words_that_do_not_stand_where_the_catalogue_says_are_found(texts, table, text):
    assert [found[1] for found in wrong(texts, table)] == [text]


def test_the_checker_prints_what_it_finds_and_says_so_by_its_status(texts):
    must(ROOT / "ref/quotes")
    done = run(ROOT / "ref/quotes", "--texts", texts)
    assert done.returncode == 1 and "preamble.magic: not in the sections of v1: The magic number" in done.stdout
    missing = run(ROOT / "ref/quotes", "--texts", texts / "nowhere")
    assert missing.returncode == 2 and missing.stderr.startswith("quotes: ") and missing.stderr.count("\n") == 1
