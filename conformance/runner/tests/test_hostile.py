"""Whatever an adapter does, the right vector gets the right outcome, the run ends, and no process is left."""
import json
import platform
import resource
import shlex
import sys

import pytest

from conformance.runner.tests.conftest import check_vector, hostile

VECTORS = [check_vector(number) for number in range(1, 101)]
VICTIM = VECTORS[6]["id"]
LIMITS = ("--deadline", 2, "--memory", 512, "--answer-limit", 100000, "--jobs", 2)

OUTCOMES = {
    **{f"die_{name}": ("crash", f"died by SIG{name}") for name in
       ("SEGV", "ABRT", "BUS", "FPE", "ILL", "KILL", "TERM", "HUP", "PIPE", "USR1", "XCPU", "SYS", "ALRM")},
    "reports_a_crash": ("crash", "died by SIGSEGV"),
    "reports_an_exit": ("exit", "ended with exit status 101"),
    "reports_a_crash_and_dies": ("crash", "died by SIGABRT, after its answer"),
    "exit_0": ("exit", "exit status 0"),
    "exit_3": ("exit", "exit status 3"),
    "answer_and_exit": ("exit", "exit status 4, after its answer"),
    "crash_after_it": ("crash", "died by SIGSEGV, after its answer"),
    "half_a_line": ("exit", "in the middle of a line"),
    "leave_a_child_with_the_pipe": ("exit", "exit status 5"),
    "allocate": ("exit", "exit status 1"),
    "write_a_large_file": ("exit", "exit status 1"),
    "never_answer": ("hang", "did not answer"),
    "ignore_sigterm": ("hang", "did not answer"),
    "spin": ("hang", "did not answer"),
    "stop_itself": ("hang", "did not answer"),
    "have_its_runner_trace_it": ("hang", "did not answer"),
    "trickle": ("hang", "did not answer"),
    "half_a_line_and_wait": ("hang", "did not answer"),
    "close_stdout": ("exit", "closed its output"),
    "hop": ("hang", "did not answer"),
    "hang_with_children": ("hang", "did not answer"),
    "hang_with_children_elsewhere": ("hang", "did not answer"),
    "a_gigabyte": ("flood", "without a line's end"),
    "a_long_line": ("flood", "without a line's end"),
    "stderr_without_end": ("flood", "standard error"),
    "stdout_without_end": ("garbage", "not JSON"),
    "garbage": ("garbage", "not JSON"),
    "an_empty_line": ("garbage", "not JSON"),
    "invalid_utf8": ("garbage", "not JSON"),
    "a_zero_byte": ("garbage", "not JSON"),
    "deep_nesting": ("garbage", "not JSON"),
    "deep_for_us": ("garbage", "nested more than 64 deep"),
    "not_closed": ("garbage", "not JSON"),
    "not_an_object": ("garbage", "not an object"),
    "a_huge_integer": ("garbage", "not JSON"),
    "a_huge_real": ("garbage", "not JSON"),
    "no_number": ("garbage", "no number"),
    "a_number_as_string": ("garbage", "no number"),
    "twice_the_same_member": ("garbage", "not JSON"),
    "a_wrong_type": ("garbage", "wrong type of verdict"),
    "an_unknown_member": ("garbage", "verdikt"),
    "another_number": ("stray", "another request"),
    "a_negative_number": ("stray", "another request"),
    "twice": ("stray", "one answer too many"),
    "garbage_after_it": ("garbage", "after its answer"),
    "out_of_order": ("stray", "another request"),
    "many_lines": ("fail", "due: no as expected:  [0m"),
    "refuses": ("fail", "an error where an answer is due: no"),
    "refuses_at_depth": ("fail", "an error where an answer is due: no"),
}


def bounded():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


@pytest.mark.parametrize("mode", OUTCOMES)
def test_the_one_at_fault_is_blamed_and_no_other(conform, mode):
    outcome, words = OUTCOMES[mode]
    result = conform(VECTORS, hostile(mode), *LIMITS, preexec_fn=bounded)
    cases = result.cases()
    assert list(cases) == [VICTIM]
    assert cases[VICTIM]["outcome"] == outcome and words in cases[VICTIM]["reason"]
    assert result.implementation()["outcomes"] == {"pass": len(VECTORS) - 1, outcome: 1}
    assert result.status == 1 and result.report["complete"]


@pytest.mark.parametrize("mode", ["says_more_space", "daemon_left_behind", "exit_after_each", "behave"])
def test_what_is_no_fault_passes(conform, mode):
    result = conform(VECTORS, hostile(mode), *LIMITS)
    assert result.implementation()["outcomes"] == {"pass": len(VECTORS)}
    assert result.status == 0


def test_an_adapter_has_its_three_pipes_and_nothing_of_ours(conform):
    result = conform(VECTORS[:2], hostile("list_open_files"), hostile("behave"), *LIMITS)
    assert {case["answer"]["error"] for case in result.cases().values()} == {"0 1 2"}


def test_a_crash_is_kept_with_signal_and_stderr(conform):
    case = conform(VECTORS, hostile("die_ABRT"), *LIMITS).cases()[VICTIM]
    assert case["signal"] == "SIGABRT" and case["stderr"] == "about to die by ABRT\n"


def test_a_crash_that_is_reported_is_kept_like_one_that_is_seen(conform):
    case = conform(VECTORS, hostile("reports_a_crash"), *LIMITS).cases()[VICTIM]
    assert case["signal"] == "SIGSEGV" and case["stderr"].isdigit() and "answer" not in case
    exited = conform(VECTORS, hostile("reports_an_exit"), *LIMITS).cases()[VICTIM]
    assert exited["stderr"] == "panicked" and "signal" not in exited


def test_an_adapter_that_reports_crashes_is_started_once_and_never_given_up(conform):
    vectors = [check_vector(number) for number in range(1, 801)]
    result = conform(vectors, hostile("always_reports_a_crash"), "--jobs", 1)
    assert result.implementation()["outcomes"] == {"crash": len(vectors)} and not result.implementation()["gave_up"]
    assert len({case["stderr"] for case in result.cases().values()}) == 1


def test_raw_text_is_kept_of_an_answer_that_is_none(conform):
    case = conform(VECTORS, hostile("invalid_utf8"), *LIMITS).cases()[VICTIM]
    assert case["answer"].startswith('{"request": 7') and "\ufffd" in case["answer"]


def test_unsupported_is_counted_and_no_failure(conform):
    result = conform(VECTORS, hostile("cannot"), *LIMITS)
    assert result.implementation()["outcomes"] == {"pass": 99, "unsupported": 1} and result.status == 0


@pytest.mark.parametrize("mode, words", [
    ("exits_at_once", "exit status 9"),
    ("cannot_load", "hello: it ended with exit status 127: a library is not to be had"),
    ("dies_at_once", "SIGSEGV"),
    ("never_says_hello", "did not answer within 10 s; does it flush after each line?"),
    ("says_nothing_but_space", "without a line's end"),
    ("hello_is_garbage", "not JSON"),
    ("hello_is_a_list", "not an object"),
    ("hello_of_protocol_4", "protocol"),
    ("hello_without_name", "name"),
    ("hello_of_two_lines", "name and version"),
    ("hello_with_lines_in_a_member", "no such member as x y"),
    ("hello_with_unknown_profile", "v9; there are v1, v2, "),
    ("hello_with_unknown_member", "exposed; perhaps exposes?"),
    ("hello_exposes_what_is_not", "decode.functoins"),
])
def test_who_does_not_say_hello_is_missing_with_the_reason(conform, mode, words):
    result = conform(VECTORS, hostile(mode), *LIMITS)
    assert words in result.implementation()["missing"]
    assert result.implementation()["outcomes"] == {} and result.status == 1


SHADOW = "==7==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes at address 2008fff7000"


@pytest.mark.parametrize("complaint, options, words", [
    ("no such library\nmore", [], "hello: it ended with exit status 3: no such library; more"),
    ("Traceback (most recent call last):\n  File \"x\", line 3, in <module>\n    import y\nImportError: no y\n", [],
     "hello: it ended with exit status 3: Traceback (most recent call last):; ImportError: no y"),
    ("x" * 9999 + "\na.js:1\nfoo()\n^\n\nError: foo\n    at a.js:1\n\nNode.js v20\n", [], "3: foo(); ^; Error: foo; Node.js v20"),
    ("    all of it\n  is indented\n", [], "exit status 3:   is indented"),
    ("y" * 9999, [], "exit status 3: " + "y" * 319),
    ("\x1b[31mred\x07", [], "exit status 3:  [31mred "),
    (SHADOW, [], f"exit status 3: {SHADOW} (a sanitizer needs all address space: --memory 0)"),
    (SHADOW, ["--memory", 0], f"exit status 3: {SHADOW}"),
    ("", [], "hello: it ended with exit status 3"),
])
def test_who_dies_at_hello_is_missing_with_what_it_said(conform, complaint, options, words):
    adapter = shlex.join(["sh", "-c", "printf '%s' \"$1\" >&2; exit 3", "sh", complaint])
    result = conform(VECTORS, adapter, *options)
    assert result.implementation()["missing"].endswith(words) and result.status == 1


def test_only_a_program_that_is_not_there_is_called_missing(conform):
    result = conform(VECTORS[:1], hostile("hello_is_garbage"), "x=/nowhere/adapter", "--missing", "y=not here")
    assert "python3: cannot be asked: hello: not JSON" in result.out and "x: missing: cannot be started: No such file" in result.out
    assert "y: missing, as known: not here" in result.out and "3 implementations (2 missing, 1 cannot be asked)" in result.out
    assert [each["words"].partition(":")[0] for each in result.report["faults"] if each["kind"] == "missing"] == [
        "cannot be asked", "missing"]


def test_who_answers_nothing_is_given_up_after_three_deadlines(conform):
    result = conform(VECTORS, hostile("buffer_all"), "--deadline", 0.5, "--jobs", 1)
    assert result.implementation()["outcomes"] == {"hang": 1, "not-run": 99} and result.status == 1
    assert "gave up as it answered nothing but hello within 3 deadlines; does it flush after each line?" in result.out


def test_two_hellos_are_garbage_for_each_vector_and_end(conform):
    outcomes = conform(VECTORS[:10], hostile("two_hellos"), *LIMITS).implementation()["outcomes"]
    assert set(outcomes) == {"garbage"}


CHANGES = [({"version": "2"}, 'version is "2", and was "1"'), ({"name": "other"}, 'name is "other", and was "hostile"'),
           ({"profiles": ["v2"]}, 'profiles is ["v2"], and was ["v1",'),
           ({"exposes": []}, "exposes is [], and was missing")]


@pytest.mark.parametrize("change, words", CHANGES)
def test_who_is_another_at_a_restart_is_given_up(conform, tmp_path, change, words):
    result = conform(VECTORS, hostile("change_hello_and_end", json.dumps(change), tmp_path / "starts"),
                     *LIMITS[:-1], 1)
    implementation = result.implementation()
    assert f"at another start its hello changed: {words}" in result.out and result.status == 1
    assert implementation["outcomes"] == {"pass": 1, "not-run": len(VECTORS) - 1}
    assert (implementation["name"], implementation["version"]) == ("hostile", "1")


@pytest.mark.parametrize("change, words", CHANGES)
def test_processes_side_by_side_that_say_different_things_are_given_up_together(conform, tmp_path, change, words):
    result = conform(VECTORS, hostile("change_hello", json.dumps(change), tmp_path / "starts"), *LIMITS)
    assert words in result.implementation()["gave_up"] and result.status == 1
    outcomes = result.implementation()["outcomes"]
    assert set(outcomes) <= {"pass", "not-run"} and outcomes["not-run"] >= len(VECTORS) // 3


def test_who_says_the_same_in_another_order_is_the_same(conform, tmp_path):
    script = f"""
import json, os, sys
hello = {{"protocol": 1, "name": "x", "version": "1", "profiles": ["v2"], "abis": ["amd64"], "operations": ["check"]}}
again = os.path.exists({str(tmp_path / "once")!r})
open({str(tmp_path / "once")!r}, "w").close()
sys.stdin.buffer.readline()
print(json.dumps(hello, sort_keys=again, indent=None), flush=True)
words = sys.stdin.buffer.readline().split()
if words:
    print(json.dumps({{"request": int(words[1]), "verdict": "valid"}}), flush=True)
"""
    assert conform(VECTORS[:4], shlex.join([sys.executable, "-c", script]), *LIMITS).status == 0


def test_who_crashes_on_all_is_given_up_in_the_end(conform):
    hello = json.dumps({"protocol": 1, "name": "dies", "version": "1", "profiles": ["v2"], "abis": ["amd64"],
                        "operations": ["check"]})
    script = f"read hello; echo '{hello}'; read request && kill -SEGV $$"
    vectors = [check_vector(number) for number in range(1, 601)]
    implementation = conform(vectors, shlex.join(["sh", "-c", script]), "--jobs", 1).implementation()
    assert implementation["outcomes"] == {"crash": 500, "not-run": 100}


@pytest.mark.parametrize("mode, words", [("exit_status_at_end", "exit status 6"), ("crash_at_end", "SIGABRT"),
                                         ("hang_at_end", "did not end")])
def test_an_end_that_is_none_fails_the_run(conform, mode, words):
    result = conform(VECTORS, hostile(mode), *LIMITS)
    assert words in result.implementation()["ended"] and result.status == 1
    assert result.implementation()["outcomes"] == {"pass": len(VECTORS)}


def test_who_talks_at_its_end_is_at_fault_in_the_last_vector(conform):
    result = conform(VECTORS, hostile("talk_at_end"), *LIMITS[:-1], 1)
    assert list(result.cases()) == [VECTORS[-1]["id"]]
    assert result.cases()[VECTORS[-1]["id"]]["outcome"] == "garbage"


def test_one_hostile_adapter_does_not_touch_another(conform):
    result = conform(VECTORS, "bad=" + hostile("die_SEGV"), "good=" + hostile("behave"), *LIMITS)
    assert result.implementation(0)["outcomes"] == {"pass": 99, "crash": 1}
    assert result.implementation(1)["outcomes"] == {"pass": 100}


# --- Against the runner -----------------------------------------------------------------------------------------

@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="the runner has filters for these alone")
@pytest.mark.parametrize("way", ["signal", "signal_all", "signal_group", "signal_thread", "signal_starter", "join", "trace",
                                 "open", "limit"])
def test_an_adapter_cannot_plainly_stop_or_trace_its_runner(conform, way):
    result = conform(VECTORS[:20], hostile(f"against_{way}"))
    assert result.status == 0 and result.implementation()["outcomes"] == {"pass": 20}
