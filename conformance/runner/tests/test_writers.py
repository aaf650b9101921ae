"""Writers in the runner: what they must be able to say, links and sections.  transcripts/writers.t has whatever else comes."""
import base64
import fnmatch
import json
import subprocess

import pytest

from conformance.runner.tests.conftest import BUILD, GENERATOR, ROOT, scripted

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


def test_a_linked_file_is_judged_by_its_functions_and_what_is_lost_or_had_to_go(judge, link):
    truth = json.loads(json.dumps(link({})["expect"]["functions"]))
    truth[0]["rows"][-1]["cfa"]["offset"] += 8
    rows = [(link({}), ("same", "")), (link({"sorted": False}, options=["-r"]), ("same", "")),
            (link({"functions": truth}), ("wrong", "cfa")), (link({"gone": ["f0"]}), ("wrong", "keeps")),
            (link({"gone": ["f1"]}), ("same", "")), (link({}, "b.o"), ("wrong", "lost")),
            (link({}, options=["--no-such-option"]), ("refused", ""))]
    assert judged(judge, rows, f"{WRITER} ld ld") == [expected for _, expected in rows]


def judged(judge, rows, adapter):
    """Of each vector the outcome, and where a wrong answer differs."""
    _, cases = judge(rows, adapter=adapter)
    return [({"pass": "same"}.get(case["outcome"], case["outcome"]),
             case["reason"].partition(":")[0] if case["outcome"] == "wrong" else "") for case in cases]


# --- Sections --------------------------------------------------------------------------------------------------


def decoded(glob):
    """A decode vector of version 3, whose section is the right answer to a question for its model."""
    said = subprocess.run([GENERATOR, "emit", "--profile", "v3", "--abi", "amd64", "--operation", "decode", "--class", "valid",
                           "--select", glob], capture_output=True, check=True).stdout
    return json.loads(said.splitlines()[0])


def asking(made, answer=None, operation="encode", **expect):
    """A question for the model of a decode vector, with what is answered and expected; else both are right."""
    return {"id": "made/section", "profile": "v3", "abi": "amd64", "operation": operation, "class": "valid", "family": "made",
            "input": {"address": made["input"]["address"], "section": made["expect"],
                      "answer": answer or {"section": made["input"]["bytes"]}},
            "expect": expect or {"section": made["expect"]}}


def other(model, **members):
    """The model with other members of its first function."""
    first, *rest = model["functions"]
    assert all(first[name] != value for name, value in members.items())
    return {**model, "functions": [{**first, **members}, *rest]}


def test_a_section_is_judged_by_what_it_says(judge, tmp_path):
    """Rows may be joined, and functions stand in any order; what no section can say is to be refused; a merged section is
    judged by lookups."""
    made, two = decoded("*inc-addr1-word1-one/whole"), decoded("v3/amd64/decode/*-two/whole")
    model, (first, second) = made["expect"], two["expect"]["functions"][:2]
    row = model["functions"][0]["rows"][0]
    last = first["rows"][-1]
    parted = {**two["expect"], "functions": [second, {**first, "rows": [*first["rows"], {**last, "start": last["start"] + 1}]}]}
    members = {"size": 17, "start": "0x1001", "signal": True, "pauth_key": "b", "rows": [], "pc_type": "mask", "fde_type": "flex"}
    found = {"pc": model["functions"][0]["start"], "cfa": row["cfa"], "ra": row["ra"], "fp": row["fp"], "mangled_ra": False,
             "signal": False}
    must = {"refuse": "must", "why": "no word is so wide"}
    rows = [
        (asking(made), ("same", "")), (asking(two, section=parted), ("same", "")),
        (asking(made, section=other(model, rows=[{**row, "cfa": {**row["cfa"], "offset": 99}}])), ("wrong", "rows")),
        (asking(made, section={**model, "functions": []}), ("wrong", "functions")),
        *((asking(made, section=other(model, **{name: value})), ("wrong", name)) for name, value in members.items()),
        (asking(made, {"section": "e2de"}), ("wrong", "preamble.complete")), (asking(made, {"section": "e2d"}), ("garbage", "")), (asking(made, {"refused": "no"}), ("wrong", "refused")),
        (asking(made, {"refused": "no"}, **must), ("refused", "")), (asking(made, **must), ("hides", "")),
        (asking(made, operation="merge", lookups=[found]), ("same", "")),
        (asking(made, operation="merge", lookups=[found, {**found, "cfa": {"base": "sp", "offset": 1 << 20}}]),
         ("wrong", "cfa.offset")),
        (asking(made, operation="merge", lookups=[{"pc": "0x1", "none": "function"}]), ("same", "")),
    ]
    adapter = scripted(tmp_path, "answer = {'request': number, **json.loads(data)['answer']}", protocol=2, profiles=["v3"],
                       operations=["encode", "merge"])
    assert judged(judge, rows, adapter) == [expected for _, expected in rows]
