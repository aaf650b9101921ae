"""Tests of the page: hostile text, very much text, screens, color schemes, keyboards and paper."""

import re

import pytest

from conformance.runner.page.browser import CONTRAST
from conformance.runner.page.tests.make_report import HOSTILE
from conformance.runner.page.tests.pages import (counted, fitting, GOOD, MANY, open_case, open_one_of_each,
                                                 open_report)

# --- Strangers' text, and much of it ------------------------------------------------------------------------


def test_hostile_text_is_shown_and_does_nothing(page, hostile):
    page.open(hostile.page)
    scripts = page.run("document.scripts.length")
    open_one_of_each(page)
    assert page.run("typeof window.owned") == "undefined"
    assert page.run("document.querySelectorAll('img, iframe, object, link[rel=stylesheet]').length") == 0
    assert page.run("document.scripts.length") == scripts
    text = page.run("document.body.innerText")
    for part in (HOSTILE[:40], "<img src=x onerror='window.owned = 1'>", "\\u{202e}gnp.exe", "\\u{1}"):
        assert part in text
    assert "\u202e" not in text
    page.run("document.querySelector('.unexpected a').click()")
    page.wait("document.getElementById('counted').textContent.length > 0")
    assert counted(page)[0] > 0 and page.run("({}).functions") is None


def test_the_page_itself_forbids_to_load_anything(chromium, plain):
    chromium.open(plain.page)
    chromium.run("addEventListener('securitypolicyviolation', one => window.forbidden = one.effectiveDirective)")
    chromium.run("document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.1:9/'}))")
    assert chromium.wait("window.forbidden") == "img-src"


def test_twenty_thousand_cases_load_and_are_shown_a_few_at_a_time(page, many):
    assert many.page.stat().st_size < many.report.stat().st_size / 2
    page.open(many.page)
    total, _, failures = counted(page)
    assert total == failures == len(fitting(many, {})) >= MANY
    page.run("document.querySelectorAll('.cause').forEach(one => one.open = true)")
    page.wait("[...document.querySelectorAll('.cause')].every(one => one.querySelector('.case'))")
    assert page.run("document.querySelectorAll('*').length") < 20000
    page.run(f"form.elements.text.value = '-{MANY - 1:06}'; form.dispatchEvent(new Event('input', {{bubbles: true}}))")
    assert counted(page)[0] == 1


def test_a_run_of_thirteen_peers_makes_a_page_below_two_megabytes_that_holds_each_case(page, peers):
    assert peers.report.stat().st_size > 5e6 and len(peers.json["implementations"]) == 13
    assert peers.page.stat().st_size < 2e6
    page.open(peers.page)
    assert counted(page)[0] == len(fitting(peers, {})) > 500
    assert page.run("cases.filter(one => !one.thin).length") == len(peers.cases()) > 1000
    assert page.run("document.querySelectorAll('*').length") < 10000


def test_the_first_case_of_each_cause_is_held_when_there_is_no_room_for_all(page, many):
    page.open(many.page)
    assert page.run("causes.every(one => !one.cases[0].thin)")
    assert page.run("cases.some(one => one.thin)")


@pytest.fixture
def scriptless(page):
    with page.without_scripts():
        yield page


TABLE = "[...document.querySelectorAll('#%s .plain tbody tr')].map(row => [...row.cells].map(one => one.innerText))"


@pytest.mark.parametrize("name", ["plain", "hostile"])
def test_verdicts_and_causes_can_be_read_without_a_script(scriptless, name, request):
    made = request.getfixturevalue(name)
    scriptless.open(made.page)
    names = scriptless.run("[...document.querySelectorAll('#verdicts .plain thead th')].map(one => one.innerText)")
    rows = scriptless.run(TABLE % "verdicts")
    for (label, missing, *numbers), one in zip(rows, made.json["implementations"], strict=True):
        assert label.lstrip('"').startswith(one["adapter"][:5])
        assert missing == (f"not run: {one['missing']}" if one["missing"] else "")
        wanted = {**dict.fromkeys(names[1:], 0), **one["outcomes"], "unexpected": one["unexpected"], "judged": one["judged"]}
        assert dict(zip(names[1:], (int(n or 0) for n in numbers), strict=True)) == wanted
    failures = [case for case in made.cases() if case["unexpected"] or case["outcome"] not in GOOD]
    rows = scriptless.run(TABLE % "failures")
    assert len(rows) == len({case["cause"] for case in failures}) > 5
    assert name == "hostile" or {row[1] for row in rows} == {case["cause"] for case in failures}
    assert sum(int(row[0]) for row in rows) == len(failures)
    assert [int(row[0]) for row in rows] == sorted((int(row[0]) for row in rows), reverse=True)
    assert all(sum(int(n) for n in re.findall(r" (\d+)(?=,|$)", row[2])) == int(row[0]) for row in rows)
    assert scriptless.run("document.querySelectorAll('img, noscript script').length") == 0
    for width in (360, 1280):
        scriptless.size(width, 700)
        assert scriptless.run("document.documentElement.scrollWidth") <= width


def test_what_is_wrong_with_a_run_is_said_without_a_script(scriptless, plain, tmp_path):
    report = plain.json
    report["faults"] = [{"adapter": None, "kind": "incomplete", "words": "the run was not completed"},
                        {"adapter": "lantern", "kind": "ended", "words": "it <ended>"}]
    open_report(scriptless, tmp_path, report)
    verdicts = scriptless.run("document.getElementById('verdicts').innerText")
    assert "the run was not completed" in verdicts and "lantern: it <ended>" in verdicts


def test_the_script_leaves_nothing_of_what_stood_there_before(page, plain):
    page.open(plain.page)
    assert page.run("document.querySelectorAll('.plain').length") == 0


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
    assert page.run(background) == light and page.run("document.getElementById('theme').textContent") == "Theme: light"
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
        style = page.run("(s => [s.outlineStyle, parseInt(s.outlineWidth)])(getComputedStyle(document.activeElement))")
        assert style[0] != "none" and style[1] >= 1, page.run("document.activeElement.outerHTML.slice(0, 200)")
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


OPERABLE = ("button", "link", "textbox", "searchbox", "combobox", "checkbox", "DisclosureTriangle", "region", "form",
            "navigation")


def test_everything_that_can_be_operated_has_a_name(page, plain):
    page.open(plain.page)
    open_one_of_each(page)
    page.call("Accessibility.enable")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    names = [(role, node.get("name", {}).get("value")) for node in nodes if not node.get("ignored")
             and (role := node.get("role", {}).get("value")) in OPERABLE]
    assert {"button", "link", "combobox", "DisclosureTriangle", "region"} <= {role for role, _ in names}
    assert [role for role, name in names if not name] == []
    page.call("Accessibility.disable")


def test_paper_has_no_controls_and_no_dark(page, plain):
    page.open(plain.page)
    page.run("document.documentElement.dataset.theme = 'dark'")
    page.scheme("dark", "print")
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for hidden in ("#filters", "nav", "#theme"):
        assert page.run(f"document.querySelector('{hidden}').checkVisibility()") is False
    page.size(1047, 700)  # A4, less its margins
    for table in (".verdicts", "#features table", "#producers .matrix", ".explained", ".readings"):
        assert 0 < page.run(f"document.querySelector('{table}').getBoundingClientRect().right") < 1047
    page.scheme("light")
