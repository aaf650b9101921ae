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


LANGUAGES = ("c", "python", "rust", "go", "javascript", "java")
DECODE_APART = ("c", "rust", "go", "java")  # the others have one example for both operations
JAVA = ["java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
JAVA_FEW = ["-Xint"]  # of those that are asked little, and started often


def program(kit, name, kits=HERE.parent, built=KITS):
    """The command of an example, or of one of the adapters that lie beside these tests."""
    folder = kits / kit if name.startswith("example") else HERE
    if kit == "python":
        return ["env", f"PYTHONPATH={kits / kit}", sys.executable, "-B", str(folder / f"{name}.py")]
    if kit == "javascript":
        return ["node", str(folder / f"{name}.mjs")]
    if kit == "java":
        name = "".join(word.capitalize() for word in name.split("_"))
        return [*JAVA, *JAVA_FEW * (folder == HERE), "-cp", str(built / kit), name]
    return [str(built / kit / name)]


EXAMPLES = {kit: program(kit, "example") for kit in LANGUAGES}
EXAMPLES |= {f"{kit}-decode": program(kit, "example_decode") for kit in DECODE_APART}
ODD = {kit: program(kit, "odd") for kit in LANGUAGES}


@pytest.fixture(params=EXAMPLES, scope="session")
def example(request):
    return EXAMPLES[request.param]


@pytest.fixture(params=ODD, scope="module")
def odd(request):
    return ODD[request.param]


@pytest.fixture(scope="session")
def core(tmp_path_factory):
    path = tmp_path_factory.mktemp("vectors") / "core.jsonl"
    subprocess.run([*GENERATOR, "emit", "--core", "--to", str(path)], cwd=ROOT, check=True)
    return load(path)
