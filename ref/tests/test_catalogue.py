"""The clause catalogue, its citations, and what the library may depend on."""
import re
import subprocess
from collections import Counter
from pathlib import Path

from ref import catalogue

ROOT = Path(__file__).resolve().parents[2]

CATALOGUE = (ROOT / "ref/clauses.def").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r'^CLAUSE\((\w+), "([^"]+)"', CATALOGUE, re.MULTILINE))
CODE = {path: path.read_text(encoding="utf-8")
        for pattern in ("ref/lib/*.[ch]", "ref/tool/*.[ch]", "ref/tool/notation/*.[ch]", "programs/sframe-ref.c")
        for path in sorted(ROOT.glob(pattern))}

CITED = set(catalogue.citations())
UNCITED = catalogue.uncited()
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MOST_IDS = 3


def bare_enumerators(text):
    """Clauses named by enumerator whose id in brackets is neither on that line nor on the one above."""
    lines = ["", *text.splitlines()]
    for number, line in enumerate(lines[1:], 1):
        cited = catalogue.CITATION.findall(lines[number - 1] + line)
        for name in re.findall(r"\bSFR_([a-z]\w*)\b", line):
            if name in ENTRIES and ENTRIES[name] not in cited:
                yield number, ENTRIES[name]


def crowded_comments(text):
    """Comments that cite more than a few clauses: their lines do not say which decides what."""
    for comment in COMMENT.findall(text):
        ids = catalogue.CITATION.findall(comment)
        if len(ids) > MOST_IDS:
            yield ids


def test_there_are_well_over_150_entries():
    assert len(ENTRIES) > 200
    assert len(ENTRIES) == len(re.findall(r"^CLAUSE\(", CATALOGUE, re.MULTILINE))


def test_every_id_stands_once():
    assert [each for each, times in Counter(ENTRIES.values()).items() if times > 1] == []


def test_every_name_is_its_id_in_c():
    assert [name for name, each in ENTRIES.items() if name != re.sub(r"[.-]", "_", each)] == []


def test_every_entry_is_cited_in_brackets_or_has_a_reason_why_not():
    assert sorted(set(ENTRIES.values()) - CITED - set(UNCITED)) == []


def test_what_has_a_reason_is_an_entry_and_not_cited():
    assert sorted(clause for clause in UNCITED if clause in CITED or clause not in ENTRIES.values()) == []
    assert all(UNCITED.values())


def test_no_citation_is_without_an_entry():
    assert sorted(CITED - set(ENTRIES.values())) == []


def test_a_search_for_an_id_finds_every_place_that_names_its_enumerator():
    assert [(path.name, *found) for path, text in CODE.items() for found in bare_enumerators(text)] == []
    assert list(bare_enumerators("f(SFR_preamble_magic);")) == [(1, "preamble.magic")]
    assert list(bare_enumerators("/* [preamble.magic] */\n\nf(SFR_preamble_magic);")) == [(3, "preamble.magic")]
    assert list(bare_enumerators("/* [preamble.magic] */\nf(SFR_preamble_magic);")) == []


def test_what_is_said_at_the_head_of_a_file_cites_nothing():
    heads = {path.name: catalogue.CITATION.findall(text.partition("\n#")[0]) for path, text in CODE.items()}
    assert {name for name, cited in heads.items() if cited} == set()


def test_a_comment_cites_few_clauses_so_that_each_stands_at_the_line_that_decides():
    assert [(path.name, *found) for path, text in CODE.items() for found in crowded_comments(text)] == []
    assert list(crowded_comments("/* [a.b], [a.c], [a.d] */\n/* [a.e]\n * [a.f] */")) == []
    assert list(crowded_comments("/* [a.b], [a.c],\n * [a.d], [a.e] */")) == [["a.b", "a.c", "a.d", "a.e"]]


def test_every_violation_in_the_code_names_a_clause():
    reported = {name for text in CODE.values() for name in re.findall(r"\bSFR_([a-z][a-z0-9_]*)\b", text)}
    assert sorted(reported - set(ENTRIES)) == []


def test_the_library_needs_nothing_but_what_every_compiler_may_call():
    archive = ROOT / "build/libsframe-ref.a"
    listing = subprocess.run(["nm", "-u", archive], capture_output=True, text=True, check=True).stdout
    needed = set(re.findall(r"^\s+U (\w+)$", listing, re.MULTILINE))
    assert {name for name in needed if not name.startswith("sfr_")} <= {"memset", "memcpy"}


def test_the_library_has_no_data_that_changes():
    archive = ROOT / "build/libsframe-ref.a"
    listing = subprocess.run(["size", "-A", archive], capture_output=True, text=True, check=True).stdout
    sizes = re.findall(r"^\.(?:data|bss|tdata|tbss)\s+(\d+)", listing, re.MULTILINE)
    assert sizes and set(sizes) == {"0"}


def test_each_file_of_the_library_includes_nothing_but_freestanding_headers():
    allowed = {"<stdbool.h>", "<stddef.h>", "<stdint.h>", '"internal.h"', '"cursor.h"', '"entries.h"', '"ranges.h"',
               '"rows.h"', '"rules.h"', '"texts.h"', '"walk.h"', '"words.h"', '"sframe-ref.h"',
               '"clauses.def"'}
    texts = [text for path, text in CODE.items() if path.parent.name == "lib"]
    texts.append((ROOT / "ref/sframe-ref.h").read_text(encoding="utf-8"))
    assert {name for text in texts for name in re.findall(r"#include (\S+)", text)} <= allowed


# --- Numbers and names ---------------------------------------------------------------------------


def test_whatever_names_a_number_is_tested_beyond_its_last_one():
    header = (ROOT / "ref/sframe-ref.h").read_text(encoding="utf-8")
    named = set(re.findall(r"^const [\w ]+\*(sfr_\w+)\(", header, re.MULTILINE))
    test = (ROOT / "ref/tests/unit/test_tables.c").read_text(encoding="utf-8")
    body = test.split("static void names_end_where_the_vocabulary_does", 1)[1].split("\n}\n", 1)[0]
    assert len(named) > 5 and sorted(name for name in named if f"{name}" not in body) == []


def sources():
    """All C of the project, without what is built or fetched."""
    for folder in ("ref", "generator", "conformance", "corpus", "fuzz", "proof"):
        for path in sorted((ROOT / folder).rglob("*.[ch]")):
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def test_no_enumeration_is_cast_into_another_readings_where_nothing_says_that_both_number_alike():
    """By the names of members. Code that needs such a cast has a function for it: fuzz/agree/vocabulary.h."""
    texts = dict(sources())
    types = {}
    for text in texts.values():
        for kind, names in re.findall(r"^\s+(?:const )?enum (\w+) ([\w, ]+);", text, re.MULTILINE):
            for name in names.split(", "):
                types.setdefault(name, set()).add(kind)
    casts = [(path, kind, member) for path, text in texts.items()
             for kind, member in re.findall(r"\(enum (\w+)\)\*?\w+(?:[\w\[\]]|->|\.)*(?:->|\.)(\w+)\b(?![\w\[])", text)]
    assert {"sfr_profile", "profile"} <= types["profile"]
    assert [cast for cast in casts if types.get(cast[2], set()) - {cast[1]}] == []
