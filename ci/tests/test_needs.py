"""A target that lacks a package ends with one line: what is missing, and the command that installs it."""
import os
import re

import pytest

from ci.tests.conftest import ROOT
from common import commands

MAKEFILES = sorted([ROOT / "Makefile", *ROOT.glob("*/*.mk"), *ROOT.glob("*/*/*.mk")])


def recipes():
    """The text of the recipe, by target, for targets that are no files."""
    found = {}
    for path in MAKEFILES:
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        for targets, recipe in re.findall(r"^([a-z0-9][a-z0-9 -]*):.*\n((?:\t.*\n)+)", text, re.MULTILINE):
            found.update({target: recipe for target in targets.split()})
    return found


def tools():
    """The package, by command, for commands of ci/packages that building does not need."""
    rows = [line.split("|") for line in (ROOT / "ci/packages").read_text(encoding="utf-8").splitlines()
            if "|" in line and not line.startswith("#")]
    return {probe.strip()[4:]: package.strip() for groups, probe, package, _ in rows
            if probe.strip().startswith("cmd:") and "build" not in groups}


RECIPES, TOOLS = recipes(), tools()
MENTIONS = sorted((target, tool) for target, recipe in RECIPES.items() for tool in TOOLS
                  if re.search(rf"(?:^|[\s@]){re.escape(tool)}\s", recipe))


def make(target, path=os.environ["PATH"], **variables):
    alone = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    done = commands.run("make", "-n", target, *(f"{name}={value}" for name, value in variables.items()), cwd=ROOT,
                        env={**alone, "PATH": str(path)})
    return done.returncode, done.stderr.splitlines()


def lacks(answer, package):
    status, lines = answer
    return status == 2 and len(lines) == 1 and package in lines[0] and '"ci/setup check" installs' in lines[0]


@pytest.mark.parametrize("target", sorted(name for name, recipe in RECIPES.items() if "$(PYTEST)" in recipe))
def test_without_pytest_a_target_says_what_to_install(target, tmp_path):
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\nexec /usr/bin/python3 -S -E "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    assert lacks(make(target, PYTHON=python), "python3-pytest")


@pytest.mark.parametrize("target, tool", MENTIONS)
def test_without_its_tool_a_target_says_what_to_install(target, tool, tmp_path):
    for folder in os.environ["PATH"].split(os.pathsep):
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            if name != tool and not (tmp_path / name).is_symlink():
                (tmp_path / name).symlink_to(os.path.join(folder, name))
    assert lacks(make(target, path=tmp_path), TOOLS[tool])


def test_where_nothing_is_missing_nothing_is_said():
    status, lines = make("zoo")
    assert status == 0 and not lines
