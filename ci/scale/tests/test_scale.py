"""The recipes of ci/scale/, run by the engines that are here: tasks are killed, repeated and lost, and the merge must
be the same as one run without tasks.  Kubernetes and GitHub: files are checked by schemas, and their commands run."""
import contextlib
import getpass
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import zipfile

import jsonschema
import pytest
import yaml

from ci.tests.conftest import BUILD, ROOT
from common import commands

SCALE = ROOT / "ci/scale"
JOB, TASKS = SCALE / "job", 3
NAMES = ("true", "false", "cat", "echo", "env", "id", "ls", "nproc", "sort", "tee", "wc", "yes")
# Stand for sframe-measure and an adapter.  While `hold` exists, this waits after its first file, and an adapter before
# its first answer.
MEASURE = """#!/bin/bash
while IFS= read -r -d '' path; do
    [[ -z $done || ! -e hold ]] || echo $$ >>held
    while [[ -n $done && -e hold ]]; do sleep 0.02; done
    echo "$path" >>measured; {build}/sframe-measure "$path"
    done=yes
done"""
ADAPTER = """#!/bin/bash
if [[ -e hold ]]; then echo $$ >>held; while [[ -e hold ]]; do sleep 0.02; done; fi
exec {build}/adapters/oracle"""


def run(*command, folder, status=0):
    done = commands.run(*command, cwd=folder, timeout=120, stdin=subprocess.DEVNULL, env={**os.environ, "BUILD": "build"})
    assert status in (None, done.returncode), done.stdout + done.stderr
    return done.stdout + done.stderr


def patiently(reached):
    limit = time.monotonic() + 30
    while not reached() and time.monotonic() < limit:
        time.sleep(0.05)
    return reached()


def until(reached):
    assert patiently(reached), "nothing came in half a minute"


def result(path):
    """A file's bytes, without the members of a report that say when it was made, and how long that took."""
    return re.sub(rb'"started":"[^"]*","seconds":[0-9.]*', b"", path.read_bytes())


class Place:
    """A folder with inputs, and with what a run without tasks makes of them."""

    def __init__(self, folder, job):
        self.folder, self.job, self.hold, self.held = folder, job, folder / "hold", folder / "held"
        (folder / "ci").symlink_to(ROOT / "ci")
        (folder / "build").mkdir()
        (folder / "build/sframe-conform").symlink_to(BUILD / "sframe-conform")
        for name, text in (("build/sframe-measure", MEASURE), ("adapter", ADAPTER)):
            (folder / name).write_text(text.replace("{build}", str(BUILD)), encoding="utf-8")
            (folder / name).chmod(0o755)
        (folder / "files").mkdir()
        for name in NAMES:
            shutil.copy(shutil.which(name), folder / "files")
        core = run("bash", "-c", f"{BUILD}/sframe-gen emit --core 2>/dev/null | head -n 300", folder=folder)
        (folder / "corpus").write_text(core, encoding="utf-8")
        self.words = {"census": ["--jobs", 1, "files"],
                      "conform": ["--jobs", 1, "--deadline", 100, "--corpus", "corpus", "./adapter"]}[job]
        whole = folder / "whole"
        if job == "census":
            run(ROOT / "corpus/census/sframe-census", "-o", whole, "--measure", "build/sframe-measure", *self.words,
                folder=folder)
            assert len(whole.read_bytes().splitlines()) == len(NAMES)
        else:
            run(BUILD / "sframe-conform", "--shard", "1/1", "--json", "one", *self.words, folder=folder)
            run(BUILD / "sframe-conform", "merge", "--json", whole, "one", folder=folder)
        self.whole = result(whole)
        self.done = set()
        (folder / "measured").unlink(missing_ok=True)
        self.hold.touch()

    def run(self, *command, status=0):
        return run(*command, folder=self.folder, status=status)

    def waiting(self):
        return self.held.read_text(encoding="utf-8").split() if self.held.exists() else []

    def merge(self, missing=()):
        said = self.run(JOB, "merge", TASKS, "parts", self.job, status=1 if missing else 0)
        assert re.findall(rf"(\d)/{TASKS}", said if missing else "") == [str(number) for number in missing]
        merged = self.folder / "parts" / {"census": "census.jsonl", "conform": "conform.json"}[self.job]
        assert merged.exists() == (not missing)
        assert missing or result(merged) == self.whole
        again = self.folder / "measured"
        if again.exists():
            assert not self.done & set(again.read_text(encoding="utf-8").split())  # they are not measured again
            again.unlink()
        parts = [path.read_text(encoding="utf-8") for path in self.folder.glob("parts/census-*-of-*")]
        self.done = set(re.findall(r'"file":"([^"]*)"', "".join(parts)))


@pytest.fixture(name="place", params=["census", "conform"])
def fixture_place(request, tmp_path):
    place = Place(tmp_path, request.param)
    yield place
    place.hold.unlink(missing_ok=True)  # whatever failed, nothing waits


# --- GNU parallel ---------------------------------------------------------------------------------------------


def kill_session(leader):
    """Kills all processes of a session, as if the machine stopped; each task has a process group of its own."""
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(status.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[3]) == leader:
                os.kill(int(status.parent.name), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            pass


def test_parallel_killed_and_begun_again_with_a_task_that_runs_twice(place):
    def started(*command, jobs):
        return subprocess.Popen(list(map(str, command)), cwd=place.folder, start_new_session=True,
                                stdin=subprocess.DEVNULL,
                                env={**os.environ, "BUILD": "build", "PARALLEL": f"--jobs {jobs}"})

    command = [SCALE / "parallel", TASKS, "parts", place.job, *place.words]
    task = [JOB, f"1/{TASKS}", *command[2:]]
    with started(*command, jobs=2) as killed:
        until(lambda: len(place.waiting()) == 2)
        kill_session(killed.pid)
    place.merge(missing=[1, 2, 3])
    place.held.unlink()
    with contextlib.ExitStack() as both:
        again = both.enter_context(started(*command, jobs=TASKS))
        try:
            until(lambda: len(place.waiting()) == TASKS)
            twice = both.enter_context(started(*task, jobs=1))
            with pytest.raises(subprocess.TimeoutExpired):  # the second one waits for the first
                twice.wait(timeout=1)
            assert len(place.waiting()) == TASKS
        finally:
            place.hold.unlink()
    assert (again.returncode, twice.returncode) == (0, 0)
    place.merge()
    place.run(*task)
    place.merge()


# --- Slurm ----------------------------------------------------------------------------------------------------

def free_ports():
    with socket.socket() as one, socket.socket() as other:
        one.bind(("", 0))
        other.bind(("", 0))
        return one.getsockname()[1], other.getsockname()[1]


@pytest.fixture(name="slurm", scope="module")
def fixture_slurm():
    """One node, its controller and munge, run by this user in a new folder with a short path, as sockets need."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="slurm."))
    for name in ("state", "spool"):
        (folder / name).mkdir()
    (folder / "key").write_bytes(os.urandom(64))
    (folder / "key").chmod(0o600)
    folder.chmod(0o755)
    host = os.uname().nodename.partition(".")[0]
    configuration = (SCALE / "tests/slurm.conf").read_text(encoding="utf-8")
    (folder / "slurm.conf").write_text(configuration.format(
        host=host, ports=free_ports(), user=getpass.getuser(), folder=folder, tasks=TASKS), encoding="utf-8")
    commands = (["munged", "--foreground", "--force", f"--key-file={folder}/key", f"--socket={folder}/munge",
                 *(f"--{name}-file={folder}/munge.{name}" for name in ("pid", "seed", "log"))],
                ["slurmctld", "-D"], ["slurmd", "-D"])

    def is_idle():
        return "idle" in run("sinfo", "-h", "-o", "%t", folder=folder, status=None)

    with contextlib.ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        log = stack.enter_context(open(folder / "log", "w+", encoding="utf-8"))
        patch.setenv("SLURM_CONF", str(folder / "slurm.conf"))
        patch.setenv("PATH", f"{os.environ['PATH']}:/usr/sbin")
        started = []
        for command in commands:
            process = stack.enter_context(subprocess.Popen(command, cwd=folder, stdout=log, stderr=log,
                                                           stdin=subprocess.DEVNULL))
            stack.callback(process.terminate)
            started.append(process)
            patiently(lambda: (folder / "munge").exists() or started[0].poll() is not None)
        patiently(lambda: is_idle() or any(each.poll() is not None for each in started))
        if not is_idle():
            log.seek(0)
            last = re.findall(r".*(?:error|fatal): .*", log.read())
            pytest.fail(f"Slurm does not start here: {last[-1] if last else 'no node is idle'}", pytrace=False)
        yield
    shutil.rmtree(folder)


def test_slurm_with_a_task_that_is_requeued_and_one_that_is_lost(slurm, place):
    def sbatch(tasks):
        return place.run("sbatch", "--parsable", f"--array={tasks}", SCALE / "slurm", TASKS, "parts", place.job,
                         *place.words).strip()

    def is_done():
        return not place.run("squeue", "-h")

    array = sbatch(f"1-{TASKS}")
    until(lambda: len(place.waiting()) == TASKS)
    place.run("scontrol", "requeue", f"{array}_1")
    place.run("scancel", "--signal=KILL", "--full", f"{array}_2")
    until(lambda: place.run("squeue", "-h", "-r", "-o", "%i %r").count(f"{array}_1 BeginTime"))
    until(lambda: f"{array}_2" not in place.run("squeue", "-h", "-r", "-o", "%i"))
    place.hold.unlink()
    until(lambda: (place.folder / f"parts/{place.job}-3-of-{TASKS}").exists())
    place.merge(missing=[1, 2])
    # Slurm would start it again after two minutes.  Within the second in which it was killed, the node would refuse it.
    place.run("scontrol", "update", f"JobId={array}_1", "StartTime=now+2")
    until(is_done)
    place.merge(missing=[2])
    sbatch(f"1-{TASKS}")
    until(is_done)
    place.merge()


# --- Kubernetes, GitHub ---------------------------------------------------------------------------------------


def schemas(wheel, folder, *names):
    subprocess.run([ROOT / "ci/wheel", wheel], check=True)
    path, = (ROOT / ".toolchains/wheels" / wheel).glob("*.whl")
    with zipfile.ZipFile(path) as files:
        return [json.loads(files.read(f"{wheel.replace('-', '_')}/{folder}/{name}")) for name in names]


@pytest.mark.parametrize("version", ["v1.33.0", "v1.37.0"])
def test_what_kubernetes_is_given_is_as_its_schema_says(version):
    schema, shared = schemas("kubernetes-validate", f"kubernetes-json-schema/{version}-local-strict",
                             "job-batch-v1.json", "_definitions.json")
    assert schema.pop("$id") and shared.pop("$id", True)  # references are resolved here, not at that address
    resolver = jsonschema.RefResolver("", schema, store={"/api/_definitions.json": shared})
    text = (SCALE / "kubernetes.yaml").read_text(encoding="utf-8")
    jsonschema.validate(yaml.safe_load(text), schema, resolver=resolver)
    for word in ("completions", "args", "claimName", "onPodConditions"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(yaml.safe_load(text.replace(f"{word}:", "misspelt:")), schema, resolver=resolver)


WORKFLOWS = [SCALE / "github.yml", *sorted((ROOT / ".github/workflows").glob("*.yml"))]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_is_as_its_schema_says(path):
    schema, = schemas("check-jsonschema", "builtin_schemas/vendor", "github-workflows.json")
    given = yaml.safe_load(path.read_text(encoding="utf-8"))
    given["on"] = given.pop(True)  # YAML 1.1 reads the key `on` as true
    jsonschema.validate(given, schema)
    given["jobs"]["another"] = {"runs-on": "ubuntu-24.04", "step": []}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(given, schema)


def test_kubernetes_has_a_task_for_each_index(tmp_path):
    place = Place(tmp_path, "census")
    place.hold.unlink()
    text = (SCALE / "kubernetes.yaml").read_text(encoding="utf-8")
    text = text.replace("100", str(TASKS)).replace("/scale/parts", "parts").replace("/scale/packages", "files")
    spec = yaml.safe_load(text)["spec"]
    container, = spec["template"]["spec"]["containers"]
    for index in range(spec["completions"]):
        place.run("env", f"JOB_COMPLETION_INDEX={index}", *container["command"], *container["args"])
    place.merge()


def test_github_has_a_task_for_each_of_its_matrix(tmp_path):
    place = Place(tmp_path, "census")
    place.hold.unlink()
    jobs = yaml.safe_load((SCALE / "github.yml").read_text(encoding="utf-8"))["jobs"]
    task, merge = ([step["run"] for step in job["steps"] if step.get("run", "").startswith("ci/scale/job")]
                   for job in jobs.values())
    for shard in jobs["task"]["strategy"]["matrix"]["shard"]:
        place.run("sh", "-c", task[0].replace("${{ matrix.shard }}", str(shard)).replace("/usr", "--jobs 1 files"))
    place.run("sh", "-c", merge[0])
    assert result(place.folder / "parts/census.jsonl") == place.whole


def test_fuzzing_goes_on_and_each_input_counts_once(tmp_path):
    for which in ("1/2", "2/2", "2/2"):
        run(JOB, which, "parts", "fuzz", 1, "decode", folder=tmp_path)
        inputs = [{path.name for path in (tmp_path / f"parts/fuzz-{number}-of-2/decode/queue").glob("*")}
                  for number in (1, 2)]
    run(JOB, "merge", 2, "parts", "fuzz", folder=tmp_path)
    assert inputs[0] and inputs[1]
    assert {path.name for path in (tmp_path / "parts/fuzz/decode/queue").glob("*")} == inputs[0] | inputs[1]
