"""The site: every link, HTML, questions, results, families; in a browser screens, keyboard, dark, search, no network."""
import functools
import html.parser
import json
import posixpath
import re
import shutil
from urllib.parse import unquote

import pytest

from common import commands
from conformance.runner.page.browser import CONTRAST
from ref import catalogue
from release.site import families
from release.tests.conftest import BUILD, ROOT

SITE = BUILD / "site"
PICTURES = SITE.with_name("site-pictures")

NAMES = sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html"))
QUESTIONS = {  # of a newcomer: the page that answers, and words that it must have
    "How do I plug in": ("docs/tutorial.html", "adapter"),
    "What does this failure mean": ("clauses/index.html", "strength"),
    "Why is this contested": ("errata.html", "Proposed:"),
    "Who is right": ("CONTRIBUTING.html", "The text of the specification stands above everybody"),
    "Which version do I": ("docs/versions.html", "What to pin"),
    "May I use the data": ("downloads.html", "CC0"),
    "How do I report": ("SECURITY.html", "Security"),
    "How do I add a vector": ("docs/extending.html", "A new family of vectors"),
    "How fast": ("speed.html", "vectors a second"),
    "What is not covered": ("uncovered.html", "no vector that"),
    "What is it": ("index.html", "A test suite for programs that read or write SFrame"),
    "Does my reader pass": ("results.html", "Readers and unwinders"),
    "Who is affected": ("findings.html", "in versions"),
    "Which versions work together": ("together.html", "What linkers keep"),
    "How large is the core": ("families/index.html", "Families of vectors"),
    "Where do I download it": ("downloads.html", "Packages"),
    "How do I cite it": ("questions.html", "sframe-conformance, version"),
}
SHOWN = ("index.html", "results.html", "results/readelf-2.47.html", "together.html", "families/bits.html", "speed.html",
         "questions.html", "docs/tutorial.html", "clauses/header.fre-len-inside.html", "errata.html",
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
    made = commands.run("tidy", *options, *NAMES, cwd=SITE)
    assert made.returncode == 0 and made.stderr == ""  # 1: warnings, 2: errors


# --- What it says ---


def test_each_clause_has_a_page_with_its_words_and_where_our_reader_applies_it():
    clauses = catalogue.read_catalogue()
    assert not list(catalogue.read_quotes(clauses))
    for clause in clauses.values():
        words = " ".join("".join(page_of(f"clauses/{clause.id}.html").words).split())
        assert clause.words in words and "Where our reader applies it" in words
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
    assert answer in NAMES
    (anchor,) = re.findall(rf'<h2 id="([^"]*)">{question}', text)
    assert f"questions.html#{anchor}" in page_of("index.html").links
    part = text.partition(f'<h2 id="{anchor}">')[2].partition("<h2")[0]
    assert answer in {"questions.html", *(link.partition("#")[0] for link in re.findall(r'href="([^"]*)"', part))}
    assert words in "".join(page_of(answer).words)


def test_the_census_is_one_click_from_the_start():
    assert "census.html" in page_of("index.html").links
    words = " ".join("".join(page_of("census.html").words).split())
    assert re.search(r"On AMD64 version 3 needs [\d.]+ % of the bytes of \.eh_frame.* It leaves out [\d,]+ of [\d,]+ functions", words)
    assert (SITE / "census.html").read_text(encoding="utf-8").count("<svg") >= 9


# --- Results ---


def test_results_stand_second_and_are_what_the_expectations_say():
    assert [link for link in page_of("index.html").links if link.endswith(".html")][:2] == ["index.html", "results.html"]
    check = [ROOT / "conformance/results/by-feature", "--check"]
    made = commands.run(*check)
    assert (made.returncode, made.stderr) == (0, "")


def test_each_number_of_the_matrix_is_of_how_many_and_leads_to_its_causes():
    """A cell says by a mark, too, what its colour says."""
    made = json.loads((ROOT / "conformance/results/by-feature.json").read_text(encoding="utf-8"))
    text = (SITE / "results.html").read_text(encoding="utf-8")
    cells = re.findall(r'<td class="(\w+)"><a href="results/([^"#]+)\.html#([\w-]+)">(.) (\d+)/(\d+)</a>', text)
    tallies = [tally for one in made["implementations"].values() for tally in one["features"].values()]
    assert len(cells) == sum(tally[1] > 0 for tally in tallies)
    marks = {"all": "●", "most": "◕", "some": "◑", "few": "○"}
    for name, page, feature, mark, right, of in cells:
        assert mark == marks[name] and (name == "all") == (right == of), (page, feature)
        assert feature in page_of(f"results/{page}.html").ids


def test_each_pair_that_was_measured_is_on_the_page():
    made = json.loads((ROOT / "conformance/results/together.json").read_text(encoding="utf-8"))
    ids = page_of("together.html").ids
    assert made["rows"] and len(set(ids)) == len(ids)
    for row in made["rows"]:
        assert "-".join((row["abi"], *row["assemblers"], row["linker"])) in ids


def test_the_ten_worst_findings_are_ten_with_who_is_affected():
    text = (SITE / "results.html").read_text(encoding="utf-8").partition('id="the-ten-worst-findings"')[2]
    rows = re.findall(r"<tr>(.*?)</tr>", text.partition("<h2")[0], re.DOTALL)[1:]
    assert len(rows) == 10
    assert all(re.search(r"conformance/findings/[\w-]+\.html.*\d\.\d", row, re.DOTALL) for row in rows)


# --- Families ---


def generated_ids():
    return [line.split()[0] for line in families.output(BUILD / "sframe-gen", "manifest")]


def test_every_vector_has_a_line_on_the_page_of_its_family():
    """The script of the search finds a vector by the same line."""
    script = (SITE / "search/shapes.js").read_text(encoding="utf-8")
    known = json.loads(script.removeprefix("const SHAPES = ").rstrip(";\n"))
    lines = {shape for shapes in known.values() for shape in shapes}
    ids = generated_ids()
    assert ids and not [name for name in ids if families.collapsed(name.split("/")[3]) not in lines]
    for family, shapes in known.items():
        assert set(shapes) <= set(page_of(f"families/{family}.html").ids)
        text = "".join(page_of(f"families/{family}.html").words)
        assert not re.search(r"\|\s*\|", text)


def test_no_page_and_no_title_has_a_control_character():
    control = re.compile(r"[\x00-\x08\x0b-\x1f]|\\u00[01]")
    assert [name for name in (*NAMES, "search/index.js") if control.search((SITE / name).read_text(encoding="utf-8"))] == []


def test_downloads_name_each_package_of_vectors_and_of_the_runner():
    words = "".join(page_of("downloads.html").words)
    for package in ("pip install sframe-conformance", "npx sframe-conformance", "cargo install sframe-conformance",
                    "go install github.com/sframe-conformance/sframe-conformance/sframe-conformance@latest", "sframe-corpus, a wheel"):
        assert package in words
    assert "@REPOSITORY@" not in words


def test_the_start_page_is_small():
    assert sum((SITE / name).stat().st_size for name in ("index.html", "style.css")) < 50_000


# --- In a browser ---


def picture(page, name):
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / f"{name.replace('/', '-')}.png").write_bytes(page.picture())


@pytest.mark.usefixtures("drawn")
def test_no_page_is_wider_than_the_screen_and_on_a_phone_no_table_is_cut_and_cells_say_their_column(page):
    """Matrices alone scroll, and their first column stays."""
    some = NAMES[::40]  # of those that are made alike
    for name in dict.fromkeys((*SHOWN, "docs/compared.html", "playground.html", "clauses/fre.cfa-first.html", *some)):
        page.open(SITE / name)
        page.wait("!document.getElementById('section-shown') || document.querySelector('#functions table') !== null")
        for width in (1280, 360):
            page.size(width, 740, mobile=width == 360)
            assert page.run("document.documentElement.scrollWidth") == width, name
            if name in SHOWN:
                picture(page, f"{name}-{width}")
        assert page.run("[...document.querySelectorAll('.scroll:not(:has(.matrix))')].filter(one => one.scrollWidth > one.clientWidth)"
                        ".map(one => one.innerText.slice(0, 60))") == [], name
    page.open(SITE / "docs/compared.html")
    assert page.run("getComputedStyle(document.querySelector('.stacked td:nth-child(5)'), '::before').content") == '"answer: "'


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(page, scheme):
    page.scheme(scheme)
    page.open(SITE / "clauses/header.fre-len-inside.html")
    seen, poor = page.run(CONTRAST)
    assert seen > 100 and poor == []
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


def test_search_is_by_words(page):
    page.open(SITE / "search.html", "?q=hang")
    found = page.wait("[...document.querySelectorAll('#results li')].map(one => one.innerText)")
    assert found and all(re.search(r"\bhang", one, re.IGNORECASE) for one in found)
    assert page.run("!PAGES.some(one => /^changelog/i.test(one[1]) && score(one))")


def test_search_finds_a_vector_by_its_id_and_shapes_by_a_part(page):
    ids = generated_ids()[::200]
    page.open(SITE / "search.html", f"?q={ids[0]}")
    first = page.wait("document.querySelector('#results a')?.getAttribute('href')")
    assert first == "families/exhaustive.html#inc-addrN-wordN-one"
    script = "some => some.filter(id => !vectors(id).some(one => one.innerText.includes('A vector of the family')))"
    assert page.run(f"({script})({json.dumps(ids)})") == []
    assert page.run("vectors('v3/amd64/lookup/no-such-shape/whole').length") == 0
    assert page.run("vectors('v3/amd64/lookup/rep-size/no-such-detail').length") == 0
    for part in ("v3/amd64/decode/bit-flags-sorted", "bit-flags-sorted-0/section", "decode/bit-flags", "f0-r1-before", "one-byte-beyond"):
        assert page.run(f"vectors('{part}').length") > 0, part
    assert page.run("vectors('v3/amd64/decode')[0].querySelector('a').getAttribute('href')") == "families/index.html"
    assert page.run("[vectors('v3').length, vectors('constructor').length, vectors('').length]") == [0, 0, 0]
    assert page.run("vectors('rep-size').length") > 1
    assert page.run("vectors('rep-size').every(one => one.innerText.includes('rep-size'))")


def test_nothing_but_search_and_the_playground_needs_a_script(page):
    needing = [name for name in NAMES if "<script" in (SITE / name).read_text(encoding="utf-8")]
    assert needing == ["playground.html", "search.html"]
    with page.without_scripts():
        page.open(SITE / "search.html", "?q=overlap")
        assert "needs a script" in page.run("document.querySelector('noscript').innerText")
    assert set(NAMES) - {"search.html"} <= leads("search.html")
