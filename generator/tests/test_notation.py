"""The notation: every vector of the core comes back as it was, and what is no notation is named in a line."""
import json
import random
import re
import subprocess

import pytest

from common.schemas import validator
from generator.tests.conftest import GENERATOR, ORACLE, ROOT, generate
from generator.tests.texts import by_id, by_number, make_all, without_comments

OPERATIONS = ("decode", "check", "lookup", "flip", "unwind")
# Vectors that have no text; docs/notation.md says why.
UNSAYABLE = "*/size-functions-unsorted-100/*"


def make(text, *options):
    given = text if isinstance(text, bytes) else text.encode()
    return subprocess.run([*GENERATOR, "make", "-", *options], cwd=ROOT, input=given, capture_output=True, check=False,
                          timeout=60)


def made(text, *options):
    done = make(text, *options)
    assert (done.returncode, done.stderr) == (0, b""), (text, done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def wanted(core):
    """Vectors of the core whose bytes are stored; the sections of the others are described by parts."""
    return {vector["id"]: vector for vector in core if "bytes" in vector["input"]}


@pytest.fixture(scope="module")
def shown(wanted, core):
    """The notation of each vector of the core, by id."""
    done = generate("show", "--core")
    assert done.returncode == 0, done.stderr
    texts = by_id(done.stdout)
    assert list(texts) == [vector["id"] for vector in core]
    said = {name: text for name, text in texts.items() if "\n# cannot be shown: " not in text}
    assert list(said) == list(wanted)
    return said


@pytest.fixture(scope="module")
def folder(shown, tmp_path_factory):
    return by_number(tmp_path_factory.mktemp("texts"), shown.values())


def test_what_is_shown_is_the_same_vector_again(wanted, shown, folder):
    """Each vector of the core: what is asked of which bytes, and what is expected."""
    *lines, closing = map(json.loads, make_all(folder, len(shown), "--vector").splitlines())
    assert len(lines) == len(wanted) == closing["corpus"]["vectors"]
    members = ("profile", "abi", "operation", "class", "input", "expect", "breaches")
    assert [name for name, vector in zip(wanted, lines)
            if any(vector.get(member) != wanted[name].get(member) for member in members)] == []
    assert {vector["operation"] for vector in lines} == set(OPERATIONS)
    for vector in lines[::40]:
        validator("vector").validate(vector)


def test_the_printed_form_stays_as_it_is(shown, folder):
    printed = make_all(folder, len(shown), "--print")
    assert printed == without_comments(shown.values())


@pytest.mark.parametrize("name", [UNSAYABLE, "*/encode/unsayable/rows-65535"])
def test_what_cannot_be_shown_is_named_in_a_line(name, tmp_path):
    done = generate("show", name, "--to", tmp_path / "out")
    assert done.returncode == 2 and re.fullmatch(r"sframe-gen: cannot show \S+: .+\n", done.stderr)
    assert not list(tmp_path.iterdir())


PAGE = (ROOT / "docs/notation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", re.findall(r"^```notation\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
def test_an_example_of_the_page_is_asked(text):
    form = "--encode" if "encode\n" in text else "--vector"
    assert json.loads(made(text, form).splitlines()[-1])["corpus"]["vectors"] > 0


def test_the_page_has_every_word_and_what_cannot_be_shown():
    source = (ROOT / "generator/notation/words.c").read_text(encoding="utf-8")
    names = re.findall(r'^    \w*[({]"([a-z0-9-]+)", (?:WORD_\w+|section|function|row)', source, re.MULTILINE)
    lines = re.findall(r'^    \{"([a-z-]+)", \w+, IN_', (ROOT / "generator/notation/parse.c").read_text(encoding="utf-8"),
                       re.MULTILINE)
    assert len(names) > 35 and len(lines) == 33
    assert not [name for name in names + lines if not re.search(rf"`{name}\b", PAGE)]


def test_the_readings_of_traces_are_those_of_the_ledger():
    source = (ROOT / "generator/notation/trace.c").read_text(encoding="utf-8")
    rows = re.findall(r'^    \{"([a-z0-9-]+)", "([a-z0-9-]+)", (\w+), (\w+)\},$', source, re.MULTILINE)
    profiles = ["v1", "v2", "v2e1", "v2e2", "v3"]
    sets = {"ALL": profiles, "BEFORE_E2": profiles[:3], "E1ON": profiles[2:], "ERRATA": profiles[2:4],
            "E2ON": profiles[3:], "V3": profiles[4:]}
    points = {point for point, *_ in rows}
    assert len(points) == 15
    for point in points:
        entry = json.loads((ROOT / f"conformance/ledger/{point}.json").read_text(encoding="utf-8"))
        mine = [row for row in rows if row[0] == point]
        assert sorted(row[1] for row in mine) == sorted(reading["id"] for reading in entry["readings"])
        assert {tuple(sets[row[2]]) for row in mine} == {tuple(entry["profiles"])}
        assert [row[1] for row in mine if row[3] == "0"] == [entry["oracle"]]


# --- What is no notation -----------------------------------------------------------------------------------------


EDGES = ("0", "1", "-1", "8", "255", "65535", "65536", "0xffffffff", "0x7fffffffffffffff", "0xffffffffffffffff",
         "-9223372036854775808", 30 * "1", "sp-1099511627776", "*(r4294967295+1)", "padding")


def mutant(rng, texts):
    """A notation with tokens, lines or bytes of another one, or with numbers at some limit."""
    text = rng.choice(texts)
    for _ in range(rng.randint(1, 2)):
        tokens = re.split(r"(\s+)", text)
        numbers = [at for at, token in enumerate(tokens) if re.match(r"-?\d|\*|[sf]p|cfa[+-]|r\d", token)] or [0]
        at = rng.randrange(len(tokens))
        how = rng.randrange(9)
        if how == 0:
            tokens[at] = rng.choice(re.split(r"\s+", rng.choice(texts)))
        elif how == 1:
            del tokens[at:at + rng.randint(1, 4)]
        elif how == 2:
            tokens[at:at] = tokens[at:at + rng.randint(1, 40)]
        elif how == 3:
            tokens[at] += rng.choice(("#", "\0", "\x1b", "é", "*(", ")", "0x", "\n", "\r"))
        else:
            tokens[rng.choice(numbers)] = rng.choice(EDGES)
        text = "".join(tokens)
    return text


@pytest.mark.parametrize("option", [(), ("--elf",), ("--vector",), ("--print",), ("--encode",)], ids=" ".join)
def test_any_text_ends_with_0_or_with_one_line(shown, questions, option):
    rng = random.Random(f"notation{option}")
    texts = (questions if option == ("--encode",) else shown).values()
    texts = [text for text in texts if len(text) < 2000]
    accepted = 0
    for _ in range(250):
        text = mutant(rng, texts)
        done = make(text, *option)
        accepted += done.returncode == 0
        if done.returncode == 0:
            assert done.stderr == b"", text
        else:
            assert done.returncode == 2 and re.fullmatch(rb"sframe-gen: -:[^\n]+\n", done.stderr), (text, done.stderr)
    assert 10 < accepted < 225


def test_the_cases_that_are_compiled_in_are_those_of_the_tree():
    inside, read = generate("emit", "--core"), generate("emit", "--core", "--cases", ROOT / "corpus/cases")
    assert read.returncode == 0 and inside.stdout.splitlines()[:-1] == read.stdout.splitlines()[:-1]


# --- Questions to encoders ---------------------------------------------------------------------------------------

# To leave out: a text says only the number of so many rows or functions.
SHORT = [word for what in ("rows-6553?", "functions-6?", "functions-257") for word in ("--skip", f"*/encode/unsayable/{what}")]


@pytest.fixture(scope="module")
def questions():
    """The notation of each question to encoders in the core, by id."""
    done = generate("show", "--core", "*/encode/*", *SHORT)
    assert done.returncode == 0, done.stderr
    return by_id(done.stdout)


def test_a_question_to_encoders_that_is_shown_is_the_same_again(questions, tmp_path):
    """Of each question of the core: what is given, and what must be written."""
    done = generate("encode", "--core", *SHORT)
    asked = {line["id"]: line for line in map(json.loads, done.stdout.splitlines()[:-1])}
    assert list(asked) == list(questions)
    by_number(tmp_path, questions.values())
    *lines, closing = map(json.loads, make_all(tmp_path, len(questions), "--encode").splitlines())
    assert len(lines) == len(questions) == closing["corpus"]["vectors"] > 2000
    for name, line in zip(questions, lines):
        assert line == {**asked[name], "id": line["id"], "family": "notation"}, name
        assert list(line["input"]) == list(asked[name]["input"])
    printed = make_all(tmp_path, len(questions), "--print")
    assert printed == without_comments(questions.values())


@pytest.mark.parametrize("profile", ("v2e1", "v2e2"))
def test_what_a_section_can_say_is_not_to_be_refused(questions, profile):
    """A start that counts from its field reaches further than one from the section by the header's size."""
    text = questions[f"{profile}/amd64/encode/unsayable/start-above-field"].replace("0x8001001c", "0x8001001b")
    done = make(text, "--encode")
    assert done.returncode == 2 and b":7:1: a section can say this model: the line `unsayable` is wrong" in done.stderr
    section = made(re.sub("unsayable.*|encode", "", text))
    assert subprocess.run([*ORACLE, "check", "-"], cwd=ROOT, input=section, check=False).returncode == 0
