"""What failures of a reader have in common is named, without a page about the reader."""
import json
import re
import subprocess

import pytest

from conformance.runner.tests.conftest import ADAPTERS, BUILD, ORACLE, RUNNER, in_python, unread

KERNEL = ADAPTERS / "kernel.py"
REFUSES = "refuses sections that are not of version 3, not sorted, not PC-relative, or have an auxiliary header"
BUGS = [("words_unsigned", "*/lookup/*"), ("last_row_lost", "v3/amd64/decode/*"), ("flex_order_fp_ra", "v3/*/lookup/*"),
        ("fixed_offsets_swapped", "v2/amd64/decode/*")]


# Mistakes of adapters/kernel.py, and the words of the second cause; its refusals are the first one.
MISTAKES = {"adds-16-to-fp": "gives a wrong cfa.offset, 16 too large, all in rows with a CFA from FP",
            "refuses-signal": "refuses what is right: unknown bits, all in signal functions",
            "fp-for-ra": "gives FP's rule for RA, all in rows that save FP"}
# A bug, and the clause on which its failures rest.
CLAUSES = {"pcrel_from_array": "fde.start-pcrel", "mangled_inverted": "fre.mangled", "aux_not_in_offsets": "header.aux-skip"}
# Of bugs that lookups of one profile do not distinguish, the one that is named first.
PLAINEST = {"mask_is_inc": "v3/amd64", "pcrel_forgotten": "v2e2/amd64"}
SIGNAL = 's/"signal":false/"signal":true/'
# What sed makes of the oracle's answers, and the first cause.
ALTERED = {r's/"base":"r16"/"base":"r-16"/g': "gives a wrong ra.base, signed instead of unsigned",
           r's/"row":1,(.*"cfa":\{"base":)"sp"/"row":0,\1"r5"/': "gives the row before"}
FOUR_BYTES = r's/"(address|start)":"0x[0-9a-f]+([1-9a-f][0-9a-f]{7})"/"\1":"0x\2"/g'


@pytest.fixture(name="causes_of")
def fixture_causes_of(core_of, tmp_path):
    def causes_of(command, glob, *options):
        report = tmp_path / "report.json"
        done = subprocess.run([*RUNNER, "--corpus", core_of(glob), "--json", report, *options, f"x={command}"],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 1, done.stderr
        one = json.loads(report.read_text())["implementations"][0]
        return done.stdout, one["causes"], one["unexpected"]
    return causes_of


def altered(tmp_path, command, expression):
    """A command whose answers sed alters."""
    script = tmp_path / "script"
    script.write_text(f"{command} | sed -u -E '{expression}'\n")
    return f"sh {script}"


def test_a_reader_of_a_kernels_kind_refuses_by_properties(causes_of):
    command = in_python(KERNEL, ORACLE, "rows-without-words")
    said, causes, unexpected = causes_of(command, "*/amd64/lookup/*")
    assert causes[0]["words"] == REFUSES and causes[0]["kind"] == "refuses"
    assert sum(cause["explains"] for cause in causes) <= unexpected and causes[0]["explains"] > 0.8 * unexpected
    assert f"cause 1 explains {causes[0]['explains']} of {unexpected} failures: {REFUSES}\n" in said
    assert len(causes) <= 10 and any("no words" in cause["words"] or cause.get("bug") for cause in causes[1:])


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_effect_says_how_much_and_where(causes_of, mistake):
    command = in_python(KERNEL, ORACLE, mistake)
    _, causes, _ = causes_of(command, "*/amd64/lookup/*")
    assert [causes[0]["words"], causes[1]["words"]] == [REFUSES, MISTAKES[mistake]]


def test_an_effect_is_said_to_be_at_the_end_of_a_function(causes_of):
    command = in_python(KERNEL, ORACLE, "takes-all", "holds-its-end")
    _, causes, _ = causes_of(command, "v3/*/lookup/*")
    assert causes[0]["words"] == "finds a row where none holds, all at the end of a function"


def test_a_reader_that_refuses_everything_refuses_by_no_property(causes_of):
    command = in_python(KERNEL, ORACLE, "refuses-all")
    _, causes, unexpected = causes_of(command, "v3/amd64/lookup/*")
    assert causes[0]["kind"] != "refuses" and causes[0]["explains"] == unexpected


def test_bugs_that_answer_alike_are_named_together(causes_of):
    """The vectors that distinguish them are not asked."""
    _, causes, _ = causes_of(f"{BUILD}/zoo --bug mask_is_inc", "v3/amd64/lookup/*")
    assert "matches masks as increments" in causes[0]["words"] and ", or " in causes[0]["words"]


@pytest.mark.parametrize("bug", PLAINEST)
def test_of_bugs_that_answer_alike_the_plainest_is_first(causes_of, bug):
    _, causes, _ = causes_of(f"{BUILD}/zoo --bug {bug}", f"{PLAINEST[bug]}/lookup/*")
    assert causes[0]["bug"] == bug and ", or " in causes[0]["words"]


@pytest.mark.parametrize("bug", CLAUSES)
def test_a_cause_rests_on_a_clause_that_its_failures_share(causes_of, bug):
    said, causes, _ = causes_of(f"{BUILD}/zoo --bug {bug}", "*/lookup/*")
    assert causes[0]["clause"] == CLAUSES[bug] and f"\n    likely decided by {CLAUSES[bug]}, section " in said


def test_that_which_explains_the_most_is_first(causes_of, tmp_path):
    """Also if the search found another cause before it, which fits its fewer failures exactly."""
    command = altered(tmp_path, f"{BUILD}/zoo --bug words_unsigned", SIGNAL)
    _, causes, _ = causes_of(command, "*/amd64/lookup/*")
    assert causes[0]["words"].startswith("gives a wrong signal") and causes[1]["bug"] == "words_unsigned"
    assert causes[0]["explains"] > causes[1]["explains"]


def test_a_reader_that_refuses_nothing_is_named_so(causes_of):
    """It calls every section valid."""
    _, causes, _ = causes_of(unread("wrong"), "*/check/*")
    assert causes[0]["words"] == f"refuses no section: {causes[0]['explains']} malformed ones were accepted"
    assert {"calls malformed sections valid", "calls irregular sections valid"} <= {cause["words"] for cause in causes[1:]}


def test_an_address_in_four_bytes_is_named_so(causes_of, tmp_path):
    _, causes, _ = causes_of(altered(tmp_path, ORACLE, FOUR_BYTES), "v3/amd64/decode/*")
    assert causes[0]["words"].startswith("gives a wrong functions.start, in four bytes")


@pytest.mark.parametrize("expression", ALTERED)
def test_narrow_words_for_what_is_wrong(causes_of, tmp_path, expression):
    """A register below 0; the row before by its number, though of its rules a base alone is wrong."""
    _, causes, _ = causes_of(altered(tmp_path, ORACLE, expression), "*/lookup/*")
    assert causes[0]["words"] == ALTERED[expression]


def test_what_a_requirement_set_refuses_is_named_by_its_line(causes_of):
    said, causes, _ = causes_of(ORACLE, "*/lookup/*", "--requires", "kernel-v3")
    assert causes[0]["words"] == ("answers outside of kernel-v3 line 6 (profile = v3; else refuse): declare fewer profiles in "
                                  "hello, or refuse")
    assert "likely decided by" not in said


@pytest.mark.parametrize("bug, glob", BUGS)
def test_a_bug_of_the_zoo_is_named(causes_of, bug, glob):
    _, causes, _ = causes_of(f"{BUILD}/zoo --bug {bug}", glob)
    assert causes[0]["kind"] == "as if" and causes[0]["bug"] == bug


def test_each_failure_is_counted_once(causes_of):
    said, causes, unexpected = causes_of(f"{BUILD}/zoo --bug sorted_always", "*")
    others = re.search(r"^  (\d+) others?, grouped", said, re.MULTILINE)
    assert sum(cause["explains"] for cause in causes) + int(others[1] if others else 0) == unexpected


# --- Which clause a failure is said to rest on: with the zoo's bugs, of which it is known --------------------------

# A bug, the vectors to ask, and a clause that it breaks: one of the first three, in at least half of its failures.
DECIDED = [("mangled_inverted", "v2e1/aarch64/lookup/*", "fre.mangled"), ("signal_forgotten", "v3/amd64/decode/*", "info.signal"),
           ("key_inverted", "v3/aarch64/decode/*", "info.pauth-key"), ("pcrel_v3_by_20", "v3/amd64/decode/*", "fde.start-pcrel"),
           ("aux_refused", "v1/*/*", "header.aux-skip"), ("size_16_bits", "v2e1/amd64/decode/*", "fde.size"),
           ("fixed_ra_unsigned", "v1/amd64/decode/*", "header.fixed-int8"), ("flip_magic_forgotten", "v1/amd64/flip/*", "endian.flip")]


@pytest.mark.parametrize("bug, select, clause", DECIDED)
def test_the_clause_of_a_bug_is_among_the_first(conform, core_of, bug, select, clause):
    done = conform(None, "--corpus", core_of(select), f"{BUILD}/zoo --bug {bug}")
    cases = done.implementation()["cases"]
    failed = [case for case in cases if case["outcome"] in ("fail", "unread") and case["clauses"]]
    assert all(len(case.get("decides", ())) <= 3 and set(case.get("decides", ())) <= {*case["clauses"], case.get("fault", {}).get("clause")}
               for case in failed)
    about = [case for case in failed if clause in [*case["clauses"], case.get("fault", {}).get("clause")]]
    found = [case["id"] for case in about if clause in case.get("decides", ())]
    assert len(found) * 2 >= len(about) > 0, (found, [case.get("decides") for case in about])
    assert "    likely decided by " in done.out and not any("decides" in case for case in cases if case not in failed)
