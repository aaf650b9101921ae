"""Files that include a list that the build makes are compiled after that list was made, in every kind of build."""
import re

from ci.tests.conftest import ROOT
from common import commands

FUZZED = ("FUZZ_ENGINE=-fsanitize=fuzzer", "EXTRA_CFLAGS=-fsanitize=fuzzer-no-link -fsanitize=address", "LIBSFRAME_LIBS=x")


def prerequisites():
    """By target, the prerequisites in a fuzzer's build, which compiles some libraries again in other ways."""
    said = commands.run("make", "-npq", "BUILD=nowhere", "CC=clang", *FUZZED, cwd=ROOT)
    return {target: needs.split() for target, needs in re.findall(r"^(nowhere/\S+): (.*)", said.stdout, re.MULTILINE)}


def test_what_includes_a_list_waits_for_it():
    rules = prerequisites()
    objects = {need for target, needs in rules.items() if target.endswith(".a") for need in needs}
    looked_at, missing = set(), []
    for path in (path for folder in ("generator", "conformance/runner") for path in (ROOT / folder).rglob("*.c")):
        source = str(path.relative_to(ROOT))
        for name in re.findall(r'#include "(\w+\.inc)"', path.read_text(encoding="utf-8")):
            for each in objects:
                if each.endswith(f"/{source[:-2]}.o"):
                    looked_at.add(each)
                    if f"nowhere/{name}" not in rules.get(each, ()):
                        missing.append(f"{each}: {name}")
    assert missing == []
    assert {"nowhere/generator/emit/vector.o", "nowhere/plain/generator/emit/vector.o"} <= looked_at
