"""The text that a report has of a case: what sframe-gen makes of it is the vector once more."""
import concurrent.futures
import json
import os
import subprocess

import pytest

from common.section import bytes_of_input
from conformance.runner.tests.conftest import GENERATOR, READING, unread

# The texts of these cases do not make the vectors again: docs/notation.md says why.
NOT_DECLARED = {"v2/aarch64/decode/rowfault-first-counts-4-of-3-addr1-word1/whole",
                "v2e2/aarch64/decode/rowfault-first-counts-4-of-3-addr1-word1/whole/pcrel",
                "v3/amd64/flip/hole-data-in-part/whole/pcrel"}


@pytest.fixture(name="vectors", scope="module")
def fixture_vectors():
    lines = subprocess.run([GENERATOR, "emit", "--core"], stdout=subprocess.PIPE, check=True).stdout.splitlines()
    return {vector["id"]: vector for vector in map(json.loads, lines) if "id" in vector}


def same(expect):
    """The oracle's violations in one order: an edit may come before what it breaks."""
    oracle = expect.get("oracle")
    if isinstance(oracle, dict):
        oracle["violations"].sort(key=lambda one: (int(one["offset"], 16), one["clause"]))
    return expect


def whole(given):
    """What is given, with the bytes of a section that parts describe."""
    others = {name: value for name, value in given.items() if name != "parts"}
    return {**others, "bytes": bytes_of_input(given).hex()}


def comes_back(vector, lines):
    made = subprocess.run([GENERATOR, "make", "-", "--vector", "-o", "/dev/stdout"], input="\n".join(lines) + "\n",
                          capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return False
    back = json.loads(made.stdout.splitlines()[0])
    return (whole(back["input"]), back["class"], same(back["expect"])) == (whole(vector["input"]), vector["class"],
                                                                           same(vector["expect"]))


# One of so many texts of an eighth of the core is read again; all are in corpus/tests/test_notation.py, as another program
# writes them.
EACH = 6


def test_the_text_of_a_case_of_the_core_is_its_vector(conform, vectors):
    texts = {}
    for kind, of_answer in (("error", set()), ("wrong", {"malformed", "irregular"})):
        result = conform(None, "--core", "--shard", "1/8", "--jobs", "2", unread(kind))
        found = {(name, tuple(case["notation"])) for name, case in result.cases().items() if "notation" in case}
        kinds = {(vectors[name]["operation"], vectors[name]["class"]) for name, _ in found}
        assert {operation for operation, _ in kinds} == set(READING)
        assert {"valid", "contested"} | of_answer <= {class_ for _, class_ in kinds}
        uncut = {(name, lines) for name, lines in found if not any("..." in line for line in lines)}
        assert len(uncut) > 0.9 * len(found) > 200
        texts |= dict.fromkeys(sorted(uncut)[::EACH])  # mostly the same after either answer, and read once then
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        back = list(pool.map(lambda text: comes_back(vectors[text[0]], text[1]), texts))
    assert {name for (name, _), is_same in zip(texts, back) if not is_same} <= NOT_DECLARED
