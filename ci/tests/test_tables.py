"""Which text or which ABI a section is of is asked in tables alone; all other code asks them for a fact by its name."""
import re

import pytest

from conftest import ROOT

FOLDERS = ("ci", "common", "conformance", "corpus", "fuzz", "generator", "programs", "ref")
MOST_EXCEPTIONS = 12

# Comparisons that stay: how many a file has, and why no fact can stand in their place.
EXCEPTIONS = {
    "conformance/kits/c/tiny.c": (1, "a reader in one file, an example to copy; it reads AMD64 alone"),
    "programs/sframe-live.c": (1, "whether a program can be stepped on this machine as it is, or needs an emulator"),
    "programs/sframe-others.c": (1, "the ways to unwind that it compares exist on this machine alone"),
}

# TO BE EMPTIED: files with comparisons that are to become facts, and how many they have at most.
TO_BE_EMPTIED = {
    "conformance/adapters/libsframe.c": 5,
    "conformance/zoo/flip.c": 7,
    "conformance/zoo/functions.c": 18,
    "conformance/zoo/header.c": 12,
    "conformance/zoo/lookup.c": 5,
    "conformance/zoo/rows.c": 1,
    "conformance/zoo/rules.c": 21,
    "conformance/zoo/zoo.c": 1,
    "corpus/crosscheck/cfi.c": 1,
    "corpus/crosscheck/compare.c": 2,
    "corpus/crosscheck/file.c": 1,
    "corpus/crosscheck/limits.c": 13,
    "corpus/live/compare.c": 1,
    "corpus/live/record.c": 4,
    "fuzz/agree/draw.c": 9,
    "fuzz/agree/lift.c": 4,
    "fuzz/mutator/draft.c": 5,
    "fuzz/mutator/draft_read.c": 4,
    "fuzz/mutator/draft_write.c": 1,
    "fuzz/mutator/edit_functions.c": 4,
    "fuzz/mutator/edit_rows.c": 1,
    "fuzz/mutator/edit_section.c": 9,
    "fuzz/mutator/elf_contents.c": 1,
    "fuzz/mutator/mutate.c": 1,
    "fuzz/peers/traits.c": 2,
    "ref/bench/bench.c": 1,
    "ref/bench/makesection.c": 9,
    "ref/lib/flexible.c": 2,
    "ref/lib/fre.c": 4,
    "ref/lib/header.c": 5,
    "ref/lib/internal.h": 2,
    "ref/lib/preamble.c": 5,
    "ref/lib/tracing.c": 1,
    "ref/tests/test_tracing.c": 4,
    "ref/tool/annotate.c": 5,
    "ref/tool/elf.c": 2,
}

NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\b_Static_assert\(.*?\);', re.DOTALL)
NAME = (r"(?:(?:PROFILE_|SFR_|ABI_|SFRAME_ABI_)?"
        r"(?:V[123]|V2E[12]|(?:AMD64|AARCH64|S390X?)(?:_BIG|_BE|_LITTLE|_ENDIAN_\w+)?)|SFRAME_VERSION_[123])\b")
MEMBER = r"\b(?:profile|abi|version)"
OPERATOR = r"(?:==|!=|(?<![<>-])[<>]=?(?![<>]))"
COMPARED = re.compile(rf"{OPERATOR}\s*{NAME}"                        # ... == PROFILE_V3
                      rf"|\b{NAME}\s*{OPERATOR}"                     # PROFILE_V3 == ...
                      rf"|{MEMBER}\s*{OPERATOR}\s*[1-9]"             # version < 3
                      rf"|\bcase\s+{NAME}"                           # case PROFILE_V3:
                      rf"|\bswitch\s*\([^;{{]*{MEMBER}\)")           # switch (section->abi)


def comparisons(text):
    bare = NO_CODE.sub(lambda found: "\n" * found[0].count("\n"), text)
    return [(bare.count("\n", 0, found.start()) + 1, " ".join(found[0].split())) for found in COMPARED.finditer(bare)]


@pytest.mark.parametrize("line", [
    "if (section->profile == PROFILE_V3)", "if (PROFILE_V3 == section->profile)", "return profile >= SFR_V2E1;",
    "x = (abi)!=ABI_S390X ? 1 : 2;", "switch (section->abi) {", "case SFR_AMD64:", "if (version < 3)",
    "if (s->profile != V1)", "a = profile\n    <= PROFILE_V2;", "return section->version == 1 ? 17 : 20;",
    "while (SFRAME_VERSION_3 > bench.version)",
])
def test_a_comparison_is_noticed(line):
    assert len(comparisons(f"/* nothing */\n{line}\n")) == 1


@pytest.mark.parametrize("line", [
    "[PROFILE_V3] = {3},", "/* if profile == PROFILE_V3 */", 'puts("abi == ABI_S390X");', "begin(PROFILE_V3, ABI_AMD64);",
    "set = 1 << PROFILE_V3 | 1 << ABI_S390X;", "for (enum profile i = PROFILE_V1; i < PROFILES; i++)", "facts->AMD64",
    "_Static_assert(PROFILE_V1 == 0);", "if (operation == OPERATION_CHECK)", "if (profile == NULL)",
    "set >> PROFILE_V1 & 1",
])
def test_what_compares_no_profile_and_no_abi_is_none(line):
    assert comparisons(line) == []


def test_profiles_and_abis_are_compared_in_tables_alone():
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.[ch]")]
    assert len(files) > 200
    found = {str(path.relative_to(ROOT)): comparisons(path.read_text(encoding="utf-8")) for path in files}
    wrong = [f"{path}:{line}: {text}" for path, places in sorted(found.items())
             if len(places) > EXCEPTIONS.get(path, (0,))[0] + TO_BE_EMPTIED.get(path, 0) for line, text in places]
    assert wrong == []


def test_the_exceptions_are_few_and_all_there():
    assert sum(count for count, _ in EXCEPTIONS.values()) <= MOST_EXCEPTIONS
    assert all(len(reason) > 20 for _, reason in EXCEPTIONS.values())
    found = {path: len(comparisons((ROOT / path).read_text(encoding="utf-8"))) for path in EXCEPTIONS}
    assert found == {path: count for path, (count, _) in EXCEPTIONS.items()}
