"""The clause catalogue, its citations, and what the library may depend on."""
import re
from collections import Counter
from pathlib import Path

import pytest

from common.commands import must
from ref import catalogue

ROOT = Path(__file__).resolve().parents[2]

CATALOGUE = (ROOT / "ref/clauses.def").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r'^CLAUSE\((\w+), "([^"]+)"', CATALOGUE, re.MULTILINE))
CODE = {path: path.read_text(encoding="utf-8")
        for pattern in ("ref/lib/*.[ch]", "ref/tool/*.[ch]", "ref/tool/notation/*.[ch]", "programs/sframe-ref.c")
        for path in sorted(ROOT.glob(pattern))}

CITED = set(catalogue.citations())
UNCITED = catalogue.uncited()


def test_there_are_well_over_150_entries():
    assert len(ENTRIES) > 200
    assert len(ENTRIES) == len(re.findall(r"^CLAUSE\(", CATALOGUE, re.MULTILINE))


def test_every_id_stands_once():
    assert [each for each, times in Counter(ENTRIES.values()).items() if times > 1] == []


def test_every_name_is_its_id_in_c():
    assert [name for name, each in ENTRIES.items() if name != re.sub(r"[.-]", "_", each)] == []


def test_every_entry_is_cited_or_has_a_reason_why_not():
    assert sorted(set(ENTRIES.values()) - CITED - set(UNCITED)) == []


def test_what_has_a_reason_is_an_entry_and_not_cited():
    assert sorted(clause for clause in UNCITED if clause in CITED or clause not in ENTRIES.values()) == []
    assert all(UNCITED.values())


def test_no_citation_is_without_an_entry():
    assert sorted(CITED - set(ENTRIES.values())) == []


@pytest.mark.parametrize("line, cited", [
    ("f(); /* [a.b], [no.entry] and [c.d-e] */", ["a.b", "no.entry", "c.d-e"]),
    ("f(SFR_c_d_e, SFR_A, SFR_c_d_e);", ["c.d-e"]),
    ("f(SFR_c_d_e); /* [a.b], [c.d-e] */", ["a.b", "c.d-e"]),
    ("f(SFR_c_d, xSFR_a_b, SFR_a_b_, a_b, a.b);", []),
])
def test_a_line_cites_a_clause_once_by_id_in_brackets_or_by_enumerator(line, cited):
    assert catalogue.cited_in(line, {"SFR_a_b": "a.b", "SFR_c_d_e": "c.d-e"}) == cited


def test_every_violation_in_the_code_names_a_clause():
    reported = {name for text in CODE.values() for name in re.findall(r"\bSFR_([a-z][a-z0-9_]*)\b", text)}
    assert sorted(reported - set(ENTRIES)) == []


def test_the_library_needs_nothing_but_what_every_compiler_may_call():
    archive = ROOT / "build/libsframe-ref.a"
    listing = must("nm", "-u", archive)
    needed = set(re.findall(r"^\s+U (\w+)$", listing, re.MULTILINE))
    assert {name for name in needed if not name.startswith("sfr_")} <= {"memset", "memcpy"}


def test_the_library_has_no_data_that_changes():
    archive = ROOT / "build/libsframe-ref.a"
    listing = must("size", "-A", archive)
    sizes = re.findall(r"^\.(?:data|bss|tdata|tbss)\s+(\d+)", listing, re.MULTILINE)
    assert sizes and set(sizes) == {"0"}


def test_each_file_of_the_library_includes_nothing_but_freestanding_headers():
    allowed = {"<stdbool.h>", "<stddef.h>", "<stdint.h>", '"internal.h"', '"cursor.h"', '"entries.h"', '"ranges.h"',
               '"rows.h"', '"rules.h"', '"texts.h"', '"walk.h"', '"words.h"', '"sframe-ref.h"',
               '"clauses.def"'}
    texts = [text for path, text in CODE.items() if path.parent.name == "lib"]
    texts.append((ROOT / "ref/sframe-ref.h").read_text(encoding="utf-8"))
    assert {name for text in texts for name in re.findall(r"#include (\S+)", text)} <= allowed
