"""What the tests of the kits share: the adapters, and one emission of the core."""
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.kits.tests.asking import load

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
KITS = ROOT / os.environ.get("KITS", "build/kits")
CONFORM = shlex.split(os.environ.get("SFRAME_CONFORM", "build/sframe-conform"))
GENERATOR = shlex.split(os.environ.get("SFRAME_GEN", "build/sframe-gen"))


def python(path):
    return ["env", f"PYTHONPATH={HERE.parent / 'python'}", sys.executable, "-B", str(path)]


EXAMPLES = {
    "c": [str(KITS / "c/example")],
    "c-decode": [str(KITS / "c/example_decode")],
    "python": python(HERE.parent / "python/example.py"),
    "rust": [str(KITS / "rust/example")],
    "rust-decode": [str(KITS / "rust/example_decode")],
    "go": [str(KITS / "go/example")],
    "go-decode": [str(KITS / "go/example_decode")],
}
ODD = {"c": [str(KITS / "c/odd")], "python": python(HERE / "odd.py"), "rust": [str(KITS / "rust/odd")],
       "go": [str(KITS / "go/odd")]}


@pytest.fixture(params=EXAMPLES)
def example(request):
    return EXAMPLES[request.param]


@pytest.fixture(params=ODD)
def odd(request):
    return ODD[request.param]


@pytest.fixture(scope="session")
def core(tmp_path_factory):
    path = tmp_path_factory.mktemp("vectors") / "core.jsonl"
    subprocess.run([*GENERATOR, "emit", "--core", "--to", str(path)], cwd=ROOT, check=True)
    return list(load(path))
