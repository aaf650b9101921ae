"""Rules for all files of the tree: guards of headers, unfinished merges, headings, files of a folder."""
import re
from collections import Counter
from pathlib import PurePath

from ci.tests.conftest import ROOT, TRACKED

HEADERS = [name for name in TRACKED if name.endswith(".h")]
# Headers that people install or copy have the name under which they have them.
NAMES = {
    "conformance/kits/c/sframe_adapter.h": "sframe_adapter.h",
    "conformance/kits/c/tiny.h": "tiny.h",
    "ref/sframe-ref.h": "sframe-ref.h",
    "release/packages/c/harness.h": "sframe-corpus.h",
    "release/packages/c/judge.h": "sframe-judge.h",
}
COPIED = ("ref/lib/", "generator/examples/")
GUARDED = re.compile(r"\s*(?:/\*.*?\*/\s*)*#ifndef (\w+)\n#define \1\n.*\n#endif\n", re.DOTALL)
MARKS = re.compile(rb"^(?:<{7} |>{7} |={7}$)", re.MULTILINE)
# A heading that clang-format broke into lines.
BROKEN = re.compile(r"^/\* --- [^\n]*[^/\n]\n(?: \*[ -]*\n)? \*[ -]*/", re.MULTILINE)


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def is_read_once(name):
    """By #pragma once.  Headers that people copy have a guard instead, which is their path: of two with one guard, a
    compiler would skip the second silently."""
    found = GUARDED.fullmatch(text(name))
    if name in NAMES or name.startswith(COPIED):
        return found and found[1] == re.sub(r"\W", "_", NAMES.get(name, name)).upper()
    return text(name).count("#pragma once\n") == 1 and not found


def test_a_header_is_read_once():
    assert [name for name in HEADERS if not is_read_once(name)] == []


def test_no_merge_is_left_unfinished():
    """Most readers of lists would take the marks of a conflict for entries."""
    assert [name for name in TRACKED if (ROOT / name).is_file() and MARKS.search((ROOT / name).read_bytes())] == []


def test_headings_stand_on_one_line():
    ours = [name for name in TRACKED if name.endswith((".c", ".h")) and not name.startswith("corpus/real/")]
    assert [name for name in ours if BROKEN.search(text(name))] == []


def test_no_folder_holds_more_than_25_source_files():
    folders = Counter(str(PurePath(name).parent) for name in TRACKED if name.endswith((".c", ".h", ".py")))
    assert [(folder, count) for folder, count in folders.items() if count > 25] == []
    assert max(folders.values()) > 20
