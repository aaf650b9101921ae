"""release/gate: signals, what it fetches, action.yml; and its templates, in scratch projects.  gate.t has the rest."""
import functools
import hashlib
import http.server
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import uuid

import pytest
import yaml

from common import commands
from conformance.runner.tests.conftest import processes_of, until
from release.tests.conftest import BUILD, ROOT

GATE = ROOT / "release/gate"
ORACLE = BUILD / "adapters/oracle"


def command(folder, *words, **variables):
    alone = {name: value for name, value in os.environ.items()
             if not re.match("INPUT_|GITHUB_|MAKE|MFLAGS|SFRAME_|CARGO_TARGET", name)}
    done = commands.run(*words, cwd=folder, timeout=300, stdin=subprocess.DEVNULL,
                        env={**alone, "CARGO_PROFILE_DEV_DEBUG": "0", **{k: str(v) for k, v in variables.items()}})
    return done.returncode, done.stdout + done.stderr


def run(folder, gate=GATE, **inputs):
    return command(folder, gate, **{f"INPUT_{name.upper()}": value for name, value in inputs.items()})


@pytest.fixture(name="few", scope="session")
def fixture_few(tmp_path_factory):
    """A file of few vectors: each run of the gate reads its vectors anew, and the core is large."""
    path = tmp_path_factory.mktemp("few") / "few.jsonl"
    commands.must(BUILD / "sframe-gen", "emit", "--core", "--select", "v?/amd64/check/*", "--select", "v?/amd64/lookup/inc-*",
                  "--to", path)
    return path


def needs(*tools):
    return pytest.mark.skipif(not all(map(shutil.which, tools)), reason=f"not all of {' '.join(tools)} are here")


# --- Signals ----------------------------------------------------------------------------------------------

def ends_by(number, folder, *, gate, path=os.environ["PATH"], waits_in=b"sleep", **inputs):
    """The gate alone gets the signal, while it waits for another program; nothing may be left of it."""
    token = uuid.uuid4().hex
    temporary = folder / f"tmp-{token}"
    temporary.mkdir()
    given = {f"INPUT_{name.upper()}": str(value) for name, value in inputs.items()}
    with subprocess.Popen(gate, cwd=folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # nohup may have it ignored
                          env={"PATH": path, "CONFORM_TOKEN": token, "TMPDIR": str(temporary), **given}) as process:
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


@pytest.mark.parametrize("number, shell", [
    (signal.SIGINT, ["sh"]), (signal.SIGTERM, ["sh"]), (signal.SIGTERM, ["bash"]), (signal.SIGTERM, ["busybox", "sh"])])
def test_a_signal_ends_the_runner_too(tmp_path, number, shell):
    ends_by(number, tmp_path, gate=[*shell, GATE], adapter="sleep 100000", options="--deadline 1000")
    report = json.loads((tmp_path / "sframe-reports/report.json").read_text(encoding="utf-8"))
    assert report["complete"] is False and report["good"] is False


@needs("curl")
def test_a_signal_ends_what_fetches(tmp_path, alone):
    with socket.create_server(("127.0.0.1", 0)) as never_answers:
        ends_by(signal.SIGTERM, tmp_path, gate=[alone], adapter="x", sha256="0" * 64, waits_in=b"curl",
                archive=f"http://127.0.0.1:{never_answers.getsockname()[1]}/x")


# --- Where sframe-conform comes from -----------------------------------------------------------------------

@pytest.fixture(name="alone")
def fixture_alone(tmp_path):
    """The gate without the tree that it lies in."""
    folder = tmp_path / "elsewhere/release"
    folder.mkdir(parents=True)
    return shutil.copy(GATE, folder)


def test_from_an_archive_that_is_fetched(tmp_path, alone, few):
    archive = tmp_path / "archive.tar.gz"
    commands.must("tar", "-czf", archive, "-C", BUILD, "sframe-conform", "sframe-gen")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{archive.name}"
        asked = {"adapter": ORACLE, "corpus": few, "gate": alone,
                 "sha256": hashlib.sha256(archive.read_bytes()).hexdigest()}
        assert run(tmp_path, archive=address, **asked)[0] == 0
        status, said = run(tmp_path, archive=address + "x", **asked)
        assert status == 2 and "cannot fetch" in said
        server.shutdown()


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


def test_help_names_each_input():
    helped = commands.must(GATE, "--help")
    assert len(helped.splitlines()) <= 40
    assert not [name for name in ACTION["inputs"] if f"INPUT_{name.upper()}" not in helped]


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


def green_then_red(folder, few, path, steps, passes, fails):
    """Runs the commands, the last of which is the test; then once more with a bug in the adapter."""
    for is_green, words in ((True, passes), (False, fails)):
        for step in steps[:-1]:
            status, said = command(folder, *step)
            assert status == 0, said
        status, said = command(folder, *steps[-1], SFRAME_GATE=GATE, INPUT_CORPUS=few)
        assert (status == 0) == is_green and re.search(words, said, re.MULTILINE), said
        if is_green:
            plant(folder / path)


@needs("cmake", "ctest")
def test_cmake(tmp_path, few):
    project_in_c(tmp_path, "cmake")
    steps = [("cmake", "-B", "build", f"-DSFRAME_GATE={GATE}"), ("cmake", "--build", "build"),
             ("ctest", "--test-dir", "build", "--output-on-failure", "--no-tests=error")]
    green_then_red(tmp_path, few, "adapter.c", steps, "100% tests passed, 0 tests failed out of 1", "gate: red: not as")


@needs("meson", "ninja")
def test_meson(tmp_path, few):
    project_in_c(tmp_path, "meson")
    assert command(tmp_path, "meson", "setup", "build", f"-Dsframe_gate={GATE}")[0] == 0
    green_then_red(tmp_path, few, "adapter.c", [("meson", "test", "-C", "build", "--print-errorlogs")], r"^Ok: +1",
                   "gate: red: not as expected")


@needs("automake", "autoconf", "make")
def test_automake(tmp_path, few):
    project_in_c(tmp_path, "automake")
    assert command(tmp_path, "autoreconf", "--install")[0] == 0
    assert command(tmp_path, "./configure", f"SFRAME_GATE={GATE}")[0] == 0
    green_then_red(tmp_path, few, "adapter.c", [("make", "check")], "# PASS:  1", "# FAIL:  1")
    assert "gate: red: not as expected" in (tmp_path / "sframe.log").read_text(encoding="utf-8")
    assert command(tmp_path, "./configure", "SFRAME_GATE=")[0] == 0
    assert "# SKIP:  1" in command(tmp_path, "make", "check")[1]


@needs("cargo")
def test_cargo(tmp_path, few):
    project(tmp_path, "cargo", {"rust/example.rs": "adapter.rs", "rust/tiny.rs": "tiny.rs",
                                "rust/sframe_adapter.rs": "sframe_adapter.rs"}, copied="src")
    test = ("cargo", "test", "--offline", "--quiet", "--", "--include-ignored")
    green_then_red(tmp_path, few, "src/adapter.rs", [test], "1 passed", "gate: red: not as expected")
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
    """There is no GitLab here: the lines of its scripts are run, with the variables that it sets."""
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
    """There is no GitHub here: each step that uses the action is run with the inputs that it gives."""
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
        status, said = job("shard", shard=shard)
        assert status == 0, said
        shutil.move(tmp_path / "sframe-reports", tmp_path / "shards" / shard.replace("/", "-"))
    status, said = job("gate")
    assert status == 0, said
    shutil.rmtree(tmp_path / "shards" / shards[-1].replace("/", "-"))
    status, said = job("gate")
    assert status == 1 and "no report was written" in said, said
