"""Functions and files that comments and documents name exist."""
import re
from functools import lru_cache
from pathlib import PurePath

from ci.tests.conftest import ROOT, TRACKED

# Without pages that describe one moment, and without files of others and inputs that stand for such.
OURS = [name for name in TRACKED
        if not re.match(r"corpus/real/|fuzz/(?:seeds|regressions)/|debian/|conformance/findings/", name)]
C = [name for name in OURS if name.endswith((".c", ".h", ".def"))]
DOCUMENTS = [name for name in OURS
             if name.endswith(".md") and name != "CHANGELOG.md" and not name.startswith("release/pages/")]
# Scripts, tables and what make reads.
OTHERS = [name for name in OURS if name.endswith((".py", ".mk", ".sh", ".txt", "Makefile")) or "." not in name]
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
REMARK = re.compile(r'\A(?:#!.*\n)?"""(?:.|\n)*?"""|^ +"""[^\n]*|(?:^|(?<=\s))# [^\n]*', re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
# A name of two words or more, or a call.
IDENTIFIER = re.compile(r"(?<![\w./-])([a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?![\w*]|\.[a-z])"
                        r"|(?<![\w./-])([a-z][a-z0-9_]+)\(\)")
# Left out: a clause in brackets, and a macro with the names of its parameters.
PASSED_OVER = re.compile(r"\[[^\]\n]*\]|\b[A-Z][A-Z_]+\([^)]*\)")
FILE = re.compile(r"(?<![\w/.*<$-])((?:[\w-]+/)*[\w.-]*\w\.(?:c|h|def|inc|py|mk|md|txt|json|js|rs|go|sh|s|spatch))"
                  r"(?![\w/*(-])")

# Names in programs, libraries and kernels of others, and of files that users make.
FOREIGN = set("""
    altinstr_aux build_type no_new_privs required_status_checks static_call unwind_orc conformance_0 my_reader
    eh_frame_hdr decode_row decode_function
    ansidecl.h cmocka.h elf.h sframe.h sframe.c sframe-read.h sframe-read.c orc_types.h unwind_orc.c
    config.h function.s lit.py uw-sigframe.h
    a.s b.c mine.txt known.txt readers.txt x.txt report.json causes-table.json nothing.s
    it.spdx.json manifest.json ids.txt vectors.go vectors.h vectors-0.h sframe-corpus.h sframe-judge.h
    members.txt files.rs
""".split())
# NAME.c
PLACEHOLDER = re.compile(r"[A-Z]{3}")


@lru_cache(maxsize=None)
def text(name):
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


@lru_cache(maxsize=None)
def known():
    """Every word of code, and the names of files without their endings."""
    words = {PurePath(name).name.split(".")[0] for name in TRACKED}
    for name in OURS:
        if name in C:
            words.update(re.findall(r"\w+", COMMENT.sub(" ", text(name))))
        elif not name.endswith((".md", ".jsonl", ".sframe")):
            words.update(re.findall(r"\w+", text(name)))
    return words


def said(name):
    """Comments of a source, or code in a document: line and words."""
    pattern = COMMENT if name in C else CODE if name in DOCUMENTS else REMARK
    for found in pattern.finditer(text(name)):
        yield text(name).count("\n", 0, found.start()) + 1, PASSED_OVER.sub("", found[0].strip("`"))


def is_there(name, file):
    """Whether FILE, which the file NAME mentions, exists: seen from the root or from NAME's folder, or as the end of
    any path.  If NAME is C, that path must be in the same top folder."""
    part = name.split("/")[0] if name in C else ""
    return any((ROOT / place / file).exists() for place in ("", PurePath(name).parent)) or any(
        each.startswith(part) and each.endswith("/" + file) for each in TRACKED)


def unknown(name):
    wrong = []
    for line, words in said(name):
        for found in IDENTIFIER.finditer(words):
            word = found[1] or found[2]
            if name not in OTHERS and word not in known() and word not in FOREIGN:
                wrong.append(f"{line}: {word}")
        for found in FILE.finditer(words):
            file = found[1]
            made = PLACEHOLDER.search(file) or file.startswith(("build/", "."))
            if not made and PurePath(file).name not in FOREIGN and not is_there(name, file):
                wrong.append(f"{line}: {file}")
    return wrong


def test_what_is_named_is_there():
    assert [f"{name}:{wrong}" for name in C + DOCUMENTS + OTHERS for wrong in unknown(name)] == []


def test_no_programs_but_two_are_named_for_no_work():
    """People find a program by its name, and `run` or `test` says nothing.  Other projects name these two so, too."""
    assert [name for name in TRACKED if PurePath(name).name in ("build", "make", "run", "test")] == [
        ".ci/run", "conformance/writers/run"]
