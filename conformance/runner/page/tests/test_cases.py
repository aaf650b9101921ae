"""Tests of the page: its filters, and its cases."""

import re
import subprocess
from collections import Counter
from urllib.parse import urlencode

import pytest

from conformance.runner.page.tests.pages import (CLAUSE_FACTS, counted, fitting, open_case, open_one_of_each,
                                                 open_report, ROOT)

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
    shown = page.run("[...document.querySelectorAll('.cause .case > summary code')].map(one => one.textContent)")
    assert Counter(shown) == Counter(case["id"] for case in expected)


def test_filters_that_are_set_stand_in_the_address_and_can_be_cleared(page, plain):
    page.open(plain.page)
    page.run("form.elements.outcome.value = 'fail'")
    page.run("form.elements.outcome.dispatchEvent(new Event('input', {bubbles: true}))")
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
    whole = page.run("cases.map(one => caseDetails(one, true)).filter(one => one.querySelector('.facts')).length")
    assert whole == len(plain.cases())


def test_a_failure_shows_expected_beside_answered_with_the_differing_members_marked(page, plain):
    case = next(case for case in plain.cases() if len(case["differences"]) > 1)
    open_case(page, plain, case)
    marked = page.run("[...document.querySelectorAll('.differs th')].map(one => one.title)")
    assert marked and set(marked) == {
        re.sub(r"\.offset$", "", difference["path"]) for difference in case["differences"]
    }
    first = page.run("[...document.querySelector('.differs').cells].slice(1).map(one => one.textContent)")
    difference = case["differences"][0]
    assert [re.sub(r"\D", "", cell) for cell in first] == [str(abs(difference["expected"])), str(difference["actual"])]


def test_a_case_shows_its_bytes_by_field_and_marks_the_broken_ones(page, plain):
    case = next(case for case in plain.cases() if case["outcome"] == "crash"
                and int(case["expect"]["oracle"]["violations"][0]["offset"], 16) < len(case["input"]["bytes"]) // 2)
    open_case(page, plain, case)
    rows = page.run("[...document.querySelectorAll('.bytes tr')].map(row => [...row.cells].map(one => one.innerText))")
    assert "".join(row[1] for row in rows).replace(" ", "") == case["input"]["bytes"]
    names = [row[2] for row in rows if row[2]]
    assert names == [field["name"] for field in case["fields"]] and "sfp_magic" in names
    violation = case["expect"]["oracle"]["violations"][0]
    at = int(violation["offset"], 16)
    assert page.run("document.querySelector('.bytes mark').textContent") == case["input"]["bytes"][2 * at:2 * at + 2]
    words = plain.json["clause_words"][violation["clause"]]
    assert words in page.run("document.querySelector('.bytes .violation').textContent")


def test_a_case_without_fields_shows_a_plain_dump(page, many):
    case = next(case for case in many.cases() if len(case["input"]["bytes"]) > 64)
    assert "fields" not in case
    open_case(page, many, case)
    shown = page.run("[...document.querySelectorAll('.bytes .hex')].map(one => one.textContent).join('')")
    assert shown.replace(" ", "").startswith(case["input"]["bytes"][:64])


def test_a_case_is_a_text_beside_its_bytes_with_what_it_breaks_marked(page, plain):
    case = next(case for case in plain.cases() if case["input"]["bytes"] and "breaks" in "".join(case.get("notation", [])))
    open_case(page, plain, case)
    assert page.run("document.querySelector('#linked .notation').textContent").splitlines() == case["notation"]
    marked = page.run("[...document.querySelectorAll('#linked .notation mark')].map(one => one.textContent)")
    assert marked == [line for line in case["notation"] if line.startswith("breaks ")]
    page.size(1400, 900)
    box = "document.querySelector('#linked .{}').getBoundingClientRect()"
    assert page.run(f"{box.format('notation')}.right <= {box.format('bytes')}.left")
    page.size(360, 700)
    assert page.run(f"{box.format('notation')}.bottom <= {box.format('bytes')}.top")
    assert page.run("document.documentElement.scrollWidth") <= 360


def test_a_case_without_a_text_shows_none(page, many):
    open_case(page, many, many.cases()[0])
    assert page.run("document.querySelector('#linked .notation')") is None
    assert "The case as a text" not in page.run("document.querySelector('#linked').innerText")


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
    links = page.run("[...document.querySelectorAll('#linked .facts a:has(code)')].map(one => one.textContent)")
    clauses = [case["fault"]["clause"], *case["decides"], *case["clauses"]]
    assert links == list(dict.fromkeys(clauses))


def test_a_case_shows_the_words_of_the_texts_and_the_lines_that_decide(page, plain):
    case = next(case for case in plain.cases() if case.get("fault", {}).get("clause") == "header.freoff-inside")
    open_case(page, plain, case)
    shown = page.run("document.querySelector('#linked .said').innerText")
    assert "each an offset in bytes into the SFrame section" in shown and "v1 1.2, v2 2.2, v2e1 2.2, v3 2.2" in shown
    place, line = re.search(r"(ref/lib/header\.c):(\d+)", shown).groups()
    cited = (ROOT / place).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert "SFR_header_freoff_inside" in cited and cited.strip() in shown
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


def test_a_value_that_is_cut_in_the_words_of_a_cause_has_an_ellipsis(page, plain, tmp_path):
    report = plain.json
    ends = {'flags, ["sorted","frame_poi instead of ["sorted"]': 'flags, ["sorted","frame_poi… instead of ["sorted"]',
            'fp, "same" instead of "undef, all in rows': 'fp, "same" instead of "undef…, all in rows',
            "cfa.offset, 16 too large, all in rows": "cfa.offset, 16 too large, all in rows"}
    report["implementations"][0]["causes"] = [{"words": f"gives a wrong {end}", "explains": 2, "smallest": "x"}
                                              for end in ends]
    open_report(page, tmp_path, report)
    shown = page.run("[...document.querySelectorAll('#common b')].map(one => one.innerText)")
    assert shown[:3] == [f"gives a wrong {end}" for end in ends.values()]


def test_a_crash_shows_signal_standard_error_and_clause_in_words(page, plain):
    case = next(case for case in plain.cases() if case["outcome"] == "crash")
    open_case(page, plain, case)
    text = page.run("document.querySelector('#linked .body').innerText")
    clause = case["fault"]["clause"]
    for part in ("SIGSEGV", case["stderr"].strip(), clause, plain.json["clause_words"][clause], case["fault"]["way"]):
        assert part in text


def test_what_was_answered_in_garbage_is_shown_word_for_word(page, plain):
    case = next(case for case in plain.cases() if case["outcome"] == "garbage")
    open_case(page, plain, case)
    assert case["answer"] in page.run("document.querySelector('#linked pre:not(.notation)').textContent")


def test_a_contested_case_lets_one_choose_the_reading(page, plain):
    case = next(case for case in plain.cases() if case["outcome"] == "unread"
                and any("answer" in reading for reading in case["expect"]["readings"]))
    open_case(page, plain, case)
    options = page.run("[...document.querySelectorAll('#linked .body select option')].map(one => one.textContent)")
    assert [option.split(",")[0] for option in options] == [r["reading"] for r in case["expect"]["readings"]]
    assert [option for option in options if "the oracle" in option] == [f"{case['expect']['oracle']}, the oracle's"]
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
    shown = page.run("document.querySelector('.case code').textContent")
    assert page.run("new URLSearchParams(location.hash.slice(1)).get('case')").endswith(shown)


def test_an_address_of_a_case_that_passed_says_so(page, plain):
    page.open(plain.page, "#case=oracle:v3/none")
    assert "v3/none" in page.run("document.querySelector('#linked .notice').textContent")


def test_long_comparisons_are_folded_around_what_differs_and_unfold(page, plain):
    page.open(plain.page)
    page.run("""document.getElementById('linked').replaceChildren(...compared(
        {functions: [...Array(3000).keys()].map(size => ({size}))},
        {functions: [...Array(3000).keys()].map(size => ({size: size === 1500 ? 7 : size}))},
        [{path: 'functions[1500].size', expected: 1500, actual: 7}]).filter(Boolean))""")
    marked = page.run("[...document.querySelectorAll('#linked .differs')].map(one => one.innerText)")
    assert [row.split() for row in marked] == [["size", "1500", "7"]]
    few = page.run("document.querySelectorAll('#linked tr').length")
    page.run("document.querySelector('#linked .gap button').click()")
    assert few < 60 and page.run("document.querySelectorAll('#linked tr').length") == few + 200


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
    shown = page.run("['.case code', '.cause summary b'].map(one => document.querySelector(one).textContent)")
    readings = fitting(plain, {"outcome": "reading"})
    case = next(case for case in readings if [case["id"], case["implementation"]] == shown)
    chosen = page.run("document.querySelector('.case select').selectedOptions[0].textContent")
    assert chosen.split(",")[0] == case["reading"]
