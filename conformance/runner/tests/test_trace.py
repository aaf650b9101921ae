"""Tests of the page of all clauses, and of the data from which it and the page of reports are made."""
import html
import json
import re
import subprocess

import pytest

from conformance.clause_vectors import relations
from conformance.runner.tests.conftest import BUILD, GENERATOR, ROOT
from ref import catalogue

FACTS = BUILD / "clauses.json"
CLAUSES = catalogue.read_catalogue()
list(catalogue.read_quotes(CLAUSES))


def run(*arguments):
    return subprocess.run([ROOT / "conformance/trace", *arguments], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module", name="core")
def core_vectors(tmp_path_factory):
    core = tmp_path_factory.mktemp("trace") / "core.jsonl"
    subprocess.run([GENERATOR, "emit", "--core", "--to", core], cwd=ROOT, check=True)
    return core


@pytest.fixture(scope="module", name="page")
def written_page(core):
    page = core.with_name("trace.html")
    done = run("--facts", FACTS, "--to", page, core)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module", name="articles")
def articles_of(page):
    return re.findall(r'<article id="([^"]+)">(.*?)</article>', page, re.DOTALL)


def row(article, name):
    """The items of a row, or none."""
    found = re.search(rf"<dt>{name}</dt><dd><ul>(.*?)</ul></dd>", article, re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", found.group(1), re.DOTALL) if found else []


def is_cited(clause, line):
    return clause in catalogue.cited_in(line, catalogue.enumerators_of(CLAUSES))


def words(item):
    return html.unescape(re.sub(r"<[^>]+>", "", item))


# --- What the pages are made from ---


def test_each_citation_is_a_line_of_the_facts_and_nothing_else_is():
    lines = [row[1:] for row in json.loads(FACTS.read_text(encoding="utf-8")) if row[0] == "line"]
    cited = {(clause, one.place) for clause, places in catalogue.citations().items() for one in places}
    assert {(clause, place) for clause, place, _ in lines} == cited and len(cited) > 250
    for clause, place, text in lines:
        path, number = place.split(":")
        source = (ROOT / path).read_text(encoding="utf-8").splitlines()
        assert is_cited(clause, source[int(number) - 1]) and source[int(number) - 1] in text
        assert set(text) <= set(source)


def test_each_quote_and_section_stands_in_the_facts():
    rows = json.loads(FACTS.read_text(encoding="utf-8"))
    quoted = [(clause, words) for kind, clause, *rest in rows if kind == "quote" for words in rest[1:]]
    assert quoted == [(clause.id, quote.words) for clause in CLAUSES.values() for quote in clause.quotes]
    sections = {clause: columns for kind, clause, columns, *_ in rows if kind == "clause"}
    assert list(sections) == list(CLAUSES)
    for clause, columns in sections.items():
        profiles = catalogue.PROFILES if len(columns) == 5 else [one for one in catalogue.PROFILES if one != "v2e2"]
        said = {profile for profile, column in zip(profiles, columns) if column is not None}
        assert said == set(CLAUSES[clause].sections) & set(profiles)


@pytest.mark.parametrize("source, lines", [
    ("f(\n  a, /* [x.y] */\n  b);\ng();\n", ["f(", "  a, /* [x.y] */", "  b);"]),
    ("if (a <\n    b)\n    /* [x.y] */\n    f();\ng();\n", ["if (a <", "    b)", "    /* [x.y] */", "    f();"]),
    ("g();\n/* Words\n * and [x.y]. */\nf(a);\ng();\n", [" * and [x.y]. */", "f(a);"]),
    ('g("\\\\ <b>\t"); /* [x.y] */\n', ['g("\\\\ <b> "); /* [x.y] */']),
    ("enum { A = 1, /* [x.y] */\n       B = 2 };\n", ["enum { A = 1, /* [x.y] */"]),
    ("if (a)\n    f(SFR_x_y,\n      b);\ng();\n", ["if (a)", "    f(SFR_x_y,", "      b);"]),
    ("f(SFR_x_y, SFR_x_y); /* [x.y] */\n", ["f(SFR_x_y, SFR_x_y); /* [x.y] */"]),
])
def test_a_citation_comes_with_the_statement_that_it_is_about(tmp_path, source, lines):
    (tmp_path / "a.def").write_text('CLAUSE(x_y, "x.y", READER, MUST, AT("1", 0, 0, 0),\n       "Words.")\n')
    (tmp_path / "a.c").write_text("f(SFR_x, SFR_x_y_z, xSFR_x_y);\n" + source)
    made = subprocess.run(["awk", "-f", ROOT / "conformance/runner/page/clauses.awk", "a.def", "a.c"], cwd=tmp_path,
                          capture_output=True, text=True, check=True).stdout
    assert [row[3] for row in json.loads(made) if row[0] == "line"] == [lines]
    assert "<" not in made


# --- The page ---


def test_every_clause_has_its_section_and_its_paraphrase(articles):
    assert [clause for clause, _ in articles] == list(CLAUSES)
    for clause, article in articles:
        assert html.escape(CLAUSES[clause].words) in article
        assert [words(item).partition("”")[0] for item in row(article, "the texts")] or not CLAUSES[clause].is_said


def test_every_line_on_the_page_is_there_and_cites_the_clause(articles):
    count = 0
    for clause, article in articles:
        places = re.findall(r"(ref/(?:lib|tool)/[\w/]+\.[ch]):(\d+)", article)
        assert places or clause in catalogue.uncited()
        for path, line in places:
            assert is_cited(clause, (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1])
            count += 1
    assert count == sum(map(len, catalogue.citations().values()))


def test_every_vector_on_the_page_is_core_and_shows_the_clause(articles, core):
    shown = set()
    for line in core.read_text(encoding="utf-8").splitlines():
        if not line.startswith('{"corpus":'):
            shown.update(relations(json.loads(line)))
    count = 0
    for clause, article in articles:
        for name, relation in (("exercised by", "valid"), ("broken by", "breaks")):
            for vector in re.findall(r"<code>(v[^<]+)</code>", "".join(row(article, name))):
                assert (clause, relation, vector) in shown
                count += 1
    assert count > 800


def test_open_points_and_findings_on_the_page_are_there_and_none_is_missing(articles):
    entries = {path.stem: json.loads(path.read_text(encoding="utf-8"))["clauses"]
               for path in (ROOT / "conformance/ledger").glob("*.json")}
    findings = {f"conformance/findings/{path.name}": path.read_text(encoding="utf-8")
                for path in (ROOT / "conformance/findings").glob("*.md") if path.name != "README.md"}
    for clause, article in articles:
        points = {words(item).split()[0] for item in row(article, "open points")}
        assert points == {name for name, clauses in entries.items() if clause in clauses}
        pages = {words(item).split()[0] for item in row(article, "findings")}
        assert pages == {name for name, text in findings.items() if f"`{clause}`" in text}


def test_the_page_loads_nothing_and_every_link_in_it_lands(page):
    assert "<script" not in page and "http" not in page.partition("<body>")[2] and " src=" not in page
    links = set(re.findall(r'href="([^"]+)"', page)) - {"data:,"}
    assert links == {f"#{clause}" for clause in CLAUSES}


def test_what_cannot_be_read_or_written_is_one_line_and_leaves_nothing(tmp_path, core):
    (tmp_path / "folder").mkdir()
    for arguments in (("--facts", tmp_path / "none", "--to", tmp_path / "a.html", core),
                      ("--facts", FACTS, "--to", tmp_path / "a.html", tmp_path / "none"),
                      ("--facts", FACTS, "--to", tmp_path / "none" / "a.html", core),
                      ("--facts", FACTS, "--to", tmp_path / "folder", core),
                      ("--facts", core, "--to", tmp_path / "a.html", core)):
        done = run(*arguments)
        assert done.returncode == 2 and done.stderr.startswith("trace: ") and done.stderr.count("\n") == 1
    assert list(tmp_path.rglob("*")) == [tmp_path / "folder"]
