"""Writers in the runner: what they must be able to say, links and sections.  transcripts/writers.t has whatever else comes."""
import base64
import fnmatch
import json
import subprocess
import sys

import pytest

from conformance.runner.tests.conftest import BUILD, GENERATOR, ROOT

WRITER = ROOT / "conformance/adapters/writer.py"


# --- What every writer must be able to say ---------------------------------------------------------------------

ABIS = ("amd64", "aarch64", "aarch64_be", "s390x")
CELLS = {(profile, abi) for profile, abis in {"v1": ABIS[:3], "v2": ABIS[:3], "v2e2": ABIS, "v3": ABIS}.items() for abi in abis}


@pytest.fixture(name="cores", scope="module")
def fixture_cores():
    """The ids of the cores of programs, links and models."""
    found = set()
    for words in (["sframe-programs", "--core"], ["sframe-links", "--core"], ["sframe-gen", "encode", "--core"]):
        said = subprocess.run([BUILD / words[0], *words[1:]], stdout=subprocess.PIPE, check=True).stdout
        for line in map(json.loads, said.splitlines()):
            found.add(line.get("id", ""))
            for function in line.get("input", {}).get("functions", ()):
                found |= {f"{line['abi']}/{line['family']}/{function['about']}".replace(" ", "_"), f"{line['id']}/section"}
    return found


def test_the_cores_have_all_that_must_be_said_of_each_profile_and_abi(cores):
    """There are links of two objects only where an assembler makes such.  Any refusal of a model is wrong; these may not be
    unsupported either."""
    globs = [line.split("\t")[0] for line in (ROOT / "conformance/runner/basic.txt").read_text().splitlines()]
    must = {glob: set(fnmatch.filter(cores, glob)) for glob in globs}
    for glob in globs:
        abis = {name.split("/")[0] for name in must[glob]}
        assert must[glob] and ("/link/" in glob or "/encode/" in glob or abis == set(ABIS)), glob
        assert "/encode/" not in glob or {tuple(name.split("/")[:2]) for name in must[glob]} >= CELLS, glob
    of = {kind: {tuple(name.split("/")[:2]) for name in set().union(*must.values()) if f"/link/{kind}/" in name}
          for kind in ("single", "pairs")}
    assert of == {"single": CELLS, "pairs": CELLS - {("v2e2", abi) for abi in ABIS[1:]}}


# --- Links -----------------------------------------------------------------------------------------------------


@pytest.fixture(name="link", scope="module")
def fixture_link(tmp_path_factory):
    """A link of one object with one function."""
    folder = tmp_path_factory.mktemp("link")
    words = ("--abi", "amd64", "--family", "single", "--select", "def-cfa-offset between*")
    unit = json.loads(subprocess.run([BUILD / "sframe-programs", *words], stdout=subprocess.PIPE, check=True).stdout)
    (folder / "a.s").write_text(unit["input"]["head"] + "\t.globl f0\n" + unit["input"]["functions"][0]["text"])
    subprocess.run(["as", "-o", folder / "a.o", folder / "a.s"], check=True)
    subprocess.run(["objcopy", "-R", ".sframe", folder / "a.o", folder / "b.o"], check=True)

    def vector(expect, name="a.o", options=("-e", "0")):
        elf = base64.b64encode((folder / name).read_bytes()).decode()
        return {"id": "made/link", "abi": "amd64", "operation": "link", "family": "made", "class": "valid",
                "input": {"objects": [{"name": "../a b.o", "elf": elf}], "options": list(options)},
                "expect": {"functions": unit["expect"]["functions"], "gone": [], "sorted": True, **expect}}
    return vector


def of_link(conform, vector):
    result = conform([vector], f"{WRITER} ld ld")
    case = result.cases().get("made/link", {"outcome": "same", "reason": ""})
    return case["outcome"], case["reason"].partition(":")[0]


def test_a_linked_file_is_judged_by_its_functions(conform, link):
    assert of_link(conform, link({})) == ("same", "")
    assert of_link(conform, link({"sorted": False}, options=["-r"])) == ("same", "")
    truth = json.loads(json.dumps(link({})["expect"]["functions"]))
    truth[0]["rows"][-1]["cfa"]["offset"] += 8
    assert of_link(conform, link({"functions": truth})) == ("wrong", "cfa")


def test_what_had_to_go_and_what_is_lost_is_reported(conform, link):
    assert of_link(conform, link({"gone": ["f0"]})) == ("wrong", "keeps")
    assert of_link(conform, link({"gone": ["f1"]})) == ("same", "")
    assert of_link(conform, link({}, "b.o")) == ("wrong", "lost")
    assert of_link(conform, link({"functions": []})) in (("wrong", "extra"), ("omits", ""), ("same", ""))


def test_a_linker_that_ends_with_an_error_refuses(conform, link):
    assert of_link(conform, link({}, options=["--no-such-option"]))[0] == "refused"


# --- Sections --------------------------------------------------------------------------------------------------

ENCODER = """import json, sys
for line in sys.stdin.buffer:
    words = line.split()
    if words[0] == b"hello":
        answer = {"protocol": 2, "name": "x", "version": "1", "profiles": ["v3"], "abis": ["amd64"], "operations": ["encode", "merge"]}
    else:
        asked = json.loads(sys.stdin.buffer.read(int(words[5])))
        answer = {"request": int(words[1]), **asked["answer"]}
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()
"""


@pytest.fixture(name="encoded", scope="module")
def fixture_encoded():
    """An encode vector, and the right answer: the section of a decode vector."""
    said = subprocess.run([GENERATOR, "emit", "--profile", "v3", "--abi", "amd64", "--operation", "decode", "--class", "valid",
                           "--select", "*inc-addr1-word1-one/whole"], capture_output=True, check=True).stdout
    made = json.loads(said.splitlines()[0])

    def vector(answer=None, operation="encode", expect=None):
        return {"id": "made/section", "profile": "v3", "abi": "amd64", "operation": operation, "class": "valid", "family": "made",
                "input": {"address": made["input"]["address"], "section": made["expect"],
                          "answer": answer or {"section": made["input"]["bytes"]}},
                "expect": {"section": made["expect"]} if expect is None else expect}, made
    return vector


def of_section(conform, tmp_path, vector):
    (tmp_path / "encoder.py").write_text(ENCODER)
    result = conform([vector], f"{sys.executable} {tmp_path}/encoder.py")
    case = result.cases().get("made/section", {"outcome": "same", "reason": ""})
    return case["outcome"], case["reason"].partition(":")[0]


def test_a_section_is_judged_by_what_it_says(conform, tmp_path, encoded):
    right, made = encoded()
    assert of_section(conform, tmp_path, right) == ("same", "")
    other = json.loads(json.dumps(made["expect"]))
    other["functions"][0]["rows"][0]["cfa"]["offset"] += 8
    assert of_section(conform, tmp_path, encoded(expect={"section": other})[0]) == ("wrong", "rows")
    other = {**made["expect"], "functions": []}
    assert of_section(conform, tmp_path, encoded(expect={"section": other})[0]) == ("wrong", "functions")
    assert of_section(conform, tmp_path, encoded({"section": "e2de"})[0])[0] == "wrong"
    assert of_section(conform, tmp_path, encoded({"section": "e2d"})[0])[0] == "garbage"
    assert of_section(conform, tmp_path, encoded({"refused": "no"})[0]) == ("wrong", "refused")


def test_rows_may_be_joined_and_functions_stand_in_any_order(conform, tmp_path, encoded):
    right, made = encoded()
    two = subprocess.run([GENERATOR, "emit", "--profile", "v3", "--abi", "amd64", "--operation", "decode", "--class", "valid",
                          "--select", "v3/amd64/decode/*-two/whole"], capture_output=True, check=True).stdout
    two = json.loads(two.splitlines()[0])
    first, second = two["expect"]["functions"][:2]
    row = first["rows"][-1]
    other = {**two["expect"], "functions": [second, {**first, "rows": [*first["rows"], {**row, "start": row["start"] + 1}]}]}
    vector = {**right, "input": {**right["input"], "address": two["input"]["address"], "answer": {"section": two["input"]["bytes"]}}}
    assert of_section(conform, tmp_path, {**vector, "expect": {"section": other}}) == ("same", "")
    assert made["expect"] != two["expect"]


@pytest.mark.parametrize("name, value", [("size", 17), ("start", "0x1001"), ("signal", True), ("pauth_key", "b"), ("rows", []),
                                         ("pc_type", "mask"), ("fde_type", "flex")])
def test_any_member_that_differs_is_reported(conform, tmp_path, encoded, name, value):
    other = json.loads(json.dumps(encoded()[1]["expect"]))
    assert other["functions"][0][name] != value
    other["functions"][0][name] = value
    assert of_section(conform, tmp_path, encoded(expect={"section": other})[0]) == ("wrong", name)


def test_what_no_section_can_say_is_to_be_refused(conform, tmp_path, encoded):
    expect = {"refuse": "must", "why": "no word is so wide"}
    assert of_section(conform, tmp_path, encoded({"refused": "no"}, expect=expect)[0])[0] == "refused"
    assert of_section(conform, tmp_path, encoded(expect=expect)[0])[0] == "hides"


def test_a_merged_section_is_judged_by_lookups(conform, tmp_path, encoded):
    _, made = encoded()
    start = made["expect"]["functions"][0]["start"]
    row = made["expect"]["functions"][0]["rows"][0]
    said = {"pc": start, "cfa": row["cfa"], "ra": row["ra"], "fp": row["fp"], "mangled_ra": False, "signal": False}
    assert of_section(conform, tmp_path, encoded(operation="merge", expect={"lookups": [said]})[0]) == ("same", "")
    wrong = {**said, "cfa": {"base": "sp", "offset": 1 << 20}}
    assert of_section(conform, tmp_path, encoded(operation="merge", expect={"lookups": [said, wrong]})[0]) == ("wrong", "cfa.offset")
    nothing = {"pc": "0x1", "none": "function"}
    assert of_section(conform, tmp_path, encoded(operation="merge", expect={"lookups": [nothing]})[0]) == ("same", "")
