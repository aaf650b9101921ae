"""A header's guard is its path: two headers that shared one would lose whichever comes second, without a word."""
import re
import subprocess

import pytest

from ci.tests.conftest import ROOT

HEADERS = subprocess.run(["git", "ls-files", "*.h"], cwd=ROOT, capture_output=True, text=True,
                         check=True).stdout.split()
# Headers that people install or copy have the name under which they have them.
NAMES = {
    "conformance/kits/c/sframe_adapter.h": "sframe_adapter.h",
    "conformance/kits/c/tiny.h": "tiny.h",
    "ref/sframe-ref.h": "sframe-ref.h",
    "release/packages/c/harness.h": "sframe-corpus.h",
}
GUARDED = re.compile(r"\s*(?:/\*.*?\*/\s*)*#ifndef (\w+)\n#define \1\n.*\n#endif\n", re.DOTALL)


def guard_of(text):
    found = GUARDED.fullmatch(text)
    return found and found[1]


@pytest.mark.parametrize("path", HEADERS)
def test_a_guard_is_its_path(path):
    wanted = re.sub(r"\W", "_", NAMES.get(path, path)).upper()
    assert guard_of((ROOT / path).read_text(encoding="utf-8")) == wanted


def test_no_two_headers_share_a_guard():
    guards = [guard_of((ROOT / path).read_text(encoding="utf-8")) for path in HEADERS]
    assert len(set(guards)) == len(HEADERS) > 200 and None not in guards


@pytest.mark.parametrize("text", [
    "#ifndef A_H\n#define B_H\nint a;\n#endif\n", "#define A_H\n#ifndef A_H\nint a;\n#endif\n", "int a;\n",
    "int a;\n#ifndef A_H\n#define A_H\nint b;\n#endif\n", "#ifndef A_H\n#define A_H\nint a;\n#endif\nint b;\n"])
def test_what_guards_less_than_the_whole_file_is_no_guard(text):
    assert guard_of(text) is None
