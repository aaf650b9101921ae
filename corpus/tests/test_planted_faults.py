"""Faults planted in converted sections: sframe-crosscheck finds each by its kind."""
import json
import pathlib

import pytest

from corpus.tests.compiled import CROSSCHECK, TARGETS, must, records, run, with_section

FOLDER = pathlib.Path(__file__).parent


CFA, RA, FP, SIZE = r"cfa sp\S*", r"ra \*\(cfa-\d+\)", r"fp \*\(cfa-\d+\)", r"(size \d+)( key-b)?"
EMPTY_LAST = r"(?s)(.*size )\d+", r"\g<1>0"
FAULTS = [
    ("cfa", "v2e2", "", CFA, "cfa sp+640"),
    ("cfa", "v3", "", CFA, "cfa sp+640"),
    ("cfa", "v2e2", "", "cfa sp", "cfa fp"),
    (None, "v2e2", "", r"( 0 .*\n)  \d+ ", r"\1  3 "),
    ("missing", "v2e2", "", *EMPTY_LAST),
    ("missing", "v3", "", *EMPTY_LAST),
    ("ra", "v2e2", "aarch64", RA, "ra *(cfa-512)"),
    ("ra", "v3", "s390x", RA, "ra *(cfa-512)"),
    ("fp", "v2e2", "amd64", FP, "fp *(cfa-512)"),
    ("fp", "v2e2", "aarch64", FP, "fp *(cfa-512)"),
    ("fp", "v3", "s390x", FP, "fp *(cfa-512)"),
    ("mangled", "v3", "aarch64", r"( 0 cfa \S+)", r"\1 mangled"),
    ("pauth-key", "v2e2", "aarch64", SIZE, lambda found: found[1] + ("" if found[2] else " key-b")),
    ("signal", "v3", "", SIZE, r"\1\2 signal"),
]

PLACES = {"leaf", "saves", "vla", "aligned", "large", "many", "calls", ".plt"}
CASES = [(name, kind, profile, right, wrong) for kind, profile, machine, right, wrong in FAULTS
         for name in TARGETS if name.startswith(machine) and not name.endswith("-fp")]


@pytest.mark.parametrize("target, kind, profile, right, wrong", CASES, indirect=["target"])
def test_a_planted_fault_is_found_by_its_kind(target, kind, profile, right, wrong):
    done = run(CROSSCHECK, "--json", "-p", profile, with_section(target, profile, right, wrong))
    assert done.returncode == 1, done.stdout + done.stderr
    record = json.loads(done.stdout)
    found = {name for name, amount in record["kinds"].items() if amount["owner"] == "unexplained"}
    kind = kind or next(iter(found), "nothing")
    assert kind in found, record["kinds"]
    finding = next(finding for finding in record["findings"] if finding["kind"] == kind)
    assert int(finding["pc"], 16) < int(finding["end"], 16)
    assert finding["place"].split("+")[0] in PLACES


@pytest.mark.parametrize("target", ["amd64"], indirect=True)
def test_a_function_that_cannot_be_said_is_explained(target):
    record, = records(with_section(target, "v2e2"))
    assert record["kinds"]["cfa-register"]["owner"] == "format"
    assert record["kinds"]["cfa-register"]["functions"] == 1


def test_an_input_without_sframe_is_explained_if_it_is_named(target):
    changed = with_section(target, "v3", *EMPTY_LAST)
    record, = records("--foreign", target["object"], changed)
    assert record["unexplained"] == 0
    assert record["kinds"]["foreign"]["functions"] == 1


# Where the second row starts and its CFA's offset; how many rows the ledger then excuses, and how many are a finding.
MASKS = [(9, 16, 9, 0), (11, 16, 9, 6), (8, 16, 0, 3), (9, 24, 0, 21), (16, 16, 9, 14)]


@pytest.mark.parametrize("at, word, excused, found", MASKS)
def test_a_ledger_entry_excuses_only_what_one_of_its_readings_says(at, word, excused, found, tmp_path):
    must("as", "--64", "--defsym", f"AT={at}", "--defsym", f"WORD={word}", "-o", tmp_path / "masks.o",
         FOLDER / "masks.s")
    record, = records("--profile", "v1", tmp_path / "masks.o")
    kinds = {kind: amount["rows"] for kind, amount in record["kinds"].items()}
    assert (kinds.pop("v1-mask", 0), kinds.pop("cfa", 0), kinds) == (excused, found, {})
