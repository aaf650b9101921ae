"""Numbers of options are digits, with a point where fractions are allowed; other forms are refused."""
import argparse
import re
import subprocess
from pathlib import Path

import pytest

from ci.tests.conftest import BUILD, ROOT
from common import standard

NO_NUMBERS = ["0x8", "0x1p3", " 8", "8 ", "+8", "-8", "1_0", "\u0661", "8e0", "inf", "nan", "8.", ".5", "", "1,5"]
WHOLE = [["sframe-conform", "--jobs", "N", "x=true"], ["sframe-conform", "--memory", "N", "x=true"],
         ["sframe-conform", "--answer-limit", "N", "x=true"], ["sframe-conform", "--shard", "N/9", "x=true"],
         ["sframe-gen", "emit", "--seed", "N"], ["sframe-gen", "emit", "--largest", "N"],
         ["sframe-gen", "coverage", "--strength", "N"], ["sframe-programs", "--functions", "N"],
         ["sframe-programs", "--seed", "N"], ["sframe-links", "--broken", "N"], ["sframe-links", "--seed", "N"],
         ["sframe-live", "--steps", "N", "true"],
         ["zoo-as", "--version-of", "N", "-o", "made", "a.s"]]
FRACTIONS = [["sframe-conform", "--deadline", "N", "x=true"]]


def said_of(words, number, tmp_path):
    done = subprocess.run([BUILD / words[0], *[word.replace("N", number) for word in words[1:]]], capture_output=True,
                          text=True, check=False, cwd=tmp_path, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", WHOLE, ids=" ".join)
def test_a_program_takes_digits_alone(words, tmp_path):
    for number in [*NO_NUMBERS, "8.0"]:
        status, out, err = said_of(words, number, tmp_path)
        assert (status, out, err.count("\n")) == (2, "", 1), number


@pytest.mark.parametrize("number", [*NO_NUMBERS, "0", "1000000.5", "9" * 400])
@pytest.mark.parametrize("words", FRACTIONS, ids=" ".join)
def test_a_program_takes_digits_and_a_point(words, number, tmp_path):
    status, _, err = said_of(words, number, tmp_path)
    assert (status, err.count("\n")) == (2, 1) and "must be a number of seconds" in err


@pytest.mark.parametrize("number", NO_NUMBERS)
@pytest.mark.parametrize("read", [standard.whole, standard.count, standard.decimal])
def test_so_does_a_script(read, number):
    with pytest.raises(argparse.ArgumentTypeError):
        read(number)


def test_zeros_in_front_change_nothing():
    assert standard.whole("010") == 10 and standard.count("7") == 7 and standard.decimal("02.50") == 2.5
    for read, number in ((standard.count, "0"), (standard.whole, "9" * 20), (standard.decimal, "9" * 20)):
        with pytest.raises(argparse.ArgumentTypeError):
            read(number)


def test_no_script_reads_numbers_otherwise():
    files = subprocess.run(["git", "grep", "-lE", "add_argument"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert not [name for name in files.split() if "/tests/" not in name and "test_" not in name and
                re.search(r"type=(int|float)\b", Path(ROOT, name).read_text(encoding="utf-8"))]
