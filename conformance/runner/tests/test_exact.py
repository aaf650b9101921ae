"""Tests of --exact, which demands more than docs/protocol.md.  Each answer that fails here is right without it."""
import json

from conformance.runner.tests.conftest import ORACLE, answering
from conformance.runner.tests.test_judge import FOUND, MODEL, READINGS, broken, but, check, contested, decode, lookup

MAGIC = {"clause": "preamble.magic", "offset": "0x0", "severity": "malformed"}
ORDER = {"clause": "fde.sorted", "offset": "0x1c", "severity": "irregular"}
NOTE = {"clause": "fde.alignment", "offset": "0x1c", "severity": "note"}
BOTH = [MAGIC, ORDER]


def listing(vector, *violations):
    vector["expect"]["oracle"]["violations"] = list(violations)
    return vector


def malformed(*violations):
    return {"verdict": "malformed", "violations": list(violations)}


def irregular(*violations, **changes):
    return {**FOUND, **changes, "violations": list(violations)}


CHECK = listing(broken("check", "error"), *BOTH)
DECODE = listing(broken("decode", "error"), *BOTH)
LOOKUP = listing(broken("lookup", "error", "answer", answer=FOUND), ORDER)
OWN = contested(lookup({}), *READINGS)
BREACH = contested(check(), ("allowed", {"answer": {"verdict": "irregular", "violations": [ORDER]}}),
                   ("breach", {"answer": {"verdict": "irregular", "violations": []}}))
REFUSING = contested(lookup({}), READINGS[2], READINGS[0])

# Exactly right answers: what the row proves, vector, answer.
RIGHT = [
    ("violations", CHECK, malformed(*BOTH)),
    ("in another order", CHECK, malformed(*reversed(BOTH))),
    ("with words and notes", CHECK, malformed({**MAGIC, "words": "what", "found": "0x1"}, NOTE, ORDER)),
    ("of a decode", DECODE, malformed(*BOTH)),
    ("of a lookup", LOOKUP, irregular(ORDER)),
    ("of what is valid", check(), {"verdict": "valid", "violations": []}),
    ("a model", decode(MODEL), MODEL),
    ("the oracle's reading", OWN, FOUND),
    ("the oracle's reading of a check", BREACH, {"verdict": "irregular", "violations": [ORDER]}),
    ("the oracle's refusal", REFUSING, {"none": "error"}),
]

# Answers that are not exactly right: what the row proves, vector, answer, words in the reason.
WRONG = [
    ("a wrong clause", CHECK, malformed({**MAGIC, "clause": "preamble.version"}, ORDER), "preamble.version"),
    ("a wrong place", CHECK, malformed({**MAGIC, "offset": "0x1"}, ORDER), 'got {"clause":"preamble.magic","offset":"0x1"'),
    ("a wrong severity", CHECK, malformed(MAGIC, {**ORDER, "severity": "malformed"}), "fde.sorted"),
    ("a missing violation", CHECK, malformed(MAGIC), "got nothing"),
    ("an additional violation", CHECK, malformed(*BOTH, {**ORDER, "offset": "0x30"}), "violations: expected nothing"),
    ("a violation twice", CHECK, malformed(MAGIC, *BOTH), "violations: expected nothing"),
    ("no violations", CHECK, {"verdict": "malformed"}, "got nothing"),
    ("violations that are no list", CHECK, {"verdict": "malformed", "violations": 2}, "got 2"),
    ("violations that are no objects", CHECK, malformed("magic", 7), "got {}"),
    ("an error without a verdict", CHECK, {"error": "no", "violations": BOTH}, "verdict: expected"),
    ("no violations of a decode", DECODE, {"verdict": "malformed"}, "violations: expected"),
    ("no verdict of a decode", DECODE, {"error": "no", "violations": BOTH}, "verdict: expected"),
    ("no violations of a lookup", LOOKUP, FOUND, "violations: expected"),
    ("a worse violation of a lookup", LOOKUP, irregular(MAGIC), 'verdict: expected "irregular", got "malformed"'),
    ("a wrong place in a lookup", LOOKUP, irregular({**ORDER, "offset": "0x1d"}), '"offset":"0x1d"'),
    ("a refusal for an answer", LOOKUP, {"none": "error", "violations": [ORDER]}, "expected"),
    ("a note of what is valid", check(), {"verdict": "valid", "violations": [NOTE]}, "fde.alignment"),
    ("no list of what is valid", check(), {"verdict": "valid"}, "violations: expected [], got nothing"),
    ("another reading", OWN, {**FOUND, "row": 0}, "row: expected 1, got 0"),
    ("a reading that refuses", OWN, {"error": "no"}, "expected"),
    ("another reading of a check", BREACH, {"verdict": "irregular", "violations": []}, "violations: expected"),
    ("an answer for the oracle's refusal", REFUSING, FOUND, "an answer where an error is due"),
    ("a base by its number", lookup(FOUND), {**FOUND, "cfa": {"base": "r7", "offset": 16}}, "cfa.base"),
    ("an address with zeros before", lookup(FOUND), {**FOUND, "pc": "0x001004"}, "pc: expected"),
    ("unknown for why", lookup({"pc": "0x1004", "none": "row"}), {"pc": "0x1004", "none": "unknown"}, "none: expected"),
    ("flags in another order", decode(MODEL), {**MODEL, "flags": ["pcrel", "sorted"]}, "flags: expected"),
    ("unsupported", lookup(FOUND), {"unsupported": "flexible"}, "flexible"),
]


def test_what_is_exactly_right_passes(judge):
    result, _ = judge([row[1:3] for row in RIGHT], "--exact")
    contested_ones = sum(vector["class"] == "contested" for _, vector, _ in RIGHT)
    assert result.status == 0, result.out
    assert result.implementation()["outcomes"] == {"reading": contested_ones, "pass": len(RIGHT) - contested_ones}


def test_what_is_not_fails_with_exact_alone(judge):
    result, _ = judge([row[1:3] for row in WRONG])
    assert set(result.implementation()["outcomes"]) <= {"pass", "reading", "unsupported"}, result.out
    _, cases = judge([row[1:3] for row in WRONG], "--exact")
    for case, (name, *_, words) in zip(cases, WRONG, strict=True):
        assert case["outcome"] == "fail" and words in case["reason"], (name, case)


def test_nothing_may_be_left_out_whatever_is_exposed(judge):
    row = lookup(FOUND), but(FOUND, fp=None)
    assert judge([row], exposes=["lookup.cfa"])[1][0]["outcome"] == "pass"
    assert judge([row], "--exact", exposes=["lookup.cfa"])[1][0]["outcome"] == "fail"


def test_an_adapter_that_does_not_declare_everything_has_failed(conform, tmp_path):
    adapter = answering(tmp_path, {1: FOUND}, operations=["lookup"])
    assert conform([lookup(FOUND), check()], adapter).status == 0
    result = conform([lookup(FOUND), check()], "--exact", adapter)
    assert result.status == 1 and "1 vectors were not asked" in json.dumps(result.report["faults"])


def expecting(vector, oracle):
    vector["expect"]["oracle"] = oracle
    return vector


def test_a_vector_without_violations_or_without_the_oracles_reading_is_wrong(judge):
    rows = [*((expecting(broken("check", "error"), oracle), malformed()) for oracle in ({}, {"verdict": "malformed"})),
            *((expecting(contested(lookup({}), *READINGS), name), FOUND) for name in ("neither", None))]
    _, cases = judge(rows, "--exact")
    assert all("the vector is wrong" in case["reason"] for case in cases) and len(cases) == len(rows)


def test_the_oracle_lists_what_is_wrong_whatever_it_is_asked(conform):
    result = conform(None, "--core", "--exact", "--strict", "--select", "class=malformed", "--select", "class=irregular",
                     ORACLE)
    assert result.status == 0 and set(result.implementation()["outcomes"]) == {"pass"}
