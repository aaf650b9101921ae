"""Faults planted in converted sections: sframe-crosscheck finds each by its kind."""
import json
import pathlib
import struct

import pytest

from corpus.tests.compiled import CROSSCHECK, TARGETS, Section, must, records, run, with_section

FOLDER = pathlib.Path(__file__).parent


def change_word(word, minimum):
    def change(section):
        places = Section(section)
        info, _, size, *_ = next(row for row in places.each_row() if row[1] >= minimum)
        section[places.last_byte_of_word(info, size, word)] ^= 8
    return change


def change_info(bit):
    def change(section):
        info, *_ = next(iter(Section(section).each_row()))
        section[info] ^= bit
    return change


def change_function(bit):
    def change(section):
        section[Section(section).info(0)] ^= bit
    return change


def empty_function(section):
    places = Section(section)
    struct.pack_into("I", section, places.entries[-1] + (8 if places.v3 else 4), 0)


def move_row(section):
    info, *_ = next(row for row in Section(section).each_row() if row[3] == 1)
    section[info - 1] ^= 4  # the start is one byte or ends in its lowest one on big-endian targets


FAULTS = [
    ("cfa", "v2e2", "", change_word(0, 1)),
    ("cfa", "v3", "", change_word(0, 1)),
    ("cfa", "v2e2", "", change_info(1)),
    (None, "v2e2", "", move_row),
    ("missing", "v2e2", "", empty_function),
    ("missing", "v3", "", empty_function),
    ("ra", "v2e2", "aarch64", change_word(1, 3)),
    ("ra", "v3", "s390x", change_word(1, 3)),
    ("fp", "v2e2", "amd64", change_word(1, 2)),
    ("fp", "v2e2", "aarch64", change_word(2, 3)),
    ("fp", "v3", "s390x", change_word(2, 3)),
    ("mangled", "v3", "aarch64", change_info(0x80)),
    ("pauth-key", "v2e2", "aarch64", change_function(0x20)),
    ("signal", "v3", "", change_function(0x80)),
]

PLACES = {"leaf", "saves", "vla", "aligned", "large", "many", "calls", ".plt"}
CASES = [(name, kind, profile, change) for kind, profile, machine, change in FAULTS
         for name in TARGETS if name.startswith(machine) and not name.endswith("-fp")]


@pytest.mark.parametrize("target, kind, profile, change", CASES, indirect=["target"])
def test_a_planted_fault_is_found_by_its_kind(target, kind, profile, change):
    done = run(CROSSCHECK, "--json", "-p", profile, with_section(target, profile, change))
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
    changed = with_section(target, "v3", empty_function)
    record, = records("--foreign", target["object"], changed)
    assert record["unexplained"] == 0
    assert record["kinds"]["foreign"]["functions"] == 1


# What the second row says; rows that the ledger excuses, and rows that are a finding.
MASKS = [(9, 16, 9, 0), (11, 16, 9, 6), (8, 16, 0, 3), (9, 24, 0, 21), (16, 16, 9, 14)]


@pytest.mark.parametrize("at, word, excused, found", MASKS)
def test_a_ledger_entry_excuses_only_what_one_of_its_readings_says(at, word, excused, found, tmp_path):
    must("as", "--64", "--defsym", f"AT={at}", "--defsym", f"WORD={word}", "-o", tmp_path / "masks.o",
         FOLDER / "masks.s")
    record, = records("--profile", "v1", tmp_path / "masks.o")
    kinds = {kind: amount["rows"] for kind, amount in record["kinds"].items()}
    assert (kinds.pop("v1-mask", 0), kinds.pop("cfa", 0), kinds) == (excused, found, {})
