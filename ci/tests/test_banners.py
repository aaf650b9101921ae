"""A heading in C stands on one line; clang-format, which would break it, is told to leave it alone."""
import re

from ci.tests.conftest import ROOT

FOLDERS = ("ci", "common", "conformance", "corpus", "fuzz", "generator", "programs", "proof", "ref")
BROKEN = re.compile(r"^/\* --- [^\n]*[^/\n]\n(?: \*[ -]*\n)? \*[ -]*/", re.MULTILINE)


def test_headings_are_whole():
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.[ch]")]
    assert len(files) > 100
    assert [str(path) for path in files if BROKEN.search(path.read_text(encoding="utf-8"))] == []
    assert "CommentPragmas" in (ROOT / ".clang-format").read_text(encoding="utf-8")
    assert BROKEN.search("/* --- Names -----\n */\n") and BROKEN.search("/* --- Names\n * -----\n */\n")
