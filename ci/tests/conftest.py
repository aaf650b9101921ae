"""What the tests of ci/ share: the tree, the build, and a folder of small inputs."""
import os
import pathlib
import shutil
import subprocess

import pytest

from ci.tests import inputs as small
from common import commands

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
TRACKED = commands.must("git", "ls-files", cwd=ROOT).splitlines()


@pytest.fixture(scope="session")
def inputs(tmp_path_factory):
    """The files that exit-statuses.t names."""
    folder = tmp_path_factory.mktemp("made") / "inputs"
    small.make(BUILD, folder)
    return folder


@pytest.fixture(name="place")
def fixture_place(inputs, tmp_path):
    """A folder with the inputs, and with the tree's own folders beside them."""
    shutil.copytree(inputs, tmp_path / "place")
    small.link(BUILD, tmp_path / "place")
    return tmp_path / "place"


@pytest.fixture()
def shell(place):
    """Runs a command in that folder."""
    def run(command):
        return commands.run("bash", "-c", command, cwd=place, stdin=subprocess.DEVNULL, errors="replace", timeout=120,
                            env={**os.environ, "PATH": f"{BUILD}:{os.environ['PATH']}"})
    return run
