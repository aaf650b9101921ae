"""The outcome of an answer, by the class of the vector and by what the adapter declares."""
import itertools
import json
import shlex

import jsonschema
import pytest

from conformance.runner.tests.conftest import ROOT, answering, check_vector

PLACE = {"base": "cfa", "offset": -8, "deref": True}
FOUND = {"pc": "0x1004", "function": 0, "row": 1, "cfa": {"base": "sp", "offset": 16}, "ra": PLACE, "fp": "same",
         "mangled_ra": False, "signal": False}
ROW = {"start": 0, "mangled_ra": False, "cfa": {"base": "sp", "offset": 8}, "ra": PLACE, "fp": "same"}
FUNCTION = {"start": "0x1000", "size": 32, "pc_type": "inc", "fre_type": "addr1", "rep_size": 0,
            "fde_type": "default", "signal": False, "pauth_key": "a", "rows": [ROW]}
MODEL = {"verdict": "valid", "profile": "v2", "version": 2, "byte_order": "little", "abi": "amd64",
         "flags": ["sorted", "pcrel"], "fixed_fp": 0, "fixed_ra": -8, "aux": "0a", "address": "0x1000",
         "functions": [FUNCTION]}


def lookup(expect, abi="amd64", **changes):
    return {**check_vector(1), "id": f"v2/{abi}/lookup/made/1", "abi": abi, "operation": "lookup",
            "input": {"address": "0x1000", "bytes": "e2de", "pc": "0x1004"}, "expect": expect, **changes}


def decode(expect, **changes):
    return {**check_vector(1), "id": "v2/amd64/decode/made/1", "operation": "decode", "expect": expect, **changes}


def check(**changes):
    return check_vector(1, **changes)


def broken(operation, *accept, **expect):
    """A broken vector: malformed if only an error is right, else irregular."""
    kind = "irregular" if "answer" in accept and "open" not in expect else "malformed"
    vector = {"lookup": lookup, "decode": decode}.get(operation, lambda expect, **more: check(expect=expect, **more))
    oracle = {"verdict": kind, "violations": [{"clause": "preamble.magic", "offset": "0x0", "severity": kind}]}
    return vector({"oracle": oracle, "accept": list(accept), **expect}, **{"class": kind})


def contested(vector, *readings, **members):
    listed = [{"ledger": "overlap", "reading": name, **what} for name, what in readings]
    return {**vector, "class": "contested", "expect": {"readings": listed, "oracle": readings[0][0]}, **members}


def but(model, **changes):
    """Returns a copy with changed members; None leaves one out."""
    return {name: value for name, value in {**model, **changes}.items() if value is not None}


def with_row(**changes):
    return but(MODEL, functions=[but(FUNCTION, rows=[but(ROW, **changes)])])


READINGS = (("first", {"answer": FOUND}), ("second", {"answer": {**FOUND, "row": 0}}), ("no", {"accept": ["error"]}))
CHECKS = (("allowed", {"answer": {"verdict": "valid", "violations": []}}),
          ("breach", {"answer": {"verdict": "irregular", "violations": []}}))
EITHER = ("either", {"answer": FOUND, "accept": ["error"]})
PARTS = (("zero", {"answer": {"functions": [{"rows": [{"fp": "same"}]}]}}), ("one", {"answer": MODEL}))

TABLE = [  # what the row proves, vector, answer, outcome, words in the reason; docs/compared.md has the usual rows
    ("the words expected", lookup(FOUND), FOUND, "pass", ""),
    ("other space and order", lookup(FOUND), dict(reversed(FOUND.items())), "pass", ""),
    ("a wrong number", lookup(FOUND), {**FOUND, "cfa": {"base": "sp", "offset": 8}}, "fail",
     "cfa.offset: expected 16, got 8"),
    ("a wrong base", lookup(FOUND), {**FOUND, "cfa": {"base": "fp", "offset": 16}}, "fail", 'cfa.base: expected "sp"'),
    ("a base by its number", lookup(FOUND), {**FOUND, "cfa": {"base": "r7", "offset": 16}}, "pass", ""),
    ("fp by its number", lookup({**FOUND, "cfa": {"base": "fp", "offset": 16}}), {**FOUND, "cfa": {"base": "r6", "offset": 16}},
     "pass", ""),
    ("a base by another machine's number", lookup(FOUND, "aarch64"), {**FOUND, "cfa": {"base": "r7", "offset": 16}},
     "fail", "cfa.base"),
    ("sp of AArch64", lookup(FOUND, "aarch64"), {**FOUND, "cfa": {"base": "r31", "offset": 16}}, "pass", ""),
    ("sp of s390x", lookup(FOUND, "s390x"), {**FOUND, "cfa": {"base": "r15", "offset": 16}}, "pass", ""),
    ("not dereferenced", lookup(FOUND), {**FOUND, "ra": {"base": "cfa", "offset": -8}}, "fail",
     "ra.deref: expected true, got nothing"),
    ("deref said to be false", lookup(FOUND), {**FOUND, "cfa": {"base": "sp", "offset": 16, "deref": False}}, "pass", ""),
    ("a word for a place", lookup(FOUND), {**FOUND, "ra": "same"}, "fail", "ra: expected"),
    ("a member missing", lookup(FOUND), but(FOUND, fp=None), "fail", 'fp: expected "same", got nothing'),
    ("a rule that the bytes do not state", lookup(but(FOUND, fp=None)), FOUND, "fail", "fp: expected nothing"),
    ("an address with zeros before", lookup(FOUND), {**FOUND, "pc": "0x001004"}, "pass", ""),
    ("an address as a number", lookup(FOUND), {**FOUND, "pc": 4100}, "garbage", "wrong type of pc"),
    ("a number as text", lookup(FOUND), {**FOUND, "row": "1"}, "garbage", "wrong type of row"),
    ("a number with a fraction", lookup(FOUND), {**FOUND, "row": 1.0}, "garbage", "wrong type of row"),
    ("a misspelt member", lookup(FOUND), {**FOUND, "rows": 1}, "garbage", "no schema names the member rows"),
    ("a misspelt member of a place", lookup(FOUND), {**FOUND, "cfa": {"bass": "sp", "offset": 16}}, "garbage", "bass"),
    ("nothing found where there is", lookup(FOUND), {"pc": "0x1004", "none": "row"}, "fail", "a row was expected"),
    ("an error where there is none", lookup(FOUND), {"pc": "0x1004", "none": "error", "error": "cut"}, "fail",
     "an error where an answer is due: cut"),
    ("nothing there", lookup({"pc": "0x1004", "none": "row"}), {"pc": "0x1004", "none": "row"}, "pass", ""),
    ("nothing there for another reason", lookup({"pc": "0x1004", "none": "row"}),
     {"pc": "0x1004", "none": "function"}, "fail", "none: expected"),
    ("nothing there, and no telling why", lookup({"pc": "0x1004", "none": "row"}),
     {"pc": "0x1004", "none": "unknown"}, "pass", ""),
    ("found where nothing is", lookup({"pc": "0x1004", "none": "row"}), FOUND, "fail",
     'nothing was to be found, and the answer does not say so: none: "row"'),
    ("a model", decode(MODEL), MODEL, "pass", ""),
    ("right in one way, and otherwise in another", lookup(FOUND), {**FOUND, "inconsistent": "by index 8; by PC 16"},
     "inconsistent", "by index 8; by PC 16"),
    ("wrong, and otherwise in another way", lookup(FOUND), {**FOUND, "row": 0, "inconsistent": "by index 8; by PC 16"},
     "fail", "row: expected 1, got 0; inconsistent: by index 8; by PC 16"),
    ("output that nobody can read", decode(MODEL), {"inconsistent": "the JSON that it prints is none"}, "inconsistent",
     "the JSON that it prints is none"),
    ("a refusal in one way alone", broken("lookup", "error"), {"pc": "0x1004", "error": "cut", "inconsistent": "get_fre has it"},
     "inconsistent", "get_fre has it"),
    ("one reading in one way alone", contested(lookup(FOUND), *READINGS), {**FOUND, "inconsistent": "by PC 16"},
     "inconsistent", "by PC 16"),
    ("no words about what is inconsistent", lookup(FOUND), {**FOUND, "inconsistent": True}, "garbage",
     "wrong type of inconsistent"),
    ("a program that a signal ended", lookup(FOUND), {"ended": "SIGSEGV", "stderr": "at 7"}, "crash", "died by SIGSEGV"),
    ("a program that ended by itself", decode(MODEL), {"ended": "101", "stderr": ""}, "exit", "ended with exit status 101"),
    ("a program that ended where an error is due", broken("decode", "error"), {"error": "cut", "ended": "SIGABRT"}, "crash",
     "died by SIGABRT"),
    ("a program that ended, on an open point", contested(lookup(FOUND), *READINGS), {**FOUND, "ended": "SIGFPE"}, "crash",
     "died by SIGFPE"),
    ("no words about how it ended", lookup(FOUND), {**FOUND, "ended": 11}, "garbage", "wrong type of ended"),
    ("a right answer with an error stream", lookup(FOUND), {**FOUND, "stderr": 1}, "garbage", "wrong type of stderr"),
    ("flags in another order", decode(MODEL), {**MODEL, "flags": ["pcrel", "sorted"]}, "pass", ""),
    ("a flag too many", decode(MODEL), {**MODEL, "flags": ["sorted", "pcrel", "0x80"]}, "fail", "flags: expected"),
    ("digits in capitals", decode(MODEL), {**MODEL, "aux": "0A"}, "pass", ""),
    ("a row's place", decode(MODEL), with_row(cfa={"base": "sp", "offset": 16}), "fail",
     "functions[0].rows[0].cfa.offset: expected 8, got 16"),
    ("a row too few", decode(MODEL), but(MODEL, functions=[but(FUNCTION, rows=[])]), "fail",
     "functions[0].rows.length: expected 1, got 0"),
    ("violations are compared with nobody's", decode(MODEL), {**MODEL, "violations": [{"any": 1}]}, "pass", ""),
    ("the section refused", decode(MODEL), {"error": "no"}, "fail", "an error where an answer is due: no"),
    ("several differences", decode(MODEL), {**MODEL, "version": 1, "abi": "s390x"}, "fail", "(and 1 more)"),
    ("a check with violations", check(), {"verdict": "valid", "violations": [{"any": "thing"}]}, "pass", ""),
    ("a check too strict", check(), {"verdict": "irregular"}, "fail", "verdict: expected"),
    ("a check without verdict", check(), {}, "fail", "got nothing"),
    ("malformed, so judged", broken("decode", "error"), {"verdict": "malformed", "version": 2}, "pass", ""),
    ("malformed, answered", broken("decode", "error"), MODEL, "fail", "an answer where an error is due"),
    ("malformed, checked too lightly", broken("check", "error"), {"verdict": "irregular"}, "fail", "an answer where"),
    ("malformed, nothing found where an error is due", broken("lookup", "error"), {"pc": "0x1004", "none": "row"}, "fail",
     "an answer where"),
    ("malformed, found", broken("lookup", "error", "none"), FOUND, "fail", "an answer where an error is due"),
    ("irregular, refused", broken("lookup", "error", "answer", answer=FOUND), {"none": "error"}, "pass", ""),
    ("irregular, answered otherwise", broken("lookup", "error", "answer", answer=FOUND), {**FOUND, "row": 0}, "fail",
     "row: expected 1, got 0"),
    ("irregular, whatever its verdict", broken("decode", "error", "answer", answer=but(MODEL, verdict=None)),
     {**MODEL, "verdict": "irregular"}, "pass", ""),
    ("irregular, a part", broken("decode", "error", "answer", answer={"functions": [{"rows": [{"fp": "same"}]}]}), MODEL,
     "pass", ""),
    ("irregular, checked either way", broken("check", "error", "answer"), {"verdict": "valid"}, "unjudged", "any answer"),
    ("open, refused", broken("lookup", "error", "answer", open="overlap"), {"error": "no"}, "unjudged", "any answer"),
    ("nothing is expected", lookup({}), FOUND, "fail", "the vector is wrong"),
    ("nothing is expected, and nothing is said", lookup({}), {}, "fail", "the vector is wrong"),
    ("what the question states is expected", lookup({"pc": "0x1004"}), {"pc": "0x1004"}, "fail", "the vector is wrong"),
    ("only what is not so is expected", lookup({"pc": "0x1004", "signal": False}), {"pc": "0x1004", "signal": False}, "fail",
     "the vector is wrong"),
    ("a broken one may say nothing", broken("lookup", "error", "answer", answer={}), FOUND, "fail", "the vector is wrong"),
    ("a reading says nothing", contested(lookup(FOUND), ("a", {"answer": {}})), FOUND, "fail", "the vector is wrong"),
    ("open, garbage all the same", broken("lookup", "error", "answer", open="overlap"), {"row": "x"}, "garbage", "row"),
    ("a reading", contested(lookup(FOUND), *READINGS), {**FOUND, "row": 0}, "reading", ""),
    ("the reading that refuses", contested(lookup(FOUND), *READINGS), {"error": "no"}, "reading", ""),
    ("a reading that refuses or answers, refused", contested(lookup(FOUND), EITHER), {"error": "no"}, "reading", ""),
    ("a reading that refuses or answers, answered", contested(lookup(FOUND), EITHER), FOUND, "reading", ""),
    ("a reading that refuses or answers, otherwise", contested(lookup(FOUND), EITHER), {**FOUND, "row": 7}, "unread", ""),
    ("no reading", contested(lookup(FOUND), *READINGS), {**FOUND, "row": 7}, "unread", "no reading"),
    ("a reading of a check", contested(check(), *CHECKS), {"verdict": "irregular"}, "reading", ""),
    ("who refuses what is a breach", contested(check(), *CHECKS, breaches=["breach"]), {"error": "no"}, "reading", ""),
    ("who refuses a breach by any name", contested(lookup(FOUND), *READINGS[:2], breaches=["second"]), {"error": "no"},
     "reading", ""),
    ("who refuses what is only called a breach", contested(check(), *CHECKS), {"error": "no"}, "unread", "no reading"),
    ("who refuses, and another reading is a breach", contested(lookup(FOUND), *READINGS[:2], breaches=["third"]),
     {"error": "no"}, "unread", "no reading"),
    ("who answers what is a breach", contested(lookup(FOUND), *READINGS[:2], breaches=["first", "second"]),
     {**FOUND, "row": 7}, "unread", "no reading"),
    ("breaches that are no list of words", contested(check(), *CHECKS, breaches=[7]), {"error": "no"}, "fail",
     "the vector is wrong"),
    ("a reading by a part", contested(decode(MODEL), *PARTS), MODEL, "reading", ""),
    ("unsupported", lookup(FOUND), {"unsupported": "flexible"}, "unsupported", "flexible"),
    ("other bytes", {**check(), "operation": "flip", "expect": {"bytes": "dee2"}}, {"bytes": "e2de"}, "fail", "bytes:"),
]


TAKEN = {"a reading": "second", "the reading that refuses": "no", "a reading of a check": "breach",
         "who refuses what is a breach": "breach", "who refuses a breach by any name": "second", "a reading by a part": "zero",
         "a reading that refuses or answers, refused": "either", "a reading that refuses or answers, answered": "either"}


def test_an_answer_is_worth_what_the_table_says(judge):
    """Of readings the first that fits counts, and is reported."""
    _, cases = judge([row[1:3] for row in TABLE])
    found = [(name, case["outcome"], words if words in case["reason"] else case["reason"])
             for case, (name, *_, words) in zip(cases, TABLE, strict=True)]
    assert found == [(name, outcome, words) for name, _, _, outcome, words in TABLE]
    assert {row[0]: case["reading"] for row, case in zip(TABLE, cases) if case["outcome"] == "reading"} == TAKEN


EXPOSED = [  # what is exposed, an answer to a lookup, and what comes of it; docs/compared.md has more such rows
    (["lookup.cfa", "lookup.row"], {"cfa": FOUND["cfa"]}, "fail"),
    (["lookup.cfa.base"], {}, "fail"),
    ([], {"pc": "0x1004", "mangled_ra": False, "signal": False}, "unjudged"),  # no more than silence
    (["decode.functions"], {}, "unjudged"),
    (["lookup"], {"cfa": FOUND["cfa"]}, "fail"),
]


def test_what_is_exposed_must_be_there_and_what_is_stated_right(judge):
    for exposes, rows in itertools.groupby(EXPOSED, lambda row: row[0]):
        answers, outcomes = zip(*(row[1:] for row in rows))
        _, cases = judge([(lookup(FOUND), answer) for answer in answers], exposes=exposes)
        assert [case["outcome"] for case in cases] == [*outcomes], exposes


LACK = '; hello has no "exposes", so every member is expected'
NO_VERDICT = but(MODEL, verdict=None)


def test_a_reading_by_any_name_is_in_a_reason_of_one_line(conform, tmp_path):
    vector = contested(lookup(FOUND), ("on\x7fe", {"answer": FOUND}))
    [case] = conform([vector], answering(tmp_path, {1: {**FOUND, "row": 7}}, exposes=[])).cases().values()
    assert case["reason"] == ("no reading of the ledger gives this answer: closest is on e, and by it row: expected 1, got 7; "
                              "there are on e")


PLAIN = {"pc": "0x1004", "none": "row"}


CLOSE = [  # readings, an answer of none of them, the closest one, members that differ, and words
    (READINGS, {**FOUND, "row": 7}, "first", ["row"], "row: expected 1, got 7; there are first, second, no"),
    (READINGS, {**FOUND, "row": 0, "fp": "undefined"}, "second", ["fp"], 'fp: expected "same", got "undefined"'),
    (READINGS[:2], {"error": "cut"}, "first", [], "an error where an answer is due: cut"),
    (READINGS[2:], FOUND, "no", [], "an answer where an error is due"),
    ((*READINGS[2:], ("nothing", {"answer": PLAIN})), {**PLAIN, "none": "function"}, "nothing", ["none"],
     'none: expected "row", got "function"'),
]


def test_an_answer_of_no_reading_is_compared_with_the_closest(judge):
    _, cases = judge([(contested(lookup(FOUND), *readings), answer) for readings, answer, *_ in CLOSE])
    for case, (*_, closest, paths, words) in zip(cases, CLOSE, strict=True):
        assert (case["outcome"], case["closest"], [each["path"] for each in case["differences"]]) == ("unread", closest, paths)
        assert f"closest is {closest}, and by it {words}" in case["reason"]
        assert case["cause"] == "unread lookup no reading of the ledger gives this answer (overlap)"


def test_the_closest_reading_and_its_members_stand_in_each_format(conform, tmp_path):
    answer = {**FOUND, "row": 0, "fp": "undefined", "ra": "same"}
    result = conform([contested(lookup(FOUND), *READINGS[1:])], "--junit", tmp_path / "junit", "--sarif", tmp_path / "sarif",
                     answering(tmp_path, {1: answer}))
    also = 'fp: expected "same", got "undefined"'
    assert f"    also: {also}\n" in result.out
    assert also in (tmp_path / "junit").read_text(encoding="utf-8").replace("&quot;", '"')
    [sarif] = json.loads((tmp_path / "sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert "closest is second" in sarif["message"]["text"] and also in sarif["message"]["text"]


NO_FORMS = [  # a vector, an answer, and how the reason begins
    (contested(lookup(FOUND), *READINGS), {**FOUND, "cfa": {"base": "r-16", "offset": 16}},
     'cfa.base: "r-16" has no form that is owed there (sp, fp, cfa, or r and a DWARF number, as r16); no reading of'),
    (lookup(FOUND), {**FOUND, "ra": {"base": "r016", "offset": -8, "deref": True}}, 'ra.base: "r016" has no form'),
    (lookup(FOUND), {**FOUND, "fp": "unchanged"}, 'fp: "unchanged" has no form that is owed there (same, undefined)'),
    (lookup(FOUND), {"none": "no row"}, 'none: "no row" has no form that is owed there (function, row, unknown, error)'),
    (decode(MODEL), {**MODEL, "flags": ["sorted", "fp"]}, 'flags[1]: "fp" has no form'),
    (decode(MODEL), with_row(ra={"base": "CFA", "offset": 8}), 'functions[0].rows[0].ra.base: "CFA" has no form'),
    (check(), {"verdict": "ok"}, 'verdict: "ok" has no form that is owed there (valid, irregular, malformed)'),
]
WRONG_TYPES = [(lookup(FOUND), *row) for row in (
    ({**FOUND, "pc": 4100}, "lookup: wrong type of pc: 4100 is a whole number, and owed is a string of 0x and"),
    ({**FOUND, "pc": "-0x10"}, 'lookup: wrong type of pc: "-0x10" is a string, and owed is a string of 0x and'),
    ({**FOUND, "row": 1.5}, "lookup: wrong type of row: 1.5 is a broken number, and owed is a whole number"),
    ({**FOUND, "row": "x" * 99}, "lookup: wrong type of row: it is a string, and owed is a whole number"),
    ({**FOUND, "cfa": {"base": "sp", "offset": "16"}}, 'cfa: wrong type of offset: "16" is a string, and owed is a whole'),
    ({**FOUND, "fp": None}, "lookup: wrong type of fp: it is null, and owed is an object with base and offset, or a string"),
    ({**FOUND, "rows": []}, "lookup: no schema names the member rows"))]


@pytest.mark.parametrize("rows, outcomes", [(NO_FORMS, ("fail", "unread")), (WRONG_TYPES, ("garbage",))],
                         ids=["a string of no form", "a wrong type"])
def test_what_is_wrong_with_a_value_is_named_first(judge, rows, outcomes):
    _, cases = judge([row[:2] for row in rows])
    for case, (*_, words) in zip(cases, rows, strict=True):
        assert case["outcome"] in outcomes and case["reason"].startswith(words), case["reason"]


LACKING = [  # a vector, an answer, and how the reason begins if members are all that the answer lacks
    (decode(MODEL), NO_VERDICT, 'verdict: expected "valid", got nothing'),
    (decode(MODEL), {"functions": []}, None),  # a list that is there is compared
    (decode(MODEL), but(NO_VERDICT, version=3), None),
    (decode(MODEL), MODEL, None),
    (lookup(FOUND), {"pc": "0x1004", "cfa": FOUND["cfa"]}, "function: expected 0, got nothing (and 5 more)"),
    (lookup({"pc": "0x1004", "none": "row"}), {}, None),
    (check(), {}, 'verdict: expected "valid", got nothing'),
    (check(), {"verdict": "irregular"}, None),
    (contested(decode(MODEL), ("one", {"answer": MODEL})), NO_VERDICT, "no reading of the ledger gives this answer: closest is one, and by it "
     'verdict: expected "valid", got nothing; there are one'),
    (contested(decode(MODEL), ("one", {"answer": MODEL})), but(NO_VERDICT, version=3), None),
    (broken("decode", "error"), NO_VERDICT, None),
]


def test_an_adapter_that_only_lacks_members_is_advised_about_exposes(judge):
    rows = [row[:2] for row in LACKING]
    _, cases = judge(rows)
    listing, listed = judge(rows, exposes=["decode.version", "lookup.cfa"])
    assert LACK not in listing.out
    for case, again, (*_, lacks) in zip(cases, listed, LACKING, strict=True):
        assert case["reason"].startswith(f"{lacks}{LACK}") if lacks else LACK not in case["reason"], case
        assert not lacks or again["outcome"] in ("pass", "reading", "unjudged"), again


def test_who_lacks_members_reads_of_it_once_whatever_the_vectors_are_about(conform, tmp_path):
    vectors = [decode(MODEL), decode(MODEL, fault={"clause": "fde.info", "way": "x", "twin": "v2/amd64/decode/made/1"}),
               contested(decode(MODEL), ("one", {"answer": MODEL})), lookup(FOUND)]
    vectors = [{**vector, "id": f"{vector['id']}-{number}"} for number, vector in enumerate(vectors)]
    answers = {1: NO_VERDICT, 2: NO_VERDICT, 3: NO_VERDICT, 4: {**FOUND, "row": 0}}
    lines = conform(vectors, answering(tmp_path, answers)).out.splitlines()
    found = [number for number, line in enumerate(lines) if LACK in line]
    assert len(found) == 1 and lines[found[0] + 1].strip() == "and 2 more that look like it"
    assert any("row: expected 1, got 0" in line for line in lines)


HELLOS = [  # members of a hello, and whether it is one
    ({}, True), ({"protocol": 3}, True), ({"protocol": "1"}, False), ({"name": None}, False), ({"version": 1}, False),
    ({"profiles": "v2"}, False), ({"profiles": ["v9"]}, False), ({"abis": ["x86"]}, False), ({"abis": None}, False),
    ({"operations": ["encode"]}, True), ({"operations": ["read"]}, False), ({"foreign_byte_order": 1}, False),
    ({"foreign_byte_order": False}, True), ({"exposes": []}, True), ({"exposes": "decode"}, False),
    ({"exposes": ["decode", "lookup.cfa.base", "encode"]}, True), ({"exposes": [1]}, False),
    ({"exposes": ["rows.cfa"]}, False), ({"exposes": ["decode.functions[0]"]}, False), ({"exposed": []}, False),
    ({"starts_from_field": ["v2"]}, True), ({"starts_from_field": ["amd64"]}, False), ({"opens": True}, False),
    ({"opens": False}, True), ({"protocol": 3, "opens": True, "concurrent": True}, True),
    ({"protocol": 3, "opens": 1}, False), ({"protocol": 2, "concurrent": True}, False), ({"protocol": 4}, False)]


def test_the_schema_of_hello_and_the_runner_say_the_same(conform):
    hellos = [but({"protocol": 1, "name": "x", "version": "1", "profiles": ["v2"], "abis": ["amd64"], "operations": ["check"]},
                  **members) for members, _ in HELLOS]
    schemas = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "corpus/schema").iterdir()}
    schema = schemas["hello.schema.json"]
    resolver = jsonschema.RefResolver("hello.schema.json", schema, store=schemas)
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    adapters = [shlex.join(["sh", "-c", f"read -r _; echo '{json.dumps(hello)}'"]) for hello in hellos]
    result = conform([check()], *adapters)
    for hello, (members, good), each in zip(hellos, HELLOS, result.report["implementations"], strict=True):
        assert ("hello: " not in (each["missing"] or "")) == validator.is_valid(hello) == good, members


def test_the_exposed_members_of_rows_are_those_of_all_rows(judge):
    answer = {"functions": [{"rows": [but(ROW, start=None)]}]}
    for exposes, outcome in (("decode.functions.rows.cfa", "pass"), ("decode.functions.rows", "fail")):
        assert judge([(decode(MODEL), answer)], exposes=[exposes])[1][0]["outcome"] == outcome
