"""What holds of all vectors together."""
import collections
import json
import re

import pytest

from conftest import ROOT, validator

FULL_LEAST, CORE_MOST = 20000, 2000
CLASSES = ("valid", "malformed", "irregular", "contested")


def test_every_vector_fits_its_schema(everything_file):
    check, count = validator("vector"), 0
    with everything_file.open(encoding="utf-8") as lines:
        for line in lines:
            vector = json.loads(line)
            count += 1
            errors = [f"{error.json_path}: {error.message}"[:300] for error in check.iter_errors(vector)]
            assert not errors, vector["id"]
    assert count > FULL_LEAST


@pytest.mark.parametrize("spoil", [
    lambda vector: vector.pop("origin"),
    lambda vector: vector.update(id="v3/amd64/decode"),
    lambda vector: vector["input"].update(pc="0x10"),
    lambda vector: vector["expect"].update(verdict="fine"),
    lambda vector: vector.update({"class": "malformed"}),
    lambda vector: vector.update(operation="unwind"),
    lambda vector: vector["input"].update(bytes="0"),
    lambda vector: vector.update(more=1),
])
def test_the_schema_refuses_what_is_no_vector(spoil, core):
    vector = next(each for each in core if each["class"] == "valid" and each["operation"] == "check")
    spoiled = json.loads(json.dumps(vector))
    spoil(spoiled)
    assert not list(validator("vector").iter_errors(vector)) and list(validator("vector").iter_errors(spoiled))


def test_the_format_has_room_for_unwinding_and_flipping():
    base = {"profile": "v3", "abi": "amd64", "class": "valid", "family": "f", "clauses": [], "origin": "o", "note": ""}
    unwind = {**base, "id": "v3/amd64/unwind/shape/detail", "operation": "unwind",
              "input": {"address": "0x0", "bytes": "", "pc": "0x10", "registers": {"sp": "0x8", "r30": "0x1"},
                        "memory": [{"address": "0x8", "bytes": "0011"}]},
              "expect": {"frames": [{"pc": "0x10"}], "stop": "no-function"}}
    flip = {**base, "id": "v3/amd64/flip/shape/detail", "operation": "flip",
            "input": {"address": "0x0", "bytes": "e2de"}, "expect": {"bytes": "dee2"}}
    for vector in (unwind, flip):
        assert not list(validator("vector").iter_errors(vector))


def test_ids_are_unique(everything):
    counts = collections.Counter(vector["id"] for vector in everything)
    assert [name for name, times in counts.items() if times > 1] == []


def test_there_are_enough_of_each_kind(everything):
    assert len(everything) >= FULL_LEAST
    counts = collections.Counter((vector["operation"], vector["class"]) for vector in everything)
    assert all(counts[operation, each] > 50 for operation in ("decode", "check", "lookup") for each in CLASSES)


def test_ids_tell_what_they_are(everything):
    for vector in everything:
        assert vector["id"].split("/")[:3] == [vector["profile"], vector["abi"], vector["operation"]]


def test_every_twin_is_there_valid_and_not_itself_a_twin_of_the_same(everything):
    by_id = {vector["id"]: vector for vector in everything}
    faulty = [vector for vector in everything if "fault" in vector]
    assert len(faulty) > 1000
    wrong = [vector["id"] for vector in faulty
             if by_id.get(vector["fault"]["twin"], {}).get("class") != "valid" or vector["fault"]["twin"] == vector["id"]]
    assert wrong == []


def test_what_is_built_to_break_a_clause_breaks_it_first(everything):
    for vector in everything:
        if "fault" in vector and vector["class"] in ("malformed", "irregular"):
            assert vector["expect"]["oracle"]["violations"][0]["clause"] == vector["fault"]["clause"], vector["id"]
        if "fault" in vector:
            assert vector["clauses"][0] == vector["fault"]["clause"], vector["id"]


def test_twins_about_the_reader_have_other_answers(everything):
    by_id = {vector["id"]: vector for vector in everything}
    pairs = collections.defaultdict(list)
    for vector in everything:
        if "fault" in vector and vector["class"] == "valid":
            twin = by_id[vector["fault"]["twin"]]
            pairs[vector["profile"], vector["fault"]["clause"], vector["fault"]["way"]].append(
                vector["expect"] != twin["expect"])
    assert pairs and [name for name, differ in pairs.items() if not any(differ)] == []


def test_groups_share_their_rules(everything):
    groups = collections.defaultdict(list)
    for vector in everything:
        if "group" in vector and vector["operation"] == "lookup" and vector["class"] == "valid":
            answer = {name: value for name, value in vector["expect"].items() if name not in ("function", "row")}
            groups[vector["group"]].append(json.dumps(answer, sort_keys=True))
    assert len(groups) > 100
    assert [name for name, answers in groups.items() if len(answers) < 2 or len(set(answers)) > 1] == []


def test_the_core_is_small_and_loses_no_clause(everything, core):
    assert 100 < len(core) <= CORE_MOST
    wanted, kept = ({(clause, vector["class"]) for vector in vectors for clause in vector["clauses"]}
                    for vectors in (everything, core))
    assert sorted(wanted - kept) == []


def test_the_core_loses_no_fault_report_or_point_of_the_ledger(everything, core):
    def shown(vectors):
        for vector in vectors:
            yield "origin", vector["origin"]
            if "fault" in vector:
                yield "fault", vector["fault"]["clause"]
            if vector["class"] == "contested":
                yield "ledger", vector["expect"]["readings"][0]["ledger"]
            if "ledger" in vector:
                yield "ledger", vector["ledger"]

    assert sorted(set(shown(everything)) - set(shown(core))) == []


def test_every_public_report_is_answered_for(everything):
    """Each has a row in reports.md: shapes that exist, or a reason."""
    text = (ROOT / "generator/reports.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+(?: \S+)*) \| (.+) \|$", text, re.MULTILINE)[1:]
    shapes = {vector["id"].split("/")[3] for vector in everything if vector["family"] == "reports"}
    named = {f"report-{shape}" for _, said in rows for shape in re.findall(r"`([a-z0-9-]+)`", said)}
    assert len(rows) > 60 and len(rows) == len({report for report, _ in rows})
    assert shapes == named
    assert [report for report, said in rows if "`" not in said and not said.startswith("none: ")] == []
