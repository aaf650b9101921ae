"""Each hand-written section of sections/ decodes to the JSON beside it, checks as it says, and ends
with the exit status that goes with that.  The JSON was derived from the texts, never by decoding."""

import json
from dataclasses import replace

import pytest

from common.schemas import schemas, validator
from ref.tests.conftest import (SECTIONS, TESTS, answers_by_group, asked_at_once, facts, fits, lookup,
                                schema_errors, section, section_names, status_of)

NAMES = section_names()
ALL = tuple(map(section, NAMES))
NEWEST = {1: "v1", 2: "v2e2", 3: "v3"}  # the profile that a version byte chooses

# Answers that fit their schemas, and answers with one fault each that do not.
ANSWERS = json.loads((TESTS / "answers.json").read_text())


def expected(name):
    return json.loads((SECTIONS / f"{name}.json").read_text())


# --- Decode and check ----------------------------------------------------------------------------


def said(operation, it, change=lambda it: it):
    """What decode or check says of a section; the tool is asked about all, of which CHANGE makes what is asked."""
    command = {"check": "check --json"}.get(operation, operation)
    return fits(operation, asked_at_once(command, tuple(map(change, ALL)))[change(it)])


@pytest.mark.parametrize("name", NAMES)
def test_a_section_decodes_to_its_json(name):
    answer = said("decode", section(name))
    if "violations" in answer:
        answer = {**answer, "violations": facts(answer["violations"])}
    assert answer == expected(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_section_checks_as_its_comment_says(name):
    it = section(name)
    answer = said("check", it)
    assert answer["verdict"] == it.verdict == expected(name)["verdict"]
    assert answer["profile"] == it.profile
    assert facts(answer["violations"]) == expected(name).get("violations", [])


def test_check_prints_a_line_for_each_violation():
    for group, answer in answers_by_group("check", ALL):
        lines = [line.split(maxsplit=3) for line in answer.output.splitlines() if not line.startswith("# section [")]
        wanted = [violation for it in group for violation in expected(it.name).get("violations", [])]
        assert [line[:3] for line in lines] == [list(violation.values()) for violation in wanted]
        assert all(len(line) == 4 for line in lines)
        assert answer.status == status_of(group[0].verdict)


@pytest.mark.parametrize("name", [n for n in NAMES if section(n).profile in NEWEST.values()])
def test_the_version_byte_chooses_the_newest_profile(name):
    answer = said("decode", section(name), lambda it: replace(it, profile=None))
    assert answer["profile"] == section(name).profile == NEWEST[answer["version"]]
    assert answer.get("functions") == expected(name)["functions"]


@pytest.mark.parametrize("name", NAMES)
def test_a_section_without_its_last_byte_is_malformed(name):
    """What is lost is the end of a row, of an entry or of the header."""
    assert said("check", section(name), lambda it: replace(it, data=it.data[:-1]))["verdict"] == "malformed"


def test_lookup_answers_in_the_order_asked():
    pcs = ["0x101f", "0x1000", "0x2000", "0x1000"]
    assert [answer["pc"] for answer in lookup(section("v2e2-amd64-call"), *pcs)] == pcs


def test_the_exit_status_is_that_of_the_worst_verdict():
    for command in ("decode", "check --json", "flip"):
        for group, answer in answers_by_group(command, ALL):
            assert answer.status == max(status_of(it.verdict) for it in group)


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


@pytest.mark.parametrize("name, value", ANSWERS["right"])
def test_an_example_of_the_design_fits_its_schema(name, value):
    fits(name, value)


@pytest.mark.parametrize("name, value", ANSWERS["wrong"])
def test_a_faulty_answer_does_not_fit_its_schema(name, value):
    assert schema_errors(name, value)
