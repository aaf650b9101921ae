"""What holds of all vectors together."""
import collections
import json
import re

import pytest

from common.schemas import validator
from generator.tests.conftest import ORACLE, ROOT, run, with_flags

FULL_LEAST = 20000
CLASSES = ("valid", "malformed", "irregular", "contested")


def test_vectors_fit_their_schema(everything_file, everything):
    """One of each kind: vectors of a family, operation, class and text that have the same members are made alike."""
    with everything_file.open(encoding="utf-8") as lines:
        *lines, last = lines
    assert not list(validator("closing").iter_errors(json.loads(last)))
    assert json.loads(last)["corpus"]["vectors"] == len(lines) > FULL_LEAST
    kinds = {(*map(vector.get, ("family", "operation", "class", "profile")), *vector, *vector["input"], *vector["expect"]):
             line for vector, line in zip(everything, lines, strict=True)}
    check = validator("vector")
    assert len(kinds) > 1000
    assert [vector["id"] for vector in map(json.loads, kinds.values()) if not check.is_valid(vector)] == []


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
    assert validator("vector").is_valid(vector) and not validator("vector").is_valid(spoiled)


def test_ids_are_unique(everything):
    counts = collections.Counter(vector["id"] for vector in everything)
    assert [name for name, times in counts.items() if times > 1] == []


def test_there_are_enough_of_each_kind(everything):
    assert len(everything) >= FULL_LEAST
    counts = collections.Counter((vector["operation"], vector["class"]) for vector in everything)
    assert all(counts[operation, each] > 50 for operation in ("decode", "check", "lookup") for each in CLASSES)
    assert counts["unwind", "valid"] > 5000 and all(counts["unwind", each] > 50 for each in CLASSES)


def test_ids_say_what_they_are(everything):
    for vector in everything:
        assert vector["id"].split("/")[:3] == [vector["profile"], vector["abi"], vector["operation"]]


def test_every_twin_is_there_valid_and_not_itself_a_twin_of_the_same(everything):
    by_id = {vector["id"]: vector for vector in everything}
    faulty = [vector for vector in everything if "fault" in vector]
    assert len(faulty) > 1000
    wrong = [vector["id"] for vector in faulty
             if by_id.get(vector["fault"]["twin"], {}).get("class") != "valid" or vector["fault"]["twin"] == vector["id"]]
    assert wrong == []


# Clauses about the section that others say more precisely: reports name one of these.
REPORTED_AS = {
    "header.first": {"preamble.magic"},
    "section.parts": {"tile.cover", "tile.order", "header.freoff-inside", "header.fre-len-inside"},
    "overview.endianness": {"abi.byte-order", "header.freoff-inside", "header.fde-array", "header.fre-total",
                            "header.fre-len-inside", "fde.fre-off-inside"},
    "overview.abis-two": {"abi.known"},
    "overview.abis-three": {"abi.known"},
    "version.described": {"version.known"},
    "flags.sorted": {"fde.sorted-array", "fde.sorted-flagged"},
}


def test_what_is_built_to_break_a_clause_breaks_it_first(everything):
    catalogue = {clause["id"]: clause["subject"] for clause in json.loads(run(*ORACLE, "clauses", "--json").stdout)}
    wrong = collections.Counter()
    for vector in everything:
        if "fault" in vector:
            clause = vector["fault"]["clause"]
            assert vector["clauses"][0] == clause, vector["id"]
            if vector["class"] in ("malformed", "irregular") and catalogue[clause] == "section":
                reported = vector["expect"]["oracle"]["violations"][0]["clause"]
                wrong[clause, reported] += reported not in {clause, *REPORTED_AS.get(clause, ())}
    assert len(wrong) > 40 and [pair for pair, times in wrong.items() if times] == []


def test_breaches_are_the_readings_that_answer_though_a_statement_is_broken(everything):
    listed = collections.Counter()
    for vector in everything:
        if vector["class"] != "contested":
            assert "breaches" not in vector, vector["id"]
            continue
        answers = {each["reading"]: each["answer"] for each in vector["expect"]["readings"] if "answer" in each}
        if vector["operation"] in ("lookup", "unwind"):
            breaches = {name for name in answers if name in ("breach", "breach-ra-only")}
        else:
            breaches = {name for name, answer in answers.items() if answer.get("verdict") == "irregular"}
        assert set(vector.get("breaches", [])) == breaches, vector["id"]
        listed.update((vector["operation"], name == "breach") for name in breaches)
    assert all(listed[operation, True] > 50 for operation in ("decode", "check", "lookup"))
    assert listed["check", False] > 50


# A reader that ignores one of these clauses misreads one of the twins, though both say the same.
SAY_THE_SAME = {"abi.aarch64-big", "abi.aarch64-little", "abi.amd64-little", "abi.s390x-big", "fde.fre-off", "flex.word-size",
                "fre.size", "fre.size-1", "fre.size-2", "fre.size-4", "fre.words", "header.aux-skip", "index.fre-off",
                "index.own", "overview.dataword", "overview.unaligned"}


def test_twins_about_the_reader_part_those_who_ignore_the_clause(everything):
    by_id = {vector["id"]: vector for vector in everything}
    differ = collections.defaultdict(bool)
    for vector in everything:
        if "fault" in vector and vector["class"] == "valid":
            twin = by_id[vector["fault"]["twin"]]
            assert vector["input"] != twin["input"], vector["id"]
            differ[vector["profile"], vector["fault"]["clause"], vector["fault"]["way"]] |= (
                vector["expect"] != twin["expect"])
    assert len(differ) > 500
    assert {clause for (_, clause, _), differs in differ.items() if not differs} <= SAY_THE_SAME


def test_groups_share_their_rules(everything):
    groups = collections.defaultdict(list)
    for vector in everything:
        if "group" in vector and vector["operation"] == "lookup":
            answer = vector["expect"].get("answer", vector["expect"])
            shared = {name: value for name, value in answer.items() if name not in ("function", "row")}
            groups[vector["group"]].append(json.dumps(shared, sort_keys=True))
    assert len(groups) > 1000
    assert [name for name, answers in groups.items() if len(answers) < 2 or len(set(answers)) > 1] == []


def counts_from_fields(vector):
    """Whether the section has flag 0x4."""
    return vector["flags"] & 4 != 0


def says_more_than_the_flag(vector):
    """Whether a lookup asks about more than from where function starts count, in a text that has the flag."""
    return (vector["operation"] == "lookup" and vector["profile"] in ("v2e1", "v2e2", "v3") and
            vector.get("fault", {}).get("clause") not in ("flags.pcrel", "fde.start-pcrel", "fde.start-section"))


def test_at_least_half_of_the_lookups_are_of_sections_as_producers_write_them(everything, core):
    for vectors in (everything, [with_flags(dict(vector)) for vector in core]):
        for profile in ("v2e1", "v2e2", "v3"):
            asked = [vector for vector in vectors if says_more_than_the_flag(vector) and vector["profile"] == profile]
            pcrel = sum(map(counts_from_fields, asked))
            assert 2 * pcrel >= len(asked) > pcrel > 0, f"{profile}: {pcrel} of {len(asked)}"


def test_where_starts_count_from_changes_no_answer(everything):
    """A lookup in the second run of a family expects what it does in the first: functions are where they were."""
    of_first = {vector["id"]: vector for vector in everything if vector["operation"] == "lookup"}
    compared = flagged = 0
    for name, vector in of_first.items():
        if name.endswith("/pcrel"):
            other = of_first[name[:-len("/pcrel")]]
            assert (vector["class"], vector["expect"]) == (other["class"], other["expect"]), name
            flagged += counts_from_fields(vector) > counts_from_fields(other)
            compared += 1
    assert compared > 20000 and flagged > 0.99 * compared  # where a fault moves the header, the byte is another


def test_every_public_report_is_answered_for(everything):
    """Each has a row in reports.md, with shapes of vectors that exist, or a reason why there are none."""
    text = (ROOT / "generator/reports.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+(?: \S+)*) \| (.+) \|$", text, re.MULTILINE)[2:]
    shapes = {vector["id"].split("/")[3] for vector in everything if vector["family"] == "reports"}
    named = {f"report-{shape}" for _, said in rows for shape in re.findall(r"`([a-z0-9-]+)`", said)}
    reports = [report for row, _ in rows for report in row.split(", ")]
    assert len(reports) > 60 and len(reports) == len(set(reports))
    assert shapes == named
    assert [report for report, said in rows if "`" not in said and not said.startswith("none: ")] == []


# --- Unwindings: make vectors compares each trace with the oracle's ---------------------------------------------

STOPS = {"no-function", "no-row", "memory", "limit", "error", "loop"}
LIMIT = 128  # of frames, if the vector gives none


@pytest.fixture(scope="module", name="unwindings")
def _unwindings(everything):
    return [vector for vector in everything if vector["operation"] == "unwind"]


def test_valid_ones_keep_off_what_is_open(unwindings):
    """No null FP or PC, no SP between words, no address that stripping would change: careful readers differ there."""
    masked = 0
    for vector in unwindings:
        if vector["class"] == "valid":
            mask = int(vector["input"].get("pac_mask", "0x0"), 16)
            masked += mask != 0
            for frame in vector["expect"]["frames"]:
                pc, sp, fp = (int(frame[name], 16) for name in ("pc", "sp", "fp"))
                assert pc and fp and sp % 8 == 0, vector["id"]
                assert pc & mask == (mask if pc >> 55 & 1 else 0), vector["id"]
    assert masked > 100


def test_every_stop_is_shown_in_every_abi(unwindings):
    seen = collections.defaultdict(set)
    for vector in unwindings:
        readings = vector["expect"].get("readings", [vector["expect"]])
        seen[vector["profile"], vector["abi"]] |= {reading.get("answer", reading)["stop"] for reading in readings}
    assert len(seen) == 5 * 4 - 2  # s390x came with errata 1 of version 2
    for (profile, abi), stops in seen.items():
        assert stops >= STOPS - ({"error"} if abi == "amd64" and profile != "v3" else set()), (profile, abi)
        assert "outermost" in stops or profile not in ("v2e2", "v3")
        assert "unsafe" in stops or abi == "amd64" or profile in ("v1", "v2")


def test_every_abi_has_deep_chains_and_more_modules(unwindings):
    deepest, modules = collections.Counter(), collections.Counter()
    for vector in unwindings:
        if vector["class"] == "valid":
            deepest[vector["abi"]] = max(deepest[vector["abi"]], len(vector["expect"]["frames"]))
            modules[vector["abi"]] = max(modules[vector["abi"]], len(vector["input"].get("modules", [])))
    assert set(deepest.values()) == {LIMIT} and set(modules.values()) == {19}
