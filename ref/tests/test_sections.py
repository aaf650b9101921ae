"""Each hand-written section of sections/ decodes to the JSON beside it, checks as it says, and ends
with the exit status that goes with that.  The JSON was derived from the texts, never by decoding."""

import json
from dataclasses import replace

import pytest

from conftest import (SECTIONS, check, decode, facts, fits, run, schema_errors, schemas, section,
                      section_names, status_of, validator)

NAMES = section_names()
NEWEST = {1: "v1", 2: "v2e2", 3: "v3"}  # the profile that a version byte chooses

# What design.md gives as examples of each answer.
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


def test_a_missing_file_is_an_error_of_input():
    assert run("decode", "no/such/file.sframe").status == 2


def test_an_unknown_profile_is_an_error_of_usage():
    assert run("decode", "--profile", "v9", "-").status == 2


def test_an_unknown_command_is_an_error_of_usage():
    assert run("guess", "-").status == 2


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
