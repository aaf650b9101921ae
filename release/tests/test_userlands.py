"""From the archive to the first verdicts on readelf, by the two commands of the site's start page, in other systems'
userlands."""
import re
import shlex
import shutil
from pathlib import Path

import pytest

from common import commands
from release.tests.test_release import ROOT, one

PAGE = ROOT / "release/site/pages/index.md.in"
UNABLE = 3  # exit status of ci/userland if no mirror has the userland
READERS = {"bookworm": "2.40", "trixie": "2.44", "forky": "2.47"}  # suite: its readelf


def commands():
    """What the page says to type."""
    begin = PAGE.read_text(encoding="utf-8").partition("## Begin\n")[2]
    return [line.strip() for line in re.search(r"(?:^    .*\n)+", begin, re.MULTILINE)[0].splitlines()]


def userland(name):
    done = commands.run(ROOT / "ci/userland", name)
    if done.returncode == UNABLE:
        pytest.skip(done.stderr.splitlines()[-1])
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


def run(root, where, command):
    return commands.run(ROOT / "ci/userland", "--run", root, where, "sh", "-c", command)


def test_there_are_two_commands_and_no_more():
    assert [shlex.split(command)[0].rpartition("/")[2] for command in commands()] == ["tar", "sframe-conform"]


@pytest.fixture(name="unpacked")
def fixture_unpacked(tmp_path):
    """A folder with the archive, where the first command ran."""
    def unpack(name):
        root = userland(name)
        shutil.copy(one("*-linux-x86_64.tar.gz"), tmp_path)
        done = run(root, tmp_path, commands()[0])
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        return root
    return unpack


@pytest.mark.parametrize("suite", READERS)
def test_the_first_verdicts_on_readelf(unpacked, suite, tmp_path):
    root = unpacked(suite)
    done = run(root, tmp_path, commands()[1])
    assert done.returncode in (0, 1) and done.stderr == "", done
    version, asked, passed = re.search(r"^readelf \(GNU readelf (\S+)\): (\d+) asked:.* (\d+) pass", done.stdout, re.MULTILINE).groups()
    assert version.startswith(READERS[suite]) and int(asked) > 200 and int(passed) > int(asked) / 4, done.stdout
    assert re.search(r"^(NOT )?as expected: 1 implementation, ", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("suite", READERS)
def test_each_failure_is_explained_and_can_be_asked_alone(unpacked, suite, tmp_path):
    """The text names a clause for the first failure, and a command that reproduces it."""
    root = unpacked(suite)
    done = run(root, tmp_path, commands()[1])
    failure = re.search(r"^  (\S+): .*\n(?:    and .*\n)?    about: (\S+)\n(?:    (?:note|rests|stderr).*\n)*    alone: (.*)$", done.stdout, re.MULTILINE)
    assert failure, done.stdout
    name, clause, command = failure.groups()
    alone = run(root, tmp_path, command)
    assert alone.returncode == 1 and f"  {name}: " in alone.stdout and f"about: {clause}\n" in alone.stdout
    assert "1 asked, 1 unexpected" in alone.stdout


def test_programs_need_no_c_library(unpacked, tmp_path):
    """The userland has no C library.  It has no Python either, and a line says so where that is needed."""
    root = unpacked("busybox")
    assert not list(root.rglob("*.so*"))
    program = shlex.split(commands()[1])[0]
    done = run(root, tmp_path, f"{program} --core --strict oracle=sframe-adapter-oracle")
    assert done.returncode == 0 and re.search(r"^as expected: .* 0 unexpected", done.stdout, re.MULTILINE), done
    done = run(root, tmp_path, commands()[1])
    assert done.returncode == 1 and "(the program, or the interpreter that its first line names)" in done.stdout
