"""The site: every link, HTML, ten questions, and in a browser screens, keyboard, dark, paper, search, no network."""
import functools
import html.parser
import json
import os
import posixpath
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote

import pytest

from ref import catalogue

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(os.environ.get("SITE", ROOT / "build/site")).resolve()
PICTURES = SITE.with_name("site-pictures")

NAMES = sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html"))
QUESTIONS = {  # of a newcomer: the page that answers, and words that it must have
    "How do I plug in": ("docs/tutorial.html", "adapter"),
    "What does this failure mean": ("clauses/index.html", "strength"),
    "Why is this contested": ("errata.html", "Proposed:"),
    "Who is right": ("CONTRIBUTING.html", "The text of the specification stands above everybody"),
    "Which version": ("docs/versions.html", "What to pin"),
    "May I use the data": ("downloads.html", "CC0"),
    "How do I report": ("SECURITY.html", "Security"),
    "How do I add a vector": ("docs/extending.html", "A new family of vectors"),
    "How fast": ("conformance/runner/index.html", "bench"),
    "What is not covered": ("uncovered.html", "no vector that"),
}
SHOWN = ("index.html", "questions.html", "docs/tutorial.html", "clauses/header.fre-len-inside.html", "errata.html",
         "findings.html", "versions.html", "formats.html", "downloads.html", "search.html")


class Page(html.parser.HTMLParser):
    """Its ids, where it leads, what it loads, and its headings with their ids."""

    def __init__(self, name):
        super().__init__()
        self.ids, self.links, self.loads, self.headings, self.words = [], [], [], {}, []
        self.feed((SITE / name).read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if re.fullmatch("h[1-3]", tag):
            self.headings[attrs.get("id")] = len(self.words)
        if tag == "a" and "href" in attrs:
            self.links.append(attrs["href"])
        self.loads += [attrs[each] for each in ("src", "srcset", "data", "poster") if each in attrs]
        if tag == "link":
            self.loads.append(attrs["href"])

    def handle_data(self, data):
        self.words.append(data)


@functools.lru_cache(maxsize=None)
def page_of(name):
    return Page(name)


def target(name, link):
    """(path on the site, anchor) of a link of a page; None of one that leaves the site."""
    if re.match(r"[a-z]+:", link):
        return None
    path, _, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
    return path, unquote(anchor)


def leads(name):
    """Pages of the site that a page has links to."""
    return {there[0] for link in page_of(name).links if (there := target(name, link))}


# --- Links, and what a page is made of ---


def test_every_link_leads_to_a_page_and_every_anchor_to_a_place():
    wrong = []
    for name in NAMES:
        for link in page_of(name).links:
            if (there := target(name, link)) is None:
                continue
            path, anchor = there
            anchor = "" if path == "playground.html" else anchor  # what it is to open: test_playground.py
            if not (SITE / path).is_file() or (anchor and path.endswith(".html") and anchor not in page_of(path).ids):
                wrong.append(f"{name}: {link}")
    assert not wrong, "\n".join(wrong)


def test_a_link_that_leaves_the_site_for_the_repository_names_a_file_of_the_tree():
    wrong = set()
    for name in NAMES:
        for link in page_of(name).links:
            found = re.match(r"https://github\.com/[\w.-]+/[\w.-]+/(?:blob|tree)/main/([^#]*)(?:#L(\d+))?", link)
            if found and not (ROOT / found[1]).exists():
                wrong.add(f"{name}: {link}")
            elif found and found[2] and int(found[2]) > (ROOT / found[1]).read_text(encoding="utf-8").count("\n"):
                wrong.add(f"{name}: {link}: no such line")
    assert not wrong, "\n".join(sorted(wrong))


def test_pages_load_their_own_files_alone():
    for name in NAMES:
        for load in page_of(name).loads:
            there = target(name, load)
            assert load == "data:," or (there and (SITE / there[0]).is_file()), f"{name}: {load}"
    assert not re.search(r"url\(|@import", (SITE / "style.css").read_text(encoding="utf-8"))


def test_every_page_can_be_reached_from_the_start():
    reached, waiting = set(), ["index.html"]
    while waiting:
        name = waiting.pop()
        if name in reached or not name.endswith(".html"):
            continue
        reached.add(name)
        waiting += leads(name)
    assert reached == set(NAMES)


def test_html_is_valid():
    assert shutil.which("tidy"), "tidy is not here"
    options = ("-quiet", "-errors", "--gnu-emacs", "yes", "--warn-proprietary-attributes", "no")  # it knows no ARIA
    made = subprocess.run(["tidy", *options, *NAMES],
                          cwd=SITE, capture_output=True, text=True, check=False)
    assert made.returncode == 0 and made.stderr == ""  # 1: warnings, 2: errors


# --- What it says ---


def test_each_clause_has_a_page_with_its_words_and_the_lines_that_decide():
    clauses = catalogue.read_catalogue()
    assert not list(catalogue.read_quotes(clauses))
    for clause in clauses.values():
        words = " ".join("".join(page_of(f"clauses/{clause.id}.html").words).split())
        assert clause.words in words and "The lines that decide it" in words
        assert all(" ".join(quote.words.split()) in words for quote in clause.quotes)


def test_each_open_point_has_a_sentence_that_would_settle_it():
    words = "".join(page_of("errata.html").words)
    entries = [json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "conformance/ledger").glob("*.json")]
    still = [entry for entry in entries if entry["status"] == "open"]
    assert still and words.count("Proposed:") == len(still)
    assert all(entry["title"] in words and f"Proposed: {entry['settles']}" in words for entry in still)


def test_each_finding_has_its_state_and_stands_by_implementation():
    text = (SITE / "findings.html").read_text(encoding="utf-8")
    pages = [path for path in (ROOT / "conformance/findings").glob("*.md") if path.name != "README.md"]
    assert pages
    for path in pages:
        assert f'conformance/findings/{path.stem}.html"' in text, path.name
        words = "".join(page_of(f"conformance/findings/{path.stem}.html").words)
        assert re.search(r"State\n+\S+: (shows in|gone in|not asked of) [\d.]+", words), path.name


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_answered_within_two_clicks(question):
    """The first leads from the start page to the answer, the second from there to the page about it."""
    answer, words = QUESTIONS[question]
    text = (SITE / "questions.html").read_text(encoding="utf-8")
    (anchor,) = re.findall(rf'<h2 id="([^"]*)">{question}', text)
    assert f"questions.html#{anchor}" in page_of("index.html").links
    part = text.partition(f'<h2 id="{anchor}">')[2].partition("<h2")[0]
    assert answer in {link.partition("#")[0] for link in re.findall(r'href="([^"]*)"', part)}
    assert words in "".join(page_of(answer).words)


# --- In a browser ---


def picture(page, name):
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / f"{name.replace('/', '-')}.png").write_bytes(page.picture())


@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_is_wider_than_the_screen(page, width):
    page.size(width, 740, mobile=width < 700)
    some = NAMES[::40]  # of those that are made alike
    for name in dict.fromkeys((*SHOWN, *some)):
        page.open(SITE / name)
        assert page.run("document.documentElement.scrollWidth") == width, name
        if name in SHOWN:
            picture(page, f"{name}-{width}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(page, scheme):
    page.scheme(scheme)
    page.open(SITE / "clauses/header.fre-len-inside.html")
    least = page.run("""(() => {
        const parts = colour => colour.match(/[\\d.]+/g).map(Number);
        const linear = c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        const luminance = colour => parts(colour).slice(0, 3).map(c => linear(c / 255))
            .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
        const ground = one => !one ? getComputedStyle(document.body).backgroundColor :
            parts(getComputedStyle(one).backgroundColor)[3] === 0 ? ground(one.parentElement) :
            getComputedStyle(one).backgroundColor;
        const texts = "a, p, td, th, h1, h2, code, small, footer, b, summary";
        return Math.min(...[...document.querySelectorAll(texts)].map(one => {
            const [a, b] = [luminance(getComputedStyle(one).color), luminance(ground(one))].sort((a, b) => b - a);
            return (a + 0.05) / (b + 0.05);
        }));
    })()""")
    assert least >= 4.5
    dark = page.run("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every(one => one < 64)")
    assert dark == (scheme == "dark")
    page.open(SITE / "index.html")
    picture(page, f"index.html-{scheme}")


def test_a_page_can_be_used_by_keyboard(page):
    page.open(SITE / "versions.html")
    page.key("Tab")
    assert page.run("document.activeElement.className") == "skip"
    assert page.run("document.activeElement.getBoundingClientRect().top") >= 0
    page.key("Tab")
    assert page.run("document.activeElement.textContent") == "Start"
    assert page.run("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert page.run("[...document.querySelectorAll('.scroll')].every(one => one.tabIndex === 0)")
    page.key("Enter")
    page.wait("location.pathname.endsWith('/index.html')")


def test_search_works_from_a_disk(page):
    page.open(SITE / "search.html", "?q=overlap")
    first = page.wait("document.querySelector('#results a')?.getAttribute('href')")
    assert (SITE / first.partition("#")[0]).is_file()
    assert page.run("[...document.querySelectorAll('#results a')].some(one => one.href.includes('fde.overlap.html'))")
    page.open(SITE / "search.html", "?q=%3Cimg+src%3Dx%3E")
    assert page.wait("document.getElementById('found').textContent") == "0 pages with “<img src=x>”"
    page.open(SITE / "clauses/index.html")  # the field stands on every page
    page.run("document.querySelector('input').focus()")
    for key in "overlap":
        page.key(key)
    page.key("Enter")
    page.wait("location.pathname.endsWith('/search.html') && document.querySelector('#results a') !== null")


def test_nothing_but_search_and_the_playground_needs_a_script(page):
    needing = [name for name in NAMES if "<script" in (SITE / name).read_text(encoding="utf-8")]
    assert needing == ["playground.html", "search.html"]
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        page.open(SITE / "search.html", "?q=overlap")
        assert "needs a script" in page.run("document.querySelector('noscript').innerText")
    finally:
        page.call("Emulation.setScriptExecutionDisabled", value=False)
    assert set(NAMES) - {"search.html"} <= leads("search.html")
