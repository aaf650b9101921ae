"""Tests of the targets assembler and linker: with the committed seeds, bugs of the writers' zoo break laws; without one
none is broken."""
import os
import pathlib
import subprocess

import pytest

FUZZ = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ["BUILD"]).resolve()
BUGS = [
    ("assembler", "remember_late"), ("assembler", "restore_as_same"), ("assembler", "cfa_offset_8_bits"),
    ("assembler", "rel_offset_added"), ("assembler", "ra_rules_ignored"), ("assembler", "relocation_32_bits"),
    ("assembler", "base_inverted"), ("assembler", "escape_saved_as_value"),
    ("linker", "ld_addend_ignored"), ("linker", "ld_unsorted"), ("linker", "ld_discarded_kept"),
    ("linker", "ld_gc_functions_kept"), ("linker", "ld_rows_of_previous"), ("linker", "ld_sorted_flag_lost"),
    ("linker", "ld_last_function_lost"), ("linker", "ld_first_table_only"),
]


def replay(target, bug):
    environment = {key: value for key, value in os.environ.items() if key != "ZOO_BUG"} | ({"ZOO_BUG": bug} if bug else {})
    return subprocess.run([BUILD / "fuzz" / target, FUZZ / "seeds" / target], capture_output=True, text=True,
                          errors="replace", env=environment, timeout=300, check=False)


@pytest.mark.parametrize("target, bug", BUGS)
def test_a_bug_breaks_a_law(target, bug):
    done = replay(target, bug)
    assert done.returncode != 0
    assert "law broken: " in done.stderr


@pytest.mark.parametrize("target", sorted({target for target, _ in BUGS}))
def test_without_a_bug_no_law_is_broken(target):
    done = replay(target, None)
    assert done.returncode == 0, done.stderr


def test_a_bug_that_is_none_is_refused():
    assert replay("assembler", "no_such_bug").returncode == 2
