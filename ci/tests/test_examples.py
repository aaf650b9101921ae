"""Examples of C, in what headers say of themselves, are compiled and run as they stand; so are commands of a document."""
import os
import re

import pytest

from ci.tests.conftest import BUILD, ROOT, TRACKED
from common import commands

HEADERS = [name for name in TRACKED if name.endswith(".h")]
# Indented lines of a comment: an example, if they have a semicolon.
INDENTED = re.compile(r"(?:^ \*(?:     .*)?\n)*^ \*     .*$", re.MULTILINE)
RECIPES = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+) ([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

PARTS = re.findall(r"^=== (.*)\n((?:(?!===).*\n)+)", (ROOT / "ci/tests/examples.txt").read_text(encoding="utf-8"), re.MULTILINE)
SHARED = {name: text for name, text in PARTS if name.startswith("&")}


def programs():
    """For each header, the programs around its examples, each with what it prints."""
    found = {}
    for heading, text in PARTS:
        if heading not in SHARED:
            header, _, printed = heading.partition(" | ")
            while name := re.search(r"^(&.*)\n", text, re.MULTILINE):
                text = text.replace(name[0], SHARED[name[1]])
            found.setdefault(header, []).append((text, printed.replace("\\n", "\n")))
    return found


PROGRAMS = programs()


def examples(text):
    return [found[0] for found in INDENTED.finditer(text) if ";" in found[0] and re.search(r"\w\(.*;", found[0])]


def code_of(example):
    lines = [re.sub(r" \*/$", "", line)[3:] for line in example.splitlines()]
    return "\n".join(lines).replace("...", "puts(\"...\");")


def what_it_prints(source, folder):
    (folder / "example.c").write_text(source, encoding="utf-8")
    commands.must("gcc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", f"-I{ROOT}/ref", f"-I{ROOT}/generator",
                  f"-I{ROOT}/generator/families", folder / "example.c", "-o", folder / "example",
                  *(BUILD / f"libsframe-{name}.a" for name in ("links", "programs", "generator", "common", "ref")), "-ljansson")
    return commands.must(folder / "example")


@pytest.mark.parametrize("path, number", [(path, i) for path, each in PROGRAMS.items() for i in range(len(each))])
def test_an_example_of_a_header_does_what_it_says(path, number, tmp_path):
    program, wanted = PROGRAMS[path][number]
    code = code_of(examples((ROOT / path).read_text(encoding="utf-8"))[number])
    header = os.path.relpath(path, path.split("/")[0])
    assert wanted in what_it_prints(f'#include "{header}"\n#include <stdio.h>\n{program.replace("@", code)}', tmp_path)


def test_each_example_of_a_header_is_tried():
    found = {path: len(examples((ROOT / path).read_text(encoding="utf-8"))) for path in HEADERS}
    assert {path: count for path, count in found.items() if count} == {path: len(each) for path, each in PROGRAMS.items()}


def test_the_commands_of_the_recipes_do_what_they_say(shell, tmp_path):
    blocks = BLOCK.findall(RECIPES)
    assert [what for _, what, _ in blocks] == ["file=case.txt", "run"]
    (tmp_path / "place" / "case.txt").write_text(blocks[0][2], encoding="utf-8")
    done = shell("set -e\n" + blocks[1][2])
    assert done.returncode == 0, done.stderr
    assert ": 1 asked: 1 pass; 1 judged" in done.stdout
