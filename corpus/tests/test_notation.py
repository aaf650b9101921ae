"""What sframe-ref prints of a section in the notation, sframe-gen reads: it makes the same bytes, and the vectors'
answers.

Both are written from docs/notation.md and share no code.
"""
import collections
import json

import pytest

from corpus import real
from corpus.tests.compiled import GENERATOR, REF, must, run
from corpus.tests.conftest import asked_at_once

NOTHING_SAID = "an edit, and no line says what it breaks"

# Vectors whose section no model of the notation expresses: from its text no answer follows, or another one.
NO_MODEL = {
    # Rows of functions overlap, but no function has all of them; in the text one has.
    "v2/aarch64/decode/rowfault-first-counts-4-of-3-addr1-word1/whole": NOTHING_SAID,
    "v2e2/aarch64/decode/rowfault-first-counts-4-of-3-addr1-word1/whole/pcrel": NOTHING_SAID,
    # Words that make no rules: a line can only say that the row has none.
    "v3/aarch64/decode/rowfault-flex-cfa-deref-only-word1/whole/pcrel": "another answer",
    "v3/amd64/decode/bit-control-cfa-reg-p-0/section/pcrel": "another answer",
    "v3/aarch64_be/decode/bit-control-cfa-reg-p-0/section/pcrel": "another answer",
}


# Texts, in the form in which sframe-ref prints, of what the core and real sections have seldom or never.
TEXTS = {
    "v2e2 shared": """section v2e2 amd64 at 0x2000 sorted flags 0x90 fixed-fp -16 fixed-ra 8 aux 00ff filler 7
function 0x1000 size 9 mask block 3
  0 cfa sp+8
  1 cfa sp+16 fp *(cfa-16)
  2 cfa fp-300 fp *(cfa)
function 0x1010 shares 0 from 1 size 9
function 0x1020 shares 0 from 1 rows 1 size 9 key-b
function 0x1030 size 9 addr4 gap 2
  70000 empty idle-base mangled words2
""",
    "v1 gaps": """section v1 aarch64_be frame-pointer pcrel little gap-header 1 gap-rows 3 gap-end 4 filler 165 rows-first data-order 1 0
function 0x11000 size 256 addr2
  0 cfa sp ra *(cfa-8) mangled
function 0x12000
""",
    "v3 flexible": """section v3 s390x at 0x0 gap-functions 5
function 0x8000000000000000 size 4294967295 flex signal key-b
  0 cfa *(r15+160) cfa-idle 0x4 ra cfa-8 ra-idle 0x10 fp r11 idle-base
  1 cfa r11+320 ra padding fp padding extra 0 7
  2 cfa r15+160 ra *(r200-1)
function 0x0 shares 0 size 4294967295 flex signal key-b
""",
    "edits": """section v3 aarch64 gap-rows 3 filler 9
function 0x10010 size 8
  0 cfa sp
set header num_fres 0x5
set function 0 func_info 0x40
set byte 0x36 0x08
insert 0x37 0102
breaks tile.cover irregular at 0x37
breaks info.unused-v3 irregular at 0x2e
breaks header.fre-total irregular at 0xc
""",
}


def make(text, *options):
    return run(GENERATOR, "make", "-", *options, input=text, text=False)


def comes_back(text, section):
    done = make(text, "-o", "/dev/stdout")
    return (done.returncode, done.stdout) == (0, section[2])


def is_edited(text):
    return any(line.split(b" ")[0] in (b"set", b"cut", b"insert") for line in text.splitlines())


def made_at_once(texts, folder):
    """The vectors of all texts, by one process; each text has one question."""
    for number, text in enumerate(texts):
        (folder / str(number)).write_bytes(text)
    done = run(GENERATOR, "make", "--vector", *range(len(texts)), cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()[:-1]]


@pytest.fixture(scope="module")
def core():
    lines = must(GENERATOR, "emit", "--core").splitlines()
    return [vector for vector in map(json.loads, lines) if "bytes" in vector.get("input", ())]


def section_of(vector):
    return vector["profile"], vector["input"]["address"], bytes.fromhex(vector["input"]["bytes"])


@pytest.fixture(scope="module")
def texts(core):
    """The text of each section of the core."""
    return asked_at_once({section_of(vector) for vector in core}, "dump", "--notation")


def is_asked(vector):
    return vector["operation"] in ("check", "decode") and vector["class"] != "contested"


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_comes_back(name):
    """Also of a section that lies in no file."""
    made = make(TEXTS[name].encode(), "-o", "/dev/stdout")
    assert made.returncode == 0, made.stderr
    words = TEXTS[name].split()
    address = words[words.index("at") + 1] if words[3] == "at" else "0x10000"
    done = run(REF, "dump", "--notation", "--profile", words[1], "--address", address, "-", input=made.stdout, text=False)
    assert done.returncode in (0, 1) and (done.stdout.decode(), done.stderr) == (TEXTS[name], b"")


def test_every_real_section_comes_back():
    sections = [real.section_of(*real.load(name)) for name in real.committed()]
    texts = asked_at_once(set(sections), "dump", "--notation")
    found = ((not comes_back(texts[section], section), is_edited(texts[section])) for section in sections)
    assert collections.Counter(found) == {(False, False): 997, (False, True): 145}


def test_every_section_of_the_core_that_is_not_decoded_or_checked_comes_back(core, texts, tmp_path):
    """By itself, if what its text means is open or is not said: such a text has no vector."""
    others = texts.keys() - {section_of(vector) for vector in core if is_asked(vector)}
    alone = {section_of(vector) for vector in core if vector["class"] == "contested"} & others
    alone |= {section for section in others if is_edited(texts[section]) and b"\nbreaks " not in texts[section]}
    assert len(alone) > 400 and len(others - alone) > 2000
    assert all(comes_back(texts[section], section) for section in alone)
    together = sorted(others - alone)
    made = made_at_once([texts[section] + b"check\n" for section in together], tmp_path)
    assert [section_of(vector) for vector in made] == together


def test_a_valid_section_needs_no_edit(core, texts):
    valid = {section_of(vector) for vector in core if vector["class"] == "valid"}
    assert len(valid) > 1000
    assert [texts[section] for section in valid if is_edited(texts[section])] == []


def said(vector):
    """A vector's class and expectation; violations are sorted, as their order is free."""
    expect = dict(vector["expect"])
    if "oracle" in expect:
        violations = sorted(expect["oracle"]["violations"], key=json.dumps)
        expect["oracle"] = {**expect["oracle"], "violations": violations}
    return vector["class"], expect


def test_the_bytes_and_the_answers_of_the_others_follow_from_the_text(core, texts, tmp_path):
    """So the notation means what the vectors say, and its edits break exactly the clauses that they name."""
    asked = {vector["id"]: vector for vector in core if is_asked(vector)}
    assert len(asked) == 3236
    questions = {name: texts[section_of(vector)] + vector["operation"].encode() + b"\n" for name, vector in asked.items()}
    found = {}
    for name in (name for name, why in NO_MODEL.items() if why == NOTHING_SAID):
        assert comes_back(texts[section_of(asked[name])], section_of(asked[name]))
        found[name] = make(questions.pop(name), "--vector").stderr.decode().split(": ")[2]
    for name, vector in zip(questions, made_at_once(questions.values(), tmp_path), strict=True):
        assert vector["input"] == asked[name]["input"]
        if said(vector) != said(asked[name]):
            found[name] = "another answer"
    assert found == NO_MODEL
