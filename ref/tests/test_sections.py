"""Each hand-written section of sections/ decodes to the JSON beside it, checks as it says, and ends
with the exit status that goes with that.  The JSON was derived from the texts, never by decoding."""

import json
from dataclasses import replace

import pytest

from ref.tests.conftest import (SECTIONS, check, decode, facts, fits, flip, lookup, patched, run, schema_errors,
                                schemas, section, section_names, status_of, validator)

NAMES = section_names()
NEWEST = {1: "v1", 2: "v2e2", 3: "v3"}  # the profile that a version byte chooses

# An example of each answer.
EXAMPLES = [
    ("lookup", {"pc": "0x20000", "none": "function"}),
    ("lookup", {"pc": "0x11004", "function": 0, "row": 0, "cfa": {"base": "sp", "offset": 8},
                "ra": {"base": "cfa", "offset": -8, "deref": True}, "fp": "same"}),
    ("unwind", {"frames": [{"pc": "0x11004", "sp": "0x7ff0", "fp": "0x8000", "cfa": "0x8010"}],
                "stop": "outermost"}),
]

# What no answer may look like: one fault each.
COUNTEREXAMPLES = [
    ("lookup", {"pc": "0x20000", "none": "both"}),
    ("lookup", {"pc": "0x20000", "none": "function", "row": 0}),
    ("lookup", {"pc": "0x20000", "none": "error"}),
    ("lookup", {"pc": 131072, "none": "function"}),
    ("lookup", {"pc": "0x20000", "function": 0, "cfa": {"base": "r01", "offset": 0}}),
    ("lookup", {"pc": "0x20000", "function": 0, "cfa": {"base": "sp"}}),
    ("lookup", {"pc": "0x20000", "function": 0, "cfa": "undefined"}),
    ("unwind", {"frames": [], "stop": "bored"}),
    ("check", {"verdict": "malformed", "profile": "v3", "violations": []}),
    ("decode", {"verdict": "malformed", "profile": "v3", "functions": [],
                "violations": [{"offset": "0x0", "clause": "preamble.magic",
                                "severity": "malformed", "words": "no magic"}]}),
]


def expected(name):
    return json.loads((SECTIONS / f"{name}.json").read_text())


# --- Decode and check ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_section_decodes_to_its_json(name):
    answer = decode(section(name))
    if "violations" in answer:
        answer["violations"] = facts(answer["violations"])
    assert answer == expected(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_section_checks_as_its_comment_says(name):
    answer = check(section(name))
    assert answer["verdict"] == section(name).verdict == expected(name)["verdict"]
    assert answer["profile"] == section(name).profile
    assert facts(answer["violations"]) == expected(name).get("violations", [])


@pytest.mark.parametrize("name", NAMES)
def test_check_prints_offset_clause_severity_and_words(name):
    it = section(name)
    answer = run("check", *it.options(), "-", data=it.data)
    lines = [line.split(maxsplit=3) for line in answer.output.splitlines()]
    told = facts(check(it)["violations"])
    assert [dict(zip(("offset", "clause", "severity"), line)) for line in lines] == told
    assert all(len(line) == 4 for line in lines)
    assert answer.status == status_of(it.verdict)


@pytest.mark.parametrize("name", [n for n in NAMES if section(n).profile in NEWEST.values()])
def test_the_version_byte_chooses_the_newest_profile(name):
    answer = decode(replace(section(name), profile=None))
    assert answer["profile"] == section(name).profile == NEWEST[answer["version"]]
    assert answer.get("functions") == expected(name)["functions"]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_reads_like_standard_input(name, tmp_path):
    it = section(name)
    path = tmp_path / f"{name}.sframe"
    path.write_bytes(it.data)
    from_file = run("decode", *it.options(), str(path))
    assert from_file == run("decode", *it.options(), "-", data=it.data)


@pytest.mark.parametrize("name", NAMES)
def test_a_section_without_its_last_byte_is_malformed(name):
    """What is lost is the end of a row, of an entry or of the header."""
    it = section(name)
    assert check(replace(it, data=it.data[:-1]))["verdict"] == "malformed"


# --- Lookup: what follows from the expected JSON -------------------------------------------------


def pc_at(function, offset):
    return (int(function["start"], 16) + offset) % 2**64


def offsets_of_interest(function):
    """Both sides of the function's edges, and of each row's edge in every block."""
    block = function["rep_size"] if function["pc_type"] == "mask" else 0
    blocks = range(0, function["size"], block) if block else [0]
    edges = {0, function["size"]} | {b + row["start"] for b in blocks for row in function["rows"]}
    return {edge + step for edge in edges for step in (-1, 0, 1)}


def matches(profile, function, row, offset):
    """Whether a row matches, by the text's three formulas (V1 1.3.2, V2 2.3.2, V3 2.3.3.1)."""
    start = row["start"]
    if function["pc_type"] == "inc":
        return offset >= start
    return offset & start >= start if profile == "v1" else offset % function["rep_size"] >= start


def answer_within(profile, index, function, offset):
    found = [j for j, row in enumerate(function["rows"]) if matches(profile, function, row, offset)]
    if found:
        row = function["rows"][found[-1]]
        rules = {name: row[name] for name in ("cfa", "ra", "fp", "mangled_ra") if name in row}
        return {"function": index, "row": found[-1], "signal": function["signal"], **rules}
    if profile == "v3" and function["fde_type"] == "default" and not function["rows"]:
        return {"function": index, "ra": "undefined", "signal": function["signal"]}
    return {"none": "row"}


def expected_lookup(model, pc):
    for index, function in enumerate(model["functions"]):
        offset = (pc - int(function["start"], 16)) % 2**64
        if offset < function["size"]:
            return {"pc": hex(pc), **answer_within(model["profile"], index, function, offset)}
    return {"pc": hex(pc), "none": "function"}


@pytest.mark.parametrize("name", NAMES)
def test_lookup_finds_the_row_on_either_side_of_every_edge(name):
    model = expected(name)
    pcs = sorted({pc_at(f, offset) for f in model["functions"] for offset in offsets_of_interest(f)})
    pcs = pcs or [0]
    assert lookup(section(name), *map(hex, pcs)) == [expected_lookup(model, pc) for pc in pcs]


def test_lookup_answers_in_the_order_asked():
    pcs = ["0x101f", "0x1000", "0x2000", "0x1000"]
    assert [answer["pc"] for answer in lookup(section("v2e2-amd64-call"), *pcs)] == pcs


@pytest.mark.parametrize("patches, pc, status", [
    ("-", "0x1000", 0),
    ("-", "0x2000", 0),  # a PC without a function is an answer
    ("0x31=63", "0x1000", 1),  # a row that cannot be read is an error
    ("0x31=63", "0x2000", 0),  # nobody asked for that row
    ("0x0=0000", "0x1000", 1),
])
def test_the_status_of_lookup_tells_whether_it_could_answer(patches, pc, status):
    it = patched(section("v2e2-amd64-call"), patches)
    assert run("lookup", *it.options(), "-", pc, data=it.data).status == status


# --- Flip ----------------------------------------------------------------------------------------


def values(model):
    """What does not depend on byte order."""
    return {name: model[name] for name in model if name not in ("byte_order", "verdict", "violations")}


@pytest.mark.parametrize("name", NAMES)
def test_a_flipped_section_has_the_same_values_in_the_other_byte_order(name):
    there = decode(flip(section(name)))
    assert values(there) == values(expected(name))
    assert {there["byte_order"], expected(name)["byte_order"]} == {"little", "big"}


@pytest.mark.parametrize("name", NAMES)
def test_flipping_twice_gives_the_section_back(name):
    assert flip(flip(section(name))) == section(name)


def test_the_twins_are_each_other_flipped_but_for_the_abi():
    little, big = section("v2e2-aarch64-twin-little"), section("v2e2-aarch64-twin-big")
    assert patched(flip(little), "0x4=01").data == big.data
    assert patched(flip(big), "0x4=02").data == little.data


def test_a_malformed_section_is_not_flipped():
    it = patched(section("v2e2-amd64-call"), "<40")
    answer = run("flip", *it.options(), "-", data=it.data)
    assert (answer.status, answer.raw) == (1, b"")


# --- The command line ----------------------------------------------------------------------------


def test_a_missing_file_is_an_error_of_input():
    assert run("decode", "no/such/file.sframe").status == 2


def test_an_unknown_profile_is_an_error_of_usage():
    assert run("decode", "--profile", "v9", "-").status == 2


def test_an_unknown_command_is_an_error_of_usage():
    assert run("guess", "-").status == 2


# --- The schemas ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_expected_json_fits_the_schema(name):
    value = expected(name)
    for violation in value.get("violations", []):
        violation["words"] = "any"
    fits("decode", value)


@pytest.mark.parametrize("name", sorted(schemas()))
def test_a_schema_is_a_schema(name):
    schema = schemas()[name]
    assert schema["$id"] == name
    validator(name.removesuffix(".schema.json")).check_schema(schema)


@pytest.mark.parametrize("name, value", EXAMPLES)
def test_an_example_of_the_design_fits_its_schema(name, value):
    fits(name, value)


@pytest.mark.parametrize("name, value", COUNTEREXAMPLES)
def test_a_faulty_answer_does_not_fit_its_schema(name, value):
    assert schema_errors(name, value)
