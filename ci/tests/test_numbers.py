"""Numbers of options of scripts are digits, with a point where fractions are allowed; wrong-use.t asks the programs in C."""
import argparse
import re
from pathlib import Path

import pytest

from ci.tests.conftest import ROOT
from common import commands, standard

NO_NUMBERS = ["0x8", "0x1p3", " 8", "8 ", "+8", "-8", "1_0", "\u0661", "8e0", "inf", "nan", "8.", ".5", "", "1,5"]


@pytest.mark.parametrize("number", NO_NUMBERS)
@pytest.mark.parametrize("read", [standard.whole, standard.count, standard.decimal])
def test_a_script_takes_digits_alone(read, number):
    with pytest.raises(argparse.ArgumentTypeError):
        read(number)


def test_zeros_in_front_change_nothing():
    assert standard.whole("010") == 10 and standard.count("7") == 7 and standard.decimal("02.50") == 2.5
    for read, number in ((standard.count, "0"), (standard.whole, "9" * 20), (standard.decimal, "9" * 20)):
        with pytest.raises(argparse.ArgumentTypeError):
            read(number)


def test_no_script_reads_numbers_otherwise():
    files = commands.must("git", "grep", "-lE", "add_argument", cwd=ROOT)
    assert not [name for name in files.split() if "/tests/" not in name and "test_" not in name and
                re.search(r"type=(int|float)\b", Path(ROOT, name).read_text(encoding="utf-8"))]
