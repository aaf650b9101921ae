"""The vectors of corpus/regressions: one a file, complete, and the oracle agrees with each."""
import json
import os
import pathlib
import re
import shlex
import subprocess

import conftest
import jsonschema
import pytest

ROOT = pathlib.Path(conftest.CORPUS).parent
FOLDER = ROOT / "corpus/regressions"
FILES = sorted(FOLDER.iterdir())


def load(path):
    line, = path.read_text(encoding="utf-8").splitlines()
    return json.loads(line)


def todo(vector):
    """Where a person has not yet replaced what a stub says."""
    return re.findall(r'"(\w+)":"?TODO', json.dumps(vector, separators=(",", ":")))


def faults(vector, name, checker):
    """What is wrong with a vector in a file of that name, apart from the oracle's view."""
    found = [f"{member} is TODO" for member in todo(vector)]
    expected = "/".join((vector["profile"], vector["abi"], vector["operation"], "regression", name))
    if vector["id"] != expected:
        found.append(f"the id is {vector['id']}, not {expected}")
    if vector["family"] != "regression":
        found.append(f"the family is {vector['family']}")
    if vector["origin"].startswith("fuzz/") and not (ROOT / vector["origin"]).exists():
        found.append(f"the origin {vector['origin']} is not there")
    if not found:
        try:
            checker.validate(vector)
        except jsonschema.ValidationError as error:
            found.append(error.message)
    return found


def judge(oracle, lines):
    runner = os.environ.get("SFRAME_CONFORM", ROOT / "build/sframe-conform")
    tool = shlex.join([str(ROOT / "conformance/adapters/tool.py"), str(oracle)])
    return subprocess.run([runner, "--exact", "--corpus", "-", f"tool={tool}"], input=lines, text=True,
                          capture_output=True, check=False)


def test_there_are_vectors_and_nothing_else():
    assert FILES and all(path.suffix == ".json" for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_is_a_whole_vector_named_after_its_file(path, validator):
    assert not faults(load(path), path.stem, validator("vector.schema.json"))


def test_the_oracle_agrees_with_all_of_them(oracle):
    done = judge(oracle, "".join(path.read_text(encoding="utf-8") for path in FILES))
    assert f"{len(FILES)} vectors, {len(FILES)} asked, 0 unexpected" in done.stdout and done.returncode == 0, done


@pytest.mark.parametrize("change, fault", [
    ({"class": "TODO"}, "class is TODO"), ({"expect": "TODO"}, "expect is TODO"), ({"note": "TODO: why"}, "note is TODO"),
    ({"id": "v1/amd64/check/regression/other"}, "the id is"), ({"family": "real"}, "the family is"),
    ({"origin": "fuzz/regressions/decode/none"}, "is not there"), ({"class": "odd"}, "'odd' is not"),
])
def test_what_is_not_whole_is_noticed(change, fault, validator):
    found = faults({**load(FILES[0]), **change}, FILES[0].stem, validator("vector.schema.json"))
    assert len(found) == 1 and fault in found[0]


def test_a_vector_that_the_oracle_does_not_answer_so_is_noticed(oracle):
    vector = load(FOLDER / "v1-mask-of-no-size.json")
    vector["expect"]["oracle"]["violations"][0]["offset"] = "0x31"
    assert judge(oracle, json.dumps(vector) + "\n").returncode == 1
