"""Tests of the page: its data, the description of the run, verdicts, the matrix, producers."""

import json
from collections import Counter

import pytest

from conformance.runner.page.tests.pages import fitting, GOOD, held, LEFT, open_report, render

# --- The data in the page -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["plain", "hostile"])
def test_a_page_holds_all_that_the_report_says(name, request):
    made = request.getfixturevalue(name)
    report, vectors = held(made.page)
    whole = made.json
    for one in whole["implementations"]:
        del one["expectations"]  # it is for merging
    assert report == whole and len(vectors) < len(made.cases())


def test_no_data_can_end_the_element_that_it_stands_in(hostile):
    text = hostile.page.read_bytes()
    data = text[text.index(b'<script type="application/octet-stream"') : text.rindex(b"<script>\n")]
    assert data.count(b"<") == 2 * data.count(b"</script>") == 2


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", '{"implementations":[{"cases":[{"id":"',
                                  '{"implementations":7}'])
def test_what_is_no_report_makes_no_page(tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    made = render(tmp_path / "report.json", tmp_path / "page.html")
    assert made.returncode == 2 and made.stderr.count("\n") == 1
    assert not (tmp_path / "page.html").exists()


def test_a_report_cut_anywhere_is_refused(tmp_path):
    cases = [{"id": "a/b/c", "rest": [{"": "}"}]}]
    text = json.dumps({"a": '\\"<\t', "implementations": [{"adapter": "x", "cases": cases}]})
    for length in range(len(text)):
        (tmp_path / "report.json").write_text(text[:length])
        assert render(tmp_path / "report.json", tmp_path / "page.html").returncode == 2, text[:length]


@pytest.mark.parametrize("depth, status", [(64, 0), (120, 0), (129, 2), (1000000, 2)])
def test_an_answer_may_nest_as_deep_as_the_judge_lets_it(tmp_path, depth, status):
    nested = "[" * depth + "]" * depth
    text = '{"implementations":[{"cases":[{"id":"a/b/c","answer":' + nested + "}]}]}"
    (tmp_path / "report.json").write_text(text)
    assert render(tmp_path / "report.json", tmp_path / "page.html").returncode == status
    if status == 0:
        assert held(tmp_path / "page.html")[0] == json.loads(text)


# --- What was run -------------------------------------------------------------------------------------------


def text_of(page, name):
    return page.run(f"document.getElementById('{name}').innerText")


def test_the_header_says_what_was_run(page, plain):
    page.open(plain.page)
    about = text_of(page, "about")
    assert "0.1.0" in about and "complete" in about and "2026-01-02 03:04" in about
    assert f"{plain.json['corpus']['vectors']:,}" in about and plain.json["corpus"]["hash"][:16] in about
    assert text_of(page, "notices") == "" and "--exact" not in page.run("document.body.innerText")


def test_the_core_and_exact_are_no_more_than_words(page, plain, tmp_path):
    report = plain.json
    report["selection"]["core"] = report["exact"] = True
    open_report(page, tmp_path, report)
    about = text_of(page, "about")
    assert "vectors of the core, " in about and "judged with --exact" in about and text_of(page, "notices") == ""


def test_what_is_wrong_with_a_run_is_said_above_all_and_of_an_implementation_below_its_row(page, plain, tmp_path):
    report = plain.json
    report["selection"]["idle"] = ["v9/*"]
    report["corpus"]["closed"] = False
    adapter = next(one["adapter"] for one in report["implementations"] if not one["missing"])
    report["faults"] = [{"adapter": None, "kind": "not asked", "words": "nothing was asked of anybody"},
                        {"adapter": adapter, "kind": "not judged", "words": "of v9 nothing was judged"},
                        {"adapter": adapter, "kind": "required", "words": "--require profile=v9"}]
    open_report(page, tmp_path, report)
    notices = text_of(page, "notices")
    assert "No vector fits: v9/*" in notices and "no closing line" in notices
    assert "nothing was asked of anybody" in notices and "nothing was judged" not in notices
    rows = page.run("[...document.querySelectorAll('.verdict')].map(one => one.innerText)")
    for words in ("of v9 nothing was judged", "--require profile=v9"):
        assert [row.startswith(adapter) for row in rows] == [words in row for row in rows]


def test_a_partial_run_and_a_selection_say_so(page, hostile):
    page.open(hostile.page)
    assert "Partial" in text_of(page, "notices") and "v?/*" in text_of(page, "notices")
    assert "complete" not in text_of(page, "about")


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
            assert first[1:] == ["not run", one["missing"].replace(",", "")] and not remarks
            continue
        shown = dict(zip(names[3:], first[3:], strict=True))
        wanted = dict.fromkeys(names[3:], 0) | one["outcomes"]
        wanted |= {"not asked": sum(one["skipped"].values()), "groups": len(bad)}
        wanted |= {"unexpected": one["unexpected"]}
        assert {name: int(n or 0) for name, n in shown.items()} == wanted
        assert len(remarks) == bool(one["unmatched"])
        for glob in one["unmatched"]:
            assert glob in remarks[0][0]


def test_a_number_of_a_verdict_leads_to_its_cases(page, plain):
    page.open(plain.page)
    links = page.run("[...document.querySelectorAll('.verdict a')].map(one => [one.hash.slice(1), one.textContent, "
                     "one.closest('td').cellIndex === one.closest('tr').cells.length - 2])")
    assert len(links) > 10
    for address, n, are_groups in links:
        page.run(f"location.hash = {json.dumps(address)}")
        page.wait(f"location.hash.slice(1) === {json.dumps(address)}")
        shown = "document.getElementById('counted').textContent.split(' ')"
        page.wait(f"(goToAddress(), {shown}[{3 if are_groups else 0}] === '{n}')")


def test_what_each_declares_is_shown_beside_what_it_was_not_asked(page, plain):
    page.open(plain.page)
    page.run("document.querySelector('#verdicts details').open = true")
    rows = page.run("[...document.querySelectorAll('.declared tbody tr')]"
                    ".map(row => [...row.cells].map(one => one.innerText))")
    run = [one for one in plain.json["implementations"] if not one["missing"]]
    for row, one in zip(rows, run, strict=True):
        lists = [" ".join(one[name]) for name in ("profiles", "abis", "operations")]
        assert row[:4] == [one["adapter"], *lists]
        assert row[4] == ("both" if one["foreign_byte_order"] else "its own")
        skipped = ", ".join(f"{n:,} by {reason}" for reason, n in one["skipped"].items() if n)
        assert row[5:] == [skipped or "nothing", ", ".join(one["exposes"] or []) or "all"]


def test_the_matrix_counts_every_feature(page, plain):
    page.open(plain.page)
    cells = dict(page.run("[...document.querySelectorAll('#features td')]"
                          ".map(one => [one.title, one.className + ' ' + one.innerText])"))
    asked = {}
    for one in plain.json["implementations"]:
        for feature in one["features"]:
            counts = ", ".join(f"{n} {outcome}" for outcome, n in feature["outcomes"].items())
            where = f"{one['adapter']}, {feature['profile']} {feature['abi']} {feature['operation']}: "
            bad = {outcome for outcome in feature["outcomes"] if outcome not in GOOD}
            died = bad - {"fail", "unread"}
            left = (LEFT - {"unjudged"}) & set(feature["outcomes"])
            asked[where + counts] = "died" if died else "bad" if bad else "left" if left else "good"
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
    assert page.run("""[...document.querySelectorAll('.scroll')].filter(one => one.scrollWidth > one.clientWidth)
        .map(one => `${one.getAttribute('aria-label')}: ${one.scrollWidth} in ${one.clientWidth}`)""") == []


def test_a_cell_of_the_matrix_leads_to_its_failures(page, plain):
    page.open(plain.page)
    page.run("document.querySelector('#features td.died a').click()")
    page.wait("location.hash.includes('operation=')")
    wanted = dict(pair.split("=") for pair in page.run("location.hash.slice(1)").split("&"))
    expected = fitting(plain, wanted)
    assert len(wanted) == 4 and expected
    page.wait("document.getElementById('counted').textContent.startsWith(%s)" % json.dumps(f"{len(expected)} case"))


@pytest.mark.parametrize("first", [0, 1], ids=["with-oracle", "without"])
def test_readings_are_counted_and_the_oracles_is_marked(page, plain, tmp_path, first):
    report = plain.json
    report["implementations"] = report["implementations"][first:]
    open_report(page, tmp_path, report)
    page.run("document.querySelector('#readings details').open = true")
    points = page.run("[...document.querySelectorAll('.readings tbody')].map(body => [...body.rows].map(row =>"
                      " [...row.cells].map(cell => cell.innerText.replaceAll(',', '').split(/\\s+/).join(' '))))")
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
    assert shown == {ledger: {name: " ".join(took) or "nobody" for name, took in readings.items()}
                     for ledger, readings in wanted.items()}


# --- Producers ----------------------------------------------------------------------------------------------

CELLS = """[...document.querySelectorAll('#producers .matrix td')].map(one => [one.title,
    [one.className.split(' ')[0], one.querySelector('[aria-hidden]').innerText, one.querySelector('.spoken').innerText,
    one.lastChild.data?.trim() || one.querySelector('a')?.lastChild.data.trim() || '']])"""
FOUND = """[...document.querySelectorAll('#found tbody tr')].map(row => [...row.cells].map(one => one.innerText))"""


def said_of(line):
    """The title of a producer's cell, and the cell: colour, sign, word, number of findings."""
    objects = f", objects of {line['objects_of']}" if line["objects_of"] else ""
    verdicts = [name for name in ("missing", "malformed", "irregular", "valid") if line[name]]
    found = ", ".join(f"{name} ({n:,})" for name, n in line["findings"].items())
    title = f"{line['producer']}{objects}, {line['abi']} {line['output']}: "
    title += ", ".join(f"{line[name]:,} {name}" for name in verdicts) + ("; " + found if found else "")
    kinds = {"missing": "died \u2020", "malformed": "bad \u2717", "irregular": "left \u25d0", "valid": "good \u2713"}
    kind, mark = kinds[verdicts[0]].split()
    kind = "left" if kind == "good" and found else kind
    return title, [kind, mark, verdicts[0], str(len(line["findings"]) or "")]


@pytest.mark.parametrize("part, member", [("producers", "producers"), ("explained", "causes")])
def test_results_from_elsewhere_are_shown_only_where_they_are_given(page, plain, tmp_path, part, member):
    shown = f"""['nav [href="#{part}"]', '#{part}'].map(one => document.querySelector(one).checkVisibility())"""
    report = plain.json
    page.open(plain.page)
    assert page.run(shown) == [True, True]
    del report[member]
    open_report(page, tmp_path, report)
    assert page.run(shown) == [False, False]
    assert page.run(f"document.querySelectorAll('#{part} td').length") == 0


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
        assert page.run(FOUND) == [[one["name"], one["title"], f"{line['findings'][one['name']]:,}"]
                                   for one in producers["findings"] if one["name"] in line["findings"]]
        assert title.split(":")[0] in page.run("document.querySelector('#found h3').innerText")
    page.run("document.querySelector('#found button').click()")
    assert page.run(FOUND) == everything and page.run("document.activeElement.id") == "found"


def test_each_cause_has_its_page_its_count_and_its_smallest_vector(page, plain):
    page.open(plain.page)
    lines = plain.json["causes"]["lines"]
    wanted = {}
    for line in lines:
        wanted.setdefault(line["adapter"], []).append(
            [line["page"] or "no page", line["title"] or "Not explained", f"{line['vectors']:,}", line["smallest"]])
    rows = page.run("""[...document.querySelectorAll('.explained tbody')].map(body => [...body.rows].map(row =>
        [...row.cells].map(cell => cell.textContent)))""")
    assert {head.split(" ")[0]: inside for ((head,), *inside) in rows} == wanted
    assert [head for ((head,), *_) in rows] == [
        "lantern 1,205 vectors failed, 2 causes", "anchor 18 vectors failed, 1 cause, 17 not explained"]
    assert page.run("document.querySelectorAll('.explained .bad, .explained .unexpected').length") == 2


def test_nothing_that_fails_is_said_so(page, plain, tmp_path):
    report = plain.json
    report["causes"]["lines"] = []
    open_report(page, tmp_path, report)
    assert "Nothing fails." in page.run("document.querySelector('#explained').innerText")
    assert page.run("document.querySelector('.explained')") is None
