"""Tests of runs and their ends, of --one-shot, and of files open."""
import json
import os
import platform
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest

from conformance.runner.tests.conftest import (GENERATOR, NULL, ORACLE, ROOT, RUNNER, check_vector, hostile, lines,
                                               processes_of, until)

VECTORS = [check_vector(number) for number in range(1, 41)]
GOOD = hostile("behave")


# --- Runs ----------------------------------------------------------------------------------------------------

def test_the_oracle_passes_the_core(conform):
    result = conform(None, "--core", ORACLE)
    outcomes, readings = result.implementation()["outcomes"], result.implementation()["readings"]
    assert result.status == 0 and set(outcomes) == {"pass", "reading", "unjudged"}
    assert all(list(reading["took"]) == [reading["oracle"]] for reading in readings)
    assert sum(count for reading in readings for count in reading["took"].values()) == outcomes["reading"]


@pytest.mark.parametrize("actions", ["die:SEGV", "right right", "right say:x\\n", "say:oops\\n", "each right exit:0"])
def test_two_runs_give_the_same_report_but_for_times(conform, tmp_path, actions):
    texts = []
    for _ in range(2):
        result = conform(VECTORS, "--jobs", 3, hostile(*actions.split()), "--tap", tmp_path / "tap")
        report = {**result.report, "started": "", "seconds": 0}
        texts.append(json.dumps(report) + (tmp_path / "tap").read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_many_long_lines_do_not_need_much_memory():
    command = (f"{GENERATOR} emit --family sizes --largest 20000 | "
               f"prlimit --as=400000000 {RUNNER[0]} --corpus - {NULL}")
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1 and "nothing was judged" in done.stdout, done.stderr  # and nothing ran out


def files_limited_to(soft, hard):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_more_processes_than_open_files_by_default(conform):
    vectors = [check_vector(number) for number in range(1, 600)]
    result = conform(vectors, "--jobs", 32, NULL, preexec_fn=files_limited_to(64, 4096))
    assert result.status == 1  # nothing was compared
    assert result.implementation()["outcomes"] == {"unsupported": 599}


def test_a_generator_that_does_not_end_can_be_interrupted(tmp_path):
    """The runner takes the generator that lies beside it."""
    (tmp_path / "vectors").write_text(lines(VECTORS), encoding="utf-8")
    shutil.copy(RUNNER[0], tmp_path / "sframe-conform")
    (tmp_path / "sframe-gen").write_text(f"#!/bin/sh\ncat {tmp_path}/vectors; exec >&-; touch {tmp_path}/closed\n"
                                         "exec sleep 1000\n", encoding="utf-8")
    (tmp_path / "sframe-gen").chmod(0o755)
    process = subprocess.Popen([tmp_path / "sframe-conform", GOOD], stdout=subprocess.PIPE, text=True, cwd=ROOT)
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


def test_a_run_that_ignores_hangups_goes_on(tmp_path):
    corpus = tmp_path / "corpus"
    corpus.write_text(lines(VECTORS), encoding="utf-8")
    token = f"hangup-{os.getpid()}"
    slow = hostile("each", "sleep:0.05", "right")
    process = subprocess.Popen(["nohup", *RUNNER, "--corpus", corpus, "--jobs", "1", slow], cwd=ROOT, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               env={**os.environ, "CONFORM_TOKEN": token})
    until(lambda: len(processes_of(token)) >= 2)
    process.send_signal(signal.SIGHUP)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and "40 pass" in out


@pytest.mark.parametrize("adapter", [[hostile("wait")], ["--one-shot", "sleep 1000"]])
def test_who_is_killed_takes_its_adapters_along(tmp_path, adapter):
    token = f"killed-{os.getpid()}"
    (tmp_path / "corpus").write_text(lines(VECTORS), encoding="utf-8")
    process = subprocess.Popen([*RUNNER, "--corpus", tmp_path / "corpus", *adapter], cwd=ROOT,
                               env={**os.environ, "CONFORM_TOKEN": token}, stdout=subprocess.DEVNULL)
    until(lambda: len(processes_of(token)) >= 1 + len(adapter))
    process.kill()
    process.wait()
    until(lambda: not processes_of(token))


# --- An adapter against its runner; transcripts/hostile.t has whatever else adapters/hostile.py does --------------

@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="the runner has filters for these alone")
@pytest.mark.parametrize("way", ["signal", "signal_all", "signal_group", "signal_thread", "signal_starter", "join", "trace",
                                 "open", "limit"])
def test_an_adapter_cannot_plainly_stop_or_trace_its_runner(conform, way):
    result = conform([check_vector(number) for number in range(1, 21)], hostile(f"against:{way}"))
    assert result.status == 0 and result.implementation()["outcomes"] == {"pass": 20}


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
    command = f"{sys.executable} -IS {tmp_path}/shot.py {{file}} {{profile}} {{abi}} {{address}}"
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


@pytest.mark.parametrize("program", [ORACLE, NULL])
def test_an_adapter_without_any_input_ends_well(program):
    done = subprocess.run([program], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_more_adapters_than_a_process_may_have_files_open(conform):
    result = conform(VECTORS[:1], *(f"each{i}={NULL}" for i in range(300)), "--jobs", 1)
    assert [each["outcomes"] for each in result.report["implementations"]] == [{"unsupported": 1}] * 300


def test_more_adapters_than_the_runner_may_have_files_open_are_reported(conform):
    adapters = [f"each{i}={NULL}" for i in range(20)]
    refused = conform(VECTORS[:1], *adapters, "--jobs", 2, preexec_fn=files_limited_to(100, 100))
    assert refused.status == 2 and refused.report is None and refused.err == (
        "sframe-conform: 2 processes of each of 20 implementations need 172 open files, and the limit is 100; "
        "fewer --jobs, or ulimit -n\n")
    ran = conform(VECTORS[:1], *adapters, "--jobs", 2, preexec_fn=files_limited_to(172, 172))
    assert ran.status == 1 and ran.report is not None  # nothing was compared
