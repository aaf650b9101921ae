"""docs/vectors.md: its examples are what the generator emits, and it names every shape that there is."""
import json
import re

import pytest

from common.schemas import validator
from generator.tests.conftest import ROOT, generate

PAGE = (ROOT / "docs/vectors.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def emitted(name):
    lines = generate("emit", "--select", name).stdout.splitlines()
    assert len(lines) == 2, f"{name} is one vector and the closing line"
    return json.loads(lines[0])


@pytest.mark.parametrize("name, text", EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_is_what_the_generator_emits(name, text):
    vector = emitted(name)
    validator("vector").validate(vector)
    assert json.loads(text) == (vector["input"]["parts"] if text.startswith("[") else vector["expect"])


@pytest.mark.parametrize("heading", ("valid", "malformed", "irregular", "With open", "contested"))
def test_each_class_has_an_example_of_its_own(heading):
    part = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)[1]
    names = re.findall(r"^```json (\S+)$", part, re.MULTILINE)
    for vector in map(emitted, names):
        assert ("open" in vector["expect"]) == (heading == "With open")
        assert heading in ("With open", vector["class"])
    assert names


def test_the_table_has_every_shape_of_the_core():
    rows = {}
    for line in re.findall(r"^\| `.*`[^|]*\|.*\|.*\|.*\|$", PAGE.partition("`accept` lists")[0], re.MULTILINE):
        kinds, _, members, _ = line.strip("| ").split(" | ")
        members = set(re.findall(r"`(\w+)`", members))
        for kind in set(re.findall(r"`(\w+)`", kinds)) - {"open"}:
            rows.setdefault(kind, []).append(members)
    seen = set()
    for line in generate("emit", "--core").stdout.splitlines()[:-1]:
        vector = json.loads(line)
        seen.add((vector["class"], frozenset(vector["expect"])))
    shapes = {kind: {members for its, members in seen if its == kind} for kind, _ in seen}
    assert set(rows) == set(shapes)
    for kind in set(rows) - {"valid"}:
        named = set().union(*rows[kind])
        assert named == set().union(*shapes[kind]), kind
