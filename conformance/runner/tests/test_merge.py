"""The report that is merged of shards is that of the run; transcripts/merge.t has the rest."""
import json
import signal
import subprocess

import pytest

from conformance.runner.tests.conftest import GENERATOR, ROOT, RUNNER, answering_vectors, check_vector, lines, run, until
from conformance.runner.tests.test_reports import validator

VECTORS = [check_vector(number) for number in range(1, 41)]
WRONG = {number: {"verdict": "malformed"} for number in (3, 4, 17, 40)}


def run_until(reached, *arguments):
    """Runs, and interrupts the run as soon as an adapter has made this file."""
    reached.unlink(missing_ok=True)
    with subprocess.Popen([*RUNNER, *map(str, arguments)], stdout=subprocess.DEVNULL, cwd=ROOT) as process:
        until(lambda: reached.exists() or process.poll() is not None)
        process.send_signal(signal.SIGINT)


def closed_corpus(path, vectors):
    subprocess.run([GENERATOR, "close", "--to", path], input=lines(vectors), text=True, check=True)
    return path


@pytest.fixture(name="corpus")
def fixture_corpus(tmp_path):
    return closed_corpus(tmp_path / "vectors", VECTORS)


def counted(report):
    return {key: value for each in report["implementations"] for key, value in each.items()
            if key not in ("cases", "causes")}


def stable(report):
    """The cases, without what depends on the vectors that the process was asked before."""
    cases = [dict(case) for each in report["implementations"] for case in each["cases"]]
    for case in cases:
        if isinstance(case.get("answer"), dict):
            case["answer"] = {key: value for key, value in case["answer"].items() if key != "request"}
    return sorted(cases, key=lambda case: case["id"])


def test_the_shards_of_a_run_make_the_report_of_the_run(corpus, tmp_path):
    whole, merged, page, adapter = tmp_path / "whole", tmp_path / "merged", tmp_path / "page", answering_vectors(tmp_path, WRONG)
    status, said, _ = run("--corpus", corpus, "--strict", "--json", whole, f"x={adapter}")
    paths = [tmp_path / f"shard{i}.json" for i in (1, 2, 3)]
    for i, path in enumerate(paths, 1):
        run("--corpus", corpus, "--strict", "--shard", f"{i}/3", "--json", path, f"x={adapter}")
    again, out, err = run("merge", "--json", merged, "--html", page, "--markdown", tmp_path / "md", *reversed(paths))
    assert (status, again, err) == (1, 1, "")
    one, other = (json.loads(path.read_text(encoding="utf-8")) for path in (whole, merged))
    assert [error.message for error in validator().iter_errors(other)] == []
    assert counted(one) == counted(other) and stable(one) == stable(other)
    for key in ("suite", "corpus", "selection", "complete", "exact", "strict", "good", "faults", "fault"):
        assert one[key] == other[key], key
    assert [line for line in said.splitlines() if "asked" not in line and " explains " not in line] == \
        [line for line in out.splitlines() if "asked" not in line]
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("interrupted", [{3}, {1, 2, 3}])
def test_a_shard_that_was_interrupted_is_not_complete_in_the_end(tmp_path, interrupted):
    """It has read only a part of the corpus, so it does not know whether the corpus is whole."""
    corpus = closed_corpus(tmp_path / "vectors", [check_vector(number) for number in range(1, 14000)])
    paths = [tmp_path / f"{shard}.json" for shard in (1, 2, 3)]
    adapter = f"x={answering_vectors(tmp_path, {shard + 15: 'interrupt' for shard in interrupted})}"
    for shard, path in enumerate(paths, 1):
        run_until(tmp_path / "answers.json.reached", "--corpus", corpus, "--strict", "--shard", f"{shard}/3", "--json", path,
                  adapter)
        report, is_whole = json.loads(path.read_text(encoding="utf-8")), shard not in interrupted
        assert (report["complete"], report["corpus"]["closed"]) == (is_whole, is_whole)
    status, said, err = run("merge", "--json", tmp_path / "merged", *paths)
    assert status == 1 and "NOT as expected, and not complete" in said, err
    merged = json.loads((tmp_path / "merged").read_text(encoding="utf-8"))
    assert merged["corpus"]["closed"] == (interrupted != {1, 2, 3}) and 0 < merged["selection"]["taken"]["vectors"] < 13999
    status, _, err = run("compare", tmp_path / "merged", tmp_path / "merged")
    assert status == 2 and "the run was not completed" in err
