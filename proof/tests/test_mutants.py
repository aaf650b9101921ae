"""`mutants`: what it would plant is the mutant, and what it is not given it asks for."""
import re
import subprocess
from pathlib import Path

import pytest

from common.scripts import module_of

ROOT = Path(__file__).resolve().parents[2]
PROOF = ROOT / "proof"
SOURCES = sorted((ROOT / "ref/lib").glob("*.[ch]"))

PROVE, MUTANTS = module_of(PROOF / "prove"), module_of(PROOF / "mutants")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_what_is_planted_is_the_mutant(path):
    text = path.read_text(encoding="utf-8")
    for mutant, row, _ in MUTANTS.mutants_of(PROVE.Planted, str(path)):
        words = r"\s+".join(map(re.escape, row.right.split()))
        _, found = PROVE.place_of(str(ROOT), row.file, words, "mutants")
        begin, end, wrong = PROVE.difference(found, row.wrong)
        assert (text[:begin] + wrong + text[end:]).split() == mutant.text.split(), row


def test_there_are_mutants_of_code_and_of_headers():
    counts = {path.suffix: sum(1 for _ in MUTANTS.mutants_of(PROVE.Planted, str(path)))
              for path in (ROOT / "ref/lib/fde.c", ROOT / "ref/lib/rows.h")}
    assert counts[".c"] > 100 and counts[".h"] > 20


@pytest.mark.parametrize("arguments, word", [
    (["--sample", "all"], "--sample"), (["--build", "none"], "make proof-mutants builds them"), (["more"], "more"),
])
def test_what_cannot_be_asked_is_2_and_says_why(arguments, word, tmp_path):
    done = subprocess.run([PROOF / "mutants", *arguments], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2 and word in done.stderr.splitlines()[-1]


def test_without_cbmc_it_is_3(tmp_path):
    (tmp_path / "sanitized/fuzz/targets").mkdir(parents=True)
    done = subprocess.run([PROOF / "mutants", "--build", tmp_path, "--toolchains", tmp_path, "--sample", "1"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 3 and "ci/cbmc fetches it" in done.stderr
