"""Tests of selection, of runs and their ends, of --one-shot, and of the command line."""
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest

from conformance.runner.tests.conftest import (GENERATOR, NULL, ORACLE, ROOT, RUNNER, answering, check_vector, hostile,
                                               lines_of, processes_of, until)

VECTORS = [check_vector(number) for number in range(1, 41)]
FIELDS = [
    check_vector(1, id="v2/amd64/check/a/1", family="one", clauses=["x.y", "x.z"], origin="bug#1"),
    check_vector(2, id="v3/amd64/check/a/2", profile="v3", family="two", ledger="overlap"),
    check_vector(3, id="v3/s390x/check/b/3", profile="v3", abi="s390x", family="two",
                 **{"class": "contested"}, expect={"oracle": "a", "readings": [
                     {"ledger": "read-width", "reading": "a", "answer": {"verdict": "valid", "violations": []}},
                     {"ledger": "read-width", "reading": "b", "accept": ["error"]}]}),
    check_vector(4, id="v3/amd64/check/b/4", profile="v3", **{"class": "malformed"}, expect={
        "oracle": {"verdict": "malformed", "violations": []}, "accept": ["error", "answer"], "open": "row-order"}),
]
GOOD = hostile("behave")


def asked(result):
    return sum(result.implementation()["outcomes"].values())


def tap_ids(path):
    lines = path.read_text(encoding="utf-8").splitlines()[2:]
    return [line.split(": ", 1)[1].split(" ")[0] for line in lines if line.startswith(("ok", "not ok")) and ": v" in line]


# --- Selection -----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("arguments, numbers", [
    (["--select", "*/a/*"], [1, 2]),
    (["--select", "*/1", "--select", "*/4"], [1, 4]),
    (["--skip", "*/a/*"], [3, 4]),
    (["--select", "profile=v3", "--select", "abi=amd64"], [2, 4]),
    (["--select", "profile=v3", "--skip", "id=*/4"], [2, 3]),
    (["--select", "operation=check", "--select", "class=contested"], [3]),
    (["--select", "family=t*"], [2, 3]),
    (["--select", "clause=x.?"], [1]),
    (["--select", "origin=bug*"], [1]),
    (["--select", "ledger=overlap"], [2]),
    (["--select", "ledger=read-width"], [3]),
    (["--select", "ledger=row-order"], [4]),
    (["--shard", "1/2"], [1, 3]),
    (["--shard", "2/2", "--skip", "*/1"], [3]),
])
def test_selected_are(conform, tmp_path, arguments, numbers):
    conform(FIELDS, *arguments, "--tap", tmp_path / "tap", GOOD)
    assert tap_ids(tmp_path / "tap") == [FIELDS[number - 1]["id"] for number in numbers]


def test_the_shards_together_are_the_whole_and_no_two_share(conform, tmp_path):
    seen = []
    for shard in range(1, 8):
        conform(VECTORS, "--shard", f"{shard}/7", "--tap", tmp_path / "tap", GOOD)
        seen += tap_ids(tmp_path / "tap")
    assert sorted(seen) == sorted(vector["id"] for vector in VECTORS)


def test_a_selection_of_nothing_fails(conform):
    result = conform(VECTORS, "--select", "nothing", GOOD)
    assert result.status == 1 and "NOT as expected" in result.out and "nothing was asked" in result.err


def test_an_empty_corpus_fails_and_says_that_nothing_was_asked(conform):
    result = conform([], GOOD)
    assert result.status == 1 and "nothing was asked: the corpus has no vectors" in result.err


def test_what_is_not_declared_is_not_asked_and_counted(conform, tmp_path):
    foreign = check_vector(9, id="v2/amd64/check/c/9", input={"address": "0x0", "bytes": "dee2"})
    adapter = answering(tmp_path, {1: "would be garbage"}, profiles=["v3"], abis=["amd64"], foreign_byte_order=False)
    result = conform([*FIELDS, {**foreign, "profile": "v3"}], "--skip", "*/4", "--skip", "*/2", adapter)
    assert result.implementation()["skipped"] == {"profile": 1, "abi": 1, "byte-order": 1}
    assert asked(result) == 0 and result.status == 1


# --- Runs ----------------------------------------------------------------------------------------------------

def test_the_oracle_passes_the_core(conform):
    result = conform(None, "--core", ORACLE)
    assert result.status == 0 and set(result.implementation()["outcomes"]) == {"pass", "reading", "unjudged"}
    assert all(list(reading["took"]) == [reading["oracle"]] for reading in result.implementation()["readings"])


@pytest.mark.parametrize("mode", ["die_SEGV", "twice", "garbage_after_it", "garbage", "exit_after_each"])
def test_two_runs_give_the_same_report_but_for_times(conform, tmp_path, mode):
    texts = []
    for _ in range(3):
        result = conform(VECTORS, "--jobs", 3, hostile(mode), "--tap", tmp_path / "tap")
        report = {**result.report, "started": "", "seconds": 0}
        texts.append(json.dumps(report) + (tmp_path / "tap").read_text(encoding="utf-8"))
    assert texts[0] == texts[1] == texts[2]


def test_results_come_in_the_vectors_order_whatever_the_jobs(conform, tmp_path):
    vectors = [check_vector(number) for number in range(1, 501)]
    for jobs in (1, 2, 5):
        conform(vectors, "--jobs", jobs, hostile("behave"), "--tap", tmp_path / "tap")
        assert tap_ids(tmp_path / "tap") == [vector["id"] for vector in vectors]


def test_many_long_lines_do_not_need_much_memory():
    command = (f"{GENERATOR} emit --family sizes --largest 20000 | "
               f"prlimit --as=400000000 {RUNNER[0]} --corpus - {NULL}")
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1 and "nothing was judged" in done.stdout, done.stderr  # and nothing ran out


def test_the_corpus_is_read_from_a_pipe(conform):
    text = "".join(json.dumps(vector) + "\n" for vector in VECTORS)
    done = subprocess.run([*RUNNER, "--corpus", "-", GOOD], input=text, capture_output=True, text=True,
                          check=False, cwd=ROOT)
    assert done.returncode == 0 and "40 pass" in done.stdout


def test_a_pipe_that_has_ended_is_nobodys_standard_input(conform):
    text = "".join(json.dumps(vector) + "\n" for vector in VECTORS)
    result = conform(None, "--corpus", "-", "--jobs", 1, hostile("die_SEGV"), input=text)
    assert result.implementation()["outcomes"] == {"pass": 39, "crash": 1}


def test_words_for_a_closed_standard_error_go_nowhere_else(tmp_path):
    (tmp_path / "corpus").write_text("".join(json.dumps(vector) + "\n" for vector in VECTORS), encoding="utf-8")
    (tmp_path / "known").write_text("", encoding="utf-8")
    subprocess.run(["sh", "-c", 'exec "$@" 2>&-', "sh", *RUNNER, "--corpus", tmp_path / "corpus", "--json", "/dev/full",
                    "--expect", tmp_path / "known", "--accept", hostile("die_SEGV")], cwd=ROOT, check=False,
                   stdout=subprocess.DEVNULL)
    assert lines_of((tmp_path / "known").read_text(encoding="utf-8")) == "v2/amd64/check/made/0007 crash\n"


@pytest.mark.parametrize("said, shown", [
    ("=====\npanic: no such row\nat 7\n", "    stderr: panic: no such row\n"), ("=====\n", "    stderr: =====\n"), ("", None),
    ("x\x1b[31m\n", "    stderr: x\\u{1b}[31m\n")])
def test_a_program_that_ended_is_shown_with_the_first_words_that_it_said(conform, tmp_path, said, shown):
    out = conform(VECTORS[:3], answering(tmp_path, {2: {"ended": "101", "stderr": said}})).out
    assert shown in out if shown else "stderr" not in out, out


def test_more_processes_than_open_files_by_default(conform):
    low = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 4096))
    vectors = [check_vector(number) for number in range(1, 600)]
    result = conform(vectors, "--jobs", 32, NULL, preexec_fn=low)
    assert result.status == 1  # nothing was compared
    assert result.implementation()["outcomes"] == {"unsupported": 599}


@pytest.mark.parametrize("line, words", [
    ("{", "not an object"), ("[]", "not an object"), ("{}", "profile"),
    (json.dumps({**VECTORS[0], "operation": "guess"}), "operation"),
    (json.dumps({**VECTORS[0], "input": {"address": "0x0", "bytes": "123"}}), "input"),
    (json.dumps({name: value for name, value in VECTORS[0].items() if name != "expect"}), "expect"),
])
def test_a_line_that_is_no_vector_ends_the_run_and_is_reported(conform, tmp_path, line, words):
    corpus = tmp_path / "corpus"
    corpus.write_text(json.dumps(VECTORS[0]) + "\n" + line + "\n", encoding="utf-8")
    result = conform(None, "--corpus", corpus, GOOD)
    assert result.status == 2 and f"{corpus}: line 2" in result.out and words in result.out
    assert not result.report["complete"] and words in result.report["fault"] and asked(result) == 1


def test_a_corpus_that_is_cut_is_reported(conform, tmp_path):
    (tmp_path / "corpus").write_text(json.dumps(VECTORS[0]), encoding="utf-8")
    result = conform(None, "--corpus", tmp_path / "corpus", GOOD)
    assert result.status == 2 and "does not end" in result.out


def generated_by(tmp_path, script):
    """Puts a generator of our own beside a runner; returns the runner's command line."""
    (tmp_path / "vectors").write_text("".join(json.dumps(vector) + "\n" for vector in VECTORS), encoding="utf-8")
    shutil.copy(RUNNER[0], tmp_path / "sframe-conform")
    (tmp_path / "sframe-gen").write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (tmp_path / "sframe-gen").chmod(0o755)
    return [tmp_path / "sframe-conform", GOOD]


@pytest.mark.parametrize("end, words", [("exit 0", "as expected: 1 implementation, 40 vectors"),
                                        ("exit 3", "it failed: no")])
def test_a_generator_may_say_much_on_standard_error(tmp_path, end, words):
    command = generated_by(tmp_path, f"yes no | head -c 300000 >&2; cat {tmp_path}/vectors; {end}")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert done.returncode == (0 if end == "exit 0" else 2) and words in done.stdout


def test_a_generator_that_does_not_end_can_be_interrupted(tmp_path):
    command = generated_by(tmp_path, f"cat {tmp_path}/vectors; exec >&-; touch {tmp_path}/closed; exec sleep 1000")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    until((tmp_path / "closed").exists)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    try:
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130 and "not complete" in out


def test_results_that_cannot_be_kept_are_reported(conform):
    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    result = conform(VECTORS, GOOD, report=False, preexec_fn=small)
    assert result.status == 2 and "cannot be kept" in result.err


def test_a_folder_is_no_corpus(tmp_path):
    done = subprocess.run([*RUNNER, "--corpus", tmp_path, GOOD], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 2 and "Is a directory" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_a_whole_report_of_a_part_and_no_process(tmp_path, number):
    corpus, report, token = tmp_path / "corpus", tmp_path / "report", f"interrupt-{os.getpid()}-{number}"
    corpus.write_text("".join(json.dumps(check_vector(n)) + "\n" for n in range(1, 2000)), encoding="utf-8")
    process = subprocess.Popen([*RUNNER, "--corpus", corpus, "--json", report, "--junit", tmp_path / "junit",
                                hostile("slowly")], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                               env={**os.environ, "CONFORM_TOKEN": token})
    until(lambda: len(processes_of(token)) >= 2)
    time.sleep(1)
    process.send_signal(number)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + number and "not complete" in out.splitlines()[-1]
    written = json.loads(report.read_text(encoding="utf-8"))
    assert written["complete"] is False and 0 <= sum(written["implementations"][0]["outcomes"].values()) < 1999
    assert not processes_of(token)


def test_a_run_that_ignores_hangups_goes_on(tmp_path):
    corpus = tmp_path / "corpus"
    corpus.write_text("".join(json.dumps(vector) + "\n" for vector in VECTORS), encoding="utf-8")
    token = f"hangup-{os.getpid()}"
    process = subprocess.Popen(["nohup", *RUNNER, "--corpus", corpus, "--jobs", "1", hostile("slowly")], cwd=ROOT,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                               env={**os.environ, "CONFORM_TOKEN": token})
    until(lambda: len(processes_of(token)) >= 2)
    process.send_signal(signal.SIGHUP)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and "40 pass" in out


@pytest.mark.parametrize("adapter", [[hostile("never_answer")], ["--one-shot", "sleep 1000"]])
def test_who_is_killed_takes_its_adapters_along(tmp_path, adapter):
    token = f"killed-{os.getpid()}"
    (tmp_path / "corpus").write_text("".join(json.dumps(vector) + "\n" for vector in VECTORS), encoding="utf-8")
    process = subprocess.Popen([*RUNNER, "--corpus", tmp_path / "corpus", *adapter], cwd=ROOT,
                               env={**os.environ, "CONFORM_TOKEN": token}, stdout=subprocess.DEVNULL)
    until(lambda: len(processes_of(token)) >= 1 + len(adapter))
    process.kill()
    process.wait()
    until(lambda: not processes_of(token))


# --- One-shot ------------------------------------------------------------------------------------------------

SHOT = """
import os, signal, sys
data = open(sys.argv[1], "rb").read()
number = data[3] * 256 + data[4]
print("asked", number, *sys.argv[2:], file=sys.stderr)
{2: lambda: sys.exit(1), 3: lambda: sys.exit(89), 4: lambda: sys.exit(7),
 5: lambda: os.kill(os.getpid(), signal.SIGSEGV), 6: lambda: signal.pause()}.get(number, lambda: None)()
"""


def test_a_command_is_run_for_each_vector_and_its_status_counts(conform, tmp_path):
    (tmp_path / "shot.py").write_text(SHOT, encoding="utf-8")
    command = f"{sys.executable} {tmp_path}/shot.py {{file}} {{profile}} {{abi}} {{address}}"
    result = conform(VECTORS[:7], "--deadline", "2", "--one-shot", "shot=" + command)
    cases = {case["id"][-1]: case for case in result.implementation()["cases"]}
    outcomes = {number: case["outcome"] for number, case in cases.items()}
    assert outcomes == {"2": "fail", "4": "exit", "5": "crash", "6": "hang"}
    counts = {"pass": 2, "unsupported": 1, "fail": 1, "exit": 1, "crash": 1, "hang": 1}
    assert result.implementation()["outcomes"] == counts
    assert cases["5"]["signal"] == "SIGSEGV" and cases["5"]["stderr"] == "asked 5 v2 amd64 0x1000\n"
    assert "exit status 7" in cases["4"]["reason"]


def test_a_command_may_be_called_anything(conform, tmp_path):
    program = tmp_path / 'a "b\\c'
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    result = conform(VECTORS[:1], "--one-shot", f"'{program}'")
    assert result.implementation()["name"] == 'a "b\\c' and result.status == 0


def test_an_elf_file_is_made_where_one_is_wanted(conform, tmp_path):
    reader = tmp_path / "reader.py"
    reader.write_text("import sys\nfrom elftools.elf.elffile import ELFFile\n"
                      "file = ELFFile(open(sys.argv[1], 'rb'))\nsection = file.get_section_by_name('.sframe')\n"
                      "assert section['sh_addr'] == 0x1000 and section.data()[:2] == b'\\xe2\\xde', section.data()\n"
                      "assert file['e_machine'] == {'amd64': 'EM_X86_64', 's390x': 'EM_S390'}[sys.argv[2]]\n"
                      "assert file.little_endian == (sys.argv[2] == 'amd64')\n", encoding="utf-8")
    vectors = [VECTORS[0], check_vector(2, abi="s390x")]
    result = conform(vectors, "--one-shot", f"/usr/bin/python3 {reader} {{elf}} {{abi}}")
    assert result.implementation()["outcomes"] == {"pass": 2}


# --- The command line ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("arguments, words", [
    ([], "no implementation"), (["--nonsense"], "nonsense"), (["--jobs", "0", "x"], "--jobs 0"),
    (["--shard", "3/2", "x"], "--shard 3/2"), (["--deadline", "-1", "x"], "--deadline"),
    (["--memory", "1e3", "x"], "--memory"),
    (["--select", "color=red", "x"], "no such field"), (["'x"], "quote"), (["a=x", "a=y"], "label"),
    (["--fix", "x"], "--expect"), (["--fix", "--expect", "a=f", "--expect", "b=f", "a=x", "b=x"], "lead to the same place"), (["--corpus", "/nowhere", "x"], "/nowhere"),
    (["--missing", "why", "x"], "LABEL=WHY"),
    (["--expect", "/nowhere", "x"], "/nowhere"), (["--core", "--corpus", "f", "x"], "--core"),
])
def test_wrong_usage_is_reported_in_one_line(conform, arguments, words):
    result = conform(None, *arguments, report=False)
    assert result.status == 2 and words in result.err and len(result.err.splitlines()) == 1


def test_help_fits_a_screen(conform):
    result = conform(None, "--help", report=False)
    assert result.status == 0 and len(result.out.splitlines()) <= 40
    assert all(len(line) <= 100 for line in result.out.splitlines())


@pytest.mark.parametrize("option", ["--json", "--junit", "--tap", "--markdown", "--html"])
@pytest.mark.parametrize("path", ["/nowhere/report", "{}", "{}/corpus.jsonl/report"])
def test_a_report_that_cannot_be_written_is_reported_before_the_run(conform, tmp_path, option, path):
    path = path.format(tmp_path)
    result = conform(VECTORS, option, path, f"sh -c 'touch {tmp_path}/ran; exec {NULL}'", report=False)
    assert result.status == 2 and path in result.err and result.out == ""
    assert [each.name for each in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_a_report_that_is_there_survives_a_wrong_use(conform, tmp_path):
    (tmp_path / "tap").write_text("old", encoding="utf-8")
    assert conform(None, "--corpus", "/nowhere", "--tap", tmp_path / "tap", GOOD, report=False).status == 2
    assert (tmp_path / "tap").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("program", [ORACLE, NULL])
def test_an_adapter_without_any_input_ends_well(program):
    done = subprocess.run([program], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_who_is_known_to_be_missing_is_named_and_no_failure(conform):
    result = conform(VECTORS, GOOD, "--missing", "peer=the mirror has none")
    peer = next(each for each in result.report["implementations"] if each["adapter"] == "peer")
    assert result.status == 0 and peer["missing"] == "the mirror has none" and peer["outcomes"] == {}
    assert "peer: missing, as known: the mirror has none" in result.out


def test_what_was_not_selected_does_not_count_as_not_declared(conform):
    result = conform(VECTORS, "--select", "*/0001", GOOD)
    assert "1 asked: 1 pass; 1 judged\n" in result.out


def test_a_reading_may_be_called_anything(conform, tmp_path):
    readings = [{"ledger": "overlap", "reading": 'a "b', "answer": {"verdict": "valid"}}]
    vector = check_vector(1, **{"class": "contested"}, expect={"oracle": "b", "readings": readings})
    result = conform([vector], GOOD)
    assert result.implementation()["readings"][0]["took"] == {'a "b': 1}


def test_labels_are_made_where_none_are_given(conform):
    result = conform(VECTORS[:1], NULL, NULL, "mine=" + NULL)
    assert [each["adapter"] for each in result.report["implementations"]] == ["null", "null-2", "mine"]


def test_words_of_a_command_may_be_quoted(conform, tmp_path):
    script = tmp_path / "with space.sh"
    script.write_text(f'#!/bin/sh\ntest "$1" = "a b" && test "$2" = "c\\"d" && exec {NULL}\n', encoding="utf-8")
    script.chmod(0o755)
    result = conform(VECTORS[:1], f"'{script}' \"a b\" c\\\"d")
    assert result.implementation()["outcomes"] == {"unsupported": 1}


def test_no_progress_and_no_colour_in_a_pipe(conform):
    result = conform(VECTORS, GOOD)
    assert result.err == "" and "\033" not in result.out and "\r" not in result.out
    assert result.out.splitlines()[-1].startswith("as expected: 1 implementation, 40 vectors")


def files_limited_to(number):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))


def test_an_adapter_has_no_files_of_the_runner_open(conform):
    result = conform(VECTORS[:1], *(f"each{i}={hostile('counts_its_files')}" for i in range(3)))
    assert {each["missing"].rsplit(": ", 1)[1] for each in result.report["implementations"]} == {"3 open"}


def test_more_adapters_than_a_process_may_have_files_open(conform):
    result = conform(VECTORS[:1], *(f"each{i}={NULL}" for i in range(300)), "--jobs", 1)
    assert [each["outcomes"] for each in result.report["implementations"]] == [{"unsupported": 1}] * 300


def test_more_adapters_than_the_runner_may_have_files_open_are_reported(conform):
    adapters = [f"each{i}={NULL}" for i in range(20)]
    refused = conform(VECTORS[:1], *adapters, "--jobs", 2, preexec_fn=files_limited_to(100))
    assert refused.status == 2 and refused.report is None and refused.err == (
        "sframe-conform: 2 processes of each of 20 implementations need 172 open files, and the limit is 100; "
        "fewer --jobs, or ulimit -n\n")
    ran = conform(VECTORS[:1], *adapters, "--jobs", 2, preexec_fn=files_limited_to(172))
    assert ran.status == 1 and ran.report is not None  # nothing was compared
