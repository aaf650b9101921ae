"""Requirement sets: what lies outside, what is owed there, and what a report says of it."""
import json
import random
import re
import subprocess

import pytest

from common.section import ABIS, ENTRIES, Section, bytes_of_input
from conformance.runner.tests.conftest import (ADAPTERS, GENERATOR, NULL, ORACLE, ROOT, answering, check_vector,
                                               in_python, lines, run)
from conformance.runner.tests.test_reports import validator
from corpus import jsonl

SETS = sorted((ROOT / "conformance/requirements").glob("*.txt"))


def kernel(*mistakes):
    return "kernel=" + in_python(ADAPTERS / "kernel.py", ORACLE, *mistakes)


def made_set(folder, *wishes):
    path = folder / "set"
    path.write_text("about made: here\n" + "".join(f"wants {wish}\n" for wish in wishes), encoding="utf-8")
    return path


# --- Predicates, compared with another reader of the header --------------------------------------------------

def count_of(section, bits, name):
    """How many functions have one of the bits there, as far as the bytes go."""
    return sum(function is not None and getattr(function, name) & bits > 0
               for function, _ in zip(section.functions(), section.entries()))


def big(abi):
    return abi in ("aarch64_be", "s390x")


HOLDS = {
    "profile = v2 v3": lambda vector, section: vector["profile"] in ("v2", "v3"),
    "operation = lookup decode": lambda vector, section: vector["operation"] in ("lookup", "decode"),
    "byte order = native": lambda vector, section: (section.order == "big") == big(vector["abi"]),
    "byte order = foreign": lambda vector, section: (section.order == "big") != big(vector["abi"]),
    "abi = own": lambda vector, section: ABIS.get(section.abi) == vector["abi"],
    "abi = amd64 s390x": lambda vector, section: ABIS.get(section.abi) in ("amd64", "s390x"),
    "version = 2 3": lambda vector, section: section.version in (2, 3),
    "sorted": lambda vector, section: section.flags & 1,
    "frame-pointer": lambda vector, section: section.flags & 2,
    "pcrel": lambda vector, section: section.flags & 4,
    "fixed fp = 0 -16": lambda vector, section: section.fixed_fp in (0, -16),
    "fixed ra < 0": lambda vector, section: section.fixed_ra < 0,
    "aux = 0": lambda vector, section: section.aux_len == 0,
    "functions > 1": lambda vector, section: section.num_fdes > 1,
    "rows > 4": lambda vector, section: section.num_fres > 4,
    "rows behind functions": lambda vector, section: section.version not in ENTRIES or
        section.rows_at >= section.entries_at + section.num_fdes * section.entry_size,
    "PC masks = 0": lambda vector, section: section.version not in ENTRIES or not count_of(section, 0x10, "info"),
    "flexible functions = 0": lambda vector, section: section.version not in ENTRIES or not count_of(section, 0x1f, "info2"),
}
OF_REQUEST = ("profile", "operation")


def holds(predicate, vector):
    data = bytes_of_input(vector["input"])
    has_header = len(data) >= 28 and data[:2] in (b"\xe2\xde", b"\xde\xe2")
    if predicate.split()[0] in OF_REQUEST:
        return HOLDS[predicate](vector, None)
    return not has_header or bool(HOLDS[predicate](vector, Section(data)))


def spoilt(vectors):
    """Vectors of any bytes: sections cut, and with a few others in the header and behind it."""
    draw = random.Random(7)
    vectors = [vector for vector in vectors if "bytes" in vector["input"]]
    for number in range(500):
        given = vectors[draw.randrange(len(vectors))]
        data = bytearray.fromhex(given["input"]["bytes"])
        for _ in range(draw.randrange(6)):
            if data:
                data[draw.randrange(min(len(data), draw.choice((8, 32, 96))))] = draw.choice((0, 1, 2, 3, 4, 0x80, 0xff))
        cut = data[:draw.randrange(len(data) + 1)] if draw.randrange(3) == 0 else data
        yield {**check_vector(number), "profile": given["profile"], "abi": given["abi"],
               "id": f"{given['profile']}/{given['abi']}/check/made/{number}", "input": {"address": "0x1000", "bytes": cut.hex()}}


@pytest.fixture(name="core", scope="module")
def fixture_core():
    text = subprocess.run([GENERATOR, "emit", "--core"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [vector for vector in map(json.loads, text.splitlines()) if "input" in vector]


@pytest.fixture(name="many", scope="module")
def fixture_many(core, tmp_path_factory):
    """Some of the core and spoilt sections, as a corpus too."""
    vectors = [vector for vector in core if vector["operation"] != "unwind"][::9]
    vectors += spoilt(vectors)
    path = tmp_path_factory.mktemp("many") / "corpus"
    path.write_text(lines(vectors), encoding="utf-8")
    return vectors, path


@pytest.mark.parametrize("predicate", HOLDS)
def test_a_predicate_is_decided_as_another_reader_does(many, tmp_path, predicate):
    vectors, path = many
    run("--corpus", path, "--select", vectors[0]["id"], "--requires", made_set(tmp_path, f"{predicate} else free"),
        "--json", tmp_path / "report", NULL)
    (line,) = json.loads((tmp_path / "report").read_text(encoding="utf-8"))["implementations"][0]["requires"]["lines"]
    expected = sum(not holds(predicate, vector) for vector in vectors)
    assert line["outside"] == expected and 0 < expected < len(vectors)


# --- What is owed --------------------------------------------------------------------------------------------

RIGHT, ERROR, WRONG = {"verdict": "valid"}, {"error": "no"}, {"verdict": "irregular"}
UNSORTED = {"address": "0x1000", "bytes": "e2de0200" + "00" * 24}
OUTSIDE, INSIDE = check_vector(1, input=UNSORTED), check_vector(2)  # the second has no header


@pytest.mark.parametrize("debt, outcomes", [("refuse", ("fail", "outside", "fail")),
                                            ("right or refuse", ("outside", "outside", "fail")),
                                            ("free", ("outside", "outside", "outside"))])
def test_what_is_owed_outside(conform, tmp_path, debt, outcomes):
    """Of the vector inside, the right answer is owed whatever the debt is."""
    wanted = made_set(tmp_path, f"sorted else {debt}")
    for answer, outcome in zip((RIGHT, ERROR, WRONG), outcomes):
        result = conform([OUTSIDE, INSIDE], "--jobs", 1, "--requires", wanted, answering(tmp_path, {"1": answer, "2": answer}))
        counts, inside = {"pass" if answer is RIGHT else "fail": 1}, result.implementation()["outcomes"]
        counts[outcome] = counts.get(outcome, 0) + 1
        assert inside == counts
        (line,) = result.implementation()["requires"]["lines"]
        assert (line["outside"], line["kept"], line["broke"]) == (1, outcome == "outside", outcome == "fail")
        reason = result.cases().get(OUTSIDE["id"], {"reason": ""})["reason"]
        assert reason.startswith(f"outside of made line 2 (sorted; else {debt}): ") == (outcome == "fail")


@pytest.mark.parametrize("answer, outcome", [({"ended": "SIGSEGV"}, "crash"), ({"ended": "101"}, "exit"),
                                             ({"verdict": 3}, "garbage")])
def test_to_be_free_is_not_to_crash(conform, tmp_path, answer, outcome):
    result = conform([OUTSIDE], "--requires", made_set(tmp_path, "sorted else free"), answering(tmp_path, {"1": answer}))
    assert result.status == 1 and result.implementation()["outcomes"] == {outcome: 1}
    assert result.cases()[OUTSIDE["id"]]["reason"].startswith("outside of made line 2 (sorted; else free): ")


def test_the_first_predicate_that_does_not_hold_decides(conform, tmp_path):
    for wishes, outcome in ((("sorted else free", "pcrel else refuse"), "outside"),
                            (("pcrel else refuse", "sorted else free"), "fail")):
        result = conform([OUTSIDE, INSIDE], "--requires", made_set(tmp_path, *wishes), answering(tmp_path, {}))
        assert result.implementation()["outcomes"][outcome] == 1
        assert [line["outside"] for line in result.implementation()["requires"]["lines"]] == [1, 0]


def test_what_is_unsupported_stays_so(conform, tmp_path):
    result = conform([OUTSIDE, INSIDE], "--requires", made_set(tmp_path, "sorted else refuse"),
                     answering(tmp_path, {"1": {"unsupported": "no"}}))
    assert result.implementation()["outcomes"] == {"unsupported": 1, "pass": 1}


# --- Whose set it is -----------------------------------------------------------------------------------------

def test_an_adapter_names_its_set_and_the_option_another(conform, tmp_path):
    path = made_set(tmp_path, "sorted else free")
    adapter = answering(tmp_path, {}, requires=str(path))
    for options, name, outcomes in (((), "made", {"pass": 1, "outside": 1}), (("--requires", "any"), "any", {"pass": 2})):
        found = conform([OUTSIDE, INSIDE], *options, adapter).implementation()
        assert (found["requires"]["name"], found["outcomes"]) == (name, outcomes)
        assert found["requires"]["given"] == (options[1] if options else None)
    result = conform([OUTSIDE, INSIDE], answering(tmp_path, {}, requires="nowhere"))
    assert result.status == 1 and "hello: requires: nowhere: " in result.implementation()["missing"]
    assert conform([INSIDE], answering(tmp_path, {})).implementation()["requires"] is None


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_each_set_that_is_shipped_names_its_sources_and_needs_each_line(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"about {path.stem}: ") and (path.stem == "any" or "\nsource " in text)
    status, out, err = run("--core", "--requires", path.stem, "--select", "v3/amd64/lookup/*", NULL)
    assert "is not needed" not in out and status in (0, 1) and not err, out + err


# --- A run that cannot be green by accident ------------------------------------------------------------------

def test_nothing_inside_is_no_green_run(conform, tmp_path):
    result = conform([OUTSIDE], "--requires", made_set(tmp_path, "sorted else free"), answering(tmp_path, {}))
    assert result.status == 1 and "all that it was asked lies outside of made" in result.out
    result = conform([OUTSIDE, INSIDE], "--requires", made_set(tmp_path, "sorted else free"),
                     answering(tmp_path, {"1": {"unsupported": "no"}, "2": {"unsupported": "no"}}))
    assert result.status == 1 and "nothing was judged" in result.out


def test_a_predicate_that_nothing_needs(conform, tmp_path):
    adapter, path = answering(tmp_path, {}), made_set(tmp_path, "sorted else free", "version = 2 else refuse")
    result = conform([OUTSIDE, INSIDE], "--requires", path, adapter)
    assert result.status == 0 and "made line 3 (version = 2) puts none of these vectors outside\n" in result.out
    closed = jsonl.closed(lines([OUTSIDE, INSIDE]).splitlines(keepends=True))
    (tmp_path / "closed").write_text("".join(closed), encoding="utf-8")
    status, out, _ = run("--strict", "--corpus", tmp_path / "closed", "--requires", path, adapter)
    assert status == 1 and "made line 3 (version = 2) is not needed: it puts no vector of the corpus outside\n" in out
    path = made_set(tmp_path, "aux < 256 else refuse")
    status, out, _ = run("--core", "--select", "v3/amd64/lookup/inc*", "--requires", path, ORACLE)
    assert status == 1 and "made line 2 (aux < 256) is not needed" in out


# --- Measured: a reader as a kernel has it -------------------------------------------------------------------

MISTAKES = ("rows-without-words", "divides-by-zero")


@pytest.fixture(name="failures_of")
def fixture_failures_of(conform, core_of):
    return lambda *arguments: failures_in(conform(None, "--corpus", core_of("v3/amd64/lookup/*"), *arguments))


def failures_in(result):
    return {name: case["reason"] for name, case in result.cases().items() if case["unexpected"]}, result


def test_what_a_kernel_means_goes_and_its_mistakes_stay(failures_of):
    """Without a set, many failures hide those that are mistakes."""
    meant, _ = failures_of(kernel())
    none, result = failures_of("--requires", "kernel-v3", kernel())
    assert len(meant) > 50 and not none and result.status == 0
    hidden, _ = failures_of(kernel(*MISTAKES))
    found, result = failures_of("--requires", "kernel-v3", kernel(*MISTAKES))
    assert result.status == 1 and set(found) == set(hidden) - set(meant) and len(found) >= 5
    assert {name for name, reason in found.items() if "SIGFPE" in reason} and \
        {name for name, reason in found.items() if reason.endswith("no words")}


@pytest.mark.parametrize("loses, neighbour, row", [
    ((), "others-answer", "rows-answer"), (("loses-section",), "unreadable", "unreadable"),
    (("loses-what-follows",), "others-before", "rows-answer"), (("loses-function",), "others-answer", "function-lost")])
def test_a_report_says_what_is_lost_by_one_broken_function(tmp_path, loses, neighbour, row):
    made = subprocess.run([GENERATOR, "emit", "--cases", ROOT / "corpus/cases", "--select", "*/open-broken-neighbour/*", "--select", "*/first-of-rows-*"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    (tmp_path / "corpus").write_text(made, encoding="utf-8")
    status, out, _ = run("--corpus", tmp_path / "corpus", "--json", tmp_path / "report", kernel("takes-all", *loses))
    assert status == 0, out
    readings = json.loads((tmp_path / "report").read_text(encoding="utf-8"))["implementations"][0]["readings"]
    took = {reading["ledger"]: set(reading["took"]) for reading in readings}
    # A reader that reads the functions before the broken one answers there like one that reads all others.
    assert took == {"broken-neighbour": {neighbour, *(["others-answer"] if neighbour == "others-before" else [])},
                    "broken-row": {row}}


def test_formats_say_what_lies_outside(tmp_path):
    """The JSON report is as its schema has it, and TAP and the table say what was not judged, and why."""
    files = [word for name in ("json", "tap", "markdown") for word in (f"--{name}", tmp_path / name)]
    run("--core", "--select", "v3/amd64/lookup/inc-*", "--requires", "kernel-v3", *files, kernel())
    report = json.loads((tmp_path / "json").read_text(encoding="utf-8"))
    validator().validate(report)
    outside = report["implementations"][0]["outcomes"]["outside"]
    skipped = re.findall(r"^ok .* # SKIP outside: outside of kernel-v3 line \d+ \(.*; else \w+\)$",
                         (tmp_path / "tap").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(skipped) == outside > 5
    table = (tmp_path / "markdown").read_text(encoding="utf-8").splitlines()
    names, row = ([word.strip() for word in line.split("|")] for line in (table[2], table[4]))
    assert row[names.index("outside")] == str(outside) and len(names) == len(row)


def test_a_clause_of_the_set_that_is_broken_is_named(failures_of):
    found, result = failures_of("--requires", "kernel-v3", kernel("takes-unsorted"))
    (line,) = [line for line in result.implementation()["requires"]["lines"] if line["broke"]]
    assert line["wants"] == "sorted" and line["broke"] == len(found) > 5
    assert {reason for reason in found.values()} == {
        f"outside of kernel-v3 line {line['line']} (sorted; else refuse): an answer where an error is due"}


def test_shards_of_one_set_are_merged_and_of_two_are_not(failures_of, core_of, tmp_path):
    for number, name in ((1, "kernel-v3"), (2, "kernel-v3"), (3, "any")):
        run("--corpus", core_of("v3/amd64/lookup/*"), "--requires", name, "--shard", f"{min(number, 2)}/2",
            "--json", tmp_path / str(number), kernel("takes-unsorted"))
    _, whole = failures_of("--requires", "kernel-v3", kernel("takes-unsorted"))
    status, out, err = run("merge", "--json", tmp_path / "both", tmp_path / "1", tmp_path / "2")
    both = json.loads((tmp_path / "both").read_text(encoding="utf-8"))
    assert status == 1 and not err and "outside of kernel-v3:" in out
    assert [line["outside"] for line in both["implementations"][0]["requires"]["lines"]] == [
        line["outside"] for line in whole.implementation()["requires"]["lines"]]
    assert both["implementations"][0]["outcomes"]["outside"] == sum(
        line["kept"] for line in both["implementations"][0]["requires"]["lines"])
    status, _, err = run("merge", tmp_path / "1", tmp_path / "3")
    assert status == 2 and "requires is" in err
