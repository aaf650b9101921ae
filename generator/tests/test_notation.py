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
# What cannot be shown; docs/notation.md says why.
UNSAYABLE = "*/size-functions-unsorted-100/*"


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
    """Those of the core whose sections are stored; parts describe the others."""
    return {vector["id"]: vector for vector in core if "bytes" in vector["input"]}


@pytest.fixture(scope="module")
def shown(wanted, core):
    """The notation of each vector of the core, by id."""
    shapes = {re.sub(r"\d+", "*", vector["id"].split("/")[3]) for vector in core if vector["id"] not in wanted}
    done = generate("show", "--core", *(word for shape in shapes for word in ("--skip", f"*/{shape}/*")))
    assert done.returncode == 0, done.stderr
    texts = by_id(done.stdout)
    assert list(texts) == list(wanted)
    return texts


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
    "where values are saved": ("""
        section v3 amd64 at 0x10000 sorted pcrel
        function 0x11000 size 32 inc
          0   cfa sp+8    ra cfa-8
          4   cfa sp+16   ra *(cfa-8)   fp cfa-16""", None),
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
    "a field one higher": ("section v3 amd64 sorted" + PROLOGUE + """
        set header num_fres by 1
        breaks header.fre-total irregular""", "header.fre-total"),
    "rows that begin behind the section": ("section v1 amd64 sorted" + PROLOGUE + """
        set header freoff end+1
        breaks header.freoff-inside""", "header.freoff-inside"),
    "a header alone": ("section v3 amd64 sorted" + PROLOGUE + """
        keep 28
        breaks header.freoff-inside at header freoff""", "header.freoff-inside"),
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


def test_in_a_default_row_a_value_at_a_place_is_what_lies_there():
    same = [made(f"section v3 amd64 sorted\nfunction 0x11000 size 8\n0 cfa sp+16{ra} fp {fp}")
            for ra in ("", " ra cfa-8", " ra *(cfa-8)") for fp in ("cfa-16", "*(cfa-16)")]
    assert len(set(same)) == 1
    both = [made(f"section v2e2 aarch64 sorted\nfunction 0x11000 size 8\n0 cfa sp+16 ra {ra} fp cfa-16")
            for ra in ("cfa-8", "*(cfa-8)")]
    assert both[0] == both[1]
    assert b"control word of 0" in make("section v3 amd64\nfunction 0 flex\n0 cfa sp+16 ra cfa-8").stderr


STACK = """
  section v3 amd64 at 0x400000 sorted
  function 0x401000 size 64
    0   cfa sp+8
    1   cfa sp+16   fp cfa-16
    4   cfa fp+16   fp cfa-16
  module at 0x7f0000400000 sorted
  function 0x7f0000401000 size 32 signal
    0   cfa sp+8
    4   cfa sp+64
  register sp 0x8000  fp 0x8010
  memory 0x8010: 0x8080 0x7f0000401010
  memory 0x8058: bytes 20104000
         0x805c: bytes 00000000
  memory 0x8080: 0x80a0 0x2000
"""
FRAMES = [{"pc": "0x401010", "sp": "0x8000", "fp": "0x8010", "cfa": "0x8020"},
          {"pc": "0x7f0000401010", "sp": "0x8020", "fp": "0x8080", "cfa": "0x8060"},
          {"pc": "0x401020", "sp": "0x8060", "fp": "0x8080", "cfa": "0x8090"},
          {"pc": "0x2000", "sp": "0x8090", "fp": "0x80a0"}]


def asked(text):
    """The vectors of a text, as the schema has them."""
    vectors = [json.loads(line) for line in made(text, "--vector").splitlines()[:-1]]
    for vector in vectors:
        validator("vector").validate(vector)
    return vectors


def test_a_trace_follows_from_models_registers_and_memory():
    vector, short = asked(STACK + "unwind 0x401010\nunwind 0x401000")
    assert vector["input"]["memory"][1] == {"address": "0x8058", "bytes": "2010400000000000"}
    assert vector["expect"] == {"stop": "no-function", "frames": FRAMES}
    assert short["expect"] == {"stop": "memory", "frames": [
        {"pc": "0x401000", "sp": "0x8000", "fp": "0x8010", "cfa": "0x8008"}]}
    limited, = asked(STACK + "limit 2\nunwind 0x401010")
    assert limited["input"]["limit"] == 2 and limited["expect"] == {"stop": "limit", "frames": FRAMES[:2]}


def test_a_trace_ends_where_the_section_cannot_be_read():
    broken = STACK + "set header version 9\nbreaks version.known\nunwind "
    first, = asked(broken + "0x401010")
    assert first["class"] == "malformed" and first["expect"]["accept"] == ["error", "none", "answer"]
    assert first["expect"]["answer"] == {"stop": "error", "frames": [
        {"pc": "0x401010", "sp": "0x8000", "fp": "0x8010"}]}
    second, = asked(broken.replace("0x8010\n", "0x8080\n", 1).replace("sp 0x8000", "sp 0x8020") + "0x7f0000401010")
    assert second["expect"]["answer"] == {"stop": "error", "frames": [
        FRAMES[1], {"pc": "0x401020", "sp": "0x8060", "fp": "0x8080"}]}


def test_readings_answer_from_models_of_their_own():
    text = """
        section v2 amd64 sorted
        function 0x11000
          0   cfa sp+8
          4   cfa sp+16
        open zero-size-function
        answer holds-none:
          forget
        answer holds-start:
          section v2 amd64 sorted
          function 0x11000 size 1
            0   cfa same ra undefined
        answer breach: oracle
        answer beyond:
          breaks fde.overlap at 5
        answer briefly: says {"functions": [{}]}   # less than a model says
        lookup 0x11000
        check
        decode"""
    lookup, checked, decoded = asked(text)
    readings = [reading["reading"] for reading in lookup["expect"]["readings"]]
    assert readings == ["holds-none", "holds-start", "breach", "beyond", "briefly"]
    assert lookup["class"] == "contested" and lookup["expect"]["oracle"] == "breach"
    assert {reading["ledger"] for reading in lookup["expect"]["readings"]} == {"zero-size-function"}
    none, start, breach, beyond, briefly = lookup["expect"]["readings"]
    assert none["answer"] == breach["answer"] == {"pc": "0x11000", "none": "function"}
    assert start["answer"]["row"] == 0 and start["answer"]["ra"] == "undefined"
    assert beyond["accept"] == ["error"] and briefly["answer"] == {"functions": [{}]}
    assert lookup["breaches"] == ["breach"]
    none, start, breach, beyond, _ = checked["expect"]["readings"]
    assert none["answer"] == {"verdict": "valid", "violations": []}
    assert [each["clause"] for each in breach["answer"]["violations"]] == ["fre.start-inside"]
    assert beyond["answer"]["verdict"] == "malformed" and beyond["answer"]["violations"][-1] == {
        "clause": "fde.overlap", "offset": "0x5", "severity": "malformed"}
    assert checked["breaches"] == decoded["breaches"] == ["holds-start", "breach"]
    assert decoded["expect"]["readings"][3]["accept"] == ["error"]


@pytest.mark.parametrize("point, readings, change, frames, stops", [
    ("caller-pc", "less-one as-is", ("0x7f0000401010", "0x7f0000401004"), (2, 4), ("memory", "no-function")),
    ("signal-caller-pc", "no-less-one nothing", ("bytes 2010", "bytes 0010"), (3, 3), ("memory", "no-function")),
    ("trace-unaligned", "stop follow", ("fp 0x8010\n  memory 0x8010", "fp 0x8014\n  memory 0x8014"), (1, 2),
     ("memory", "memory")),
    ("abi-byte-order", "breach refuse", ("module", "module big"), (4, 2), ("no-function", "error")),
])
def test_readings_of_a_trace_go_their_own_ways(point, readings, change, frames, stops):
    text = STACK.replace(*change, 1) + "{}unwind 0x401010"
    answers = "".join(f"answer {reading}:\n" for reading in readings.split())
    vector, = asked(text.format(f"open {point}\n{answers}"))
    replies = vector["expect"]["readings"]
    assert tuple(len(reading["answer"]["frames"]) for reading in replies) == frames
    assert tuple(reading["answer"]["stop"] for reading in replies) == stops
    assert vector.get("breaches", []) == (["breach"] if "breach" in readings else [])
    assert [reading.get("accept") for reading in replies] == [None, ["error", "none"] if "refuse" in readings else None]
    wrong = make(text.format(f"open {point}\n{answers}answer other:\n"), "--vector")
    assert wrong.returncode == 2 and b"the ledger has no such reading" in wrong.stderr
    alone = make(text.format(""), "--vector")
    assert alone.returncode == 2 and (point in alone.stderr.decode() or "abi.byte-order" in alone.stderr.decode())


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


def test_several_texts_are_one_corpus(tmp_path):
    for name in "one", "two.txt":
        (tmp_path / name).write_text("section v3 amd64 sorted" + PROLOGUE, encoding="utf-8")
    done = generate("make", "--vector", tmp_path / "one", tmp_path / "two.txt")
    *vectors, closing = map(json.loads, done.stdout.splitlines())
    assert [vector["id"] for vector in vectors] == [f"v3/amd64/{operation}/{name}/{number}" for name in ("one", "two")
                                                    for number, operation in ((1, "decode"), (2, "check"))]
    assert closing["corpus"]["vectors"] == 4


def test_what_is_broken_lies_where_the_first_edit_is():
    text = "section v3 amd64 sorted" + PROLOGUE + "set header version 9\nbreaks version.known{}\ncheck"
    for place, offset in (("", "0x2"), (" irregular at 0x1f", "0x1f")):
        vector = json.loads(made(text.format(place), "--vector").splitlines()[0])
        severity = "irregular" if place else "malformed"
        assert vector["class"] == severity and vector["expect"]["oracle"]["violations"] == [
            {"clause": "version.known", "offset": offset, "severity": severity}]


def test_an_elf_file_has_the_section(tmp_path):
    text = BY_HAND["a stub"][0]
    (tmp_path / "elf").write_bytes(made(text, "--elf"))
    done = subprocess.run([*ORACLE, "check", "--json", tmp_path / "elf"], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0 and (tmp_path / "elf").read_bytes().count(made(text)) == 1


# --- What is no notation -----------------------------------------------------------------------------------------


def test_a_flip_that_must_fail_is_shown_and_made_again():
    text = generate("show", "v3/amd64/flip/hole-data-in-part/whole").stdout
    vector, _ = map(json.loads, made(text, "--vector").splitlines())
    assert "flip fails\n" in text and made(text, "--print").decode().endswith("flip fails\n")
    assert (vector["class"], vector["expect"]["accept"]) == ("irregular", ["error"]) and "answer" not in vector["expect"]


def test_what_cannot_be_read_is_turned_by_nobody():
    done = make("section v3 amd64 sorted" + PROLOGUE + "flip\n---\nsection v3 amd64 sorted" + PROLOGUE +
                "set header version 9\nbreaks version.known\nflip", "--vector")
    vectors = [json.loads(line) for line in done.stdout.splitlines()[:2]]
    assert "bytes" in vectors[0]["expect"] and vectors[1]["class"] == "malformed", done.stderr
    assert vectors[1]["expect"]["accept"] == ["error"] and "answer" not in vectors[1]["expect"]


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


@pytest.mark.parametrize("option", [(), ("--elf",), ("--vector",), ("--print",), ("--encode",)], ids=" ".join)
def test_any_text_ends_with_0_or_with_one_line(shown, questions, option):
    rng = random.Random(f"notation{option}")
    texts = (questions if option == ("--encode",) else shown).values()
    texts = [text for text in texts if len(text) < 2000] + [text for text, _ in BY_HAND.values()]
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


ABOUT = """note One line.
note And another # with a number sign.
origin fuzz/regressions/decode/nothing
exercises fre.range
section v3 amd64
decode
"""


SEVERAL = """note Two words.
shape some-shape
ledger fde-alignment-v1
exercises fre.range
section v1 v3 amd64 s390x sorted
function 0x11000 size 16
  0 cfa sp+160
decode as whole
lookup 0x11001 as second
lookup 0x11002
---
note Others.
run flagged
section v2e1 aarch64
twice
breaks tile.cover irregular
check as whole
"""


def test_a_file_has_several_texts_each_for_several_profiles_and_abis():
    *vectors, closing = map(json.loads, made(SEVERAL, "--vector").splitlines())
    assert [vector["id"] for vector in vectors] == [
        *(f"{kind}/{question}" for kind in ("v1/amd64", "v3/amd64", "v3/s390x")
          for question in ("decode/some-shape/whole", "lookup/some-shape/second", "lookup/some-shape/3")),
        "v2e1/aarch64/check/some-shape/whole"]
    assert [vector["note"] for vector in vectors] == 9 * ["Two words."] + ["Others."]
    assert {vector["ledger"] for vector in vectors} == {"fde-alignment-v1"}
    assert all("fre.range" in vector["clauses"] for vector in vectors)
    once, twice = (vectors[at]["input"]["bytes"] for at in (0, -1))
    assert twice[:len(twice) // 2] == twice[len(twice) // 2:] and once != twice
    assert closing["corpus"]["vectors"] == 10


def test_several_texts_are_printed_as_they_are():
    again = SEVERAL.replace("run", "shape some-shape\nledger fde-alignment-v1\nrun").replace(
        "section v2e1", "exercises fre.range\nsection v2e1")
    assert made(SEVERAL, "--print").decode() == again == made(again, "--print").decode()


FAULT = """fault fde.overlap ends, by one byte
twin two-functions
section v1 v3 amd64 also v2 s390x aarch64 sorted
function 0x11000 prologue 4 words2 size 257
function 0x11100 ladder 2 size 32
breaks fde.overlap model
check
lookup 0x11101 as last
"""


def test_a_fault_has_the_shape_of_its_clause_and_the_names_of_its_twin():
    *vectors, _ = map(json.loads, made(FAULT, "--vector").splitlines())
    assert [vector["id"] for vector in vectors if vector["abi"] == "amd64"] == [
        f"{profile}/amd64/{name}" for profile in ("v1", "v3") for name in (
            "check/fault-fde-overlap/ends-by-one-byte", "lookup/fault-fde-overlap/ends-by-one-byte-last")]
    assert [vector["id"].split("/")[:2] for vector in vectors[2:4]] == [["v2", "aarch64"]] * 2
    assert vectors[1]["fault"] == {"clause": "fde.overlap", "way": "ends, by one byte",
                                   "twin": "v1/amd64/lookup/two-functions/last"}
    assert vectors[1]["expect"]["answer"]["cfa"] == {"base": "sp", "offset": 16}


def test_a_fault_of_a_shape_of_its_own_has_the_names_of_its_twin_alone():
    first, *_ = map(json.loads, made("shape too-long\n" + FAULT, "--vector").splitlines())
    assert first["id"] == "v1/amd64/check/too-long/whole" and first["fault"]["twin"].endswith("/two-functions/whole")


@pytest.mark.parametrize("edits", [
    "set header fdeoff end+1\nbreaks header.fdeoff-inside", "set header num_fdes by -1\nleaves functions 1\nbreaks nothing",
    "set bytes 0x1c 0102\nkeep 40\nbreaks header.freoff-inside at header freoff", "leaves rows 1 1\nbreaks nothing",
    "set header fre_len end-3\nbreaks fre.inside at row 1 1 fre_info\nbreaks tile.cover irregular at end"])
def test_each_edit_is_printed_as_it_is(edits):
    text = FAULT.replace("breaks fde.overlap model", edits)
    printed = made(text, "--print")
    assert printed.decode().count(f"\n{edits}\n") == 3 and made(printed.decode(), "--print") == printed
    assert made(printed.decode(), "--vector") == made(text, "--vector")


CASE = "section v1 v3 amd64 sorted\nfunction 0x11000 size 8\n  0 cfa sp+8\nlookup 0x11001\n"


def test_cases_are_read_from_a_folder(tmp_path):
    files = {"settled/one.txt": CASE, "regression/two.txt": CASE, "settled/not-a-case": "", "else/x.txt": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = generate("emit", "--cases", tmp_path, "--select", "*/settled/one*", "--select", "*/regression/two*")
    *vectors, closing = map(json.loads, done.stdout.splitlines())
    assert [vector["id"] for vector in vectors] == [
        "v1/amd64/lookup/settled/one", "v3/amd64/lookup/settled/one/pcrel", "v3/amd64/lookup/settled/one",
        "v1/amd64/lookup/regression/two", "v3/amd64/lookup/regression/two"]
    assert "version" not in closing["corpus"]


def test_the_cases_that_are_compiled_in_are_those_of_the_tree():
    inside, read = generate("emit", "--core"), generate("emit", "--core", "--cases", ROOT / "corpus/cases")
    assert read.returncode == 0 and inside.stdout.splitlines()[:-1] == read.stdout.splitlines()[:-1]


def test_what_a_text_is_about_stands_in_its_vectors_and_is_printed():
    vector = json.loads(made(ABOUT, "--vector").splitlines()[0])
    assert vector["note"] == "One line. And another # with a number sign."
    assert vector["origin"] == "fuzz/regressions/decode/nothing" and "fre.range" in vector["clauses"]
    assert made(ABOUT, "--print").decode() == ABOUT.replace(".\nnote And", ". And")


def test_what_a_text_quotes_stands_in_no_vector_and_is_not_printed():
    quoted = ABOUT.replace("origin", 'quote fre.range "is # no comment"\nquote fre.cfa "c"  # a comment\norigin')
    assert made(quoted, "--vector") == made(ABOUT, "--vector")
    assert made(quoted, "--print") == made(ABOUT, "--print")


# --- Questions to encoders ---------------------------------------------------------------------------------------

# So many rows or functions are written by their number.
SHORT = [word for what in ("rows-6553?", "functions-6?", "functions-257") for word in ("--skip", f"*/encode/unsayable/{what}")]


@pytest.fixture(scope="module")
def questions():
    """The notation of each question to encoders in the core, by id."""
    done = generate("show", "--core", "*/encode/*", *SHORT)
    assert done.returncode == 0, done.stderr
    return by_id(done.stdout)


def test_a_question_to_encoders_that_is_shown_is_the_same_again(questions, tmp_path):
    """Each of the core: what is given, and what must come."""
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
    assert check(section)["verdict"] == "valid"


def test_an_encoder_is_asked_what_a_person_writes():
    lines = made("section v2e2 v3 amd64 aarch64 sorted\nfunction 0x12000 size 9\n 0 cfa sp+8\nfunction 0x11000 size 32\n"
                 " 0 cfa sp+8\n 4 cfa sp+24\nencode as unsorted\nencode reversed", "--encode").splitlines()
    asked = [json.loads(line) for line in lines[:-1]]
    assert [line["id"] for line in asked] == [
        f"{profile}/{abi}/encode/notation/{name}" for profile in ("v2e2", "v3") for abi in ("amd64", "aarch64")
        for name in ("unsorted", "2/reversed")]
    starts = [[function["start"] for function in given["functions"]] for line in asked[:2]
              for given in (line["input"]["section"], line["expect"]["section"])]
    assert starts == [["0x12000", "0x11000"], ["0x12000", "0x11000"], ["0x11000", "0x12000"], ["0x12000", "0x11000"]]


@pytest.mark.parametrize("text, endings", [
    ("section v3 amd64 sorted" + PROLOGUE + "function 0x12000 size 4\n 0 cfa sp+8", ["1", "2/reversed", "3/again"]),
    ("section v3 amd64", ["1", "2/again"]), ("section v3 amd64 big\nbreaks nothing", []),
    ("unsayable it has a flag of nobody\nsection v3 amd64 flags 0x80", ["1"]),
    ("section v3 amd64\nencode again as so\ndecode", ["so/again"])])
def test_without_a_question_encoders_are_asked_the_usual_ones(text, endings):
    done = make(text, "--encode")
    assert (done.returncode == 0) == (endings != []), done.stderr
    assert [json.loads(line)["id"].removeprefix("v3/amd64/encode/notation/")
            for line in done.stdout.splitlines()[:-1]] == endings


def test_a_number_stands_where_the_first_name_would():
    rows = "".join(f"  {start} cfa sp+8 fp *(cfa-16)\n" for start in range(1000))
    line = made("unsayable nobody knows the type\nsection v3 amd64\nfunction 0x11000 size 4000 addr2\n" + rows +
                "function 0x13000 size 1\n  0 cfa sp\nencode fre_type 9\nencode abi 0", "--encode").splitlines()
    given = [json.loads(each)["input"]["section"] for each in line[:-1]]
    assert [[function["fre_type"] for function in section["functions"]] for section in given] == [
        ["0x9", "addr1"], ["addr2", "addr1"]]
    assert [section["abi"] for section in given] == ["amd64", "0x0"] and len(given[0]["functions"][0]["rows"]) == 1000
