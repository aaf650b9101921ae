"""The report's page, in a real browser."""

import base64
import json
import os
import re
import shlex
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE), str(HERE.parent / "page")]
from browser import browser  # noqa: E402
from make_report import HOSTILE  # noqa: E402

RENDER = shlex.split(os.environ.get("PAGE_RENDER", "build/page-render"))
GENERATOR = shlex.split(os.environ.get("SFRAME_GEN", "build/sframe-gen"))
ORACLE = os.environ.get("SFRAME_REF", "build/sframe-ref")
CLAUSE_FACTS = os.environ.get("CLAUSE_FACTS", "build/clauses.json")
GOOD = {"pass", "reading", "unsupported"}
MANY = 100000


def render(report, page):
    return subprocess.run(
        [*RENDER, str(report), str(page)], cwd=ROOT, capture_output=True, text=True, check=False
    )


class Made:
    """A report and its page."""

    def __init__(self, folder, name, *options):
        self.report, self.page = folder / f"{name}.json", folder / f"{name}.html"
        with open(self.report, "wb") as file:
            subprocess.run(
                [HERE / "make_report.py", "--vectors", folder / "core.jsonl", *options],
                cwd=ROOT,
                stdout=file,
                check=True,
            )
        made = render(self.report, self.page)
        assert made.returncode == 0, made.stderr

    @property
    def json(self):
        return json.loads(self.report.read_bytes())

    def cases(self):
        return [
            {
                **case,
                "implementation": one["adapter"],
                **dict(zip(("profile", "abi", "operation"), case["id"].split("/"))),
            }
            for one in self.json["implementations"]
            for case in one["cases"]
        ]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    with open(folder / "core.jsonl", "wb") as file:
        subprocess.run([*GENERATOR, "emit", "--core"], cwd=ROOT, stdout=file, check=True)
    return folder


@pytest.fixture(scope="session")
def plain(folder):
    return Made(folder, "plain", "--oracle", ORACLE)


@pytest.fixture(scope="session")
def hostile(folder):
    return Made(folder, "hostile", "--oracle", ORACLE, "--hostile", "--partial")


@pytest.fixture(scope="session")
def many(folder):
    return Made(folder, "many", "--cases", str(MANY))


@pytest.fixture(scope="session")
def chromium():
    with browser() as one:
        yield one


@pytest.fixture
def page(chromium):
    """Whatever a test does, the page says nothing on the console and asks the network for nothing."""
    chromium.size(1280, 900)
    chromium.scheme("light")
    yield chromium
    assert chromium.errors == []
    assert [url for url in chromium.requests if not url.startswith(("file:", "data:"))] == []
    assert len([url for url in chromium.requests if url.startswith("file:")]) <= 1


def counted(page):
    return [
        int(n.replace(",", ""))
        for n in re.findall(r"[\d,]*\d", page.run("document.getElementById('counted').textContent"))
    ]


def open_report(page, folder, report, fragment=""):
    (folder / "report.json").write_text(json.dumps(report))
    assert render(folder / "report.json", folder / "page.html").returncode == 0
    page.open(folder / "page.html", fragment)


def open_case(page, made, case):
    page.open(made.page, "#" + urlencode({"case": f"{case['implementation']}:{case['id']}"}))
    page.wait("document.querySelector('#linked .body') !== null")


def open_one_of_each(page):
    """A case of each cause, and whatever else is folded."""
    page.run("document.querySelectorAll('#failures .cause, .alike').forEach(one => one.open = true)")
    page.wait("[...document.querySelectorAll('.cause')].every(one => one.querySelector('.case'))")
    page.run("document.querySelectorAll('.cause').forEach(one => one.querySelector('.case').open = true)")
    page.wait("[...document.querySelectorAll('.cause')].every(one => one.querySelector('.body'))")


# --- The data in the page -----------------------------------------------------------------------------------


def data_of(page):
    """The report, put together again from the page's data."""
    text = page.read_text("utf-8", errors="surrogatepass")
    parts = re.findall(
        r'<script type="application/json" (?:id="report"|class="cases")>\n(.*?)</script>', text, re.DOTALL
    )
    report = json.loads(parts[0])
    for one, lines in zip(report["implementations"], parts[1:], strict=True):
        halves = [line.split("\t") for line in lines.splitlines()]
        one["cases"] = [
            {**json.loads(light), **(json.loads(rest) if rest else {"thin": True})} for light, rest in halves
        ]
    return report


@pytest.mark.parametrize("name", ["plain", "hostile"])
def test_a_page_holds_all_that_the_report_says(name, request):
    made = request.getfixturevalue(name)
    assert data_of(made.page) == made.json


def test_no_data_can_end_the_element_that_it_stands_in(hostile):
    text = hostile.page.read_bytes()
    data = text[text.index(b'<script type="application/json"') : text.rindex(b"<script>\n")]
    assert data.count(b"<") == 2 * data.count(b"</script>") == 2 * (2 + len(hostile.json["implementations"]))


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", "{}", '{"implementations":[{"cases":[{"id":"', '{"implementations":7}']
)
def test_what_is_no_report_makes_no_page(tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    made = render(tmp_path / "report.json", tmp_path / "page.html")
    assert made.returncode == 2 and made.stderr.count("\n") == 1
    assert not (tmp_path / "page.html").exists()


def test_a_report_cut_anywhere_is_refused(tmp_path):
    text = json.dumps(
        {
            "a": '\\"<\t',
            "implementations": [{"adapter": "x", "cases": [{"id": "a/b/c", "rest": [{"": "}"}]}]}],
        }
    )
    for length in range(len(text)):
        (tmp_path / "report.json").write_text(text[:length])
        assert render(tmp_path / "report.json", tmp_path / "page.html").returncode == 2, text[:length]


@pytest.mark.parametrize("depth, status", [(64, 0), (120, 0), (129, 2), (1000000, 2)])
def test_an_answer_may_nest_as_deep_as_the_judge_lets_it(tmp_path, depth, status):
    nested = "[" * depth + "]" * depth
    text = '{"implementations":[{"cases":[{"id":"a/b/c","answer":' + nested + "}]}]}"
    (tmp_path / "report.json").write_text(text)
    assert render(tmp_path / "report.json", tmp_path / "page.html").returncode == status
    assert status != 0 or nested in (tmp_path / "page.html").read_text(encoding="utf-8")


# --- What was run -------------------------------------------------------------------------------------------


def test_the_header_says_what_was_run(page, plain):
    page.open(plain.page)
    about = page.run("document.getElementById('about').innerText")
    assert "0.1.0" in about and "complete" in about and "2026-01-02 03:04" in about
    assert f"{plain.json['corpus']['vectors']:,}" in about and plain.json["corpus"]["hash"][:16] in about
    assert page.run("document.getElementById('notices').textContent") == ""


def test_the_core_is_no_more_than_a_word(page, plain, tmp_path):
    report = plain.json
    report["selection"]["core"] = True
    open_report(page, tmp_path, report)
    assert "vectors of the core, " in page.run("document.getElementById('about').innerText")
    assert page.run("document.getElementById('notices').textContent") == ""


def test_what_is_wrong_with_a_run_is_said_above_all(page, plain, tmp_path):
    report = plain.json
    report["selection"]["idle"] = ["v9/*"]
    report["corpus"]["closed"] = False
    report["faults"] = [{"adapter": None, "kind": "not asked", "words": "nothing was asked of anybody"},
                        {"adapter": "lantern", "kind": "ended", "words": "in its row"}]
    open_report(page, tmp_path, report)
    notices = page.run("document.getElementById('notices').innerText")
    assert "No vector fits: v9/*" in notices and "no closing line" in notices
    assert "nothing was asked of anybody" in notices and "in its row" not in notices


def test_a_partial_run_and_a_selection_say_so(page, hostile):
    page.open(hostile.page)
    notices = page.run("document.getElementById('notices').innerText")
    assert "Partial" in notices and "v?/*" in notices
    assert "complete" not in page.run("document.getElementById('about').innerText")


VERDICTS = """[...document.querySelectorAll('.verdict')].map(verdict => [...verdict.rows].map(row =>
    [...row.cells].map(cell => cell.innerText.replaceAll(',', ''))))"""


def test_each_verdict_counts_every_outcome_and_what_was_not_asked(page, plain):
    page.open(plain.page)
    names = page.run("[...document.querySelectorAll('.verdicts thead th')].map(one => one.innerText)")
    for (first, *remarks), one in zip(page.run(VERDICTS), plain.json["implementations"], strict=True):
        assert first[0].startswith(one["adapter"])
        bad = {case["cause"] for case in one["cases"] if case["outcome"] not in GOOD}
        assert first[1].startswith("passes") == (not bad and not one["missing"])
        if one["missing"]:
            assert first[1:] == ["not run", one["missing"]] and not remarks
            continue
        shown = dict(zip(names[3:], first[3:], strict=True))
        wanted = dict.fromkeys(names[3:], 0) | one["outcomes"]
        wanted |= {"not asked": sum(one["skipped"].values()), "causes": len(bad)}
        wanted |= {"unexpected": one["unexpected"]}
        assert {name: int(n or 0) for name, n in shown.items()} == wanted
        assert len(remarks) == bool(one["unmatched"])
        for glob in one["unmatched"]:
            assert glob in remarks[0][0]


def test_a_number_of_a_verdict_leads_to_its_cases(page, plain):
    page.open(plain.page)
    links = page.run(
        "[...document.querySelectorAll('.verdict a')].map(one => [one.hash.slice(1), one.textContent, "
        "one.closest('td').cellIndex === one.closest('tr').cells.length - 2])"
    )
    assert len(links) > 10
    for address, n, are_causes in links:
        page.run(f"location.hash = {json.dumps(address)}")
        page.wait(f"location.hash.slice(1) === {json.dumps(address)}")
        shown = "document.getElementById('counted').textContent.split(' ')"
        page.wait(f"(goToAddress(), {shown}[{3 if are_causes else 0}] === '{n}')")


def test_what_each_declares_is_told_beside_what_it_was_not_asked(page, plain):
    page.open(plain.page)
    page.run("document.querySelector('#verdicts details').open = true")
    rows = page.run(
        "[...document.querySelectorAll('.declared tbody tr')]"
        ".map(row => [...row.cells].map(one => one.innerText))"
    )
    run = [one for one in plain.json["implementations"] if not one["missing"]]
    for row, one in zip(rows, run, strict=True):
        lists = [" ".join(one[name]) for name in ("profiles", "abis", "operations")]
        assert row[:4] == [one["adapter"], *lists]
        assert row[4] == ("both" if one["foreign_byte_order"] else "its own")
        skipped = ", ".join(f"{n:,} by {reason}" for reason, n in one["skipped"].items() if n)
        assert row[5:] == [skipped or "nothing", ", ".join(one["exposes"] or []) or "all"]


def test_the_matrix_counts_every_feature(page, plain):
    page.open(plain.page)
    cells = dict(
        page.run(
            "[...document.querySelectorAll('#features td')]"
            ".map(one => [one.title, one.className + ' ' + one.innerText])"
        )
    )
    asked = {}
    for one in plain.json["implementations"]:
        for feature in one["features"]:
            counts = ", ".join(f"{n} {outcome}" for outcome, n in feature["outcomes"].items())
            where = f"{one['adapter']}, {feature['profile']} {feature['abi']} {feature['operation']}: "
            bad = {outcome for outcome in feature["outcomes"] if outcome not in GOOD}
            died = bad - {"fail", "unread"}
            asked[where + counts] = (
                "died"
                if died
                else "bad" if bad else "left" if "unsupported" in feature["outcomes"] else "good"
            )
    for title, kind in asked.items():
        assert cells.pop(title).split()[0] == kind, title
    assert cells and all("no vector" in text or "not declared" in text for text in cells.values())


def test_the_matrix_has_a_row_for_each_operation_and_is_as_wide_as_the_format(page, plain):
    page.open(plain.page)
    rows = page.run("""[...document.querySelectorAll('#features tbody')].map(body => [
        body.querySelector('[scope=rowgroup]').innerText,
        [...body.querySelectorAll('[scope=row]')].map(one => one.innerText),
        [...body.rows].map(row => row.querySelectorAll('td').length)])""")
    run = [one for one in plain.json["implementations"] if not one["missing"]]
    columns = {(one["profile"], one["abi"]) for some in run for one in some["features"]}
    groups = "[...document.querySelectorAll('#features .group')].map(one => [one.innerText, one.colSpan])"
    assert dict(page.run(groups)) == Counter(profile for profile, _ in columns)
    for (name, operations, widths), one in zip(rows, run, strict=True):
        assert name == one["adapter"] and sorted(operations) == sorted(one["operations"])
        assert widths == [len(columns)] * len(operations)
    assert page.run(
        "[...document.querySelectorAll('.scroll')].filter(one => one.scrollWidth > one.clientWidth).length"
    ) == 0


def test_a_cell_of_the_matrix_leads_to_its_failures(page, plain):
    page.open(plain.page)
    page.run("document.querySelector('#features td.died a').click()")
    page.wait("location.hash.includes('operation=')")
    wanted = dict(pair.split("=") for pair in page.run("location.hash.slice(1)").split("&"))
    expected = fitting(plain, wanted)
    assert len(wanted) == 4 and expected
    page.wait(
        "document.getElementById('counted').textContent.startsWith(%s)" % json.dumps(f"{len(expected)} case")
    )


@pytest.mark.parametrize("first", [0, 1], ids=["with-oracle", "without"])
def test_readings_are_counted_and_the_oracles_is_marked(page, plain, tmp_path, first):
    report = plain.json
    report["implementations"] = report["implementations"][first:]
    open_report(page, tmp_path, report)
    page.run("document.querySelector('#readings details').open = true")
    points = page.run(
        "[...document.querySelectorAll('.readings tbody')].map(body => [...body.rows].map(row =>"
        " [...row.cells].map(cell => cell.innerText.replaceAll(',', '').split(/\\s+/).join(' '))))"
    )
    shown = {heading.split()[-1]: dict(rows) for [heading], *rows in points}
    wanted = {}
    for one in report["implementations"]:
        for point in one["readings"]:
            readings = wanted.setdefault(point["ledger"], {f"\u25c6 the oracle's: {point['oracle']}": []})
            for reading, n in point["took"].items():
                name = {"unread": "none of them", point["oracle"]: next(iter(readings))}.get(reading, reading)
                readings.setdefault(name, []).append(f"{one['adapter']} {n}")
    assert any([] in readings.values() for readings in wanted.values()) == bool(first)
    assert any(len(readings) > 2 for readings in wanted.values())
    assert shown == {
        ledger: {name: " ".join(took) or "nobody" for name, took in readings.items()}
        for ledger, readings in wanted.items()
    }


# --- Producers ----------------------------------------------------------------------------------------------

CELLS = """[...document.querySelectorAll('#producers .matrix td')].map(one => [one.title,
    [one.className.split(' ')[0], one.querySelector('[aria-hidden]').innerText, one.querySelector('.spoken').innerText,
    one.lastChild.data?.trim() || one.querySelector('a')?.lastChild.data.trim() || '']])"""
FOUND = """[...document.querySelectorAll('#found tbody tr')].map(row => [...row.cells].map(one => one.innerText))"""


def said_of(line):
    """The title of its cell, and what the cell is: colour, sign, word, number of findings."""
    objects = f", objects of {line['objects_of']}" if line["objects_of"] else ""
    verdicts = [name for name in ("missing", "malformed", "irregular", "valid") if line[name]]
    found = ", ".join(f"{name} ({n:,})" for name, n in line["findings"].items())
    title = f"{line['producer']}{objects}, {line['abi']} {line['output']}: "
    title += ", ".join(f"{line[name]:,} {name}" for name in verdicts) + ("; " + found if found else "")
    kinds = {"missing": "died \u2020", "malformed": "bad \u2717", "irregular": "left \u25d0", "valid": "good \u2713"}
    kind, mark = kinds[verdicts[0]].split()
    kind = "left" if kind == "good" and found else kind
    return title, [kind, mark, verdicts[0], str(len(line["findings"]) or "")]


def test_producers_are_shown_only_where_they_are_given(page, plain, tmp_path):
    page.open(plain.page)
    shown = "['nav [href=\"#producers\"]', '#producers'].map(one => document.querySelector(one).checkVisibility())"
    assert page.run(shown) == [True, True]
    report = plain.json
    del report["producers"]
    open_report(page, tmp_path, report)
    assert page.run(shown) == [False, False]
    assert page.run("document.querySelectorAll('#producers td').length") == 0


def test_each_producer_has_a_cell_for_what_it_makes(page, plain):
    page.open(plain.page)
    lines = plain.json["producers"]["lines"]
    cells = dict(page.run(CELLS))
    for title, cell in map(said_of, lines):
        assert cells.pop(title) == cell
    columns = {(line["abi"], line["output"]) for line in lines}
    rows = {(line["producer"], line["objects_of"]) for line in lines}
    assert len(cells) == len(columns) * len(rows) - len(lines)
    assert all(title.endswith(": none made") and cell[:2] == ["none", "\u00b7"] for title, cell in cells.items())
    heads = page.run("[...document.querySelectorAll('#producers [scope=rowgroup]')].map(one => one.innerText)")
    assert heads == list(dict.fromkeys(line["producer"] for line in lines))
    groups = "[...document.querySelectorAll('#producers .group')].map(one => [one.innerText, one.colSpan])"
    assert page.run(groups) == [["amd64", 3], ["s390x", 2]]


def test_findings_are_listed_and_a_cell_leads_to_its_own(page, plain):
    page.open(plain.page)
    producers = plain.json["producers"]
    everything = [[one["name"], one["title"], f"{one['files']:,}"] for one in producers["findings"]]
    assert page.run(FOUND) == everything
    links = page.run("[...document.querySelectorAll('#producers .matrix a')].map(one => one.parentElement.title)")
    lines = {said_of(line)[0]: line for line in producers["lines"]}
    assert sorted(links) == sorted(title for title, line in lines.items() if line["findings"])
    for i, title in enumerate(links):
        page.run(f"document.querySelectorAll('#producers .matrix a')[{i}].focus()")
        page.key("Enter")
        assert page.run("document.activeElement.id") == "found"
        line = lines[title]
        assert page.run(FOUND) == [
            [one["name"], one["title"], f"{line['findings'][one['name']]:,}"]
            for one in producers["findings"]
            if one["name"] in line["findings"]
        ]
        assert title.split(":")[0] in page.run("document.querySelector('#found h3').innerText")
    page.run("document.querySelector('#found button').click()")
    assert page.run(FOUND) == everything and page.run("document.activeElement.id") == "found"


def test_no_column_of_the_producers_is_lost_on_a_wide_screen(page, plain):
    page.open(plain.page)
    assert page.run("(one => one.scrollWidth <= one.clientWidth)(document.querySelector('#producers .scroll'))")


# --- Filters ------------------------------------------------------------------------------------------------

FILTERED = [
    {"implementation": "heron"},
    {"profile": "v3"},
    {"abi": "aarch64"},
    {"operation": "lookup"},
    {"class": "malformed"},
    {"outcome": "reading"},
    {"ledger": "empty-section"},
    {"clause": "version.known"},
    {"text": "cut-mask"},
    {"unexpected": "yes"},
    {"implementation": "heron", "profile": "v1", "outcome": "crash", "text": "prefix"},
]


def fitting(made, wanted):
    rest = {name: value for name, value in wanted.items() if name not in ("clause", "text", "unexpected")}
    return [
        case
        for case in made.cases()
        if (case["outcome"] != "reading" or wanted.keys() & {"outcome", "ledger"})
        and all(case.get(name) == value for name, value in rest.items())
        and wanted.get("clause", "") in [*case["clauses"], ""]
        and wanted.get("text", "") in case["id"]
        and (case["unexpected"] or not wanted.get("unexpected"))
    ]


@pytest.mark.parametrize("wanted", FILTERED, ids=lambda wanted: "-".join(wanted))
def test_a_filter_from_the_address_shows_what_fits(page, plain, wanted):
    expected, failures = fitting(plain, wanted), fitting(plain, {})
    assert 0 < len(expected) and expected != failures
    page.open(plain.page, "#" + urlencode(wanted))
    causes = {(case["implementation"], case["cause"]) for case in expected}
    assert counted(page) == [len(expected), len(causes), len(failures)]
    show_more = "(more => more && (more.click(), true))(document.querySelector('#failures .more'))"
    while page.run(show_more):
        pass
    page.run("document.querySelectorAll('.cause').forEach(one => one.open = true)")
    page.wait("[...document.querySelectorAll('.cause')].every(one => one.querySelector('.case'))")
    while page.run(show_more):
        pass
    shown = page.run(
        "[...document.querySelectorAll('.cause .case > summary code')].map(one => one.textContent)"
    )
    assert Counter(shown) == Counter(case["id"] for case in expected)


def test_filters_that_are_set_stand_in_the_address_and_can_be_cleared(page, plain):
    page.open(plain.page)
    page.run(
        "form.elements.outcome.value = 'fail';"
        "form.elements.outcome.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    page.run("form.elements.text.focus()")
    for key in "word":
        page.key(key)
    assert page.run("location.hash") == "#outcome=fail&text=word"
    assert counted(page)[0] == len(fitting(plain, {"outcome": "fail", "text": "word"}))
    page.run("document.querySelector('#filters [type=reset]').click()")
    page.wait("!location.hash.includes('=')")
    assert counted(page)[0] == len(fitting(plain, {}))


def test_a_filter_that_nothing_fits_shows_nothing(page, plain):
    page.open(plain.page, "#profile=v9")
    assert counted(page)[0] == 0 and page.run("document.querySelectorAll('.cause').length") == 0


# --- Cases --------------------------------------------------------------------------------------------------


def test_every_case_can_be_opened(page, plain):
    page.open(plain.page)
    assert page.run(
        "cases.map(one => caseDetails(one, true)).filter(one => one.querySelector('.facts')).length"
    ) == len(plain.cases())


def test_a_failure_shows_expected_beside_answered_with_the_differing_members_marked(page, plain):
    case = next(case for case in plain.cases() if len(case["differences"]) > 1)
    open_case(page, plain, case)
    marked = page.run("[...document.querySelectorAll('.differs th')].map(one => one.title)")
    assert marked and set(marked) == {
        re.sub(r"\.offset$", "", difference["path"]) for difference in case["differences"]
    }
    first = page.run("[...document.querySelector('.differs').cells].slice(1).map(one => one.textContent)")
    difference = case["differences"][0]
    assert [re.sub(r"\D", "", cell) for cell in first] == [
        str(abs(difference["expected"])),
        str(difference["actual"]),
    ]


def test_a_case_shows_its_bytes_by_field_and_marks_the_broken_ones(page, plain):
    case = next(
        case
        for case in plain.cases()
        if case["outcome"] == "crash"
        and int(case["expect"]["oracle"]["violations"][0]["offset"], 16) < len(case["input"]["bytes"]) // 2
    )
    open_case(page, plain, case)
    rows = page.run(
        "[...document.querySelectorAll('.bytes tr')].map(row => [...row.cells].map(cell => cell.innerText))"
    )
    assert "".join(row[1] for row in rows).replace(" ", "") == case["input"]["bytes"]
    names = [row[2] for row in rows if row[2]]
    assert names == [field["name"] for field in case["fields"]] and "sfp_magic" in names
    violation = case["expect"]["oracle"]["violations"][0]
    at = int(violation["offset"], 16)
    assert (
        page.run("document.querySelector('.bytes mark').textContent")
        == case["input"]["bytes"][2 * at : 2 * at + 2]
    )
    words = plain.json["clause_words"][violation["clause"]]
    assert words in page.run("document.querySelector('.bytes .violation').textContent")


def test_a_case_without_fields_shows_a_plain_dump(page, many):
    case = next(case for case in many.cases() if len(case["input"]["bytes"]) > 64)
    assert "fields" not in case
    open_case(page, many, case)
    assert (
        page.run("[...document.querySelectorAll('.bytes .hex')].map(one => one.textContent).join('')")
        .replace(" ", "")
        .startswith(case["input"]["bytes"][:64])
    )


def test_an_error_that_was_answered_stands_before_what_was_expected(page, plain, tmp_path):
    report = plain.json
    report["implementations"] = [one for one in report["implementations"] if one["adapter"] == "heron"]
    (heron,) = report["implementations"]
    case = next(case for case in heron["cases"] if case["class"] == "valid" and case["outcome"] == "fail")
    case |= {"answer": {"request": 1, "error": "too <b>odd"}, "differences": []}
    case["expect"] |= {"aux": "ab" * 200}
    open_report(page, tmp_path, report, "#" + urlencode({"case": f"heron:{case['id']}"}))
    shown = page.wait("document.querySelector('#linked .halves > div')?.innerText")
    assert shown.index("Answered with an error: too <b>odd") < shown.index("expected\tanswered")
    assert shown.count("too <b>odd") == 1
    assert "ab" * 32 + "\u2026 (400 characters)" in shown and "ab" * 33 not in shown


def test_a_fault_is_a_link_and_its_clause_stands_there_once(page, plain):
    case = next(case for case in plain.cases() if case.get("fault") and len(case["clauses"]) > 1)
    open_case(page, plain, case)
    links = page.run(
        "[...document.querySelectorAll('#linked .facts a:has(code)')].map(one => one.textContent)"
    )
    clause = case["fault"]["clause"]
    assert links == [clause, *(one for one in case["clauses"] if one != clause)]


def test_a_case_shows_the_words_of_the_texts_and_the_lines_that_decide(page, plain):
    case = next(case for case in plain.cases() if case.get("fault", {}).get("clause") == "header.freoff-inside")
    open_case(page, plain, case)
    shown = page.run("document.querySelector('#linked .said').innerText")
    assert "each an offset in bytes into the SFrame section" in shown and "v1 1.2, v2 2.2, v2e1 2.2, v3 2.2" in shown
    place, line = re.search(r"(ref/lib/header\.c):(\d+)", shown).groups()
    cited = (ROOT / place).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert "[header.freoff-inside]" in cited and cited.strip() in shown
    assert "if (section->freoff > left)" in shown


def test_sections_stand_with_the_text_in_which_they_are(page, plain):
    page.open(plain.page)
    places = page.run("[...'12345'].map((_, i) => factsOf(['flags.pcrel', 'fre.count-zero', 'abi.known', "
                      "'header.fixed-none', 'no.such'][i]).quotes.map(one => one.places.join(', ')))")
    assert places == [["v2e1 1.2, v2e1 2.3, v3 2.1.3, v3 1.3, v3 2.3.1"], ["v3 1.3, v3 2.4.1"] * 2,
                      ["v1 1.2.1, v2 2.2.1", "v2e1 1.1", "v3 2.2.1"], [], []]
    assert page.run("placesOf(['1', null, '2', '2, V3 3', null], '*').join()") == "v1 1,v2e1 2,v3 3"


def test_each_link_to_a_clause_lands_on_the_page_of_all_clauses(page, plain, tmp_path):
    (tmp_path / "core.jsonl").write_bytes((plain.report.parent / "core.jsonl").read_bytes())
    subprocess.run([ROOT / "conformance/trace", "--facts", CLAUSE_FACTS, "--to", tmp_path / "trace.html",
                    tmp_path / "core.jsonl"], cwd=ROOT, check=True)
    page.open(plain.page)
    open_one_of_each(page)
    links = set(page.run("[...document.querySelectorAll('a[href^=\"trace.html\"]')].map(one => one.hash.slice(1))"))
    marked = set(page.run("[...document.querySelectorAll('.violation a')].map(one => one.hash.slice(1))"))
    assert len(links) > 20 and marked and marked <= links
    page.open(tmp_path / "trace.html", "#" + sorted(links)[0])
    assert page.run("document.querySelector('article:target').id") == sorted(links)[0]
    landed = set(page.run("[...document.querySelectorAll('article')].map(one => one.id)"))
    assert links <= landed
    for width in (1280, 360):
        page.size(width, 700)
        assert page.run("document.documentElement.scrollWidth") <= width


def test_a_cause_does_not_say_again_what_its_badge_says(page, plain, tmp_path):
    report = plain.json
    report["implementations"] = [one for one in report["implementations"] if one["adapter"] == "heron"]
    for case in report["implementations"][0]["cases"]:
        case["cause"] = f"{case['outcome']} somehow"
    open_report(page, tmp_path, report)
    shown = page.run("[...document.querySelectorAll('.cause .what')].map(one => one.innerText)")
    assert shown and set(shown) == {"somehow"}


def test_a_crash_shows_signal_standard_error_and_clause_in_words(page, plain):
    case = next(case for case in plain.cases() if case["outcome"] == "crash")
    open_case(page, plain, case)
    text = page.run("document.querySelector('#linked .body').innerText")
    clause = case["fault"]["clause"]
    for part in (
        "SIGSEGV",
        case["stderr"].strip(),
        clause,
        plain.json["clause_words"][clause],
        case["fault"]["way"],
    ):
        assert part in text


def test_what_was_answered_in_garbage_is_shown_word_for_word(page, plain):
    case = next(case for case in plain.cases() if case["outcome"] == "garbage")
    open_case(page, plain, case)
    assert case["answer"] in page.run("document.querySelector('#linked pre').textContent")


def test_a_contested_case_lets_one_choose_the_reading(page, plain):
    case = next(
        case
        for case in plain.cases()
        if case["outcome"] == "unread" and len([r for r in case["expect"]["readings"] if "answer" in r]) > 0
    )
    open_case(page, plain, case)
    options = page.run(
        "[...document.querySelectorAll('#linked .body select option')].map(one => one.textContent)"
    )
    assert [option.split(",")[0] for option in options] == [r["reading"] for r in case["expect"]["readings"]]
    assert [option for option in options if "the oracle" in option] == [
        f"{case['expect']['oracle']}, the oracle's"
    ]
    before = page.run("document.querySelector('#linked .halves > div').textContent")
    page.run("""{const one = document.querySelector('#linked .body select');
        one.selectedIndex = one.selectedIndex ? 0 : 1; one.dispatchEvent(new Event('change'))}""")
    assert page.run("document.querySelector('#linked .halves > div').textContent") != before


def test_an_opened_case_is_in_the_address(page, plain):
    page.open(plain.page, "#implementation=pebble")
    page.run("document.querySelector('.cause').open = true")
    page.wait("document.querySelector('.case') !== null")
    page.run("document.querySelector('.case').open = true")
    page.wait("location.hash.includes('case=')")
    assert page.run("new URLSearchParams(location.hash.slice(1)).get('case')").endswith(
        page.run("document.querySelector('.case code').textContent")
    )


def test_an_address_of_a_case_that_passed_says_so(page, plain):
    page.open(plain.page, "#case=oracle:v3/none")
    assert "v3/none" in page.run("document.querySelector('#linked .notice').textContent")


def test_long_comparisons_are_folded_around_what_differs_and_unfold(page, plain):
    page.open(plain.page)
    page.run("""document.getElementById('linked').replaceChildren(...compared(
        {functions: [...Array(3000).keys()].map(size => ({size}))},
        {functions: [...Array(3000).keys()].map(size => ({size: size === 1500 ? 7 : size}))},
        [{path: 'functions[1500].size', expected: 1500, actual: 7}]).filter(Boolean))""")
    assert page.run(
        "[...document.querySelectorAll('#linked .differs')].map(one => one.innerText.split(/\\s+/).join(' '))"
    ) == ["size 1500 7"]
    few = page.run("document.querySelectorAll('#linked tr').length")
    page.run("document.querySelector('#linked .gap button').click()")
    assert few < 60 and page.run("document.querySelectorAll('#linked tr').length") == few + 200


# --- Strangers' text, and much of it ------------------------------------------------------------------------


def test_hostile_text_is_shown_and_does_nothing(page, hostile):
    page.open(hostile.page)
    scripts = page.run("document.scripts.length")
    open_one_of_each(page)
    assert page.run("typeof window.owned") == "undefined"
    assert page.run("document.querySelectorAll('img, iframe, object, link[rel=stylesheet]').length") == 0
    assert page.run("document.scripts.length") == scripts
    text = page.run("document.body.innerText")
    assert (
        HOSTILE[:40] in text
        and "<img src=x onerror='window.owned = 1'>" in text
        and "\\u{202e}gnp.exe" in text
    )
    assert "\u202e" not in text and "\\u{1}" in text
    page.run("document.querySelector('.unexpected a').click()")
    page.wait("document.getElementById('counted').textContent.length > 0")
    assert counted(page)[0] > 0 and page.run("({}).functions") is None


def test_the_page_itself_forbids_to_load_anything(chromium, plain):
    chromium.open(plain.page)
    chromium.run("addEventListener('securitypolicyviolation', one => window.forbidden = one.effectiveDirective)")
    chromium.run("document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.1:9/'}))")
    assert chromium.wait("window.forbidden") == "img-src"


def test_a_hundred_thousand_cases_load_and_are_shown_a_few_at_a_time(page, many):
    assert many.page.stat().st_size < many.report.stat().st_size / 2
    page.open(many.page)
    total, _, failures = counted(page)
    assert total == failures == len(fitting(many, {})) >= MANY
    page.run("document.querySelectorAll('.cause').forEach(one => one.open = true)")
    page.wait("[...document.querySelectorAll('.cause')].every(one => one.querySelector('.case'))")
    assert page.run("document.querySelectorAll('*').length") < 20000
    page.run("form.elements.text.value = '-099999'; form.dispatchEvent(new Event('input', {bubbles: true}))")
    assert counted(page)[0] == 1


def test_a_case_that_the_page_has_no_room_for_says_where_it_is(page, many):
    case = next(case for case in reversed(many.cases()) if case["implementation"] == "heron")
    open_case(page, many, case)
    text = page.run("document.querySelector('#linked .body').innerText")
    assert "JSON report" in text and case["reason"] in text


# --- For everybody ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["plain", "hostile"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_page_is_never_wider_than_the_screen(page, name, width, request):
    page.size(width, 740, mobile=width < 700)
    page.open(request.getfixturevalue(name).page)
    assert page.run("document.documentElement.scrollWidth") == width
    open_one_of_each(page)
    assert page.run("document.documentElement.scrollWidth") == width


CONTRAST = """(() => {
    const parse = colour => colour.match(/[\\d.]+/g).map(Number);
    const linear = c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const luminance = rgb => rgb.slice(0, 3).map(c => linear(c / 255))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = element => {
        for (; element; element = element.parentElement) {
            const colour = parse(getComputedStyle(element).backgroundColor);
            if (colour.length < 4 || colour[3] > 0) return colour;
        }
        return [255, 255, 255];
    };
    const poor = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let seen = 0;
    for (let node; node = walker.nextNode();) {
        const element = node.parentElement;
        if (!node.data.trim() || !element.checkVisibility() || element.closest('script, .spoken, datalist'))
            continue;
        seen++;
        const [a, b] = [parse(getComputedStyle(element).color), behind(element)].map(luminance);
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5)
            poor.add(`${element.className} ${node.data.slice(0, 30)} ${contrast}`);
    }
    return [seen, [...poor]];
})()"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_contrast_enough(page, plain, scheme):
    page.scheme(scheme)
    page.open(plain.page)
    open_one_of_each(page)
    seen, poor = page.run(CONTRAST)
    assert seen > 500 and poor == []


def test_the_scheme_follows_the_system_until_it_is_switched(page, plain):
    background = "getComputedStyle(document.body).backgroundColor"
    page.open(plain.page)
    light = page.run(background)
    page.scheme("dark")
    dark = page.run(background)
    assert light != dark
    page.run("document.getElementById('theme').click()")
    assert (
        page.run(background) == light
        and page.run("document.getElementById('theme').textContent") == "Theme: light"
    )
    page.scheme("light")
    page.run("document.getElementById('theme').click()")
    assert page.run(background) == dark
    page.run("localStorage.clear()")


TARGETS = "[...document.querySelectorAll(':is(.verdicts, .matrix) a')].map(one => one.offsetHeight)"


def test_links_in_tables_are_tall_enough_to_hit(page, plain):
    page.open(plain.page)
    heights = page.run(TARGETS)
    assert len(heights) > 20 and min(heights) >= 23


@pytest.mark.parametrize("width", [360, 1280])
def test_a_part_gone_to_is_not_beneath_what_stays_at_the_top(page, plain, width):
    page.size(width, 740, mobile=width < 700)
    page.open(plain.page)
    for name in ("failures", "features"):
        page.run(f"document.querySelector('nav [href=\"#{name}\"]').click()")
        top = page.run(f"document.querySelector('#{name} h2').getBoundingClientRect().top")
        bottom = page.run("document.querySelector('.bar').getBoundingClientRect().bottom")
        assert max(0, bottom) <= top < 150
        assert (bottom > 0) == (width > 700)


def test_nothing_moves_by_itself(page, plain):
    page.open(plain.page)
    open_one_of_each(page)
    assert page.run("document.getAnimations().length") == 0
    assert page.run("""[...document.querySelectorAll('*')].filter(one => {
        const style = getComputedStyle(one);
        return style.transitionDuration !== '0s' || style.animationName !== 'none' ||
            style.scrollBehavior !== 'auto'; }).length""") == 0


def test_the_first_tab_skips_to_the_failures(page, plain):
    page.open(plain.page)
    page.key("Tab")
    assert page.run("document.activeElement.className") == "skip"
    page.wait("document.activeElement.getBoundingClientRect().top >= 0")
    page.key("Enter")
    assert page.run("document.activeElement.id") == "failures"


def test_tab_goes_from_top_to_bottom_and_shows_where_it_is(page, plain):
    page.open(plain.page)
    tops = []
    page.key("Tab")
    while page.run("document.activeElement !== document.body"):
        style = page.run(
            "(s => [s.outlineStyle, parseFloat(s.outlineWidth)])(getComputedStyle(document.activeElement))"
        )
        assert style[0] != "none" and style[1] >= 1, page.run(
            "document.activeElement.outerHTML.slice(0, 200)"
        )
        tops.append(page.run("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
        page.key("Tab")
    assert tops == sorted(set(tops)) and len(tops) > 40


def test_cases_can_be_gone_through_by_keyboard(page, plain):
    focused = "[...document.querySelectorAll('.cause summary')].indexOf(document.activeElement)"
    page.open(plain.page)
    page.key("j")
    assert page.run(focused) == 0
    page.key("Enter")
    page.wait("document.querySelector('.cause[open] .case') !== null")
    page.key("j")
    page.key("ArrowDown")
    assert page.run(focused) == 2
    page.key("k")
    assert page.run(focused) == 1
    page.key("Enter")
    page.wait("document.querySelector('.case[open] .body') !== null")
    page.run("document.querySelector('.case[open] .body a').focus()")
    page.key("j")
    assert page.run("document.activeElement === document.querySelectorAll('.case > summary')[1]")
    page.run("document.querySelector('.case[open] .body a').focus()")
    page.key("Escape")
    assert page.run("document.querySelectorAll('.case[open]').length") == 0 and page.run(focused) == 1
    page.key("/")
    assert page.run("document.activeElement.name") == "text"
    page.key("j")
    assert page.run("document.activeElement.value") == "j"


def test_everything_that_can_be_operated_has_a_name(page, plain):
    page.open(plain.page)
    open_one_of_each(page)
    page.call("Accessibility.enable")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    operable = [
        node
        for node in nodes
        if not node.get("ignored")
        and node.get("role", {}).get("value")
        in (
            "button",
            "link",
            "textbox",
            "searchbox",
            "combobox",
            "checkbox",
            "DisclosureTriangle",
            "region",
            "form",
            "navigation",
        )
    ]
    assert {"button", "link", "combobox", "DisclosureTriangle", "region"} <= {
        node["role"]["value"] for node in operable
    }
    assert [node for node in operable if not node.get("name", {}).get("value")] == []
    page.call("Accessibility.disable")


def test_paper_has_no_controls_and_no_dark(page, plain):
    page.open(plain.page)
    page.run("document.documentElement.dataset.theme = 'dark'")
    page.scheme("dark", "print")
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for hidden in ("#filters", "nav", "#theme"):
        assert page.run(f"document.querySelector('{hidden}').checkVisibility()") is False
    page.size(1047, 700)  # A4, less its margins
    for table in (".verdicts", "#features table", "#producers .matrix", ".readings"):
        assert 0 < page.run(f"document.querySelector('{table}').getBoundingClientRect().right") < 1047
    page.scheme("light")


@pytest.mark.parametrize("producers", [False, True], ids=["without-producers", "with"])
def test_the_picture_for_the_readme_shows_what_is_counted_and_is_small(plain, tmp_path, producers):
    report = plain.json
    if not producers:
        del report["producers"]
    (tmp_path / "report.json").write_text(json.dumps(report))
    render(tmp_path / "report.json", tmp_path / "page.html")
    subprocess.run(
        [HERE.parent / "page" / "screenshot", tmp_path / "page.html", tmp_path / "picture.png"], check=True
    )
    picture = (tmp_path / "picture.png").read_bytes()
    width, height = struct.unpack(">II", picture[16:24])
    with browser() as chromium:
        chromium.size(width, height)
        chromium.open(tmp_path / "page.html")
        last = "#producers .key" if producers else "#features"
        end = chromium.run(f"document.querySelector('{last}').getBoundingClientRect().bottom")
        chromium.call("Page.navigate", url="about:blank")
        colours = chromium.run(f"""(async () => {{
            const image = new Image();
            image.src = 'data:image/png;base64,{base64.b64encode(picture).decode()}';
            await image.decode();
            const canvas = new OffscreenCanvas({width}, {height}).getContext('2d');
            canvas.drawImage(image, 0, 0);
            return new Set(new Uint32Array(canvas.getImageData(0, 0, {width}, {height}).data.buffer)).size;
        }})()""")
    assert end <= height < end + 40 and 20 < colours <= 256 and len(picture) < 200000


def test_a_page_where_all_passed_says_so(page, plain, tmp_path):
    report = plain.json
    report["implementations"] = report["implementations"][:1]
    open_report(page, tmp_path, report)
    assert page.run("document.getElementById('counted').textContent") == "Every case passed."
    assert "passes all" in page.run("document.querySelector('.verdict').innerText")


def test_a_reading_leads_to_its_cases_beside_the_answer_that_it_gives(page, plain):
    page.open(plain.page)
    page.run("document.querySelector('.readings a.other').click()")
    page.wait("location.hash.includes('ledger=')")
    page.run("document.querySelector('.cause').open = true")
    page.wait("document.querySelector('.case') !== null")
    page.run("document.querySelector('.case').open = true")
    page.wait("document.querySelector('.case .body') !== null")
    case = next(
        case
        for case in fitting(plain, {"outcome": "reading"})
        if case["id"] == page.run("document.querySelector('.case code').textContent")
        and case["implementation"] == page.run("document.querySelector('.cause summary b').textContent")
    )
    chosen = page.run("document.querySelector('.case select').selectedOptions[0].textContent")
    assert chosen.split(",")[0] == case["reading"]
