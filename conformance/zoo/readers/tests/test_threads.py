"""Tests of readers that several threads ask at once: ThreadSanitizer, or else helgrind, watches what they share."""
import functools
import json
import os
import pathlib
import shutil
import subprocess

import pytest

from conformance.request import Vector

ROOT = pathlib.Path(__file__).resolve().parents[4]
GENERATOR = os.path.abspath(os.environ.get("SFRAME_GEN", "build/sframe-gen"))
ZOO = os.path.abspath(os.environ.get("ZOO", "build/zoo"))
LOOKUPS = "v1/amd64/lookup/inc-addr1-word1-two/*"
# Kernels with much address randomisation map where its shadow memory must be; setarch -R has none.
CANNOT_START = "unexpected memory mapping"
KIT = ["conformance/kits/c/sframe_adapter.c", "conformance/kits/c/sframe_threads.c"]
SOURCES = {
    "zoo": ["programs/zoo.c", *KIT, *(f"common/{name}.c" for name in ("command_line", "help", "safe_text", "standard"))],
    "oracle": ["conformance/adapters/oracle.c", "conformance/adapters/on_pipe.c", "ref/tool/notation/rows_fit.c", *KIT]}
FOLDERS = {"zoo": "conformance/zoo/readers", "oracle": "ref/lib"}


def run(command, requests):
    return subprocess.run(command, input=requests, capture_output=True, check=False)


@pytest.fixture(name="requests_of_threads", scope="module")
def fixture_requests():
    """Opens a section and has four threads look up in it."""
    made = subprocess.run([GENERATOR, "emit", "--select", LOOKUPS], capture_output=True, check=True).stdout
    vectors = [Vector(line) for line in made.splitlines()[:-1]]
    same = [vector for vector in vectors if vector.bytes == vectors[0].bytes]
    words = vectors[0].words.split()
    asked = "".join(f"lookup {vector.words.split()[-1]}\n" for vector in same)
    assert len(same) > 2
    return (f"hello 1\nopen 1 {' '.join(words[:-1])} 0\n".encode() + vectors[0].bytes +
            f"concurrent 2 0 4 {len(same)}\n{asked}".encode())


@pytest.fixture(name="watched", scope="module")
def fixture_watched(tmp_path_factory):
    """Builds a reader that is watched, once; returns the words that start it."""
    @functools.cache
    def build(name):
        path = tmp_path_factory.mktemp("watched") / name
        sources = [*SOURCES[name], *map(str, sorted((ROOT / FOLDERS[name]).glob("*.c")))]
        subprocess.run(["cc", "-std=c17", "-D_GNU_SOURCE", '-DSFRAME_CONFORMANCE_VERSION="1"', "-O0", "-g1", "-w",
                        "-fsanitize=thread", "-Iconformance/kits/c", "-Iconformance/zoo/readers", "-Iref", "-Iref/lib",
                        f"-I{os.path.dirname(ZOO)}", *sources, "-o", path, "-pthread"], cwd=ROOT, check=True)
        for command in ([path], ["setarch", "-R", path]):
            if shutil.which(command[0]) and CANNOT_START.encode() not in run(command, b"hello 1\n").stderr:
                return command
        if shutil.which("valgrind") is None:
            pytest.skip(f"ThreadSanitizer cannot start ({CANNOT_START}), not even without address randomisation, and "
                        "valgrind is not here")
        plain = path.with_suffix(".plain")
        shutil.copy(ZOO if name == "zoo" else pathlib.Path(ZOO).parent / "adapters/oracle", plain)
        return ["valgrind", "-q", "--tool=helgrind", "--error-exitcode=66", plain]
    return build


@pytest.mark.parametrize("name", ["zoo", "oracle"])
def test_threads_that_share_what_nobody_writes_are_left_alone(watched, requests_of_threads, name):
    done = run(watched(name), requests_of_threads)
    assert (done.returncode, done.stderr) == (0, b"") and json.loads(done.stdout.splitlines()[-1]) == {"request": 2}


def test_a_cache_that_two_threads_write_is_a_race(watched, requests_of_threads):
    done = run([*watched("zoo"), "--bug", "kept_without_lock"], requests_of_threads)
    assert done.returncode != 0 and b"data race" in done.stderr and b"recall" in done.stderr
