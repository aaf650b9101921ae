"""A green run means what it says: no vector is missing, and no option is ignored in silence."""
import html
import json
import re
import socket
import subprocess
import threading
from xml.etree import ElementTree

import pytest

from conformance.runner.tests.conftest import GENERATOR, ROOT, RUNNER, check_vector, hostile, run, until
from corpus import jsonl

VECTORS = [check_vector(number) for number in range(1, 41)]
LINES = [json.dumps(vector) + "\n" for vector in VECTORS]
CLOSED = jsonl.closed(LINES)
GOOD, NOTHING = hostile("behave"), hostile("hello", 'greet:{"operations": ["unwind"]}')


def over(tmp_path, text, *arguments):
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(text), encoding="utf-8")
    return run("--corpus", path, *arguments, GOOD)


def of_version(version):
    return CLOSED[-1].replace('"}}', f'","version":"{version}"}}}}')


# --- The corpus is whole -------------------------------------------------------------------------------------


def test_the_generator_closes_what_it_emits_and_what_others_made():
    made = subprocess.run([GENERATOR, "emit", "--family", "bits", "--profile", "v1"], capture_output=True, text=True,
                          check=True).stdout.splitlines(keepends=True)
    version = subprocess.run([GENERATOR, "--version"], capture_output=True, text=True, check=True).stdout
    said = re.search(r"corpus (\d+\.\d+\.\d+)", version)[1]
    assert made == jsonl.closed(made[:-1])[:-1] + [jsonl.closed(made[:-1])[-1].replace('"}}', f'","version":"{said}"}}}}')]
    again = subprocess.run([GENERATOR, "close"], input="".join(made + made), capture_output=True, text=True, check=True)
    assert again.stdout.splitlines(keepends=True) == jsonl.closed(made[:-1] * 2)


def test_a_connection_that_is_reset_is_no_end(tmp_path):
    """Five lines come, and then an error instead of the end."""
    listener = socket.create_server(("127.0.0.1", 0))
    sent = threading.Event()

    def serve():
        there, _ = listener.accept()
        there.sendall("".join(LINES[:5]).encode())
        sent.set()
        there.recv(1)  # the lines were taken
        there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        there.close()
    server = threading.Thread(target=serve)
    server.start()
    here = socket.create_connection(listener.getsockname())
    with subprocess.Popen([*RUNNER, "--corpus", "-", GOOD], cwd=ROOT, stdin=here, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        assert sent.wait(60)
        until(lambda: not has_unread(here))  # the runner took them
        here.sendall(b"x")
        out, err = process.communicate(timeout=60)
    server.join()
    assert process.returncode == 2 and "cannot be read on after line 5: Connection reset" in out + err, out + err


def has_unread(connection):
    try:
        return len(connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)) > 0
    except BlockingIOError:
        return False


# --- No report is green unless the status is 0 ---------------------------------------------------------------

FAULTS = {  # what is wrong: arguments, the text of an expectation file, the corpus
    "none": ([], "", CLOSED),
    "unexpected": (["bad=" + hostile("die:SEGV")], "", CLOSED),
    "missing": (["bad=/nowhere/at-all"], "", CLOSED),
    "ended": (["bad=" + hostile("end", "die:ABRT")], "", CLOSED),
    "gave up": (["bad=" + hostile("hello", "greet", "greet")], "", CLOSED),
    "expectation that matches nothing": ([], "*/nowhere fail\n", CLOSED),
    "expectation that matches too much": ([], "*/000* pass max=1\n", CLOSED),
    "idle selection": (["--strict", "--select", "*", "--select", "v9/*"], "", CLOSED),
    "corpus cut": ([], "", CLOSED[3:]),
    "corpus not closed": (["--strict"], "", LINES),
    "nothing asked": (["--select", "v9/*"], "", CLOSED),
    "nothing asked of one": (["bad=" + NOTHING], "", CLOSED),
    "required profile": (["--require", "profile=v2", "--require", "profile=v3"], "", CLOSED),
    "required profile of one": (["--require", "profile=v2", "bad=" + NOTHING], "", CLOSED),
    "required version": (["--require", "corpus=1.0.1"], "", CLOSED[:-1] + [of_version("1.0.0")]),
    "required version that is not said": (["--require", "corpus=0.0.0"], "", CLOSED),
    "required closing line": (["--require", "closed"], "", LINES),
    "required core": (["--require", "core"], "", CLOSED),
    "required whole": (["--require", "whole"], "", CLOSED),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_report_says_whether_the_run_is_good(tmp_path, fault):
    arguments, expected, lines = FAULTS[fault]
    (tmp_path / "known").write_text(expected, encoding="utf-8")
    formats = ("json", "junit", "tap", "markdown", "html", "sarif", "badge", "badge-svg")
    paths = [word for name in formats for word in (f"--{name}", tmp_path / name)]
    status, out, err = over(tmp_path, lines, "--github", *paths, "--expect", f"python3={tmp_path}/known", *arguments)
    good = status == 0
    assert good == (fault == "none"), out + err
    text = {name: (tmp_path / name).read_text(encoding="utf-8") for name in formats}
    report = json.loads(text["json"])
    assert report["good"] == good
    assert good == (not report["faults"] and not any(each["unexpected"] for each in report["implementations"]))
    suites = list(ElementTree.fromstring(text["junit"]).iter("testsuite"))
    assert good == (sum(int(suite.get(name)) for suite in suites for name in ("failures", "errors")) == 0)
    assert good == (not any(line.startswith(("not ok", "Bail out!")) for line in text["tap"].splitlines()))
    assert good == text["markdown"].startswith("# SFrame conformance: as expected")
    assert good == ("## " not in text["markdown"])
    assert good == (not json.loads(text["sarif"])["runs"][0]["results"])
    assert good == (json.loads(text["badge"])["color"] != "red") == ("#b3362b" not in text["badge-svg"])
    assert good == ("::error" not in out)
    for fault in report["faults"]:
        words = fault["words"]
        assert words in text["tap"] and f": {words}" in out.replace("::", ": "), fault
        assert html.escape(words) in text["html"] and words in [
            result["message"]["text"].partition(": ")[2] for result in json.loads(text["sarif"])["runs"][0]["results"]]
    assert text["markdown"].count("\n- ") >= len(report["faults"])


# --- What is stated is compared ------------------------------------------------------------------------------

def asked(operation, expect, **changes):
    return check_vector(1, id=f"v3/amd64/{operation}/made/1", profile="v3", operation=operation, expect=expect,
                        input={"address": "0x1000", "bytes": "e2de03", "pc": "0x1000"}, **changes)


OUTERMOST = {"pc": "0x1000", "function": 0, "ra": "undefined", "signal": False}
NOTHING = {"pc": "0x1000", "none": "row"}
DECODED = {"verdict": "valid", "profile": "v3", "address": "0x1000", "version": 3, "byte_order": "little",
           "abi": "amd64", "flags": [], "fixed_fp": 0, "fixed_ra": -8, "aux": "", "functions": [
               {"start": "0x1000", "size": 1, "pc_type": "inc", "fre_type": "addr1", "rows": [
                   {"start": 0, "ra": "undefined"}]}]}


def changed(answer, path, value):
    """Returns a copy with another value at this path."""
    copy = json.loads(json.dumps(answer))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy


ROW, FUNCTION = ("functions", 0, "rows", 0), ("functions", 0)
PLACE = {"base": "sp", "offset": 8}
ADDED = [
    *(("lookup", OUTERMOST, (name,), value) for name, value in
      (("mangled_ra", True), ("row", 0), ("cfa", PLACE), ("fp", "same"), ("none", "row"))),
    *(("lookup", NOTHING, (name,), value) for name, value in
      (("mangled_ra", True), ("signal", True), ("function", 0), ("row", 0), ("cfa", PLACE), ("ra", "same"), ("fp", "same"))),
    *(("decode", DECODED, (*ROW, name), value) for name, value in (("mangled_ra", True), ("cfa", PLACE), ("fp", "same"))),
    *(("decode", DECODED, (*FUNCTION, name), value) for name, value in
      (("signal", True), ("rep_size", 4), ("pauth_key", "b"), ("fde_type", "flex"))),
    ("unwind", {"frames": [{"pc": "0x1000", "sp": "0x1"}], "stop": "no-row"}, ("frames", 0, "fp"), "0x1"),
]


@pytest.mark.parametrize("hello", [{}, {"exposes": []}], ids=["exposed", "not-exposed"])
def test_what_is_stated_beyond_the_expectation_is_a_failure(judge, hello):
    hello = {"operations": ["lookup", "decode", "unwind"], **hello}
    vectors = [asked(operation, expect) for operation, expect, *_ in ADDED]
    vectors[-1]["input"].update(registers={"sp": "0x1"}, memory=[])
    _, cases = judge([(vector, vector["expect"]) for vector in vectors], **hello)
    assert {case["outcome"] for case in cases} == {"pass"}
    _, cases = judge([(vector, changed(*row)) for vector, (_, *row) in zip(vectors, ADDED)], **hello)
    for case, (*_, path, _) in zip(cases, ADDED, strict=True):
        assert case["outcome"] == "fail" and str(path[-1]) in case["reason"]


def test_what_is_not_so_may_be_said(judge):
    rows = [(asked("lookup", expect), {**expect, **members}) for expect, members in (
        (OUTERMOST, {"mangled_ra": False}), (NOTHING, {"mangled_ra": False, "signal": False}))]
    assert judge(rows, operations=["lookup"])[0].status == 0
