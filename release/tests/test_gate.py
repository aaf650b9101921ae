"""release/gate, run as action.yml runs it: by variables alone; and its templates, in scratch projects."""
import functools
import hashlib
import html
import http.server
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tarfile
import threading
import time
import uuid
import xml.etree.ElementTree

import pytest
import yaml

from release.tests.conftest import BUILD, ROOT

# Tests that are started in the background may ignore interrupts, and so would the gate.
signal.signal(signal.SIGINT, signal.default_int_handler)

GATE = ROOT / "release/gate"
ORACLE = BUILD / "adapters/oracle"
WRONG = f"{BUILD}/zoo --bug magic_unchecked"


class Outcome:
    """The status, what was said, and what lies in the folder of reports."""

    def __init__(self, done, folder, reports):
        self.status, self.said, self.out = done.returncode, done.stderr, done.stdout
        self.reports = {path.name: path for path in (folder / reports).glob("*")}
        path = folder / "summary"
        self.summary = path.read_text(encoding="utf-8") if path.exists() else ""

    def is_red(self, *why):
        """The reasons are the gate's own, or the runner's, on standard error or in all reports."""
        assert self.status == 1, self.said
        assert "gate: green" not in self.said and self.summary.startswith("## SFrame: red\n")
        said = [line for line in self.said.splitlines() if line.startswith(("gate: red: ", "sframe-conform: "))]
        for words in why:
            assert any(words in line for line in [*said, *self.out.splitlines()]), self.said + self.out
        for name, path in self.reports.items():
            is_red_in(name, path.read_text(encoding="utf-8"))
        return self

    def has_no_report(self):
        assert not self.reports and "No report was written" in self.summary

    def is_refused(self, words):
        assert self.status == 2 and words in self.said, self.said
        assert len(self.said.splitlines()) <= 2 and not self.summary and not self.out and not self.reports


def is_red_in(name, text):
    """Whether a report says that the run is not good, as readers of its format take it."""
    kind = name.partition(".")[2]
    if name == "badge.json":
        assert json.loads(text)["color"] == "red"
    elif name == "badge.svg":
        assert "#b3362b" in text and re.search("not as expected|not complete", text)
    elif kind == "json":
        assert json.loads(text)["good"] is False
    elif kind == "xml":
        suites = list(xml.etree.ElementTree.fromstring(text).iter("testsuite"))
        assert sum(int(suite.get(count)) for suite in suites for count in ("failures", "errors")) > 0
        assert "<failure" in text or "<error" in text
    elif kind == "sarif":
        assert json.loads(text)["runs"][0]["results"]
    elif kind == "md":
        assert text.startswith("# SFrame conformance: not as expected\n")
    else:
        assert kind == "html"  # of which test_every_report_says_red knows more


def run(folder, path=os.environ["PATH"], gate=(GATE,), environment=(), **inputs):
    alone = {name: value for name, value in os.environ.items() if not re.match("INPUT_|GITHUB_|MAKE|MFLAGS", name)}
    given = {f"INPUT_{name.upper()}": str(value) for name, value in inputs.items()}
    (folder / "summary").unlink(missing_ok=True)
    done = subprocess.run(gate, cwd=folder, capture_output=True, text=True, check=False, timeout=300,
                          stdin=subprocess.DEVNULL, env={**alone, "GITHUB_STEP_SUMMARY": str(folder / "summary"),
                                                         **dict(environment), **given, "PATH": path})
    return Outcome(done, folder, inputs.get("reports", "sframe-reports"))


@pytest.fixture(name="few", scope="session")
def fixture_few(tmp_path_factory):
    """A corpus that WRONG fails, too: as the core is read anew in each run, few tests ask it."""
    path = tmp_path_factory.mktemp("few") / "few.jsonl"
    subprocess.run([BUILD / "sframe-gen", "emit", "--core", "--select", "v?/amd64/check/*", "--to", path],
                   check=True)
    return path


@pytest.fixture(name="gate")
def fixture_gate(tmp_path, few):
    """Asks few vectors of V1 if nothing else is said."""
    def gate(**inputs):
        return run(tmp_path, **{"profiles": "v1", "corpus": few, **inputs})
    return gate


@pytest.fixture(name="vectors", scope="session")
def fixture_vectors():
    return subprocess.run([BUILD / "sframe-gen", "emit", "--family", "sizes", "--select", "v1/*/check/*"],
                          capture_output=True, text=True, check=True).stdout


def needs(*tools):
    return pytest.mark.skipif(not all(map(shutil.which, tools)), reason=f"not all of {' '.join(tools)} are here")


# --- Green and red -----------------------------------------------------------------------------------------

def test_green_if_all_was_asked_and_is_as_expected(gate):
    done = gate(adapter=ORACLE, minimum="1.0.0")
    assert done.status == 0 and "gate: green" in done.said, done.said
    assert sorted(done.reports) == ["badge.json", "badge.svg", "report.html", "report.json", "report.md",
                                    "report.sarif", "report.xml"]
    assert all(path.stat().st_size for path in done.reports.values())
    xml.etree.ElementTree.parse(done.reports["report.xml"])
    assert done.summary.startswith("## SFrame: green\n") and "oracle" in done.summary


def test_what_a_reader_means_to_take_decides(gate):
    """A kernel's reader refuses version 1, as its set says; without the set that is wrong."""
    kernel = f"kernel=/usr/bin/python3 {ROOT}/conformance/runner/tests/kernel.py {ORACLE}"
    assert gate(adapter=kernel, profiles="v3", corpus="core", requires="kernel-v3").status == 0
    gate(adapter=kernel, profiles="v3", corpus="core").is_red("more that look like it")


TINY = f"""tiny=sh -c '{ORACLE} | sed -u "1s/.v1.,//"'"""
RED = {  # what is wrong: inputs, and words that say so
    "a vector fails": ({"adapter": WRONG}, "more that look like it"),
    "one of two adapters fails": ({"adapter": f"good={ORACLE}\n\nbad={WRONG}\n"}, "more that look like it"),
    "what is listed passes": ({"adapter": ORACLE, "expect": "known"}, "pass where fail was expected"),
    "an adapter is not there": ({"adapter": "/nowhere/adapter"}, "missing: "),
    "an adapter fails": ({"adapter": "false"}, "cannot be asked: hello: "),
    "an adapter ends": ({"adapter": "sh -c 'exit 0'"}, "cannot be asked: hello: "),
    "an adapter says nothing": ({"adapter": "sleep 100000", "options": "--deadline 2"}, "does it flush after each line?"),
    "nothing is judged": ({"adapter": f"{BUILD}/adapters/null"}, "nothing was judged"),
    "nothing is asked of one": ({"adapter": f"{ORACLE}\n{TINY}", "profiles": "v2, v1"},
                                "--require profile=v1: nothing of v1 was asked"),
    "the corpus has no vectors": ({"adapter": ORACLE, "corpus": "none"}, "nothing was asked: the corpus has no vectors"),
    "the corpus is empty": ({"adapter": ORACLE, "corpus": "empty"}, "no closing line"),
    "the corpus is too old": ({"adapter": ORACLE, "minimum": "1.0.1"}, "--require corpus=1.0.1: the corpus is 1.0.0"),
    "the corpus is of another time": ({"adapter": ORACLE, "corpus": "old"}, "a corpus of version 0.10.2"),
    "the corpus has no version": ({"adapter": ORACLE, "corpus": "silent", "minimum": "1.0.0"},
                                  "does not say its version"),
    "the corpus lacks its end": ({"adapter": ORACLE, "corpus": "cut"}, "no closing line"),
    "the corpus lacks a vector": ({"adapter": ORACLE, "corpus": "less"}, "some are missing"),
    "of the shards nothing is asked": ({"merge": "core", "profiles": "v1 v2"},
                                       "--require profile=v2: nothing of v2 was asked"),
    "the shards asked the core": ({"merge": "core", "corpus": "whole"}, "--require whole: only the core was asked"),
    "the shards asked a file": ({"merge": "file", "corpus": "core"}, "--require core: the vectors of silent were asked"),
    "the shards are of an old corpus": ({"merge": "core", "minimum": "1.0.1"}, "the corpus is 1.0.0"),
    "a shard is red": ({"merge": "wrong"}, "more that look like it"),
}


@pytest.fixture(name="files", scope="session")
def fixture_files(tmp_path_factory, vectors, few):
    """A folder with corpora of all kinds, and with the reports of shards."""
    folder = tmp_path_factory.mktemp("files")
    lines = vectors.splitlines(keepends=True)
    none = subprocess.run([BUILD / "sframe-gen", "close"], input="", capture_output=True, text=True, check=True).stdout
    texts = {"known": "v1/* fail\n", "none": none, "empty": "",
             "old": re.sub(r'"version":"[0-9.]+"', '"version":"0.10.2"', vectors),
             "silent": re.sub(r',"version":"[0-9.]+"', "", vectors), "cut": "".join(lines[:-1]),
             "less": "".join(lines[1:])}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, inputs in (("core", {"adapter": ORACLE}), ("file", {"adapter": ORACLE, "corpus": "silent"}),
                         ("wrong", {"adapter": WRONG, "corpus": few})):
        for number in (1, 2):
            run(folder, profiles="v1", shard=f"{number}/2", reports=f"{name}/{number}", **inputs)
    return folder


@pytest.fixture(name="gate_of_files")
def fixture_gate_of_files(gate, files, tmp_path):
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    return gate


@pytest.mark.parametrize("way", RED)
def test_every_report_says_red(gate_of_files, way):
    inputs, words = RED[way]
    done = gate_of_files(**inputs).is_red("not as expected", words)
    assert sorted(done.reports) == ["badge.json", "badge.svg", "report.html", "report.json", "report.md",
                                    "report.sarif", *(["report.xml"] if "merge" not in inputs else [])]
    report = json.loads(done.reports["report.json"].read_text(encoding="utf-8"))
    page = done.reports["report.html"].read_text(encoding="utf-8")
    assert report["faults"] or sum(one["unexpected"] for one in report["implementations"])
    assert all(html.escape(fault["words"]) in page for fault in report["faults"])


def test_what_is_not_wanted_is_no_fault(gate_of_files):
    """sframe-conform passes: what is not declared is not asked."""
    for inputs in ({"adapter": TINY, "profiles": "v2"}, {"adapter": ORACLE, "minimum": "0.9.10"},
                   {"merge": "core", "corpus": "core"}, {"adapter": ORACLE, "profiles": ""}, {"adapter": ORACLE, "corpus": "silent"},
                   {"merge": "file", "corpus": "a file", "minimum": ""}):
        done = gate_of_files(**inputs)
        assert done.status == 0, done.said + done.out


def test_green_if_the_failures_are_known(gate, few, tmp_path):
    subprocess.run([BUILD / "sframe-conform", "--corpus", few, "--select", "profile=v1", "--expect", tmp_path / "known",
                    "--accept", WRONG], check=False, capture_output=True)
    assert (tmp_path / "known").read_text(encoding="utf-8").count("\n") > 0
    assert gate(adapter=WRONG, expect="known").status == 0
    gate(adapter=ORACLE, expect="known").is_red("not as expected")


def fake(folder, status, report):
    """A sframe-conform that writes this report, whatever it is asked."""
    program = folder / "bin/sframe-conform"
    program.parent.mkdir()
    (folder / "text").write_text(report, encoding="utf-8")
    program.write_text('#!/bin/sh\nfor word; do [ "$word" != --version ] || { echo fake; exit; }; done\n'
                       f'[ "$1" = --json ] || exit 9\ncat {folder}/text >"$2"\nexit {status}\n', encoding="utf-8")
    program.chmod(0o755)


def test_reports_of_an_earlier_run_are_not_taken_for_this_ones(gate):
    assert gate(adapter=ORACLE).status == 0
    gate(adapter=ORACLE, expect="nowhere").is_refused("nowhere")


@pytest.mark.parametrize("status, report, why", [
    (0, "", "no report was written"),
    (0, '{\n{\n"complete":true,"good":false,\n', "the report is not good"),
    (0, '{\n{\n"complete":true,"good"', "the report is not good"),
    (139, '{\n{\n"complete":true,"good":true,\n', "ended with status 139"),
])
def test_a_runner_that_says_one_thing_and_writes_another_is_not_believed(tmp_path, status, report, why):
    fake(tmp_path, status, report)
    done = run(tmp_path, path=f"{tmp_path}/bin:{os.environ['PATH']}", adapter="x")
    assert done.status == 1 and why in done.said, done.said


def test_what_adapters_say_is_no_markup_in_the_summary(gate):
    done = gate(adapter="a`<b>|=/nowhere").is_red()
    assert "<b>" not in done.summary.replace("\\<b", "").replace("&lt;b&gt;", "")


# --- Shards ------------------------------------------------------------------------------------------------

def test_shards_become_one_report(gate, tmp_path):
    for number in (1, 2, 3):
        done = gate(adapter=ORACLE, shard=f"{number}/3", reports=f"parts/{number}")
        assert done.status == 0 and f"Shard {number}/3" in done.summary
    done = gate(merge="parts", minimum="1.0.0")
    assert done.status == 0 and "report.html" in done.reports, done.said
    (tmp_path / "link").symlink_to("parts")
    assert gate(merge="link").status == 0
    shutil.rmtree(tmp_path / "parts/2")
    gate(merge="parts").is_red("no report was written").has_no_report()
    shutil.rmtree(tmp_path / "parts")
    (tmp_path / "parts").mkdir()
    gate(merge="parts").is_red("no report of a shard").has_no_report()


def test_what_a_shard_wants_is_wanted_where_it_is_merged(gate):
    """One shard does not know whether another is asked anything of the profile."""
    for number in (1, 2):
        assert gate(adapter=TINY, shard=f"{number}/2", reports=f"parts/{number}", profiles="v1 v2").status == 0
    gate(merge="parts", profiles="").is_red("--require profile=v1: nothing of v1 was asked")


@pytest.mark.parametrize("first, second", [({}, {"shard": "1/2"}), ({}, {"adapter": f"x={BUILD}/zoo"})],
                         ids=["twice the same", "of another adapter"])
def test_shards_that_make_no_whole(gate, first, second):
    gate(**{"adapter": f"x={ORACLE}", "shard": "1/2", "reports": "parts/1", **first})
    gate(**{"adapter": f"x={ORACLE}", "shard": "2/2", "reports": "parts/2", **second})
    gate(merge="parts").is_red("no report was written").has_no_report()


def test_a_shard_is_red_in_each_of_its_reports(gate):
    done = gate(adapter="/nowhere", shard="2/2").is_red("missing: ")
    assert sorted(done.reports) == [f"shard-2-of-2.{kind}" for kind in ("html", "json", "md", "sarif", "xml")]


# --- What is refused ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("inputs, words", [
    ({}, "INPUT_ADAPTER is empty"), ({"adapter": " \n"}, "INPUT_ADAPTER is empty"),
    ({"adapter": "--accept"}, "begins like an option"), ({"adapter": "x 'y"}, "a quote is not closed"),
    ({"adapter": "x\nx=y"}, "two implementations have this label"),
    ({"adapter": "x", "expect": "nowhere"}, "nowhere: "), ({"adapter": "x", "expect": "y=known"}, "has this label"),
    ({"adapter": "x", "requires": "nowhere"}, "--requires nowhere: "),
    ({"merge": ".", "requires": "any"}, "INPUT_MERGE takes no"),
    ({"adapter": "x", "shard": "2"}, "no part"), ({"adapter": "x", "shard": "5/4"}, "--shard 5/4: must be I/N"),
    ({"adapter": "x", "minimum": "new"}, "--require corpus=new"),
    ({"merge": ".", "minimum": "1"}, "--require corpus=1:"),
    ({"adapter": "x", "profiles": "v*"}, "--require profile=v*"),
    ({"merge": ".", "profiles": "v9"}, "--require profile=v9"),
    ({"adapter": "x", "corpus": "all"}, "neither core"), ({"adapter": "x", "corpus": "."}, "neither core"),
    ({"adapter": "x", "options": "--accept"}, "is not --jobs"),
    ({"adapter": "x", "options": "--jobs 0"}, "--jobs 0: must be"),
    ({"adapter": "x", "options": "--jobs"}, "lacks its value"),
    ({"adapter": "x", "merge": "."}, "INPUT_MERGE takes no"), ({"merge": "nowhere"}, "is no folder"),
    ({"adapter": "x", "archive": "nowhere"}, "INPUT_SHA256 must be"),
    ({"adapter": "x", "archive": "nowhere", "sha256": "0" * 64}, "no file nowhere"),
    ({"adapter": "x", "archive": ".", "sha256": "0" * 64}, "no file ."),
    ({"adapter": "x", "version": "0.1.0"}, "INPUT_REPOSITORY"), ({"adapter": "x", "version": "latest"}, "no version"),
    ({"adapter": "x", "reports": "/dev/null"}, "no folder to write in"),
    ({"adapter": "x", "reports": "/proc/x"}, "no folder to write in"),
], ids=str)
def test_what_makes_no_sense_is_refused_in_one_line(gate, inputs, words):
    gate(**inputs).is_refused(words)


def test_a_folder_that_takes_no_reports(gate, tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "to-file").symlink_to("file")
    (tmp_path / "dangling").symlink_to("nowhere")
    for name in ("file", "file/below", "to-file", "dangling"):
        gate(adapter=ORACLE, reports=name).is_refused("no folder to write in")
    (tmp_path / "taken/report.md/x").mkdir(parents=True)
    done = gate(adapter=ORACLE, reports="taken")
    assert done.status == 2 and "reports cannot be written to taken" in done.said
    (tmp_path / "folder").mkdir()
    (tmp_path / "to-folder").symlink_to("folder")
    assert gate(adapter=ORACLE, reports="to-folder").status == 0 and (tmp_path / "folder/report.md").is_file()


@pytest.mark.parametrize("name", ["requires", "corpus", "shard", "sha256", "version"])
def test_what_is_one_line_is_not_two(gate, name):
    """Of two, grep would find the one that is right."""
    right = {"minimum": "1.0.0", "shard": "1/2", "version": "0.1.0", "sha256": "0" * 64}.get(name, ".")
    done = gate(**{"adapter": ORACLE, name: f"{right}\n/../../../escaped"})
    done.is_refused(f"INPUT_{name.upper()} has more than one line")


# --- What tries to be something else -----------------------------------------------------------------------

OPTIONS = ["-delete", "--", "*", "a b'", "$(touch escaped)"]


@pytest.mark.parametrize("name", OPTIONS)
def test_no_name_is_an_option_or_a_pattern(gate, tmp_path, vectors, name):
    """Each as the folder of reports, of shards, and as the corpus."""
    (tmp_path / "kept").touch()
    done = gate(adapter=ORACLE, reports=name, shard="1/1")
    assert done.status == 0 and (tmp_path / name / "shard-1-of-1.json").is_file(), done.said
    done = gate(merge=name, reports="merged")
    assert done.status == 0 and "report.json" in done.reports, done.said
    shutil.rmtree(tmp_path / name)
    (tmp_path / name).write_text(vectors, encoding="utf-8")
    done = gate(adapter=ORACLE, corpus=name, reports="asked")
    assert done.status == 0 and "nothing was asked" not in done.out, done.said
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["asked", "kept", "merged", "summary", name])


def test_an_adapter_is_no_command_of_the_runner(gate):
    gate(adapter="run\nmerge\nx=/nowhere").is_red("run: missing: ", "merge: missing: ")


def test_an_adapter_that_destroys_the_reports_makes_it_red(gate):
    """Everything that was to be written is lost, and yet it is no wrong input."""
    done = gate(adapter=f"sh -c 'rm -r sframe-reports; : >sframe-reports; exec {ORACLE}'", options="--jobs 1")
    assert done.status == 1 and "gate: red: no report was written (sframe-conform ended with status 2)" in done.said


@pytest.mark.parametrize("place", ["/nowhere/summary", ".", "/dev/full"])
def test_a_summary_that_cannot_be_written_changes_no_verdict(gate, place):
    for adapter, status in ((ORACLE, 0), (WRONG, 1)):
        done = gate(adapter=adapter, environment={"GITHUB_STEP_SUMMARY": place})
        assert done.status == status and f"gate: cannot write to {place}" in done.said, done.said


def test_what_the_runner_said_is_not_lost_in_silence(tmp_path, few):
    words = shlex.join([str(GATE)])
    done = run(tmp_path, gate=("sh", "-c", f"exec {words} >/dev/full"), adapter=ORACLE, corpus=few)
    assert done.status == 1 and "gate: red: what sframe-conform said is lost" in done.said


# --- What it runs in ---------------------------------------------------------------------------------------

@pytest.fixture(name="applets", scope="session")
def fixture_applets(tmp_path_factory):
    """A PATH of nothing but busybox."""
    folder = tmp_path_factory.mktemp("applets")
    subprocess.run(["busybox", "--install", "-s", folder], check=True)
    return str(folder)


@pytest.mark.parametrize("shell", [pytest.param(name, marks=needs(name)) for name in ("dash", "bash", "busybox")])
def test_every_shell_runs_it(tmp_path, archive, alone, few, request, shell):
    applets = request.getfixturevalue("applets") if shell == "busybox" else None
    program = f"{applets}/sh" if applets else shutil.which(shell)
    asked = {"gate": (program, alone), "path": applets or os.environ["PATH"], "archive": archive, "corpus": few,
             "sha256": hashlib.sha256(archive.read_bytes()).hexdigest()}
    for number in (1, 2):
        done = run(tmp_path, adapter=ORACLE, shard=f"{number}/2", reports="-parts", **asked)
        assert done.status == 0, done.said
    done = run(tmp_path, merge="-parts", **asked)
    assert done.status == 0 and done.summary.startswith("## SFrame: green\n"), done.said
    run(tmp_path, adapter=f"x={WRONG}\n\ny={ORACLE}", options="--jobs 2", **asked).is_red("more that look like it")
    run(tmp_path, adapter=ORACLE, reports="other", **{**asked, "sha256": "0" * 64}).is_refused("nothing of it was run")
    ends_by(signal.SIGTERM, tmp_path, adapter="sleep 100000", options="--deadline 1000", reports="more",
            **asked)


def test_the_environment_changes_nothing(tmp_path, few):
    environment = {"POSIXLY_CORRECT": "1", "CDPATH": "/:/tmp", "HOME": "", "TMPDIR": "-tmp", "IFS": "/"}
    (tmp_path / "-tmp").mkdir()
    (tmp_path / "release").symlink_to(GATE.parent)
    done = run(tmp_path, gate=("release/gate",), environment=environment, adapter=f"x={ORACLE}", corpus=few)
    assert done.status == 0 and not list((tmp_path / "-tmp").iterdir()), done.said


def processes_of(token):
    """Who has it in the environment and is no zombie: what it runs."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if f"GATE_TOKEN={token}".encode() in (folder / "environ").read_bytes():
                found[int(folder.name)] = (folder / "cmdline").read_bytes()
        except OSError:
            pass
    return found


def until(is_so):
    begun = time.monotonic()
    while not is_so():
        assert time.monotonic() < begun + 60, "waited in vain"
        time.sleep(0.02)


def ends_by(number, folder, *, gate, path=os.environ["PATH"], waits_in=b"sleep", **inputs):
    """The gate alone gets the signal, while it waits for another program; nothing may be left of it."""
    token = uuid.uuid4().hex
    temporary = folder / f"tmp-{token}"
    temporary.mkdir()
    given = {f"INPUT_{name.upper()}": str(value) for name, value in inputs.items()}
    with subprocess.Popen(gate, cwd=folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # nohup may have it ignored
                          env={"PATH": path, "GATE_TOKEN": token, "TMPDIR": str(temporary), **given}) as process:
        try:
            until(lambda: any(line.startswith(waits_in) for line in processes_of(token).values()))
            process.send_signal(number)
            _, said = process.communicate(timeout=60)
            assert not processes_of(token)
        finally:
            for left in processes_of(token):
                os.kill(left, signal.SIGKILL)
    assert process.returncode == 128 + number and "gate: green" not in said, said
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_runner_too(tmp_path, number):
    ends_by(number, tmp_path, gate=[GATE], adapter="sleep 100000", options="--deadline 1000")
    report = json.loads((tmp_path / "sframe-reports/report.json").read_text(encoding="utf-8"))
    assert report["complete"] is False and report["good"] is False


@needs("curl")
def test_a_signal_ends_what_fetches(tmp_path, alone):
    with socket.create_server(("127.0.0.1", 0)) as never_answers:
        ends_by(signal.SIGTERM, tmp_path, gate=[alone], adapter="x", sha256="0" * 64, waits_in=b"curl",
                archive=f"http://127.0.0.1:{never_answers.getsockname()[1]}/x")


# --- Where sframe-conform comes from -----------------------------------------------------------------------

@pytest.fixture(name="archive", scope="session")
def fixture_archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "sframe-conformance-0.1.0-linux.tar.gz"
    with tarfile.open(path, "w:gz", compresslevel=1) as made:
        for name in ("sframe-conform", "sframe-gen"):
            made.add(BUILD / name, f"sframe-conformance-0.1.0/bin/{name}")
    return path


@pytest.fixture(name="alone")
def fixture_alone(tmp_path):
    """The gate without the tree that it lies in."""
    folder = tmp_path / "elsewhere/release"
    folder.mkdir(parents=True)
    return shutil.copy(GATE, folder)


def without_runner(folder):
    """The PATH of this machine, as if the suite were not installed on it."""
    folder.mkdir()
    for name in os.environ["PATH"].split(os.pathsep):
        for program in os.scandir(name) if os.path.isdir(name) else ():
            if not program.name.startswith("sframe-") and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program.path)
    return str(folder)


def test_from_an_archive_whose_checksum_is_right(tmp_path, archive, alone):
    right = hashlib.sha256(archive.read_bytes()).hexdigest()
    asked = {"adapter": ORACLE, "profiles": "v1", "gate": (alone,)}
    done = run(tmp_path, archive=archive, sha256=right, **asked)
    assert done.status == 0 and "protocols 1 to 3) (sframe-conform)" in done.said, done.said
    run(tmp_path / "elsewhere", archive=archive, sha256="0" * 64, **asked).is_refused("nothing of it was run")
    run(tmp_path / "elsewhere", path=without_runner(tmp_path / "bin"), **asked).is_refused("no sframe-conform: give INPUT_ARCHIVE")


def test_from_an_archive_that_is_fetched(tmp_path, archive, alone, few):
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=archive.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{archive.name}"
        asked = {"adapter": ORACLE, "corpus": few, "gate": (alone,),
                 "sha256": hashlib.sha256(archive.read_bytes()).hexdigest()}
        assert run(tmp_path, archive=address, **asked).status == 0
        done = run(tmp_path / "elsewhere", archive=address + "x", **asked)
        assert done.status == 2 and "cannot fetch" in done.said
        server.shutdown()


def test_from_the_path_before_the_tree(tmp_path):
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sframe-conform", "sframe-gen"):
        shutil.copy(BUILD / name, folder)
    done = run(tmp_path, path=f"{folder}:{os.environ['PATH']}", adapter=ORACLE, profiles="v1")
    assert done.status == 0 and f"({folder}/sframe-conform)" in done.said


# --- action.yml --------------------------------------------------------------------------------------------

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
INPUTS = set(re.findall(r"\bINPUT_[A-Z0-9]+", GATE.read_text(encoding="utf-8")))


def test_the_action_gives_the_gate_all_that_it_takes_and_does_no_more():
    (step,) = ACTION["runs"]["steps"]
    assert ACTION["runs"]["using"] == "composite" and step["run"] == '"$GITHUB_ACTION_PATH/release/gate"'
    given = {name: value for name, value in step["env"].items() if name != "INPUT_REPOSITORY"}
    assert given == {f"INPUT_{name.upper()}": f"${{{{ inputs.{name} }}}}" for name in ACTION["inputs"]}
    assert set(step["env"]) == INPUTS
    assert all(value["description"] for value in ACTION["inputs"].values())


def test_the_document_and_help_name_each_input():
    document = (ROOT / "docs/gate.md").read_text(encoding="utf-8")
    helped = subprocess.run([GATE, "--help"], capture_output=True, text=True, check=True).stdout
    assert len(helped.splitlines()) <= 40
    for name in ACTION["inputs"]:
        assert f"| `{name}` |" in document and f"INPUT_{name.upper()}" in helped


# --- Templates: the tools that are here build a scratch project with them ----------------------------------

TEMPLATES = ROOT / "release/gate-templates"
KITS = ROOT / "conformance/kits"
BUG = ('"cfa", section', '"fp", section')


def project(folder, template, sources, copied=""):
    """A reader with its adapter, and the template."""
    for path in (TEMPLATES / template).rglob("*"):
        if path.is_file():
            (folder / path.relative_to(TEMPLATES / template)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / path.relative_to(TEMPLATES / template))
    (folder / copied).mkdir(exist_ok=True)
    for path, name in sources.items():
        shutil.copy(KITS / path, folder / copied / name)


def project_in_c(folder, template):
    project(folder, template, {"c/example.c": "adapter.c", "c/tiny.c": "tiny.c", "c/tiny.h": "tiny.h",
                               "c/sframe_adapter.c": "sframe_adapter.c", "c/sframe_adapter.h": "sframe_adapter.h"})


def plant(path):
    text = path.read_text(encoding="utf-8")
    assert BUG[0] in text
    path.write_text(text.replace(*BUG), encoding="utf-8")


def command(folder, *words, **variables):
    alone = {name: value for name, value in os.environ.items()
             if not re.match("INPUT_|GITHUB_|MAKE|MFLAGS|SFRAME_|CARGO_TARGET", name)}
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True, check=False, timeout=300,
                          stdin=subprocess.DEVNULL, env={**alone, **{k: str(v) for k, v in variables.items()}})
    return done.returncode, done.stdout + done.stderr


def green_then_red(folder, path, steps, passes, fails):
    """Runs the commands, the last of which is the test; then once more with a bug in the adapter."""
    for is_green, words in ((True, passes), (False, fails)):
        for step in steps[:-1]:
            status, said = command(folder, *step)
            assert status == 0, said
        status, said = command(folder, *steps[-1], SFRAME_GATE=GATE)
        assert (status == 0) == is_green and re.search(words, said, re.MULTILINE), said
        if is_green:
            plant(folder / path)


@needs("cmake", "ctest")
def test_cmake(tmp_path):
    project_in_c(tmp_path, "cmake")
    steps = [("cmake", "-B", "build", f"-DSFRAME_GATE={GATE}"), ("cmake", "--build", "build"),
             ("ctest", "--test-dir", "build", "--output-on-failure", "--no-tests=error")]
    green_then_red(tmp_path, "adapter.c", steps, "100% tests passed, 0 tests failed out of 1", "gate: red: not as")


@needs("meson", "ninja")
def test_meson(tmp_path):
    project_in_c(tmp_path, "meson")
    assert command(tmp_path, "meson", "setup", "build", f"-Dsframe_gate={GATE}")[0] == 0
    green_then_red(tmp_path, "adapter.c", [("meson", "test", "-C", "build", "--print-errorlogs")], r"^Ok: +1",
                   "gate: red: not as expected")


@needs("automake", "autoconf", "make")
def test_automake(tmp_path):
    project_in_c(tmp_path, "automake")
    assert command(tmp_path, "autoreconf", "--install")[0] == 0
    assert command(tmp_path, "./configure", f"SFRAME_GATE={GATE}")[0] == 0
    green_then_red(tmp_path, "adapter.c", [("make", "check")], "# PASS:  1", "# FAIL:  1")
    assert "gate: red: not as expected" in (tmp_path / "sframe.log").read_text(encoding="utf-8")
    assert command(tmp_path, "./configure", "SFRAME_GATE=")[0] == 0
    assert "# SKIP:  1" in command(tmp_path, "make", "check")[1]


@needs("cargo")
def test_cargo(tmp_path):
    project(tmp_path, "cargo", {"rust/example.rs": "adapter.rs", "rust/tiny.rs": "tiny.rs",
                                "rust/sframe_adapter.rs": "sframe_adapter.rs"}, copied="src")
    test = ("cargo", "test", "--offline", "--quiet", "--", "--include-ignored")
    green_then_red(tmp_path, "src/adapter.rs", [test], "1 passed", "gate: red: not as expected")
    status, said = command(tmp_path, *test, SFRAME_GATE="/nowhere")
    assert status != 0 and "/nowhere: " in said


@needs("buildbot")
def test_buildbot(tmp_path):
    (tmp_path / "master.cfg").write_text((TEMPLATES / "buildbot.cfg").read_text(encoding="utf-8"), encoding="utf-8")
    status, said = command(tmp_path, "buildbot", "checkconfig", "master.cfg")
    assert status == 0, said


def scratch(folder):
    """What `make my-adapter` builds, and the gate."""
    (folder / "Makefile").write_text(f"my-adapter:\n\tcp {ORACLE} $@\n", encoding="utf-8")
    (folder / "sframe-known.txt").write_text("", encoding="utf-8")
    (folder / "sframe-gate").symlink_to(GATE)


def test_gitlabs_lines_ask_shards_and_merge_them(tmp_path, few):
    """Nobody here runs GitLab: the lines of its scripts are, with the variables that it sets."""
    scratch(tmp_path)
    read = yaml.safe_load((TEMPLATES / "gitlab.yml").read_text(encoding="utf-8"))
    common = {name: value for name, value in read[".sframe"]["variables"].items()
              if name not in ("INPUT_ARCHIVE", "INPUT_SHA256")}
    common |= {"INPUT_CORPUS": few, "PATH": f"{BUILD}:{os.environ['PATH']}"}

    def job(name, **variables):
        said = ""
        for line in read[name]["script"]:
            status, more = command(tmp_path, "sh", "-ec", line, **common, **read[name]["variables"], **variables)
            said += more
            if status != 0:
                return status, said
        return 0, said
    assert read["shard"]["parallel"] == 4 and read["stages"] == ["ask", "gate"]
    for index in (1, 2, 3, 4):
        status, said = job("shard", CI_NODE_INDEX=index, CI_NODE_TOTAL=4)
        assert status == 0, said
    status, said = job("gate")
    assert status == 0 and "gate: green" in said, said
    next((tmp_path / "shards").glob("*-2-of-4.json")).unlink()
    status, said = job("gate")
    assert status == 1 and "shard 2/4" in said, said


def test_githubs_jobs_ask_shards_and_merge_them(tmp_path, few):
    """The same: each step that uses the action is run with what it is given."""
    scratch(tmp_path)
    read = yaml.safe_load((TEMPLATES / "github.yml").read_text(encoding="utf-8"))["jobs"]
    assert read["gate"]["needs"] == "shard" and read["gate"]["if"] == "always()"
    shutil.copy(ORACLE, tmp_path / "my-adapter")

    def job(name, **matrix):
        (step,) = [step for step in read[name]["steps"] if "sframe-conformance@" in step.get("uses", "")]
        assert set(step["with"]) <= set(ACTION["inputs"])
        given = {key: re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda found: matrix[found[1]], str(value))
                 for key, value in step["with"].items() if key not in ("version", "sha256")}
        return run(tmp_path, **{**given, "corpus": few})
    shards = read["shard"]["strategy"]["matrix"]["shard"]
    for shard in shards:
        done = job("shard", shard=shard)
        assert done.status == 0, done.said
        shutil.move(tmp_path / "sframe-reports", tmp_path / "shards" / shard.replace("/", "-"))
    done = job("gate")
    assert done.status == 0, done.said
    shutil.rmtree(tmp_path / "shards" / shards[-1].replace("/", "-"))
    job("gate").is_red("no report was written").has_no_report()


def test_what_is_said_of_an_input_is_one_line(gate):
    gate(adapter="x", corpus="a\x1b[2J\rb").is_refused("INPUT_CORPUS: 'a?[2J?b' is neither")


def test_a_name_of_several_lines_leads_to_no_other_file(gate, tmp_path):
    gate(adapter=ORACLE, shard="1/1", reports="elsewhere")
    (tmp_path / "parts/x\nelsewhere").mkdir(parents=True)
    (tmp_path / "parts/x\nelsewhere/shard-1-of-1.json").touch()
    gate(merge="parts").is_red("a name in parts has more than one line").has_no_report()


def test_what_is_asked_alone_can_be_asked_when_the_archive_is_gone(tmp_path, archive, alone):
    """By the name of a program that one has, not by its place in a folder that was there for the run."""
    right = hashlib.sha256(archive.read_bytes()).hexdigest()
    done = run(tmp_path, archive=archive, sha256=right, adapter=f"x={WRONG}", profiles="v1", gate=(alone,))
    said = [line.partition("alone: ")[2] for line in done.out.splitlines() if "alone: " in line]
    assert said and all(line.startswith("sframe-conform --core --select ") for line in said), done.out
    (failed, why) = re.search(r"^  (\S+): (.*)", done.out, re.MULTILINE).groups()
    again = subprocess.run(["sh", "-c", said[0]], cwd=tmp_path, capture_output=True, text=True, check=False,
                           env={"PATH": f"{BUILD}:{os.environ['PATH']}"})
    assert again.returncode == 1 and f"  {failed}: {why}" in again.stdout and ": 1 asked" in again.stdout
