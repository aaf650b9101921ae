"""Documents: no words that docs/glossary.md forbids, no dead links, no figures that were measured once, READMEs that
fit a screen.
Code: no words with too many meanings in names and comments."""
import re

import pytest

from ci.tests.conftest import ROOT, TRACKED
from common import commands

GLOSSARY = ROOT / "docs/glossary.md"
ALL = sorted(ROOT / name for name in TRACKED if name.endswith(".md"))
# What people read to find their way: not the pages of findings, which quote other programs.
GUIDES = [path for path in ALL if path.name == "README.md" or path.parent == GLOSSARY.parent
          or path.parent == ROOT]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
# A time or a speed that was measured once.  Limits and options are given in words, or as code.
OF_A_DAY = re.compile(
    r"\b\d[\d,.]*\s*(?:s|ms|seconds?|minutes?|min|MB)?\s+(?:of (?:CPU|processor)|on (?:this|one|two|four|\d+) (?:idle )?"
    r"(?:machine|cores?))|\b\d[\d,.]*\s*(?:M|k)?\w* a second\b|\bunder (?:other )?load\b|\btook \d[\d,.]* ?(?:s|ms|min)\b"
    r"|\bon 20\d\d-\d\d-\d\d\b")


def text(path):
    return path.read_text(encoding="utf-8")


def prose(path):
    """Lines of a document with their numbers, without code."""
    fenced = False
    for number, line in enumerate(text(path).splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if not fenced and not line.startswith("    "):
            yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", "", line)


def name(path):
    return str(path.relative_to(ROOT))


def avoided():
    """The words of the glossary's last table, as a pattern."""
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", text(GLOSSARY).split("## Words that we avoid")[1], re.MULTILINE)
    words = [word.strip() for row in rows if row != "avoid" and not row.startswith("-") for word in row.split(",")]
    assert len(words) > 10
    return re.compile(r"\b(?:" + "|".join(map(re.escape, words)) + r")\b", re.IGNORECASE)


def anchors(path):
    """The anchors of a document's headings, as links name them."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text(path), flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("word", re.findall(r"^### (.*)$", text(GLOSSARY), re.MULTILINE))
def test_a_word_of_the_glossary_is_used_elsewhere(word):
    found = re.compile(rf"\b{re.escape(word[:-1])}(?:{word[-1]}(?:e?s)?|ies)\b", re.IGNORECASE)
    assert any(found.search(text(path)) for path in ALL if path != GLOSSARY)


def test_the_glossary_explains_each_word_once():
    words = re.findall(r"^### (.*)$", text(GLOSSARY), re.MULTILINE)
    assert len(words) > 20 and len(words) == len(set(words))


@pytest.mark.parametrize("path", [path for path in GUIDES if path != GLOSSARY], ids=name)
def test_a_guide_has_no_word_that_the_glossary_avoids(path):
    assert [f"{number}: {line}" for number, line in prose(path) if avoided().search(line)] == []


def wrong_links(path):
    for target in LINK.findall(re.sub(r"`[^`]*`", "", text(path))):
        if re.match(r"[a-z]+:", target):
            continue
        place, _, anchor = target.partition("#")
        file = (path.parent / place).resolve() if place else path
        if not file.exists() or anchor and anchor not in anchors(file):
            yield f"{name(path)}: {target}"


def test_links_lead_to_files_and_headings():
    assert [wrong for path in ALL for wrong in wrong_links(path)] == []


@pytest.mark.parametrize("path", GUIDES, ids=name)
def test_a_guide_has_no_figure_of_one_machines_day(path):
    assert [f"{number}: {line}" for number, line in prose(path) if OF_A_DAY.search(line)] == []


FIRST_SCREEN = 72  # lines


@pytest.mark.parametrize("path", [path for path in ALL if path.name == "README.md"], ids=name)
def test_a_readme_fits_a_screen_or_is_written_by_a_program(path):
    assert len(text(path).splitlines()) <= FIRST_SCREEN or path == ROOT / "conformance/findings/README.md"


# --- Code ------------------------------------------------------------------------------------------------------------

# Folders whose names and comments have none of these words.  Add further folders as they become clean.
CLEAN_FOLDERS = ("ci", "common", "conformance", "corpus", "fuzz", "generator", "programs", "proof", "ref", "release")
UNCLEAR = re.compile(r"(?<![A-Za-z])(?:told|hearing|whoever|tells?)(?![a-z])", re.IGNORECASE)
# Uses of members, BUG(...) and ids of clauses in brackets; and what users read, in other words than ours: strings.
PASSED_OVER = re.compile(r'(?:->|\.)\s*\w+|\bBUG\(\w+\)|\[[a-z0-9]+\.[a-z0-9-]+\]|"(?:\\.|[^"\\\n])*"')


def unclear(path):
    """Lines of a source that have such words in names, comments or docstrings."""
    code = text(path)
    if code.startswith("#!/usr/bin/python3"):
        code = re.sub('""".*?"""', "", code, count=1, flags=re.DOTALL)  # its help
    elif path.suffix not in (".c", ".h", ".py"):
        return []
    code = PASSED_OVER.sub("", code.replace('"""', ""))
    return [f"{name(path)}: {line}" for line in code.splitlines() if UNCLEAR.search(line)]


@pytest.mark.parametrize("folder", CLEAN_FOLDERS)
def test_code_has_no_word_with_too_many_meanings(folder):
    """Most files have none of these words anywhere, so git looks first."""
    words = "told|hearing|whoever|tell"
    listed = commands.run("git", "grep", "-ilE", words, "--", folder, cwd=ROOT)
    assert [line for path in listed.stdout.splitlines() for line in unclear(ROOT / path)] == []
