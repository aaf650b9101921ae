"""What failures of a reader have in common is named, without a page about the reader."""
import json
import re
import subprocess
import sys

import pytest

from conformance.runner.tests.conftest import BUILD, ORACLE, ROOT, RUNNER

KERNEL = ROOT / "conformance/runner/tests/kernel.py"
REFUSES = "refuses sections that are not of version 3, not sorted, not PC-relative, or have an auxiliary header"
BUGS = [("words_unsigned", "lookup"), ("last_row_lost", "decode"), ("flex_order_fp_ra", "lookup"),
        ("fixed_offsets_swapped", "decode")]


# Mistakes of the reader of a kernel's kind, and the cause behind its refusals.
MISTAKES = {"adds-16-to-fp": "gives a wrong cfa.offset, 16 too large, all in rows with a CFA from FP",
            "refuses-signal": "refuses what is right: unknown bits, all in signal functions",
            "fp-for-ra": "gives FP's rule for RA, all in rows that save FP"}


def causes_of(tmp_path, command, *options):
    report = tmp_path / "report.json"
    done = subprocess.run([*RUNNER, "--core", "--json", report, *options, f"x={command}"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1, done.stderr
    one = json.loads(report.read_text())["implementations"][0]
    return done.stdout, one["causes"], one["unexpected"]


def test_a_reader_of_a_kernels_kind_refuses_by_properties(tmp_path):
    command = f"{sys.executable} {KERNEL} {ORACLE} rows-without-words"
    said, causes, unexpected = causes_of(tmp_path, command, "--select", "*/amd64/lookup/*")
    assert causes[0]["words"] == REFUSES and causes[0]["kind"] == "refuses"
    assert sum(cause["explains"] for cause in causes) <= unexpected and causes[0]["explains"] > 0.8 * unexpected
    assert f"cause 1 explains {causes[0]['explains']} of {unexpected} failures: {REFUSES}\n" in said
    assert len(causes) <= 10 and any("no words" in cause["words"] or cause.get("bug") for cause in causes[1:])


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_effect_says_how_much_and_where(tmp_path, mistake):
    command = f"{sys.executable} {KERNEL} {ORACLE} {mistake}"
    _, causes, _ = causes_of(tmp_path, command, "--select", "*/amd64/lookup/*")
    assert [causes[0]["words"], causes[1]["words"]] == [REFUSES, MISTAKES[mistake]]


def test_a_reader_that_refuses_everything_refuses_by_no_property(tmp_path):
    command = f"{sys.executable} {KERNEL} {ORACLE} refuses-all"
    _, causes, unexpected = causes_of(tmp_path, command, "--select", "v3/amd64/lookup/*")
    assert causes[0]["kind"] != "refuses" and causes[0]["explains"] == unexpected


def test_bugs_that_answer_alike_are_named_together(tmp_path):
    """What distinguishes them is not asked."""
    _, causes, _ = causes_of(tmp_path, f"{BUILD}/zoo --bug mask_is_inc", "--select", "v3/amd64/lookup/*")
    assert "matches masks as increments" in causes[0]["words"] and ", or " in causes[0]["words"]


@pytest.mark.parametrize("bug, operation", BUGS)
def test_a_bug_of_the_zoo_is_named(tmp_path, bug, operation):
    _, causes, _ = causes_of(tmp_path, f"{BUILD}/zoo --bug {bug}", "--select", f"*/{operation}/*")
    assert causes[0]["kind"] == "as if" and causes[0]["bug"] == bug


def test_each_failure_is_counted_once(tmp_path):
    said, causes, unexpected = causes_of(tmp_path, f"{BUILD}/zoo --bug sorted_always")
    others = re.search(r"^  (\d+) others?, grouped", said, re.MULTILINE)
    assert sum(cause["explains"] for cause in causes) + int(others[1] if others else 0) == unexpected
