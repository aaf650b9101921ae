"""docs/compared.md: each row of its tables is asked; and the schemas of answers say what the runner takes."""
import json
import re
import subprocess

import jsonschema
import pytest

from conformance.runner.members import Schemas, answer_schemas
from conformance.runner.tests.conftest import GENERATOR, READING, ROOT

PAGE = (ROOT / "docs/compared.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([^`|]+)` \| (?:no list|`(\[.*?\])`) \| `({.*})` \| ([a-z]+) \|$", re.M)
CLASSES = ["valid", "malformed", "irregular", "contested"]
ROWS = [(kind, *row.groups()) for kind in CLASSES
        for row in ROW.finditer(PAGE.partition(f"\n## {kind}\n")[2].partition("\n## ")[0])]
SCHEMAS = ROOT / "corpus/schema"


def schema_of(operation):
    return json.loads((SCHEMAS / f"answer-{operation}.schema.json").read_text(encoding="utf-8"))


def is_valid(operation, answer):
    return jsonschema.Draft202012Validator(schema_of(operation)).is_valid({"request": 1, **answer})


@pytest.fixture(name="vectors", scope="module")
def fixture_vectors():
    wanted = [word for row in sorted({row[3] for row in ROWS}) for word in ("--select", row)]
    lines = subprocess.run([GENERATOR, "emit", "--core", *wanted], stdout=subprocess.PIPE, check=True).stdout.splitlines()
    return {vector["id"]: vector for vector in map(json.loads, lines) if "id" in vector}


def test_each_row_of_a_table_is_one_that_is_asked():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| ---", "| operation"))]
    assert len(rows) == len(ROWS) > 35 and {row[0] for row in ROWS} == set(CLASSES)
    assert {row[1] for row in ROWS} >= set(READING)


@pytest.mark.parametrize("exposes", sorted({row[4] for row in ROWS}, key=str))
def test_rows_come_out_as_the_page_says(judge, vectors, exposes):
    rows = [(kind, operation, vectors[name], json.loads(answer), outcome)
            for kind, operation, _, name, exposed, answer, outcome in ROWS if exposed == exposes]
    hello = {"exposes": json.loads(exposes)} if exposes else {}
    _, cases = judge([row[2:4] for row in rows], operations=READING, **hello)
    for case, (kind, operation, vector, answer, outcome) in zip(cases, rows, strict=True):
        assert vector["class"] == kind and operation.split(",")[0] in (vector["operation"], "any")
        assert case["outcome"] == outcome, case
        assert is_valid(vector["operation"], answer) == (outcome != "garbage")


def test_the_schemas_of_answers_are_made_of_those_of_expectations():
    made = dict(answer_schemas(Schemas(SCHEMAS)))
    assert {path.name for path in SCHEMAS.glob("answer-*")} == set(made)
    for path, schema in made.items():
        assert json.loads((SCHEMAS / path).read_text(encoding="utf-8")) == schema, \
            f"{path}: conformance/runner/members.py --answers corpus/schema corpus/schema writes it"


PLACE = {"base": "cfa", "offset": -8, "deref": True}
WRONG = [{"pc": "0x11001", "ra": {**PLACE, "base": "r-16"}}, {"fp": "unchanged"}, {"row": "0"}, {"row": 0.5}, {"rows": 0},
         {"cfa": {**PLACE, "offset": "8"}}, {"cfa": {**PLACE, "size": 8}}, {"cfa": "same"}, {"pc": 69633}, {"pc": "-0x1"},
         {"pc": "0x11001", "none": "nowhere"}, {"signal": 0}, {"error": 1}, {"row": None}]
RIGHT = [{"ra": PLACE}, {"ra": "undefined"}, {"pc": "0x0011001"}, {"pc": "0xABC"}, {"row": 7}, {"none": "unknown"}, {"error": ""},
         {"violations": 7}, {"cfa": {"base": "r16", "offset": 0, "deref": False}}, {"section": "x", "unsupported": "y"}]


def test_the_schema_of_an_answer_and_the_runner_say_the_same(judge, vectors):
    vector = vectors["v2e2/amd64/lookup/row-start-2147483648-addr4/f0-start-after/pcrel"]
    rows = [(vector, answer) for answer in (*WRONG, *RIGHT)]
    _, cases = judge(rows, operations=["lookup"], exposes=[])
    for case, (_, answer) in zip(cases, rows, strict=True):
        taken = case["outcome"] != "garbage" and "has no form" not in case["reason"]
        assert taken == is_valid("lookup", answer) == (answer in RIGHT), (answer, case)
