"""No file has the marks of a merge that was not finished: most readers of lists would take them for members."""
import re
import subprocess

from ci.tests.conftest import ROOT

MARKS = re.compile(rb"^(?:<{7} |>{7} |={7}$)", re.MULTILINE)


def test_no_merge_is_left_unfinished():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    files = [ROOT / name.decode() for name in listed.split(b"\0") if name]
    assert len(files) > 1000
    assert [str(path) for path in files if path.is_file() and MARKS.search(path.read_bytes())] == []
    assert MARKS.search(b"a\n" + b"<" * 7 + b" HEAD\n") and MARKS.search(b"=" * 7 + b"\n")
