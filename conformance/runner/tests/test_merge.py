"""Tests of merge and compare, and of badges, SARIF, text and JUnit."""
import json
import shlex
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from conformance.runner.tests.conftest import RUNNER, ROOT, check_vector, hostile, until
from conformance.runner.tests.test_reports import validator

VECTORS = [check_vector(number) for number in range(1, 41)]
WRONG = {number: {"verdict": "malformed"} for number in (3, 4, 17, 40)}

ADAPTER = """
import json, sys, time
wrong = json.load(open(sys.argv[1]))
sys.stdin.buffer.readline()
print(json.dumps({"protocol": 1, "name": "x", "version": "1", "profiles": ["v2"], "abis": ["amd64"],
                  "operations": ["check"]}), flush=True)
for line in iter(sys.stdin.buffer.readline, b""):
    number, size = line.split()[1], int(line.split()[5])
    which = str(int(sys.stdin.buffer.read(size)[3:].hex(), 16))
    if wrong.get(which) == "interrupt":
        open(sys.argv[1] + ".reached", "w").close()
        time.sleep(600)
    print(json.dumps({"request": int(number), **wrong.get(which, {"verdict": "valid"})}), flush=True)
"""


def answering(folder, wrong, profile="v2"):
    """An adapter that is wrong about these vectors, in whatever order it is asked."""
    (folder / "adapter.py").write_text(ADAPTER.replace('["v2"]', f'["{profile}"]'), encoding="utf-8")
    (folder / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    return shlex.join([sys.executable, str(folder / "adapter.py"), str(folder / "wrong.json")])


def run(*arguments):
    done = subprocess.run([*RUNNER, *map(str, arguments)], capture_output=True, text=True, check=False, cwd=ROOT)
    return done.returncode, done.stdout, done.stderr


def run_until(reached, *arguments):
    """Runs, and interrupts the run as soon as an adapter has made this file."""
    reached.unlink(missing_ok=True)
    with subprocess.Popen([*RUNNER, *map(str, arguments)], stdout=subprocess.DEVNULL, cwd=ROOT) as process:
        until(lambda: reached.exists() or process.poll() is not None)
        process.send_signal(signal.SIGINT)


def closed_corpus(path, vectors):
    lines = "".join(json.dumps(vector) + "\n" for vector in vectors)
    closed = subprocess.run([RUNNER[0].replace("sframe-conform", "sframe-gen"), "close"], input=lines, text=True,
                            capture_output=True, check=True)
    path.write_text(closed.stdout, encoding="utf-8")
    return path


@pytest.fixture(name="corpus")
def fixture_corpus(tmp_path):
    return closed_corpus(tmp_path / "vectors", VECTORS)


@pytest.fixture(name="shards")
def fixture_shards(corpus, tmp_path):
    """The reports of three shards, with an adapter that is wrong four times."""
    def shards(*arguments, adapter=None, count=3, name="shard"):
        adapter = adapter or f"x={answering(tmp_path, WRONG)}"
        paths = [tmp_path / f"{name}{i}.json" for i in range(1, count + 1)]
        for i, path in enumerate(paths, 1):
            run("--corpus", corpus, "--strict", "--shard", f"{i}/{count}", "--json", path, *arguments, adapter)
        return paths
    return shards


def counted(report):
    return {key: value for each in report["implementations"] for key, value in each.items() if key != "cases"}


def stable(report):
    """The cases, without what depends on the vectors that the process was asked before."""
    cases = [dict(case) for each in report["implementations"] for case in each["cases"]]
    for case in cases:
        if isinstance(case.get("answer"), dict):
            case["answer"] = {key: value for key, value in case["answer"].items() if key != "request"}
    return sorted(cases, key=lambda case: case["id"])


def test_the_shards_of_a_run_make_the_report_of_the_run(corpus, shards, tmp_path):
    whole, merged, page = tmp_path / "whole", tmp_path / "merged", tmp_path / "page"
    status, said, _ = run("--corpus", corpus, "--strict", "--json", whole, f"x={answering(tmp_path, WRONG)}")
    paths = shards()
    again, out, err = run("merge", "--json", merged, "--html", page, "--markdown", tmp_path / "md", *reversed(paths))
    assert (status, again, err) == (1, 1, "")
    one, other = (json.loads(path.read_text(encoding="utf-8")) for path in (whole, merged))
    assert [error.message for error in validator().iter_errors(other)] == []
    assert counted(one) == counted(other) and stable(one) == stable(other)
    for key in ("suite", "corpus", "selection", "complete", "exact", "strict", "good", "faults", "fault"):
        assert one[key] == other[key], key
    assert [line for line in said.splitlines() if "asked" not in line] == \
        [line for line in out.splitlines() if "asked" not in line]
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_shards_that_are_as_expected_make_a_report_that_is(shards):
    status, said, err = run("merge", *shards(adapter=hostile("behave")))
    assert (status, err) == (0, "") and said.endswith(" s\n") and "as expected: 1 implementation, 40 vectors, 40 asked" in said


def test_what_only_all_shards_know_is_said(shards, tmp_path):
    known = tmp_path / "known"
    known.write_text("*/000* pass max=5\n*/0017 fail\n", encoding="utf-8")
    paths = shards("--expect", known, adapter=f"x={hostile('behave')}")
    status, said, _ = run("merge", *paths)
    assert status == 1 and "matches more than max= allows" in said and "*/0017" not in "".join(
        line for line in said.splitlines() if "matches nothing" in line)
    assert all("max=" not in fault["words"] for path in paths
               for fault in json.loads(path.read_text(encoding="utf-8"))["faults"])


def test_what_shards_require_is_judged_where_all_are_known(shards, corpus, tmp_path):
    required = ["--require", "profile=v2", "--require", "profile=v3", "--require", "closed"]
    good = f"x={hostile('behave')}"
    paths = shards(*required, adapter=good)
    assert all(json.loads(path.read_text(encoding="utf-8"))["good"] for path in paths)
    run("--corpus", corpus, "--strict", "--json", tmp_path / "whole", *required, good)
    status, said, _ = run("merge", "--json", tmp_path / "merged", *paths)
    one, other = (json.loads((tmp_path / name).read_text(encoding="utf-8")) for name in ("whole", "merged"))
    assert status == 1 and "--require profile=v3: nothing of v3 was asked" in said
    assert one["faults"] == other["faults"] and one["selection"]["required"] == other["selection"]["required"]


@pytest.mark.parametrize("required, words", [
    ("profile=v3", "nothing of v3"), ("corpus=1.0.0", "the corpus does not say its version"), ("core", "the vectors of /"),
    ("whole", "the vectors of /"), ("profile=v2", None), ("closed", None)])
def test_merge_requires_what_the_shards_did_not(shards, required, words):
    status, said, err = run("merge", "--require", required, *shards(adapter=f"x={hostile('behave')}"))
    assert (status, err) == (1 if words else 0, "") and (not words or f"--require {required}: {words}" in said)


@pytest.mark.parametrize("required, words", [
    (["closed", "x"], "ought to be a list of what --require takes"), ([7], "ought to be"), (None, "ought to be"),
    (["closed", "closed"], "is to be"), (["core"], "is to be")])
def test_a_report_that_requires_what_is_none_or_what_it_does_not_judge_is_refused(shards, required, words):
    (path,) = shards(count=1)
    report = json.loads(path.read_text(encoding="utf-8"))
    report["selection"]["required"] = required
    path.write_text(json.dumps(report), encoding="utf-8")
    status, said, err = run("merge", path)
    assert (status, said) == (2, "") and str(path) in err and words in err and err.count("\n") == 1


def test_a_shard_that_is_missing_or_of_another_run_makes_no_report(shards, corpus, tmp_path):
    paths = shards()
    merged = tmp_path / "merged"

    def refused(*reports):
        status, said, err = run("merge", "--json", merged, *reports)
        assert status == 2 and said == "" and err.count("\n") == 1 and not merged.exists()
        return err

    assert "shard 2/3 is missing; 2 of 3 are there" in refused(paths[0], paths[2])
    assert "shard 1/3 is there twice" in refused(*paths, paths[0])
    run("--corpus", corpus, "--json", tmp_path / "whole", hostile("behave"))
    assert "of no shard" in refused(tmp_path / "whole")
    assert "is one of 3 shards" in refused(*paths, *shards(count=2, name="half"))
    assert "required is" in refused(paths[0], *shards("--require", "closed", name="other")[1:])
    for change, words in ((("suite",), "suite is"), (("corpus", "hash"), "corpus is"), (("strict",), "strict is"),
                          (("implementations", 0, "version"), "version is"),
                          (("implementations", 0, "command"), "command is")):
        report = json.loads(paths[1].read_text(encoding="utf-8"))
        place = report
        for step in change[:-1]:
            place = place[step]
        place[change[-1]] = not place[change[-1]] if isinstance(place[change[-1]], bool) else "0" * 16
        (tmp_path / "other").write_text(json.dumps(report), encoding="utf-8")
        assert words in refused(paths[0], tmp_path / "other", paths[2])


@pytest.mark.parametrize("interrupted", [{3}, {1, 2, 3}])
def test_a_shard_that_was_interrupted_is_not_complete_in_the_end(tmp_path, interrupted):
    """It has read only a part of the corpus, so it does not know whether the corpus is whole."""
    corpus = closed_corpus(tmp_path / "vectors", [check_vector(number) for number in range(1, 14000)])
    paths = [tmp_path / f"{shard}.json" for shard in (1, 2, 3)]
    adapter = f"x={answering(tmp_path, {shard + 15: 'interrupt' for shard in interrupted})}"
    for shard, path in enumerate(paths, 1):
        run_until(tmp_path / "wrong.json.reached", "--corpus", corpus, "--strict", "--shard", f"{shard}/3", "--json", path,
                  adapter)
        report, is_whole = json.loads(path.read_text(encoding="utf-8")), shard not in interrupted
        assert (report["complete"], report["corpus"]["closed"]) == (is_whole, is_whole)
    status, said, err = run("merge", "--json", tmp_path / "merged", *paths)
    assert status == 1 and "NOT as expected, and not complete" in said, err
    merged = json.loads((tmp_path / "merged").read_text(encoding="utf-8"))
    assert merged["corpus"]["closed"] == (interrupted != {1, 2, 3}) and 0 < merged["selection"]["taken"]["vectors"] < 13999
    status, _, err = run("compare", tmp_path / "merged", tmp_path / "merged")
    assert status == 2 and "the run was not completed" in err


@pytest.mark.parametrize("text", ["", "[]", "{}", "{", '{"format": 1}', "\0", '{"format":1,"suite":2}', "[" * 5000])
def test_what_is_no_report_is_reported_in_one_line(text, tmp_path):
    path = tmp_path / "report"
    path.write_text(text, encoding="utf-8")
    for words in (("merge", path), ("compare", path, path)):
        status, said, err = run(*words)
        assert status == 2 and said == "" and err.count("\n") == 1 and str(path) in err


def test_no_member_of_a_report_can_be_of_another_type(shards):
    """Each member is replaced by a number and by a list: the report is refused or read, and no program crashes."""
    path = shards(count=1)[0]
    report = json.loads(path.read_text(encoding="utf-8"))

    def places(value):
        for key in value if isinstance(value, dict) else range(min(len(value), 2)) if isinstance(value, list) else ():
            yield value, key
            yield from places(value[key])
    report.pop("clause_words")
    for holder, key in list(places(report)):
        kept = holder[key]
        for other in (-7, [], {"a": None}, "\udcff"):
            holder[key] = other
            path.write_text(json.dumps(report), encoding="utf-8")
            for words in (("merge", path), ("compare", path, path)):
                status, _, err = run(*words)
                assert status in (0, 1, 2) and (status != 2 or err.count("\n") == 1), (key, other, err)
        holder[key] = kept


@pytest.mark.parametrize("words, said", [
    (["merge"], "no reports"), (["compare", "a"], "two reports"), (["merge", "--core", "a"], "takes no --core"),
    (["merge", "--junit", "b", "a"], "leave out what passed"), (["compare", "--tap", "b", "a", "c"], "takes no --tap"),
    (["merge", "--json", "a", "a"], "a: "), (["merge", "nowhere"], "nowhere: No such file"),
])
def test_wrong_usage_is_reported_in_one_line(words, said):
    status, out, err = run(*words)
    assert (status, out) == (2, "") and said in err and err.count("\n") == 1


# --- Comparison ----------------------------------------------------------------------------------------------


@pytest.fixture(name="both")
def fixture_both(corpus, tmp_path):
    def report(name, wrong, *arguments, profile="v2"):
        folder = tmp_path / name
        folder.mkdir()
        run("--corpus", corpus, "--json", folder / "json", *arguments, f"x={answering(folder, wrong, profile)}")
        return folder / "json"
    return report


def test_what_got_fixed_and_what_broke_is_reported_by_cause(both, tmp_path):
    old = both("old", WRONG)
    new = both("new", {3: {"verdict": "malformed"}, 4: {"error": "no"}, 7: {"error": "no"}, 9: {"error": "no"}})
    status, said, err = run("compare", "--json", tmp_path / "json", "--html", tmp_path / "page", old, new)
    comparison = json.loads((tmp_path / "json").read_text(encoding="utf-8"))
    one = comparison["implementations"][0]
    assert (status, err) == (1, "") and "x (1 -> 1): 4 failed, now 4" in said and said.endswith("2 vectors broke\n")
    assert {key: one[key]["vectors"] for key in ("fixed", "broke", "silenced", "asked_new", "otherwise")} == \
        {"fixed": 2, "broke": 2, "silenced": 0, "asked_new": 0, "otherwise": 0}
    assert one["broke"]["causes"][0]["such_as"] == [VECTORS[6]["id"], VECTORS[8]["id"]]
    page = (tmp_path / "page").read_text(encoding="utf-8")
    assert page.count("<table>") == 2 and VECTORS[6]["id"] in page
    assert run("compare", new, new)[:2][0] == 0


def test_who_says_less_than_before_has_fixed_nothing_and_broke_that(both, tmp_path):
    old, new = both("old", WRONG), both("new", {number: {"unsupported": "no"} for number in (*WRONG, 12)})
    status, said, err = run("compare", "--json", tmp_path / "json", old, new)
    silenced = json.loads((tmp_path / "json").read_text(encoding="utf-8"))["implementations"][0]["silenced"]
    assert (status, err, silenced["vectors"]) == (1, "", len(WRONG) + 1) and said.endswith(f"{len(WRONG) + 1} vectors broke\n")
    assert silenced["causes"][0]["such_as"] == ["v2/amd64/check/*"] and run("compare", new, old)[0] == 1


def test_who_fails_what_was_not_asked_before_broke_nothing(both, tmp_path):
    old, new = both("old", {}, profile="v1"), both("new", WRONG)
    status, said, _ = run("compare", old, new)
    assert status == 0 and "4 fail and were not asked before" in said


def test_runs_of_other_questions_are_not_compared(both, tmp_path):
    old = both("old", WRONG)
    for name, arguments in (("select", ["--select", "*1"]), ("shard", ["--shard", "1/2"]), ("exact", ["--exact"])):
        status, _, err = run("compare", old, both(name, WRONG, *arguments))
        assert status == 2 and "different questions" in err and name in err


# --- What others show ----------------------------------------------------------------------------------------


def test_sarif_has_a_result_for_each_cause_and_each_fault(corpus, tmp_path):
    known = tmp_path / "my known"
    known.write_text("nowhere fail\n", encoding="utf-8")
    run("--corpus", corpus, "--sarif", tmp_path / "sarif", "--expect", known, f"x={answering(tmp_path, WRONG)}")
    sarif = json.loads((tmp_path / "sarif").read_text(encoding="utf-8"))
    run_ = sarif["runs"][0]
    rules = {rule["id"] for rule in run_["tool"]["driver"]["rules"]}
    assert sarif["version"] == "2.1.0" and [result["ruleId"] for result in run_["results"]] == ["fail", "run"]
    assert all(result["ruleId"] in rules for result in run_["results"])
    assert "4 vectors" in run_["results"][0]["message"]["text"] and VECTORS[2]["id"] in run_["results"][0]["message"]["text"]
    place = run_["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place.endswith("my%20known")
    run("--corpus", corpus, "--sarif", tmp_path / "sarif", hostile("behave"))
    assert json.loads((tmp_path / "sarif").read_text(encoding="utf-8"))["runs"][0]["results"] == []


@pytest.mark.parametrize("wrong, words, color", [
    ({}, "40 of 40 pass", "brightgreen"), (WRONG, "36 of 40 pass, not as expected", "red")])
def test_a_badge_says_how_a_run_came_out(corpus, tmp_path, wrong, words, color):
    run("--corpus", corpus, "--badge", tmp_path / "json", "--badge-svg", tmp_path / "svg",
        f"x={answering(tmp_path, wrong)}")
    assert json.loads((tmp_path / "json").read_text(encoding="utf-8")) == {
        "schemaVersion": 1, "label": "SFrame conformance", "message": words, "color": color}
    picture = ElementTree.fromstring((tmp_path / "svg").read_text(encoding="utf-8"))
    assert picture.get("aria-label") == f"SFrame conformance: {words}"


# --- What text and JUnit say of a failure -----------------------------------------------------------------------


def test_the_first_failure_of_each_cause_comes_with_what_one_does_next(corpus, tmp_path):
    adapter = answering(tmp_path, WRONG)
    _, said, _ = run("--corpus", corpus, "--junit", tmp_path / "junit", f"x={adapter}")
    assert "and 3 more that look like it" in said and said.count("alone: ") == 1
    command = next(line for line in said.splitlines() if "alone: " in line).split("alone: ")[1]
    failures = [element.text for element in ElementTree.fromstring((tmp_path / "junit").read_text(encoding="utf-8"))
                .iter("failure")]
    assert len(failures) == 4 and all("section: e2de02" in text and f"alone: {RUNNER[0]} " in text for text in failures)
    assert shlex.split(command)[0] == RUNNER[0]
    status, out, _ = run(*shlex.split(command)[1:])
    assert status == 1 and "1 asked, 1 unexpected, 1 judged" in out


@pytest.mark.parametrize("is_open", [True, False])
def test_a_broken_section_that_rests_on_an_open_point_says_what_passes(tmp_path, is_open):
    expect = {"oracle": {"verdict": "malformed", "violations": []}, "accept": ["error", "answer"]}
    vector = check_vector(5, **{"class": "malformed"}, expect=expect | ({"open": "abi-unknown"} if is_open else {}))
    (tmp_path / "vector").write_text(json.dumps(vector) + "\n", encoding="utf-8")
    wrong = {5: {"ended": "SIGSEGV"}}
    _, said, _ = run("--corpus", tmp_path / "vector", f"x={answering(tmp_path, wrong)}")
    assert "crash" in said
    assert ("    rests on the open point abi-unknown: an error and an answer both pass\n" in said) == is_open
