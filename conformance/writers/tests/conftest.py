"""What the tests of writers share: where things are, and scripts in the place of programs."""
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
WRITERS = ROOT / "conformance/writers"


def run(*words):
    """Runs a program to its end, and keeps what it prints."""
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)


def make(path, program, *words):
    """Has a generator of vectors write to the path."""
    with open(path, "wb") as file:
        subprocess.run([BUILD / program, *words], stdout=file, check=True)
    return path


@pytest.fixture(name="script")
def fixture_script(tmp_path):
    """Makes a program of a text, in which {python} and these words are filled in."""
    def write(text, name="script", **words):
        path = tmp_path / name
        path.write_text(text.format(python=sys.executable, **words))
        path.chmod(0o755)
        return path
    return write
