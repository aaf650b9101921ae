"""Sections that parts describe: the bytes that the generator lays out, in C, are those that Python makes of the line."""
import json

import pytest

from common.section import bytes_of_input
from common.schemas import validator
from generator.tests.conftest import generate

# Of each kind, in both byte orders, with starts of both kinds and one broken part.
SOME = ("v1/amd64/*/size-functions-1025-counted/last", "v3/amd64/*/size-functions-unsorted-257-counted/last/pcrel",
        "v2e2/aarch64_be/*/size-functions-257-counted/last", "v3/aarch64_be/*/size-rows-257-counted/last/pcrel",
        "v2e2/s390x/*/size-rows-129-counted/last", "v3/amd64/*/size-rows-before-16384-counted/last-before",
        "v3/amd64/check/size-row-at-1-101-healthy/whole", "v1/amd64/check/size-index-beyond-1025-healthy/whole",
        "v2e2/amd64/*/size-functions-65537-counted/last")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tree") / "tree"
    selected = [word for name in SOME for word in ("--select", name)]
    assert generate("tree", "--family", "thresholds", *selected, "--to", folder).returncode == 0
    return folder


@pytest.mark.parametrize("name", SOME)
def test_parts_make_the_bytes_that_the_generator_lays_out(tree, name):
    path, = tree.glob(name + ".json")
    vector = json.loads(path.read_text(encoding="utf-8"))
    validator("vector").validate(vector)
    assert len(json.dumps(vector["input"])) < 1500 and "bytes" not in vector["input"]
    section = path.with_suffix(".sframe").read_bytes()
    assert len(section) > 500 and bytes_of_input(vector["input"]) == section


ONE = {"times": 2, "bytes": "e2de", "count": [{"at": 0, "width": 2, "step": -1}]}


def one(**changes):
    return [{**ONE, **changes}]


def counting(**changes):
    return one(count=[{**ONE["count"][0], **changes}])


@pytest.mark.parametrize("parts, made", [
    (one(), "e2dee1de"), (one(times=1), "e2de"), (one(count=[]), "e2dee2de"), (one(bytes="dee2"), "dee2dee1"),
    (counting(step=0x2000), "e2dee2fe"), (one(times=4, bytes="ffff", count=[{"at": 1, "width": 1, "step": 255}]),
                                          "fffffffefffdfffc"), (one() + one(bytes="de00", count=[]), "e2dee1dede00de00")])
def test_numbers_count_up_in_the_byte_order_of_the_section_modulo_their_bits(parts, made):
    assert bytes_of_input({"parts": parts}).hex() == made


@pytest.mark.parametrize("parts", [
    [], {}, one(times=0), one(times=-1), one(times=1 << 40), one(times=1 << 21) + one(), one(bytes=""), one(bytes="e"),
    one(bytes=None), counting(width=3), counting(width=4), counting(at=1), counting(at=-1), counting(step=None)])
def test_parts_that_make_no_section_are_refused(parts):
    with pytest.raises(ValueError):
        bytes_of_input({"parts": parts})


def test_the_schema_wants_bytes_or_parts_and_not_both():
    vector = json.loads(generate("emit", "--select", SOME[0].replace("*", "lookup")).stdout.splitlines()[0])
    given = vector["input"]
    assert validator("vector").is_valid(vector)
    assert not validator("vector").is_valid({**vector, "input": {**given, "bytes": "e2de"}})
    assert not validator("vector").is_valid({**vector, "input": {name: given[name] for name in ("address", "pc")}})
