"""Encoders that go wrong in known ways get the right outcome."""
import json

import pytest

from conformance.writers import answers, outcomes as outcome_words
from conformance.writers.tests.conftest import BUILD, WRITERS, make, run

RUN = WRITERS / "run"

# Answers with the section that it was given to read and write again; BODY may do something else.
ADAPTER = """#!{python}
import json, os, sys, time
while line := sys.stdin.buffer.readline():
    words = line.split()
    if words[0] == b"hello":
        answer = {{"protocol": 1, "name": "mine", "version": "1", "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
                  "abis": ["amd64"], "operations": ["encode"]}}
    else:
        section = json.loads(sys.stdin.buffer.read(int(words[5]))).get("section_hex", "")
        answer = {{"request": int(words[1]), "section": section}}
        {body}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture(name="vectors", scope="session")
def fixture_vectors(tmp_path_factory):
    return make(tmp_path_factory.mktemp("encode") / "vectors", "sframe-gen", "encode", "--core", "--abi", "amd64")


@pytest.fixture(name="outcomes")
def fixture_outcomes(script, vectors, ask):
    """How often each outcome comes for an encoder with this BODY."""
    def judge(body, *select, status=None):
        words = [word for glob in select for word in ("--select", glob)]
        ended, report = ask(vectors, script(ADAPTER, body=body), *words)
        assert status in (None, ended), report
        return {name: count for name, count in report["outcomes"].items() if count}
    return judge


AGAIN = "v3/amd64/encode/*/again"
ONE = "v3/amd64/encode/inc-addr1-word1-one/whole/again"


def test_who_gives_back_what_was_read_passes(outcomes):
    found = outcomes("pass", AGAIN, status=0)
    assert set(found) == {"same"} and found["same"] > 50


@pytest.mark.parametrize("body, outcome", [
    ("answer['section'] = section[:-4] + '09' + section[-2:]", "wrong"),  # the last row's CFA
    ("answer['section'] = section[:20]", "wrong"),
    ("answer['section'] = 'no hexadecimal'", "garbage"),
    ("answer = {'request': int(words[1]), 'refused': 'no'}", "wrong"),
    ("answer = {'request': int(words[1]), 'unsupported': 'no'}", "unsupported"),
    ("os.abort()", "crash"),
    ("sys.exit(3)", "exit"),
    ("time.sleep(60)", "hang"),
    ("print('no JSON', flush=True)", "garbage"),
])
def test_each_fault_has_its_outcome(outcomes, body, outcome):
    assert outcomes(body, ONE) == {outcome: 1}


def test_one_that_dies_is_asked_the_next_question_too(outcomes):
    found = outcomes("'e2de03010300f8000100' in section and os.abort()", AGAIN, status=1)
    assert found["crash"] >= 1 and found["same"] > 50


@pytest.mark.parametrize("body, outcome", [("pass", "hides"),
                                           ("answer = {'request': int(words[1]), 'refused': 'no'}", "refused")])
def test_what_no_section_says_is_to_be_refused(outcomes, body, outcome):
    assert outcomes(body, "v3/amd64/encode/unsayable/row-start-addr1") == {outcome: 1}


# Rows at 0, 32 and 16 of a function at 0x11000, as they were given.
UNORDERED = ("e2de03050300f80001000000030000000e0000000000000010000000e40f"
             "00000000000040000000000000000300000000000308200310100310")


@pytest.mark.parametrize("body, outcome", [
    (f"answer['section'] = '{UNORDERED}'", "reading"),
    (f"answer['section'] = '{UNORDERED[:-6]}'", "wrong"),  # cannot be read
    ("answer = {'request': int(words[1]), 'refused': 'no'}", "refused")])
def test_what_the_texts_leave_open_is_no_fault(outcomes, body, outcome):
    assert outcomes(body, "v3/amd64/encode/unsayable/row-before") == {outcome: 1}


@pytest.mark.parametrize("name, member, number", [
    ("abi-next", "abi", "0x5"), ("row-type-last", "fre_type", "0xf"), ("function-type-next", "fde_type", "0x2")])
def test_what_no_text_knows_is_reported_as_a_number(vectors, outcomes, name, member, number):
    vector = f"v3/amd64/encode/unsayable/{name}"
    asked = next(line for line in map(json.loads, vectors.read_text().splitlines()) if line.get("id") == vector)
    section = asked["input"]["section"]
    assert {**section, **section["functions"][0]}[member] == number
    assert outcomes(f"answer['section'] = '{UNORDERED}'", vector) == {"hides": 1}


@pytest.mark.parametrize("command, select, words", [
    ("{own}", "no such vector", "nothing was asked"), ("false", AGAIN, "mine")])
def test_nothing_asked_is_no_success(vectors, script, command, select, words):
    own = script(ADAPTER, body="pass")
    done = run(RUN, "--build", BUILD, "--vectors", vectors, "--select", select, f"mine={command.format(own=own)}")
    assert done.returncode != 0 and words in done.stderr + done.stdout


def test_a_bad_outcome_without_a_page_is_reported(vectors, script):
    refuses = script(ADAPTER, body="answer = {'request': int(words[1]), 'refused': 'no'}")
    done = run(RUN, "--build", BUILD, "--vectors", vectors, "--select", ONE, f"mine={refuses}")
    assert done.returncode == 1 and "wrong    refused: no" in done.stdout and "NOT EXPLAINED" in done.stdout


# --- sframe-convert -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("abi", ["amd64", "aarch64", "aarch64_be", "s390x"])
def test_our_converter_says_what_directives_say(abi, tmp_path):
    """Directives alone, and for one ABI offsets: a page explains what .eh_frame lost, and nothing else is wrong."""
    names = ("single", "frames", *(("offsets", "spans") if abi == "amd64" else ()))
    families = [make(tmp_path / name, "sframe-programs", "--abi", abi, "--family", name) for name in names]
    (tmp_path / "programs").write_text("".join(path.read_text() for path in families))
    command = f"{WRITERS}/convert-as --build {BUILD} {abi}"
    verdicts = answers.verdicts_of(answers.any_assembler("sframe-convert", abi, command), tmp_path / "programs", BUILD)
    assert sum(each.outcome == "same" for each in verdicts.values()) > 100
    assert [name for name, each in verdicts.items() if each.outcome in outcome_words.BAD and each.page is None] == []
    assert {each.outcome for each in verdicts.values()} <= {"same", "absent", "wrong", "hides", "omits", "refused", "reading"}


def test_a_source_that_no_assembler_takes_gets_its_error(tmp_path):
    source = tmp_path / "a.s"
    source.write_text("\t.cfi_no_such_directive\n")
    done = run(WRITERS / "convert-as", "--build", BUILD, "amd64", "-o", tmp_path / "o", source)
    assert done.returncode == 1 and "Error" in done.stderr and not (tmp_path / "o").exists()
