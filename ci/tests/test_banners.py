"""A heading in C stands on one line; clang-format, which would break it, is told to leave it alone."""
import re
import subprocess

from conftest import ROOT

BROKEN = re.compile(r"^/\* --- [^\n]*[^/\n]\n(?: \*[ -]*\n)? \*[ -]*/", re.MULTILINE)


def test_headings_are_whole():
    listed = subprocess.run(["git", "ls-files", "*.c", "*.h"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = listed.stdout.split()
    assert len(files) > 100
    assert [name for name in files if BROKEN.search((ROOT / name).read_text(encoding="utf-8"))] == []
    assert "CommentPragmas" in (ROOT / ".clang-format").read_text(encoding="utf-8")
    assert BROKEN.search("/* --- Names -----\n */\n") and BROKEN.search("/* --- Names\n * -----\n */\n")
