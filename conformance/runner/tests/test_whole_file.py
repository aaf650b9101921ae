"""A file that any program writes appears whole or not at all, with the mode that it would have if written in place."""
import errno
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from conformance.runner.tests.conftest import BUILD, GENERATOR, ROOT, RUNNER, check_vector, hostile, lines

OLD, MODE = "what was there\n", 0o640
NOBODY = 65534


def corpus(folder):
    path = folder / "corpus.jsonl"
    path.write_text(lines(map(check_vector, range(1, 9))), encoding="utf-8")
    return path


def fix(folder, path):
    """The command that writes expectations by --accept; a file that exists must be an expectation file."""
    if path.is_file():
        path.write_text("# " + OLD, encoding="utf-8")
    return [*RUNNER, "--corpus", corpus(folder), "--accept", "--expect", path, hostile("refuse")]


SCRIPT = """import sys
from common import safe_text, standard
sys.exit(standard.run(lambda: safe_text.write_whole(sys.argv[1], b'{"' + b"x" * 100)))
"""
PROGRAMS = {
    "json": lambda folder, path: [*RUNNER, "--corpus", corpus(folder), "--json", path, hostile("behave")],
    "generator": lambda folder, path: [GENERATOR, "emit", "--family", "settled", "--to", path],
    "convert": lambda folder, path: [BUILD / "sframe-convert", "-o", path, shutil.which("true")],
    "fix": fix,
    "script": lambda folder, path: [sys.executable, "-c", SCRIPT, path],
}


@pytest.fixture(name="write", params=PROGRAMS)
def fixture_write(request, tmp_path):
    """Runs a program that writes a file; returns its status and its output."""
    (tmp_path / "of-the-run").mkdir()

    def write(path, **options):
        words = PROGRAMS[request.param](tmp_path / "of-the-run", path)
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT, **options)
        write.said, write.status = done.stderr, done.returncode
        return done.returncode < 2
    write.name = request.param
    return write


def is_written(path):
    return path.is_file() and path.read_bytes()[:2] in (b"{\"", b"<!", b"<?", b"\xe2\xde", b"# ") and \
        path.read_text(encoding="utf-8", errors="replace") not in (OLD, "# " + OLD)


def refused(write, path, folder):
    """Checks that a program refused with one line, and left and changed nothing."""
    before = sorted(folder.iterdir())
    assert not write(path) and write.said.count("\n") == 1, write.said
    assert str(path) in write.said and sorted(folder.iterdir()) == before
    return write.said


def test_a_link_is_written_through_and_the_file_keeps_its_mode_and_owner(write, tmp_path):
    home, links = tmp_path / "home", tmp_path / "links"
    home.mkdir()
    links.mkdir()
    file, link, second = home / "file", links / "link", links / "second"
    file.write_text(OLD, encoding="utf-8")
    if os.getuid() == 0:
        os.chown(file, NOBODY, NOBODY)
    file.chmod(MODE)
    link.symlink_to("../home/file")
    second.symlink_to(link)
    before = file.stat()
    assert write(second), write.said
    assert second.is_symlink() and link.is_symlink() and is_written(file)
    after = file.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert list(home.iterdir()) == [file] and sorted(links.iterdir()) == [link, second]


def test_a_link_to_nothing_makes_what_it_names(write, tmp_path):
    link = tmp_path / "link"
    link.symlink_to("new")
    if write.name == "fix":
        (tmp_path / "new").touch()
    assert write(link), write.said
    assert link.is_symlink() and is_written(tmp_path / "new")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~mask


def test_a_file_with_two_names_is_refused_as_they_would_be_parted(write, tmp_path):
    file, other = tmp_path / "file", tmp_path / "other"
    file.write_text("# " + OLD, encoding="utf-8")
    other.hardlink_to(file)
    assert "hard links" in refused(write, file, tmp_path)
    assert other.read_text(encoding="utf-8") == "# " + OLD and file.samefile(other)


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, resource.RLIM_INFINITY))


@pytest.mark.parametrize("exists", [False, True])
def test_a_file_that_may_not_grow_is_an_error_and_nothing_is_left(write, tmp_path, exists):
    path = tmp_path / "written"
    if exists:
        path.write_text(OLD, encoding="utf-8")
    corpus(tmp_path / "of-the-run")
    before = sorted(tmp_path.rglob("*"))
    write(path, preexec_fn=small_files)
    assert write.status == 2 and "File too large" in write.said
    assert sorted(tmp_path.rglob("*")) == before and (not exists or path.read_text(encoding="utf-8").endswith(OLD))


@pytest.mark.parametrize("to, why", [("link", errno.ELOOP), ("of-the-run", errno.EISDIR)])
def test_a_link_to_itself_or_to_a_folder_is_refused(write, tmp_path, to, why):
    (tmp_path / "link").symlink_to(to)
    assert os.strerror(why) in refused(write, tmp_path / "link", tmp_path)


def test_attributes_stay(write, tmp_path):
    file = tmp_path / "file"
    file.write_text("# " + OLD, encoding="utf-8")
    try:
        os.setxattr(file, "user.about", b"mine")
    except OSError:
        pytest.skip("this file system keeps no attributes")
    assert write(file), write.said
    assert os.getxattr(file, "user.about") == b"mine"


@pytest.fixture(name="as_nobody")
def fixture_as_nobody(tmp_path):
    """The way to run a program without root's rights; copies of the programs are where it can read them."""
    if os.getuid() != 0:
        pytest.skip("needs root, to be somebody else")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def copied(words, home):
    """The same command, with programs that anybody can read."""
    program = home / Path(words[0]).name
    shutil.copy(words[0], program)
    program.chmod(0o755)
    return [program, *words[1:]]


def run_as_nobody(words):
    return subprocess.run(words, capture_output=True, text=True, check=False, user=NOBODY, group=NOBODY,
                          extra_groups=[], cwd="/")


@pytest.mark.parametrize("program", ["generator", "convert"])
def test_a_program_that_may_not_write_says_so_and_changes_nothing(as_nobody, program):
    """It may not write another user's file in our folder, a read-only file, or in another user's folder."""
    folder = as_nobody / "folder"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    others, ours, closed = folder / "others", folder / "ours", as_nobody / "closed"
    others.write_text(OLD, encoding="utf-8")
    others.chmod(0o666)
    ours.write_text(OLD, encoding="utf-8")
    os.chown(ours, NOBODY, NOBODY)
    ours.chmod(0o444)
    closed.mkdir()
    for path, why in ((others, "belongs to another user"), (ours, os.strerror(errno.EACCES)),
                      (closed / "new", "its folder cannot be written to")):
        done = run_as_nobody(copied([*map(str, PROGRAMS[program](folder, path))], as_nobody))
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and why in done.stderr, done.stderr
    assert others.read_text(encoding="utf-8") == ours.read_text(encoding="utf-8") == OLD
    assert sorted(folder.iterdir()) == [others, ours] and list(closed.iterdir()) == []
