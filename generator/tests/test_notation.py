"""The notation: every vector of the core that it can say comes back, and what is no notation is told in a line."""
import json
import random
import re
import subprocess

import pytest

from conftest import GENERATOR, ORACLE, ROOT, generate, validator

OPERATIONS = ("decode", "check", "lookup", "flip")
# docs/notation.md says why.
UNSAYABLE = {"v1/amd64/lookup/open-fixed-ra-amd64-zero-v1-v2/inside"}


def make(text, *options):
    given = text if isinstance(text, bytes) else text.encode()
    return subprocess.run([*GENERATOR, "make", "-", *options], cwd=ROOT, input=given, capture_output=True, check=False,
                          timeout=60)


def made(text, *options):
    done = make(text, *options)
    assert (done.returncode, done.stderr) == (0, b""), (text, done.stderr)
    return done.stdout


def check(section):
    done = subprocess.run([*ORACLE, "check", "--json", "-"], cwd=ROOT, input=section, capture_output=True, check=False)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def wanted(core):
    return {vector["id"]: vector for vector in core if vector["operation"] in OPERATIONS}


@pytest.fixture(scope="module")
def shown(wanted):
    """The notation of each vector of the core, by id."""
    skipped = [word for each in UNSAYABLE for word in ("--skip", each)]
    texts = {}
    for operation in OPERATIONS:
        done = generate("show", "--core", "--operation", operation, *skipped)
        assert done.returncode == 0, done.stderr
        for text in done.stdout.split("\n\n"):
            texts[text.split("\n")[0].removeprefix("# ")] = text if text.endswith("\n") else text + "\n"
    assert set(texts) == set(wanted) - UNSAYABLE
    return texts


def test_what_is_shown_gives_the_same_bytes(wanted, shown):
    for name, text in shown.items():
        assert made(text).hex() == wanted[name]["input"]["bytes"], name


def test_what_is_shown_asks_the_same_and_expects_the_same(wanted, shown):
    """But for contested vectors, of which a notation says one reading."""
    asked = [name for name in shown if wanted[name]["class"] != "contested"]
    assert len(asked) > 2000
    for name in asked[::5]:
        vector = json.loads(made(shown[name], "--vector").splitlines()[0])
        for member in "profile", "abi", "operation", "class", "input", "expect":
            assert vector[member] == wanted[name][member], (name, member)


def test_the_printed_form_stays_as_it_is(shown):
    for name, text in list(shown.items())[::5]:
        once = made(text, "--print")
        assert once.decode() == "".join(f"{line}\n" for line in text.splitlines() if line[:1] != "#"), name
        assert made(once, "--print") == once, name


@pytest.mark.parametrize("name", sorted(UNSAYABLE) + ["v3/amd64/unwind/*"])
def test_what_cannot_be_shown_is_told_in_a_line(name, tmp_path):
    done = generate("show", name, "--to", tmp_path / "out")
    assert done.returncode == 2 and re.fullmatch(r"sframe-gen: cannot show \S+: .+\n", done.stderr)
    assert not list(tmp_path.iterdir())


PAGE = (ROOT / "docs/notation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", re.findall(r"^```notation\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
def test_an_example_of_the_page_is_asked(text):
    assert json.loads(made(text, "--vector").splitlines()[-1])["corpus"]["vectors"] > 0


def test_the_page_has_every_word_and_what_cannot_be_shown():
    source = (ROOT / "generator/notation/words.c").read_text(encoding="utf-8")
    names = re.findall(r'^    \w*[({]"([a-z0-9-]+)", (?:WORD_\w+|section|function|row)', source, re.MULTILINE)
    lines = re.findall(r'\{"(\w+)", \w+_line,', (ROOT / "generator/notation/parse.c").read_text(encoding="utf-8"))
    assert len(names) > 35 and len(lines) == 11
    assert not [name for name in names + lines if not re.search(rf"`{name}\b", PAGE)]
    assert all(f"`{name}`" in PAGE for name in UNSAYABLE)


# --- As a person writes ------------------------------------------------------------------------------------------

PROLOGUE = """
function 0x11000 size 32
  0  cfa sp+8
  1  cfa sp+16   fp *(cfa-16)
  4  cfa fp+16   fp *(cfa-16)
"""

BY_HAND = {
    "a prologue": ("section v3 amd64 sorted\n" + PROLOGUE, None),
    "starts from their fields": ("section v2e2 amd64 sorted pcrel" + PROLOGUE, None),
    "a link register": ("""
        section v2e2 aarch64_be sorted   # at 0x10000, as that is the default
        function 0x12000 size 0x40 key-b
          0   cfa sp
          4   cfa sp+32  ra *(cfa-24)  fp *(cfa-32)  mangled""", None),
    "a stub": ("""
        section v3 amd64 sorted
        function 0x11000 size 64 mask block 16
          0   cfa sp+8
          8   cfa sp+16""", None),
    "a flexible function": ("""
        section v3 amd64 sorted
        function 0x11000 size 16 flex
          0   cfa sp+8        ra *(cfa-8)
          4   cfa *(r10-8)    ra *(cfa-8)   fp *(fp)""", None),
    "flagged as sorted and not so": ("""
        section v3 amd64 sorted
        function 0x12000 size 16
          0   cfa sp+8
        function 0x11000 size 16
          0   cfa sp+8""", "fde.sorted-flagged"),
    "functions inside each other": ("""
        section v3 amd64 sorted
        function 0x11000 size 16
          0   cfa sp+8
        function 0x11008 size 16
          0   cfa sp+8""", "fde.overlap"),
    "bytes of nobody": ("section v3 amd64 sorted gap-header 4" + PROLOGUE, "tile.cover"),
    "more rows counted than there are": ("section v3 amd64 sorted" + PROLOGUE + """
        set function 0 func_num_fres 9
        breaks fre.inside""", "fre.inside"),
    "a version that no text has": ("section v3 amd64 sorted" + PROLOGUE + """
        set header version 9
        breaks version.known""", "version.known"),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_what_a_person_writes_is_what_the_oracle_reads(name):
    text, clause = BY_HAND[name]
    answer = check(made(text))
    broken = {each["clause"] for each in answer["violations"] if each["severity"] != "note"}
    assert (answer["verdict"] == "valid") == (clause is None) and (clause is None or clause in broken), answer


def test_the_default_questions_are_vectors_that_the_oracle_passes(tmp_path):
    (tmp_path / "corpus").write_bytes(made(BY_HAND["a prologue"][0], "--vector"))
    lines = [json.loads(line) for line in (tmp_path / "corpus").read_text(encoding="utf-8").splitlines()]
    assert [line.get("operation") for line in lines] == ["decode", "check", None]
    assert lines[-1]["corpus"]["vectors"] == 2
    for vector in lines[:-1]:
        validator("vector").validate(vector)
    text = BY_HAND["a prologue"][0] + "lookup 0x11001\nlookup 0x20000\nflip\n"
    found, missed, turned = [json.loads(line) for line in made(text, "--vector").splitlines()[:-1]]
    assert found["expect"] == {"pc": "0x11001", "function": 0, "row": 1, "mangled_ra": False, "signal": False,
                               "cfa": {"base": "sp", "offset": 16}, "ra": {"base": "cfa", "offset": -8, "deref": True},
                               "fp": {"base": "cfa", "offset": -16, "deref": True}}
    assert missed["expect"] == {"pc": "0x20000", "none": "function"} and turned["operation"] == "flip"


def test_what_is_broken_lies_where_the_first_edit_is():
    text = "section v3 amd64 sorted" + PROLOGUE + "set header version 9\nbreaks version.known{}\ncheck"
    for place, offset in (("", "0x2"), (" irregular at 0x1f", "0x1f")):
        vector = json.loads(made(text.format(place), "--vector").splitlines()[0])
        severity = "irregular" if place else "malformed"
        assert vector["class"] == severity and vector["expect"]["oracle"]["violations"] == [
            {"clause": "version.known", "offset": offset, "severity": severity}]


@pytest.mark.parametrize("text, lines", [
    ("decode\ncheck", 2), ("lookup 0x11001", 1), ("decode\nset header version 9", None),
])
def test_a_corpus_of_a_notation_counts_its_questions(text, lines):
    done = make("section v3 amd64 sorted" + PROLOGUE + text, "--vector")
    if lines is None:
        assert done.returncode == 2 and b"questions" in done.stderr
    else:
        assert json.loads(done.stdout.splitlines()[-1])["corpus"]["vectors"] == lines


def test_an_elf_file_has_the_section(tmp_path):
    text = BY_HAND["a stub"][0]
    (tmp_path / "elf").write_bytes(made(text, "--elf"))
    done = subprocess.run([*ORACLE, "check", "--json", tmp_path / "elf"], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0 and (tmp_path / "elf").read_bytes().count(made(text)) == 1


# --- What is no notation -----------------------------------------------------------------------------------------

HEAD = "section v3 amd64\n"
MISTAKES = [
    ("", "1:1: there is no line `section`"),
    ("decode", "1:1: expected a line `section`, got `decode`"),
    ("section v4 amd64", "1:9: expected v1, v2, v2e1, v2e2 or v3 after `section`, got `v4`"),
    ("section v3 z80", "1:12: expected amd64, aarch64, aarch64_be or s390x after `v3`, got `z80`"),
    ("section v3 amd64 fixed-ra 128", "1:27: expected a number from -128 to 127 after `fixed-ra`, got `128`"),
    (HEAD + HEAD, "2:9: a text is of one section"),
    (HEAD + "function 0x10\n  0 cfa sp+8\n  function", "4:11: expected an address after `function`, but the line ends"),
    (HEAD + "function 0x10 size inc", "2:20: expected a number after `size`, got `inc`"),
    (HEAD + "function 0x10 size 1 size 2", "2:22: `size` stands twice in one line"),
    (HEAD + "function 0x10 tall", "2:15: expected a word that a function has after `0x10`, got `tall`"),
    (HEAD + "0 cfa sp+8", "2:1: a row needs a `function` before it"),
    (HEAD + "function 0\n0 cfa ap+8",
     "3:7: expected a rule, such as `sp+8`, `*(cfa-16)`, `r12+8` or `padding` after `cfa`, got `ap+8`"),
    (HEAD + "function 0\n0 cfa cfa+8",
     "3:12: this row cannot be written: a default row's CFA is SP or FP plus an offset"),
    (HEAD + "function 0 shares 0", "2:20: rows are shared with an earlier function that has its own"),
    ("section v3 amd64 data-order 0 0\nfunction 0\nfunction 9", "`data-order` must name each function"),
    (HEAD + "decode\ncut 1", "3:1: the model comes first, then edits, then what they break, then questions"),
    (HEAD + "set header size 1", "2:12: expected a field's name, such as `version`"),
    (HEAD + "set header func_size 1", "2:1: the section has no such field"),
    (HEAD + "set header version 256", "2:1: the value does not fit the field"),
    (HEAD + "set function 0 func_size 1", "2:1: the section has no such field"),
    (HEAD + "set byte 28 1", "2:1: the section has no such byte"),
    (HEAD + "cut 29", "2:1: the section has fewer bytes"),
    (HEAD + "insert 29 00", "2:1: the section ends before this offset"),
    (HEAD + "insert 0 0", "2:10: expected bytes in hexadecimal, two digits each after `0`, got `0`"),
    (HEAD + "breaks magic", "2:8: expected a clause, such as `fre.inside`, or `nothing` after `breaks`, got `magic`"),
    (HEAD + "breaks fre.size-known at 0x10000", "2:26: expected a number from 0 to 65535 after `at`, got `0x10000`"),
    (HEAD + "cut 0", "2:5: expected a number from 1 to 65536 after `cut`, got `0`"),
    (HEAD + "say it", "2:1: `say` begins no line; see docs/notation.md"),
    (HEAD + 97 * "function 0\n", "98:10: a section has at most 96 functions"),
    (HEAD + "function 0\n" + 1025 * "0 cfa sp+8\n", "1027:1: a section has at most 1024 rows"),
    (HEAD + "function 0\n" + "0 cfa sp+8 extra" + 16 * " 1", "3:48: a row has at most 15 words"),
    ("section v3 amd64 gap-header 65536 gap-functions 65536\nfunction 0", "1:1: too many bytes for one section"),
    ("section v1 s390x", "1:1: the profile does not know this ABI"),
]


@pytest.mark.parametrize("text, words", MISTAKES, ids=[words[:40] for _, words in MISTAKES])
def test_a_mistake_is_told_with_its_place(text, words):
    done = make(text)
    line = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b"") and line.count("\n") == 1, line
    assert line.startswith("sframe-gen: -:") and words in line


@pytest.mark.parametrize("text, words", [
    ("set header version 9\ncheck", "an edit, and no line says what it breaks"),
    ("set header version 9\nbreaks version.known\nflip", "what was edited cannot be turned"),
])
def test_vectors_are_refused_whose_answer_the_model_does_not_know(text, words):
    done = make("section v3 amd64 sorted" + PROLOGUE + text, "--vector")
    assert done.returncode == 2 and words in done.stderr.decode() and done.stdout == b""


@pytest.mark.parametrize("options", [(), ("-", "-"), ("nowhere",), ("-", "--bogus"), ("-", "-o"), ("-", "--to", ""),
                                     ("-", "--elf", "--vector"), ("-", "-o", "nowhere/out")])
def test_bad_usage_is_one_line(options):
    done = generate("make", *options, input=HEAD)
    assert done.returncode == 2 and done.stdout == "" and re.fullmatch(r"sframe-gen: [^\n]+\n", done.stderr)


EDGES = ("0", "1", "-1", "8", "255", "65535", "65536", "0xffffffff", "0x7fffffffffffffff", "0xffffffffffffffff",
         "-9223372036854775808", 30 * "1", "sp-1099511627776", "*(r4294967295+1)", "padding")


def mutant(rng, texts):
    """A notation with tokens, lines or bytes of another one, or numbers at the edge of something."""
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


@pytest.mark.parametrize("option", [(), ("--elf",), ("--vector",), ("--print",)], ids=" ".join)
def test_any_text_ends_with_0_or_with_one_line(shown, option):
    rng = random.Random(f"notation{option}")
    texts = [text for text in shown.values() if len(text) < 2000] + [text for text, _ in BY_HAND.values()]
    accepted = 0
    for _ in range(250):
        text = mutant(rng, texts)
        done = make(text, *option)
        accepted += done.returncode == 0
        if done.returncode == 0:
            assert done.stderr == b"", text
        else:
            assert done.returncode == 2 and re.fullmatch(rb"sframe-gen: -:[^\n]+\n", done.stderr), (text, done.stderr)
    assert 25 < accepted < 225
