"""Only tables compare texts and ABIs; all other code asks the tables for a fact by its name."""
import re

from ci.tests.conftest import ROOT

# proof/ is left out: its harnesses name the profile and the ABI for which an end of the code is reached.
FOLDERS = ("ci", "common", "conformance", "corpus", "fuzz", "generator", "programs", "ref")

# Comparisons that are allowed: how many a file has, and why it asks no table.
EXCEPTIONS = {
    "conformance/adapters/libsframe.c": (4, "asks another project's library by that library's own numbers"),
    "conformance/adapters/libsframe_ways.h": (2, "as libsframe.c, which includes it"),
    "ref/lib/lookup.c": (2, "for the texts that most sections have, a lookup is compiled with their facts as constants"),
    "generator/exports/unsayable.c": (1, "questions of megabytes are core for one ABI, whichever"),
    "conformance/kits/c/tiny.c": (1, "a reader in one file, an example to copy; it reads AMD64 alone"),
}

NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\b_Static_assert\(.*?\);', re.DOTALL)
NAME = (r"(?:(?:PROFILE_|SFR_|ABI_|SFRAME_ABI_)?"
        r"(?:V[123]|V2E[12]|(?:AMD64|AARCH64|S390X?)(?:_BIG|_BE|_LITTLE|_ENDIAN_\w+)?)|SFRAME_VERSION_[123])\b")
MEMBER = r"\b(?:profile|abi|version)"
OPERATOR = r"(?:==|!=|(?<![<>-])[<>]=?(?![<>]))"
COMPARED = re.compile(rf"{OPERATOR}\s*{NAME}"                        # ... == PROFILE_V3
                      rf"|\b{NAME}\s*{OPERATOR}"                     # PROFILE_V3 == ...
                      rf"|{MEMBER}\s*(?!<\s*1\b){OPERATOR}\s*[1-9]" # version < 3
                      rf"|\bcase\s+{NAME}"                           # case PROFILE_V3:
                      rf"|\bswitch\s*\([^;{{]*{MEMBER}\)")           # switch (section->abi)


def comparisons(text):
    bare = NO_CODE.sub(lambda found: "\n" * found[0].count("\n"), text)
    return [(bare.count("\n", 0, found.start()) + 1, " ".join(found[0].split())) for found in COMPARED.finditer(bare)]


def test_profiles_and_abis_are_compared_in_tables_alone():
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.[ch]")]
    assert len(files) > 200
    found = {str(path.relative_to(ROOT)): comparisons(path.read_text(encoding="utf-8")) for path in files}
    wrong = [f"{path}:{line}: {text}" for path, places in sorted(found.items())
             if len(places) > EXCEPTIONS.get(path, (0,))[0] for line, text in places]
    assert wrong == []


def test_the_exceptions_are_all_there():
    found = {path: len(comparisons((ROOT / path).read_text(encoding="utf-8"))) for path in EXCEPTIONS}
    assert found == {path: count for path, (count, _) in EXCEPTIONS.items()}
