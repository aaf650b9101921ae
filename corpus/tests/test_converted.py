"""Sections that sframe-convert makes: valid, the same as the CFI, small; and what each version cannot say."""
import json
import os
import re

import pytest
from elftools.elf.elffile import ELFFile

from corpus.tests.compiled import MEASURE, PROFILES, REF, SYSTEM, converted, must, records, with_section

# --- Converted, and compared with the CFI -------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["object", "shared"])
def test_what_is_converted_is_valid_and_the_same(target, kind):
    found = records("--convert", ",".join(PROFILES), target[kind])
    assert len(found) == (3 if target["name"].startswith("s390x") else 5)
    for record in found:
        assert (record["verdict"], record["unexplained"]) == ("valid", 0), record
        assert record["all"]["functions"] >= 6
        counted = record["same"]["rows"] + sum(amount["rows"] for amount in record["kinds"].values())
        assert counted >= record["all"]["rows"]


def test_version_3_says_every_function(target):
    record, = records("--convert", "v3", target["shared"])
    assert record["kinds"] == {}
    assert record["same"] == {**record["all"], "functions": 0}


def test_a_section_in_a_file_is_judged_like_one_in_process(target):
    for profile in ("v2e2", "v3"):
        record, = records(with_section(target, profile))
        inside, = records("--convert", profile, target["shared"])
        assert record["profile"] == profile
        for key in ("verdict", "unexplained", "all", "same", "kinds"):
            assert record[key] == inside[key]


def test_version_2_without_flag_0x4_is_the_text_that_knows_the_abi(target):
    """A section does not say which errata apply; s390x came with the first of them, as the flag did."""
    record, = records(with_section(target, "v2e2", " pcrel", ""))
    assert record["profile"] == ("v2e2" if target["name"].startswith("s390x") else "v2")
    assert (record["verdict"], record["unexplained"]) == ("valid", 0)


@pytest.mark.parametrize("path", [path for path in SYSTEM if os.path.exists(path)])
def test_this_machines_binaries(path):
    for record in records("--convert", ",".join(PROFILES), path):
        assert (record["verdict"], record["unexplained"], record["odd_fdes"]) == ("valid", 0, 0), record
        assert record["same"]["rows"] > 0.9 * record["all"]["rows"]


def test_the_bounded_list_is_not_empty():
    assert sum(os.path.exists(path) for path in SYSTEM) >= 3


# --- Words as small as possible -----------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["v2e2", "v3"])
def test_words_are_as_small_as_they_get(target, profile):
    """The notation gives the size of words only where they are larger than needed."""
    text = converted(target, profile)[2]
    assert re.search(r" cfa .*\n", text) and not re.search(r" words\d", text)


# --- What each version cannot say ---------------------------------------------------------------------------


# How many functions cannot be said, by the kind of the reason.
ODD_KINDS = {
    "v2": {"ra-elsewhere": 2, "fp-register": 2, "ra-undefined": 1, "fp-undefined": 1, "fp-expression": 3,
           "cfa-expression": 2, "cfa-register": 2, "sp-elsewhere": 1, "signal-frame": 1},
    "v2e2": {"ra-elsewhere": 2, "fp-register": 2, "fp-undefined": 1, "fp-expression": 3, "cfa-expression": 2,
             "cfa-register": 2, "sp-elsewhere": 1, "signal-frame": 1},
    "v3": {"fp-undefined": 1, "fp-expression": 1, "cfa-expression": 1, "sp-elsewhere": 1},
}


@pytest.mark.parametrize("profile", ODD_KINDS)
def test_what_each_version_cannot_say(odd, profile):
    record, = records("--convert", profile, odd["shared"])
    assert record["unexplained"] == 0
    assert {kind: amount["functions"] for kind, amount in record["kinds"].items()} == ODD_KINDS[profile]
    assert {amount["owner"] for amount in record["kinds"].values()} == {"format"}
    assert record["converted"]["said"] == 16 - sum(ODD_KINDS[profile].values())


FAR = {"base": "sp", "offset": 8}
USUAL_RA = {"base": "cfa", "offset": -8, "deref": True}
ODD_RULES = {
    "ra_in_register": (FAR | {"base": "r7"}, {"base": "r0", "offset": 0}, "same"),
    "fp_in_high_register": (FAR | {"base": "r7"}, USUAL_RA, {"base": "r20", "offset": 0}),
    "fp_by_expression": (FAR | {"base": "r7"}, USUAL_RA, {"base": "r6", "offset": 8, "deref": True}),
    "fp_is_value": (FAR | {"base": "r7"}, USUAL_RA, {"base": "r7", "offset": -8}),
    "cfa_by_expression": ({"base": "r6", "offset": -8, "deref": True}, USUAL_RA, "same"),
    "cfa_on_high_register": ({"base": "r20", "offset": 16}, USUAL_RA, "same"),
    "ra_elsewhere": (FAR | {"base": "r7"}, {"base": "cfa", "offset": -24, "deref": True}, "same"),
    "far_words": ({"base": "sp", "offset": 120}, USUAL_RA, {"base": "cfa", "offset": -136, "deref": True}),
}


def test_flexible_rules_are_the_ones_that_the_assembly_says(odd):
    path = with_section(odd, "v3")
    model = json.loads(must(REF, "decode", path))
    rules = {function["start"]: function["rows"][-1] for function in model["functions"] if function["rows"]}
    with open(path, "rb") as file:
        symbols = {symbol.name: hex(symbol["st_value"])
                   for symbol in ELFFile(file).get_section_by_name(".symtab").iter_symbols()}
    for name, wanted in ODD_RULES.items():
        row = rules[symbols[name]]
        assert (row["cfa"], row["ra"], row["fp"]) == wanted, name
    assert not re.search(r" words\d", converted(odd, "v3")[2])
    assert all(json.loads(must(MEASURE, odd["shared"]))["as"]["3"]["offsets"])
