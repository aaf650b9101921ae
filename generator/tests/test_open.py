"""The guard (generator/emit/open.c) names open points of the ledger that an answer rests on.  It is compared with the
ledger, with texts that touch its points, and with all vectors."""
import itertools
import json
import re
from pathlib import Path

import pytest

from generator.tests.conftest import ROOT, generate

LEDGER = {path.stem: json.loads(path.read_text(encoding="utf-8"))
          for path in (ROOT / "conformance/ledger").glob("*.json")}
GUARDED = re.findall(r'^    POINT\("([a-z0-9-]+)",', (ROOT / "generator/emit/open.c").read_text(encoding="utf-8"), re.M)

# Points on which no vector rests: a reader declares what it reads.
DECLARED = {"foreign-byte-order"}


def test_the_guard_knows_each_open_point_once():
    untouched = Path(__file__).with_name("untouched.txt").read_text(encoding="utf-8").splitlines()
    known = GUARDED + [line for line in untouched if line[0] != "#"]
    assert sorted(known) == sorted(name for name, entry in LEDGER.items() if entry["status"] == "open")


# Texts, in which a comment behind each question has the point that must be named.
TEXTS = Path(__file__).with_name("open.txt").read_text(encoding="utf-8").split("---\n")
QUESTION = re.compile(r"^((?:decode|check|lookup)(?: 0x\w+)?) +# (\S+)$\n?", re.MULTILINE)
NAMES = re.compile(r"^section ((?:(?:also|v\d\w*|amd64|aarch64\w*|s390x) ?)+)", re.MULTILINE)


def test_each_point_that_a_vector_can_touch_is_touched_in_a_text():
    named = {point for text in TEXTS for _, point in QUESTION.findall(text)}
    assert named - {"nothing"} == set(GUARDED)


def for_one_each(text):
    """The text for each profile and ABI that it is for."""
    for names in NAMES.search(text)[1].split("also"):
        profiles, abis = (re.findall(pattern, names) for pattern in (r"v\d\w*", r"amd64|aarch64\w*|s390x"))
        for profile, abi in itertools.product(profiles, abis):
            if abi != "s390x" or profile not in ("v1", "v2"):
                yield NAMES.sub(f"section {profile} {abi} ", text)


def named_by(text):
    """The points that `make` names: in vectors that break something, or when it refuses a valid one, and ends."""
    done = generate("make", "--vector", "-", input=text)
    refused = re.search("an open point of the ledger: (.*)", done.stderr)
    if refused:
        return {refused[1]}
    assert done.returncode == 0, done.stderr
    return {json.loads(line)["expect"].get("open", "nothing") for line in done.stdout.splitlines()[:-1]}


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_points_are_named_where_they_are_touched_and_nowhere_else(number):
    model = QUESTION.sub("", TEXTS[number])
    for question, point in QUESTION.findall(TEXTS[number]):
        texts = [model + question] if point == "nothing" else [each + question for each in for_one_each(model)]
        for text in texts:
            assert named_by(text) == {point}, text


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
    assert named and named <= set(GUARDED)
