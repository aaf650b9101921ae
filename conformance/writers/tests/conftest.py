"""What the tests of writers share: where things are, and how programs are run."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")


def run(*words):
    """Runs a program to its end, and keeps what it prints."""
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
