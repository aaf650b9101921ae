"""The committed real corpus: nothing is missing, nothing is there twice, every fault is explained."""
import collections
import json
import pathlib

import pytest

from common import schemas
from corpus import real, recipes, sections
from corpus.tests import conftest
from corpus.tests.compiled import BUILD, REF, run

ROOT = pathlib.Path(recipes.FOLDER).parent
build = conftest.script("compile-real")
producers = conftest.script("producers")
vectors = conftest.script("vectors")
crosschecked = conftest.script("crosscheck/real")

INDEX = (ROOT / "conformance/findings/README.md").read_text(encoding="utf-8")
IDS = real.committed()
LIST = real.read_list()


def test_there_is_something_of_every_toolchain_and_abi():
    assert {(recipes.TOOLCHAINS[toolchain].profile, abi) for toolchain in recipes.TOOLCHAINS
            for abi in recipes.TOOLCHAINS[toolchain].abis} <= {tuple(name.split("/")[:2]) for name in IDS}


def test_each_sidecar_is_as_the_schema_says_and_lies_where_its_id_says():
    checker = schemas.validator("real")
    for name in IDS:
        sidecar, _ = real.load(name)
        checker.validate(sidecar)
        assert sidecar["id"] == name
        assert sidecar["id"].startswith(f"{sidecar['profile']}/{sidecar['abi']}/")


def test_each_section_is_what_its_sidecar_and_the_list_say():
    for name in IDS:
        sidecar, data = real.load(name)
        assert (real.digest(data), len(data)) == (sidecar["section"]["sha256"], sidecar["section"]["size"]), name
        address = int(sidecar["section"]["address"], 16)
        assert real.fingerprint(sections.Section(data, address, sidecar["file"])) == LIST[name], name


def test_each_section_has_a_sidecar_and_nothing_else_lies_there():
    found = {path.relative_to(real.FOLDER).as_posix() for path in pathlib.Path(real.FOLDER).rglob("*")
             if path.is_file()}
    assert found == {f"{name}.{ending}" for name in IDS for ending in ("json", "sframe")} | {"list.txt"}


def test_the_sources_are_those_that_the_sections_were_made_from():
    sources = {each["path"]: each["sha256"] for name in IDS for each in real.load(name)[0]["sources"]}
    for path, sha256 in sources.items():
        assert real.digest((ROOT / path).read_bytes()) == sha256, f"{path} has changed; run `make corpus-real UPDATE=1`"


def test_every_source_is_used():
    sources = {each["path"] for name in IDS for each in real.load(name)[0]["sources"]}
    there = {path.relative_to(ROOT).as_posix() for path in pathlib.Path(recipes.SOURCES).rglob("*.[cs]")}
    assert sources | {"corpus/sources/tree.c"} == there  # tree.c is only stepped: corpus/live


def test_the_list_has_every_recipe_once_and_each_section_is_kept_once():
    assert list(LIST) == [recipes.identity(recipe) for recipe in recipes.recipes()]
    first = {}
    for name, what in LIST.items():
        if not what.startswith("failed"):
            first.setdefault((name.split("/")[0], what), name)
    assert sorted(first.values()) == IDS


def test_it_is_small():
    assert sum(path.stat().st_size for path in pathlib.Path(real.FOLDER).rglob("*") if path.is_file()) < 4 << 20


def test_each_fault_of_a_producer_has_its_finding_and_the_matrix_counts_every_file(tmp_path):
    done = run(recipes.FOLDER + "/producers", "--oracle", REF, "--json", tmp_path / "matrix.json")
    assert (done.returncode, done.stderr) == (0, "")
    matrix = json.loads((tmp_path / "matrix.json").read_text(encoding="utf-8"))
    schemas.validator("producers").validate(matrix)
    lines = matrix["lines"]
    assert len(done.stdout.splitlines()) == len(lines)
    assert sum(line["files"] for line in lines) == sum(
        not what.startswith("failed") or what == producers.NO_SECTION for what in LIST.values())
    assert all(line["files"] == sum(line[name] for name in producers.VERDICTS) for line in lines)
    for finding in matrix["findings"]:
        assert finding["files"] == sum(line["findings"].get(finding["name"], 0) for line in lines)
        assert f"[{finding['title']}]({finding['name']}.md)" in INDEX
    assert {name for line in lines for name in line["findings"]} == {each["name"] for each in matrix["findings"]}


def test_rows_of_the_table_can_leave_ids_out():
    assert producers.matches("v3/amd64/link.pie", ["*/link.*", "!*.mold-*"])
    assert not producers.matches("v3/amd64/link.pie.mold-sid", ["*/link.*", "!*.mold-*"])
    assert not producers.matches("v3/amd64/leaf.gcc-o2", ["*/link.*", "!*.mold-*"])


def test_a_fault_without_a_row_is_reported_and_so_is_a_row_without_a_fault():
    table = [producers.Row("one", "tile.cover", ("v3/*/a",)), producers.Row("other", "tile.cover", ("v1/*",))]
    judged = {"v3/s390x/a": producers.Judged("irregular", frozenset(["tile.cover"])),
              "v3/s390x/b": producers.Judged("irregular", frozenset(["tile.cover"]))}
    findings, unexplained, unused = producers.explain(judged, table)
    assert findings["v3/s390x/a"] == {"one"}
    assert unexplained == ["v3/s390x/b: tile.cover is explained by no finding"]
    assert unused == ["other: explains no tile.cover of v1/*"]


@pytest.fixture(scope="module", name="read")
def every_section():
    """What `decode` says of each section."""
    loaded = {name: real.load(name) for name in IDS}
    decoded = conftest.asked_at_once({real.section_of(*each) for each in loaded.values()}, "decode")
    return {name: vectors.judged(*each, json.loads(decoded[real.section_of(*each)])) for name, each in loaded.items()}


def test_the_oracle_checks_as_it_decodes_and_decodes_what_it_does_not_call_malformed(read):
    sections = {name: real.section_of(each.sidecar, each.bytes) for name, each in read.items()}
    checked = conftest.asked_at_once(set(sections.values()), "check", "--json")
    for name, each in read.items():
        said = vectors.judged(each.sidecar, each.bytes, json.loads(checked[sections[name]]))
        assert (said.verdict, said.violations) == (each.verdict, each.violations), name
        assert each.model is None or "functions" in each.model, name


def is_rising(numbers):
    return all(one <= other for one, other in zip(numbers, numbers[1:]))


def test_linkers_keep_to_the_order_of_pcs_also_where_the_fields_then_fall():
    """As conformance/ledger/sorted-key.json says, of version 3 with the flags sorted (1) and pcrel (4)."""
    orders = collections.Counter()
    for name in IDS:
        _, data = real.load(name)
        if name.startswith("v3/") and len(data) >= 28 and data[3] & 5 == 5:
            order = "little" if data[:2] == b"\xe2\xde" else "big"
            count, first = int.from_bytes(data[8:12], order), 28 + data[7] + int.from_bytes(data[20:24], order)
            places = range(first, first + 16 * count, 16)
            fields = [int.from_bytes(data[at:at + 8], order, signed=True) for at in places]
            orders[is_rising(fields), is_rising([at + field for at, field in zip(places, fields)])] += 1
    assert orders[False, True] > 20 and orders[True, True] > 20 and orders[False, False] == 0


@pytest.fixture(scope="module", name="made")
def all_vectors():
    """The vectors that corpus/vectors has made."""
    return [json.loads(line) for line in (BUILD / "real.jsonl").read_text(encoding="utf-8").splitlines()[:-1]]


def test_vectors_are_as_the_schema_says_and_each_has_its_id(made):
    checker = schemas.validator("vector")
    for vector in made[::20] + [each for each in made if each["id"].endswith(("leaf.gcc-o2", "link.relocatable"))]:
        checker.validate(vector)
    assert len({vector["id"] for vector in made}) == len(made)
    assert [vector["id"] for vector in made if vector["operation"] == "decode"] == [
        "{}/{}/decode/real/{}".format(*name.split("/")) for name in IDS if not has_a_fixed_fp(name)]


def has_a_fixed_fp(name):
    """Whether the header gives a fixed place of FP. What that means is open, so no vector may rest on it."""
    _, data = real.load(name)
    return len(data) >= 28 and data[5] != 0


def test_sections_with_a_fixed_fp_are_few_and_all_made_for_it():
    assert {name.split("/")[2].split(".")[1] for name in IDS if has_a_fixed_fp(name)} == {"input-fixed-fp"}


def test_some_are_looked_up_of_every_producer_but_those_whose_functions_overlap(made):
    asked = collections.Counter()
    for vector in made:
        if vector["operation"] == "lookup":
            sidecar, _ = real.load(vector["origin"].removeprefix("corpus/real/").removesuffix(".json"))
            asked[sidecar["profile"], sidecar["abi"], sidecar["toolchain"], sidecar["linker"]] += 1
    assert {key[:2] for key in asked} == {tuple(name.split("/")[:2]) for name in IDS} - {
        ("v2e2", "aarch64"), ("v2e2", "aarch64_be")}  # whose sections are empty
    assert max(asked.values()) == vectors.MOST
    assert 2000 < sum(asked.values()) < 4000


FUNCTION = {"start": "0x10", "size": 10, "pc_type": "inc", "rep_size": 0, "signal": False,
            "rows": [{"start": 0, "fp": "same"}, {"start": 1, "fp": "other"}]}
BLOCKS = {**FUNCTION, "start": "0x20", "size": 40, "pc_type": "mask", "rep_size": 8}


def test_edges_are_the_first_and_last_of_each_row_and_those_around():
    assert {name: pc - 0x10 for name, pc in vectors.edges({"functions": [FUNCTION]})} == {
        "f0-b0-r0-first": 0, "f0-b0-r0-last": 0, "f0-b0-r1-first": 1, "f0-b0-r1-last": 9, "f0-before": -1,
        "f0-after": 10}
    assert sorted({pc - 0x20 for _, pc in vectors.edges({"functions": [BLOCKS]})}) == [
        -1, 0, 1, 7, 8, 9, 15, 32, 33, 39, 40]


@pytest.mark.parametrize("function", [{**FUNCTION, "rows": [{"start": 4}]}, {**FUNCTION, "rows": [], "fde_type": "flex"}])
def test_a_pc_before_all_rows_has_no_row(function):
    """No real section has these functions; of those that one has, the test above says what the rows say."""
    assert vectors.found(3, function, 3) == {"none": "row"}


@pytest.mark.parametrize("before, now, word", [
    ({}, "x", "new"), ({"v1/amd64/leaf.gcc-o0": "x"}, "x", "same"),
    ({"v1/amd64/leaf.gcc-o0": "y"}, "x", "different"),
    ({"v1/amd64/leaf.gcc-o0": "failed: a"}, "failed: a", "fails as before"),
    ({"v1/amd64/leaf.gcc-o0": "x"}, "failed: a", "different"),
])
def test_what_is_built_is_held_against_the_list(before, now, word):
    recipe = next(recipes.recipes())
    assert build.verdict(build.Outcome(recipe, now, None, None, None), before) == word


# --- Files of the real corpus and their .eh_frame

def record(*findings):
    amounts = {"rows": 9, "pcs": 90, "functions": 2}
    kinds = {"missing": {"owner": "unexplained", **amounts, "rows": len(findings)},
             "cfa-register": {"owner": "format", **amounts}}
    return {"verdict": "valid", "whole": True, "all": amounts, "same": amounts, "kinds": kinds,
            "findings": [{"kind": kind, "place": place, "pc": "0x10", "end": "0x14"} for kind, place in findings]}


def test_differences_are_explained_by_kind_id_and_function():
    table = [crosschecked.Row("one", ("missing", "cfa"), ("v3/*/a",), ("f",)),
             crosschecked.Row("other", ("missing",), ("v3/*/b",), ())]
    sums = crosschecked.Sums(table)
    sums.add("v3/s390x/a", record(("missing", "f+0x4"), ("missing", "g"), ("ra", "f")))
    assert sums.findings == {"one": {"rows": 1, "pcs": 4}}
    assert sums.unexplained == ["v3/s390x/a: missing 0x10 g", "v3/s390x/a: ra 0x10 f"]
    assert sums.unused() == ["other: explains no missing of v3/*/b"]
    assert sums.totals["kinds"] == {"cfa-register": {"owner": "format", "rows": 9, "pcs": 90, "functions": 2}}


def test_differences_that_are_counted_but_not_listed_are_not_explained():
    sums = crosschecked.Sums([])
    sums.add("v3/s390x/a", {**record(("missing", "f")), "findings": []})
    assert sums.unexplained == ["v3/s390x/a: 1 differences, of which 0 are listed"]


def test_each_explanation_has_its_page():
    for row in crosschecked.read_table():
        assert (ROOT / "conformance" / "findings" / f"{row.finding}.md").exists(), row.finding
