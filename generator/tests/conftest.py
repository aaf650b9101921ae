"""What the tests of the generator share: the programs, and one emission of everything."""
import gc
import json
import os
import shlex
import subprocess
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GENERATOR = shlex.split(os.environ.get("SFRAME_GEN", "build/sframe-gen"))
ORACLE = shlex.split(os.environ.get("SFRAME_REF", "build/sframe-ref"))
SECONDS = 300


def run(*command, **options):
    return subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False,
                          timeout=SECONDS, **options)


def generate(*arguments, **options):
    return run(*GENERATOR, *arguments, **options)


def with_flags(vector):
    """The vector with the flags of its section; 0, if the section ends before them."""
    given = vector["input"]
    vector["flags"] = int((given["bytes"] if "bytes" in given else given["parts"][0]["bytes"])[6:8] or "0", 16)
    return vector


@pytest.fixture(scope="session")
def everything_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("vectors") / "all.jsonl"
    assert generate("emit", "--to", path).returncode == 0
    return path


@pytest.fixture(scope="session")
def everything(everything_file):
    """All vectors in order, with flags and a checksum in the place of their bytes; tests do not change them.

    They stay until the end, so the garbage collector need not look through ten million objects again and again."""
    gc.disable()
    vectors = []
    with everything_file.open(encoding="utf-8") as lines:
        for line in list(lines)[:-1]:
            vector = with_flags(json.loads(line))
            given = vector["input"]
            given["bytes"] = zlib.crc32((given["bytes"] if "bytes" in given else json.dumps(given["parts"])).encode())
            vectors.append(vector)
    gc.freeze()
    gc.enable()
    return vectors


@pytest.fixture(scope="session")
def core():
    return [json.loads(line) for line in generate("emit", "--core").stdout.splitlines()[:-1]]
