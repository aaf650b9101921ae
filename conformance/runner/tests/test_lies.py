"""merge and compare do not believe a report: whatever contradicts the rest is reported in one line."""
import copy
import json
import os
import random
import subprocess

import pytest

from conformance.runner.tests.conftest import (GENERATOR, ORACLE, ROOT, RUNNER, answering_vectors,
                                               check_vector, hostile, lines, run)
from corpus import jsonl

MEBIBYTE = 1 << 20
POINTS = "*/lookup/*"


def vectors():
    """Valid checks, and contested vectors, whose readings are counted."""
    emitted = subprocess.run([GENERATOR, "emit", "--core", "--select", POINTS], capture_output=True, text=True, check=True)
    contested = [line for line in emitted.stdout.splitlines() if '"class":"contested"' in line]
    assert len(contested) > 10
    return [*(json.dumps(check_vector(number)) for number in range(1, 41)), *contested[:12]]


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def write(path, report):
    path.write_text(json.dumps(report), encoding="utf-8")
    return path


@pytest.fixture(scope="module", name="pairs")
def fixture_pairs(tmp_path_factory):
    """Texts of reports of two shards: of a run as expected, and of one with failures, expectations and readings."""
    folder = tmp_path_factory.mktemp("pairs")
    (folder / "corpus").write_text("".join(jsonl.closed([f"{line}\n" for line in vectors()])), encoding="utf-8")
    (folder / "known").write_text("# of x\n*/0003 fail # known\n*/000? pass max=30\n*/made/* unsupported\n", encoding="utf-8")
    wrong = answering_vectors(folder, {3: {"error": "no"}, 4: {"verdict": "malformed"}, 17: {"error": "no"}, 30: {"unsupported": "no"},
                               40: {"ended": "SIGSEGV"}, 6: {"unsupported": "no"}},
                              profiles=["v2"], abis=["amd64"], operations=["check"])
    pairs = {"green": [hostile("behave"), "--select", "*/made/*"],
             "red": ["--memory", "0", "--expect", f"x={folder / 'known'}", f"x={wrong}", f"oracle={ORACLE}"]}
    reports = {}
    for name, words in pairs.items():
        for shard in (1, 2):
            run("--corpus", folder / "corpus", "--strict", "--shard", f"{shard}/2", "--json", folder / "json", *words)
            # The words of clauses are the most of a report, and merging only passes them on.
            reports[name, shard] = json.dumps({**read(folder / "json"), "clause_words": {}})
    return reports


@pytest.fixture(name="merge")
def fixture_merge(pairs, tmp_path):
    def merge(name, change=lambda one, other: None):
        """Merges a pair that CHANGE has altered; returns the status, and the report or the error line."""
        both = [json.loads(pairs[name, shard]) for shard in (1, 2)]
        change(*both)
        paths = [write(tmp_path / f"{shard}.json", report) for shard, report in enumerate(both, 1)]
        (tmp_path / "merged").unlink(missing_ok=True)
        status, out, err = run("merge", "--json", tmp_path / "merged", *paths)
        assert status in (0, 1, 2)
        if status != 2:
            return status, read(tmp_path / "merged")
        assert out == "" and err.count("\n") == 1 and str(tmp_path) in err and not (tmp_path / "merged").exists(), err
        return status, err
    return merge


def test_what_a_run_wrote_is_believed(merge, pairs):
    status, merged = merge("green")
    assert status == 0 and merged["good"]
    status, merged = merge("red")
    assert status == 1 and not merged["good"]
    x, oracle = merged["implementations"]
    assert {"fail", "crash", "unsupported"} <= set(x["outcomes"]) and sum(oracle["outcomes"].values()) == 52
    assert any(entry["matched"] for entry in x["expectations"]["entries"]) and oracle["readings"] and x["skipped"]


# --- Lies, one by one ------------------------------------------------------------------------------------------


def put(*path_and_value):
    """Puts a value at a path of the first report.  A function makes the new value from the old one."""
    *path, last, value = path_and_value

    def change(one, _):
        for step in path:
            one = one[step]
        one[last] = value(one[last]) if callable(value) else value
    return change


def without(*path):
    *path, last = path

    def change(one, _):
        for step in path:
            one = one[step]
        del one[last]
    return change


def together(*changes):
    def change(one, other):
        for each in changes:
            each(one, other)
    return change


def under_another_number(one, other):
    """The results of the first shard twice."""
    other.clear()
    other.update(copy.deepcopy(one))
    other["selection"]["shard"] = "2/2"


def in_both(change):
    def both(one, other):
        change(one, other)
        change(other, one)
    return both


X = ("implementations", 0)
FIRST = (*X, "cases", 0)
ENTRIES = (*X, "expectations", "entries")


def more(number):
    return number + 1


LIES = {
    # (which pair, what is changed, what is reported)
    "not good": ("green", put("good", False), "good is false, and is to be true by the rest"),
    "good with failures": ("red", put("good", True), "good is true, and is to be false by the rest"),
    "a fault that is none": ("green", together(put("faults", [{"adapter": None, "kind": "corpus", "words": "x"}]), put("good", False)),
                             "good is false, and is to be true by the rest"),
    "a fault left out": ("green", put(*X, "ended", "it died"), "good is true, and is to be false"),
    "another format": ("green", put("format", 99), "another format than 1"),
    "another version": ("green", in_both(put("suite", "9.9.9")), "suite is 9.9.9, and this is"),
    "failures not counted": ("red", put(*X, "unexpected", 0), "unexpected is 0, and"),
    "failures in cases only": ("green", put(*X, "cases", [{"id": "a", "class": "valid", "outcome": "fail", "expected": "pass",
                                                           "unexpected": True}]), "cases have 1 fail, and outcomes has 0"),
    "failures in outcomes only": ("green", put(*X, "outcomes", {"pass": 19, "fail": 1}), "outcomes.pass is 19, and is to be 20"),
    "failures in features only": ("green", put(*X, "features", 0, "outcomes", {"pass": 19, "fail": 1}), "cases have 0 fail, and outcomes has 1"),
    "no cases": ("red", put(*X, "cases", []), "cases have 0 fail, and outcomes has"),
    "a case twice": ("red", together(put(*X, "cases", lambda cases: [*cases, cases[0]])), "is of a vector that another case has"),
    "a case that is expected by nobody": ("red", put(*FIRST, "unexpected", lambda is_so: not is_so), "which cannot be"),
    "a case that was expected to fail": ("red", together(put(*X, "cases", 1, "expected", "crash")), "which cannot be"),
    "sums beyond all numbers": ("green", together(put(*X, "features", lambda all: all * 3000), put(
        *X, "features", 0, "outcomes", "pass", 1 << 53)), "vectors, and 20 were taken"),
    "a feature twice": ("green", put(*X, "features", lambda all: all * 2), "outcomes and skipped of 40 vectors, and 20 were taken"),
    "more valid ones than asked": ("green", put(*X, "features", 0, "valid", "asked", more), "have other valid ones than"),
    "more judged than outcomes": ("green", put(*X, "judged", more), "judged is 21, and is to be 20"),
    "one shard under two numbers": ("green", under_another_number, "taken by two, or by none"),
    "another share": ("green", put("selection", "taken", "hash", "0" * 16), "taken by two, or by none"),
    "too many for the share": ("green", put("selection", "taken", "vectors", more), "selection.taken has 21 vectors"),
    "another number of the shard": ("green", put("selection", "shard", "3/3"), "selection.taken has 20 vectors"),
    "more selected than there are": ("green", in_both(put("corpus", "vectors", 39)), "selection.selected has 40 vectors, and the corpus 39"),
    "fewer selected than all": ("red", in_both(put("corpus", "vectors", 53)), "selection.selected has 52 vectors, and the corpus 53"),
    "not-run in a whole run": ("green", together(put(*X, "outcomes", {"pass": 19, "not-run": 1}), put(*X, "judged", 19), put(
        *X, "features", 0, "outcomes", {"pass": 19, "not-run": 1}), put(*X, "features", 0, "valid", {"asked": 19, "judged": 19})),
        "unexpected is 0, and 0 cases are, and 1 not-run"),
    "nobody was asked": ("green", together(put(*X, "outcomes", {}), put(*X, "judged", 0), put(*X, "features", [])),
                         "outcomes and skipped of 0 vectors, and 20 were taken"),
    "an open corpus in a strict run": ("green", in_both(put("corpus", "closed", False)), "corpus is not closed"),
    "a list for a flag": ("green", put("complete", []), "complete is [], and is to be false"),
    "a list for words": ("green", put(*X, "gave_up", []), "gave_up is [], and is to be null"),
    "no version": ("green", put(*X, "version", None), "has no name, and was asked"),
    "a declaration that is none": ("green", put(*X, "profiles", ["v9"]), "a declaration has what cannot be"),
    "another expectation file": ("red", put(*X, "expectations", "path", "elsewhere"), 'expectations is {"path":"elsewhere"'),
    "another bound": ("red", put(*ENTRIES, 1, "max", more), 'expectations.entries[1] is {"line":3,"glob":"*/000?","outcome":"pass","max":31,"some":null}, and {"line":3'),
    "a line far away": ("red", in_both(put(*ENTRIES, 0, "line", 1 << 24)), "does not come behind"),
    "an entry that meant others": ("red", put(*ENTRIES, 0, "sum", more), "entries[0] matched"),
    "an entry that matched all": ("red", put(*ENTRIES, 1, "matched", 1 << 53), "entries matched more than was asked"),
    "a member that is none": ("green", put("selection", lambda selection: {**selection, "cores": True}), "selection.cores is true, and no report"),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_makes_no_report(merge, name):
    pair, change, words = LIES[name]
    status, error = merge(pair, change)
    assert status == 2 and words in error, error


@pytest.mark.parametrize("name", ["good with failures", "no cases", "another format"])
def test_a_lie_is_not_compared(pairs, tmp_path, name):
    pair, change, words = LIES[name]
    one = json.loads(pairs[pair, 1])
    change(one, None)
    status, out, err = run("compare", *[write(tmp_path / "lie", one)] * 2)
    assert status == 2 and out == "" and words in err and err.count("\n") == 1, err


def test_versions_are_compared_where_the_first_shard_says_none(pairs, tmp_path):
    """The first shard could not run the adapter, and the others ran two versions."""
    def of_three(shard):
        report = json.loads(pairs["green", 1])
        report["selection"].update(shard=f"{shard}/3", selected={"vectors": 60, "hash": "0" * 16},
                                   taken={"vectors": 20, "hash": f"{shard:016}"})
        report["corpus"]["vectors"] = 60
        report["implementations"][0]["version"] = str(shard)
        return report
    first = of_three(1)
    first["implementations"][0].update(name=None, version=None, profiles=[], abis=[], operations=[], exposes=None,
                                       foreign_byte_order=False, missing="gone", outcomes={}, judged=0, skipped={}, features=[])
    first.update(good=False, faults=[{"adapter": first["implementations"][0]["adapter"], "kind": "missing", "words": "missing: gone"},
                                     {"adapter": None, "kind": "not asked", "words": "nothing was asked of anybody"}])
    paths = [write(tmp_path / str(number), report) for number, report in enumerate((first, of_three(2), of_three(3)))]
    status, _, err = run("merge", *paths)
    assert status == 2 and 'version is "2", and "3"' in err


def test_a_shard_that_was_not_good_makes_no_good_report(merge):
    """A fault that only that shard knows becomes a fault of the whole."""
    def ended(one, _):
        one["good"] = False
        one["faults"] = [{"adapter": one["implementations"][0]["adapter"], "kind": "ended", "words": "it died"}]
        one["implementations"][0]["ended"] = "it died"
    status, merged = merge("green", ended)
    assert status == 1 and [fault["words"] for fault in merged["faults"]] == ["it died"]


# --- Each member -------------------------------------------------------------------------------------------------

EVIDENCE = {"input", "expect", "answer", "differences", "fields", "clauses", "fault", "stderr"}


def members(value, path=()):
    """All members but the evidence of cases, which is only shown; of long lists the first and last element."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key in value:
            if "cases" not in path or key not in EVIDENCE:
                yield from members(value[key], (*path, key))
    elif isinstance(value, list):
        for index in sorted({0, len(value) - 1} & set(range(len(value)))):
            yield from members(value[index], (*path, index))


def others(value):
    """Another type, of which members take turns, and other values."""
    if isinstance(value, (list, dict)):
        yield from (-7, "\udcff", {"a": None})
    elif isinstance(value, bool):
        yield from ([], not value)
    elif isinstance(value, (int, float)):
        yield from (value + 1, -value - 1, [] if value % 2 else str(value))
    else:
        yield from ((value or "") + "x", [] if len(value or "") % 2 else 1)


def differences(one, other, path=()):
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            yield from differences(one.get(key), other.get(key), (*path, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (mine, its) in enumerate(zip(one, other)):
            yield from differences(mine, its, (*path, index))
    elif one != other:
        yield path


@pytest.mark.parametrize("pair", ["green", "red"])
def test_no_member_says_more_than_it_is_asked_for(merge, pairs, pair):
    """Each member gets another value or type, or is left out.  Then merging fails, or only that member
    differs in the report; and a report that was not good never becomes good."""
    whole_status, whole = merge(pair)
    tried = refused = 0
    for path, value in members(json.loads(pairs[pair, 1])):
        name = [step for step in path if isinstance(step, str)][-1]
        for change in [*(put(*path, other) for other in others(value)), without(*path)]:
            status, merged = merge(pair, change)
            tried += 1
            refused += status == 2
            if status == 2:
                continue
            assert status >= whole_status, path
            found = [difference for difference in differences(whole, merged) if name not in difference]
            assert found == [], (path, value, found)
    assert refused > tried / 2


# --- Anything ------------------------------------------------------------------------------------------------------


def peak(*arguments):
    """The most memory that a run used, in bytes, and its status."""
    sanitizer = {"ASAN_OPTIONS": "quarantine_size_mb=0"}  # else it keeps what was freed
    with subprocess.Popen([*RUNNER, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT,
                          env={**os.environ, **sanitizer}) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * 1024, process.returncode


def named(report, count, **members):
    """Makes COUNT implementations."""
    first = report["implementations"][0]
    report["implementations"] = [{**first, "adapter": f"x{number}", **members} for number in range(count)]


def entries(lines):
    return {"path": "x", "entries": [{"line": line, "glob": "nowhere", "outcome": "fail", "max": 1, "some": None,
                                  "matched": 0, "sum": 0, "fitted": 0, "elsewhere": True}
                                     for line in lines]}


def took(count, of_each):
    return [{"ledger": str(number), "title": "", "oracle": "", "took": {str(other): 1 for other in range(of_each)}}
            for number in range(count)]


BOMBS = {
    # (status of merge, what is changed in a report that is right)
    "far lines": (0, lambda report: named(report, 20, expectations=entries([(1 << 24) - 1]))),
    "many implementations": (0, lambda report: named(report, 60)),
    "many expectations": (0, lambda report: named(report, 1, expectations=entries(range(1, 400)))),
    "many wishes": (0, lambda report: report["selection"].update(select=["*"] * 8000)),
    "a long glob": (0, lambda report: report["selection"].update(select=["*" * 30000])),
    "many readings": (0, lambda report: named(report, 1, readings=took(600, 1))),
    "a long took": (0, lambda report: named(report, 1, readings=took(1, 4000))),
    "huge numbers": (2, lambda report: named(report, 20, outcomes={"pass": 1 << 53}, unexpected=1 << 53)),
    "many features": (2, lambda report: named(report, 1, features=report["implementations"][0]["features"] * 200)),
    "a deep member": (2, lambda report: named(report, 1, name="DEEP")),
    "a deep note": (0, lambda report: report.update(causes="DEEP")),
}


def texts_of(report):
    for name, (status, change) in BOMBS.items():
        bomb = copy.deepcopy(report)
        change(bomb)
        yield name, status, json.dumps(bomb).replace('"DEEP"', "[" * 1900 + "]" * 1900)
    yield "deep lists", 2, "[" * 20000 + "]" * 20000
    yield "many lists", 2, "[" + "[]," * 13000 + "[]]"


def test_a_small_report_takes_little_memory(tmp_path):
    (tmp_path / "corpus").write_text(lines(map(check_vector, range(1, 41))), encoding="utf-8")
    run("--corpus", tmp_path / "corpus", "--shard", "1/1", "--select", "*", "--json", tmp_path / "honest", hostile("behave"))
    report = {**read(tmp_path / "honest"), "clause_words": {}}
    honest, status = peak("merge", write(tmp_path / "honest", report))
    assert status == 0
    for name, ought, text in texts_of(report):
        path = tmp_path / "bomb"
        path.write_text(text, encoding="utf-8")
        assert path.stat().st_size < 80000
        for words in (("merge", path), ("compare", path, path)):
            taken, status = peak(*words)
            assert status == ought and taken < honest + 32 * MEBIBYTE, (name, words, status, taken)


def mutated(rng, text):
    """Changes some bytes, moves a piece, changes a number, or puts a member in the place of another."""
    data = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, size = rng.randrange(len(data)), rng.randrange(1, 40)
        how = rng.randrange(4)
        if how == 0:
            data[at] = rng.randrange(256)
        elif how == 1:
            del data[at:at + size]
        elif how == 2:
            data[at:at] = data[(start := rng.randrange(len(data))):start + size]
        else:
            digits = [place for place in range(len(data)) if 0x30 <= data[place] <= 0x39]
            place = rng.choice(digits)
            data[place:place + 1] = rng.choice((b"0", b"9", b"-1", b"1e9", b"99999999999999999999", b"null", b"[]"))
    return bytes(data)


def test_no_bytes_bring_it_down(pairs, tmp_path):
    rng = random.Random(20)
    text, path, honest = pairs["red", 1].encode(), tmp_path / "mutated", tmp_path / "other"
    honest.write_text(pairs["red", 2], encoding="utf-8")
    for number in range(300):
        path.write_bytes(mutated(rng, text))
        words = [["merge", path, honest], ["compare", path, path]][number % 2]
        done = subprocess.run([*RUNNER, *map(str, words)], capture_output=True, check=False, cwd=ROOT)
        assert done.returncode in (0, 1, 2), (number, done.stderr)
        assert done.stderr.count(b"\n") == (done.returncode == 2), (number, done.stderr)
