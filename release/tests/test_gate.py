"""release/gate, run as action.yml runs it: by variables alone; and its templates, in scratch projects."""
import functools
import hashlib
import http.server
import os
import re
import shutil
import subprocess
import tarfile
import threading
import xml.etree.ElementTree

import pytest
import yaml
from conftest import BUILD, ROOT

GATE = ROOT / "release/gate"
ORACLE = BUILD / "adapters/oracle"
WRONG = f"{BUILD}/zoo --bug magic_unchecked"


class Outcome:
    """The status, what was said, and what lies in the folder of reports."""

    def __init__(self, done, folder):
        self.status, self.said, self.out = done.returncode, done.stderr, done.stdout
        self.reports = {path.name: path for path in (folder / "sframe-reports").glob("*")}
        path = folder / "summary"
        self.summary = path.read_text(encoding="utf-8") if path.exists() else ""

    def is_red(self, *why):
        assert self.status == 1, self.said
        assert "gate: green" not in self.said and self.summary.startswith("## SFrame: red\n")
        for words in why:
            assert any(words in line for line in self.said.splitlines() if line.startswith("gate: red: ")), self.said

    def is_refused(self, words):
        assert self.status == 2 and words in self.said, self.said
        assert len(self.said.splitlines()) <= 2 and not self.summary


def run(folder, path=os.environ["PATH"], gate=GATE, **inputs):
    alone = {name: value for name, value in os.environ.items() if not re.match("INPUT_|GITHUB_|MAKE|MFLAGS", name)}
    given = {f"INPUT_{name.upper()}": str(value) for name, value in inputs.items()}
    (folder / "summary").unlink(missing_ok=True)
    done = subprocess.run([gate], cwd=folder, capture_output=True, text=True, check=False, timeout=300,
                          stdin=subprocess.DEVNULL,
                          env={**alone, **given, "PATH": path, "GITHUB_STEP_SUMMARY": str(folder / "summary")})
    return Outcome(done, folder)


@pytest.fixture(name="gate")
def fixture_gate(tmp_path):
    """Asks the core of V1 unless told otherwise, which takes a second."""
    def gate(**inputs):
        return run(tmp_path, **{"profiles": "v1", **inputs})
    return gate


@pytest.fixture(name="vectors", scope="session")
def fixture_vectors():
    return subprocess.run([BUILD / "sframe-gen", "emit", "--family", "sizes", "--select", "v1/*/check/*"],
                          capture_output=True, text=True, check=True).stdout


# --- Green and red -----------------------------------------------------------------------------------------

def test_green_if_all_was_asked_and_is_as_expected(gate):
    done = gate(adapter=ORACLE, minimum="1.0.0")
    assert done.status == 0 and "gate: green" in done.said, done.said
    assert sorted(done.reports) == ["badge.json", "badge.svg", "report.html", "report.json", "report.md",
                                    "report.sarif", "report.xml"]
    assert all(path.stat().st_size for path in done.reports.values())
    xml.etree.ElementTree.parse(done.reports["report.xml"])
    assert done.summary.startswith("## SFrame: green\n") and "oracle" in done.summary


def test_without_profiles_what_is_declared_is_asked(gate):
    assert gate(adapter=ORACLE, profiles="").status == 0


def test_red_on_a_failing_vector(gate):
    gate(adapter=WRONG).is_red("not as expected")


def test_red_if_one_of_two_adapters_fails(gate):
    gate(adapter=f"good={ORACLE}\n\nbad={WRONG}\n").is_red("not as expected")


def test_green_if_the_failures_are_known(gate, tmp_path):
    subprocess.run([BUILD / "sframe-conform", "--core", "--select", "profile=v1", "--expect", tmp_path / "known",
                    "--accept", WRONG], check=False, capture_output=True)
    assert (tmp_path / "known").read_text(encoding="utf-8").count("\n") > 0
    assert gate(adapter=WRONG, expect="known").status == 0
    gate(adapter=ORACLE, expect="known").is_red("not as expected")


def test_an_expectation_file_that_is_not_there(gate):
    gate(adapter=ORACLE, expect="nowhere").is_red("no report was written")


@pytest.mark.parametrize("command", ["/nowhere/adapter", "false", "sh -c 'exit 0'", "sleep 100000"])
def test_red_if_the_adapter_does_not_start(gate, command):
    gate(adapter=command, options="--deadline 2").is_red("not as expected")


def test_red_on_a_run_of_nothing(gate, tmp_path, vectors):
    gate(adapter=f"{BUILD}/adapters/null").is_red("not as expected")
    gate(adapter=ORACLE, profiles="v9").is_red("not as expected", "oracle was asked nothing of v9")
    empty = subprocess.run([BUILD / "sframe-gen", "close"], input="", capture_output=True, text=True, check=True)
    (tmp_path / "none").write_text(empty.stdout, encoding="utf-8")
    gate(adapter=ORACLE, corpus="none").is_red("not as expected")
    (tmp_path / "nothing").write_text("", encoding="utf-8")
    gate(adapter=ORACLE, corpus="nothing").is_red("not as expected")
    assert vectors.count("\n") > 10


def test_red_if_a_profile_that_was_wanted_is_not_declared(gate):
    """sframe-conform passes: what is not declared is not asked."""
    one = f"""tiny=sh -c '{ORACLE} | sed -u "1s/.v1.,//"'"""
    assert gate(adapter=one, profiles="v2").status == 0
    gate(adapter=f"{ORACLE}\n{one}", profiles="v2, v1").is_red("tiny was asked nothing of v1")


def test_red_on_an_old_corpus(gate, tmp_path, vectors):
    gate(adapter=ORACLE, minimum="1.0.1").is_red("the corpus is 1.0.0; 1.0.1 or later")
    assert gate(adapter=ORACLE, minimum="0.9.10").status == 0
    (tmp_path / "old").write_text(re.sub(r'"version":"[0-9.]+"', '"version":"0.10.2"', vectors), encoding="utf-8")
    gate(adapter=ORACLE, corpus="old", minimum="1.0.0").is_red("the corpus is 0.10.2", "not as expected")
    (tmp_path / "silent").write_text(re.sub(r',"version":"[0-9.]+"', "", vectors), encoding="utf-8")
    gate(adapter=ORACLE, corpus="silent", minimum="1.0.0").is_red("does not say its version")
    assert gate(adapter=ORACLE, corpus="silent").status == 0


def fake(folder, status, report):
    """A sframe-conform that writes this report, whatever it is asked."""
    program = folder / "bin/sframe-conform"
    program.parent.mkdir()
    (folder / "text").write_text(report, encoding="utf-8")
    program.write_text('#!/bin/sh\n[ "$1" != --version ] || exec echo fake\n[ "$1" = --json ] || exit 9\n'
                       f'cat {folder}/text >"$2"\nexit {status}\n', encoding="utf-8")
    program.chmod(0o755)


@pytest.mark.parametrize("minimum, status", [("1.9.3", 0), ("1.10.2", 0), ("0.99.99", 0), ("1.10.10", 1),
                                             ("1.11.0", 1), ("2.0.0", 1)])
def test_versions_are_compared_as_numbers(tmp_path, minimum, status):
    """By a runner whose corpus is 1.10.2."""
    fake(tmp_path, 0, '"corpus":{"version":"1.10.2","closed":true},\n"core":true},\n"complete":true,"good":true,\n')
    assert run(tmp_path, path=f"{tmp_path}/bin:{os.environ['PATH']}", adapter="x", minimum=minimum).status == status


def test_red_on_a_corpus_that_is_cut(gate, tmp_path, vectors):
    lines = vectors.splitlines(keepends=True)
    for number, kept in enumerate((lines[:-1], lines[1:])):
        (tmp_path / str(number)).write_text("".join(kept), encoding="utf-8")
        gate(adapter=ORACLE, corpus=number).is_red("not as expected")


def test_reports_of_an_earlier_run_are_not_taken_for_this_ones(gate, tmp_path):
    assert gate(adapter=ORACLE).status == 0
    broken = tmp_path / "broken"
    broken.write_text("not JSON\n", encoding="utf-8")
    done = gate(adapter=ORACLE, expect="nowhere")
    assert done.status == 1 and not done.reports


@pytest.mark.parametrize("status, report, why", [
    (0, "", "no report was written"),
    (0, '{"corpus":{"closed":true},\n"core":true},\n"complete":true,"good":false,\n', "the report is not good"),
    (0, '{"corpus":{"closed":true},\n"core":true},\n"complete":false,"good":true,\n', "the run did not end"),
    (139, '{"corpus":{"closed":true},\n"core":true},\n"complete":true,"good":true,\n', "ended with status 139"),
])
def test_a_runner_that_says_one_thing_and_writes_another_is_not_believed(tmp_path, status, report, why):
    fake(tmp_path, status, report)
    done = run(tmp_path, path=f"{tmp_path}/bin:{os.environ['PATH']}", adapter="x")
    assert done.status == 1 and why in done.said, done.said


def test_what_adapters_say_is_no_markup_in_the_summary(gate):
    gate(adapter="a`<b>=/nowhere").is_red()
    done = gate(adapter="a`<b>|=/nowhere", profiles="v1")
    assert "<b>" not in done.summary.replace("\\<b", "").replace("&lt;b&gt;", "")


# --- Shards ------------------------------------------------------------------------------------------------

def test_shards_become_one_report(gate, tmp_path):
    for number in (1, 2, 3):
        done = gate(adapter=ORACLE, shard=f"{number}/3", reports=f"parts/{number}")
        assert done.status == 0 and f"Shard {number}/3" in done.summary
    done = gate(merge="parts", minimum="1.0.0")
    assert done.status == 0 and "report.html" in done.reports, done.said
    gate(merge="parts", profiles="v1 v2").is_red("oracle was asked nothing of v2")
    gate(merge="parts", corpus="whole").is_red("asked the core")
    gate(merge="parts", minimum="2.0.0").is_red("2.0.0 or later")
    shutil.rmtree(tmp_path / "parts/2")
    gate(merge="parts").is_red("no report was written")
    shutil.rmtree(tmp_path / "parts")
    (tmp_path / "parts").mkdir()
    gate(merge="parts").is_red("no report of a shard")


def test_a_shard_that_is_there_twice_or_failed(gate):
    gate(adapter=ORACLE, shard="1/2", reports="parts/1")
    gate(adapter=ORACLE, shard="1/2", reports="parts/2")
    gate(merge="parts").is_red("no report was written")


def test_a_shard_of_another_adapter_is_none_of_this_run(gate):
    assert gate(adapter=f"x={ORACLE}", shard="1/2", reports="parts/1").status == 0
    assert gate(adapter=f"x={BUILD}/zoo", shard="2/2", reports="parts/2").status == 0
    gate(merge="parts").is_red("no report was written")


def test_the_merged_report_is_red_if_a_shard_was(gate):
    statuses = [gate(adapter=WRONG, shard=f"{number}/2", reports=f"parts/{number}").status for number in (1, 2)]
    assert 1 in statuses
    gate(merge="parts").is_red("not as expected")


# --- What is refused ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("inputs, words", [
    ({}, "INPUT_ADAPTER is empty"), ({"adapter": " \n"}, "INPUT_ADAPTER is empty"),
    ({"adapter": "--accept"}, "begins like an option"),
    ({"adapter": "x", "shard": "2"}, "no part"), ({"adapter": "x", "minimum": "new"}, "no version"),
    ({"adapter": "x", "profiles": "v*"}, "no profile"), ({"adapter": "x", "corpus": "all"}, "neither core"),
    ({"adapter": "x", "options": "--accept"}, "is not --jobs"),
    ({"adapter": "x", "options": "--jobs"}, "lacks its value"),
    ({"merge": "."}, "INPUT_MERGE takes no"), ({"merge": "nowhere", "adapter": ""}, "is no folder"),
    ({"adapter": "x", "archive": "nowhere"}, "INPUT_SHA256 must be"),
    ({"adapter": "x", "archive": "nowhere", "sha256": "0" * 64}, "no file nowhere"),
    ({"adapter": "x", "version": "0.1.0"}, "INPUT_REPOSITORY"), ({"adapter": "x", "version": "latest"}, "no version"),
], ids=str)
def test_what_makes_no_sense_is_refused_in_one_line(gate, inputs, words):
    gate(**({"adapter": "x"} if inputs == {"merge": "."} else {}), **inputs).is_refused(words)


# --- Where sframe-conform comes from -----------------------------------------------------------------------

@pytest.fixture(name="archive", scope="session")
def fixture_archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "sframe-conformance-0.1.0-linux.tar.gz"
    with tarfile.open(path, "w:gz") as made:
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
    asked = {"adapter": ORACLE, "profiles": "v1", "gate": alone}
    done = run(tmp_path, archive=archive, sha256=right, **asked)
    assert done.status == 0 and "release/sframe-conformance-0.1.0/bin/sframe-conform" in done.said, done.said
    run(tmp_path / "elsewhere", archive=archive, sha256="0" * 64, **asked).is_refused("nothing of it was run")
    run(tmp_path / "elsewhere", path=without_runner(tmp_path / "bin"), **asked).is_refused("no sframe-conform: give INPUT_ARCHIVE")


def test_from_an_archive_that_is_fetched(tmp_path, archive, alone):
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=archive.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{archive.name}"
        asked = {"adapter": ORACLE, "profiles": "v1", "gate": alone,
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


def test_the_document_and_help_tell_of_each_input():
    told = (ROOT / "docs/gate.md").read_text(encoding="utf-8")
    helped = subprocess.run([GATE, "--help"], capture_output=True, text=True, check=True).stdout
    assert len(helped.splitlines()) <= 40
    for name in ACTION["inputs"]:
        assert f"| `{name}` |" in told and f"INPUT_{name.upper()}" in helped


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


def needs(*tools):
    return pytest.mark.skipif(not all(map(shutil.which, tools)), reason=f"not all of {' '.join(tools)} are here")


@needs("cmake", "ctest")
def test_cmake(tmp_path):
    project_in_c(tmp_path, "cmake")
    make = ("cmake", "--build", "build")
    test = ("ctest", "--test-dir", "build", "--output-on-failure", "--no-tests=error")
    assert command(tmp_path, "cmake", "-B", "build", f"-DSFRAME_GATE={GATE}")[0] == 0
    assert command(tmp_path, *make)[0] == 0
    status, said = command(tmp_path, *test)
    assert status == 0 and "100% tests passed, 0 tests failed out of 1" in said, said
    plant(tmp_path / "adapter.c")
    assert command(tmp_path, *make)[0] == 0
    status, said = command(tmp_path, *test)
    assert status != 0 and "gate: red: not as expected" in said, said


@needs("meson", "ninja")
def test_meson(tmp_path):
    project_in_c(tmp_path, "meson")
    assert command(tmp_path, "meson", "setup", "build", f"-Dsframe_gate={GATE}")[0] == 0
    status, said = command(tmp_path, "meson", "test", "-C", "build", "--print-errorlogs")
    assert status == 0 and re.search(r"^Ok: +1", said, re.MULTILINE), said
    plant(tmp_path / "adapter.c")
    status, said = command(tmp_path, "meson", "test", "-C", "build", "--print-errorlogs")
    assert status != 0 and "gate: red: not as expected" in said, said


@needs("automake", "autoconf", "make")
def test_automake(tmp_path):
    project_in_c(tmp_path, "automake")
    assert command(tmp_path, "autoreconf", "--install") [0] == 0
    assert command(tmp_path, "./configure", f"SFRAME_GATE={GATE}")[0] == 0
    status, said = command(tmp_path, "make", "check")
    assert status == 0 and "# PASS:  1" in said, said
    plant(tmp_path / "adapter.c")
    status, said = command(tmp_path, "make", "check")
    assert status != 0 and "# FAIL:  1" in said, said
    assert "gate: red: not as expected" in (tmp_path / "sframe.log").read_text(encoding="utf-8")
    assert command(tmp_path, "./configure", "SFRAME_GATE=")[0] == 0
    assert "# SKIP:  1" in command(tmp_path, "make", "check")[1]


@needs("cargo")
def test_cargo(tmp_path):
    project(tmp_path, "cargo", {"rust/example.rs": "adapter.rs", "rust/tiny.rs": "tiny.rs",
                                "rust/sframe_adapter.rs": "sframe_adapter.rs"}, copied="src")
    test = ("cargo", "test", "--offline", "--quiet", "--", "--include-ignored")
    status, said = command(tmp_path, *test, SFRAME_GATE=GATE)
    assert status == 0 and "1 passed" in said, said
    plant(tmp_path / "src/adapter.rs")
    status, said = command(tmp_path, *test, SFRAME_GATE=GATE)
    assert status != 0 and "gate: red: not as expected" in said, said
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


def test_gitlabs_lines_ask_shards_and_merge_them(tmp_path):
    """Nobody here runs GitLab: the lines of its scripts are, with the variables that it sets."""
    scratch(tmp_path)
    read = yaml.safe_load((TEMPLATES / "gitlab.yml").read_text(encoding="utf-8"))
    common = {name: value for name, value in read[".sframe"]["variables"].items()
              if name not in ("INPUT_ARCHIVE", "INPUT_SHA256")}
    common |= {"INPUT_CORPUS": "core", "PATH": f"{BUILD}:{os.environ['PATH']}"}

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


def test_githubs_jobs_ask_shards_and_merge_them(tmp_path):
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
        return run(tmp_path, **{**given, "corpus": "core"})
    shards = read["shard"]["strategy"]["matrix"]["shard"]
    for shard in shards:
        done = job("shard", shard=shard)
        assert done.status == 0, done.said
        shutil.move(tmp_path / "sframe-reports", tmp_path / "shards" / shard.replace("/", "-"))
    done = job("gate")
    assert done.status == 0, done.said
    shutil.rmtree(tmp_path / "shards" / shards[-1].replace("/", "-"))
    job("gate").is_red("no report was written")
