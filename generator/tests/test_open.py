"""The guard of what the ledger leaves open, held against the ledger, its unit tests and all vectors."""
import json
import re

from generator.tests.conftest import ROOT

LEDGER = {path.stem: json.loads(path.read_text(encoding="utf-8"))
          for path in (ROOT / "conformance/ledger").glob("*.json")}


def points(*kinds, pattern="generator/emit/open_*.c"):
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(pattern)))
    return re.findall(rf'^\s+(?:{"|".join(kinds)})\("([a-z0-9-]+)"[,)]', text, re.MULTILINE)


# Points on which no vector rests: a reader declares what it reads.
DECLARED = {"foreign-byte-order"}


def test_the_guard_knows_each_open_point_once():
    known = points("TOUCHED", "UNREADABLE", "UNTOUCHED")
    assert sorted(known) == sorted(name for name, entry in LEDGER.items() if entry["status"] == "open")


def test_each_point_that_a_vector_can_touch_is_touched_in_test_open():
    assert set(points("TOUCH", pattern="generator/tests/open_*.c")) == set(points("TOUCHED", "UNREADABLE"))


def question(vector):
    given = vector["input"]
    return vector["profile"], vector["operation"], given["address"], given["bytes"], given.get("pc")


def point(vector):
    return vector["expect"]["readings"][0]["ledger"]


def test_no_answer_is_demanded_where_another_vector_is_contested(everything):
    contested = {question(vector): vector for vector in everything
                 if vector["class"] == "contested" and point(vector) not in DECLARED}
    assert len(contested) > 1000
    demanding = [vector for vector in everything if vector["class"] == "valid"
                 or (vector["class"] == "irregular" and "answer" in vector["expect"])]
    assert [(vector["id"], contested[question(vector)]["id"]) for vector in demanding
            if question(vector) in contested] == []


def test_the_guard_names_only_what_the_ledger_leaves_open(everything):
    named = {vector["expect"]["open"] for vector in everything if "open" in vector["expect"]}
    assert named and named <= set(points("TOUCHED", "UNREADABLE"))
