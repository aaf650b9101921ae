"""Tests of what runs the targets, on targets with known errors: fuzz/run, fuzz/promote, fuzz/coverage."""
import functools
import json
import pathlib
import re
import signal
import subprocess
import time

import pytest

from fuzz import cases, finds, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = "fuzz/tests/planted"
KINDS = {"address", "hang", "law", "leak", "undefined"}
ENGINES = ("libfuzzer", "afl")


def tool(name, *arguments):
    return subprocess.run([ROOT / "fuzz" / name, "--home", HOME, *map(str, arguments)], cwd=ROOT, text=True,
                          capture_output=True, stdin=subprocess.DEVNULL, check=False)


def fuzz(work, *arguments, statuses=(0, 1)):
    """Runs fuzz/run.  Returns the process, and the summary from its JSON."""
    summary = work / "summary.json"
    done = tool("run", "--hang", 1, "--work", work, "--json", summary, *arguments)
    assert done.returncode in statuses, done.stderr
    return done, json.loads(summary.read_text())


def children(work):
    """The processes that have the folder in their command."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if str(work).encode() in (process / "cmdline").read_bytes() + (process / "environ").read_bytes():
                found.append(int(process.name))
        except OSError:
            pass
    return found


@functools.lru_cache
def program(name):
    return table.build(table.chosen([name], HOME)[0], "libfuzzer")


def cause_of(path, name="planted"):
    (_, report), = finds.failing(program(name), [str(path)], 1)
    return finds.cause(report)


@pytest.fixture(scope="module", params=ENGINES)
def found(request, tmp_path_factory):
    """All errors of the planted target, as an engine found them in one run, or in more that go on from the queue."""
    work = tmp_path_factory.mktemp(request.param)
    for _ in range(20):
        done, summary = fuzz(work, "--engine", request.param, "--time", 4, "--jobs", 2, "planted")
        if {find["kind"] for find in summary["targets"][0]["finds"]} == KINDS:
            return work, done, summary
    raise AssertionError(done.stdout)


# --- fuzz/tally.py --------------------------------------------------------------------------------------------

def tally_of(path):
    return subprocess.run([ROOT / "fuzz/tally.py", path], cwd=ROOT, text=True, capture_output=True,
                          stdin=subprocess.DEVNULL, check=False)


def test_each_turn_in_process_is_in_the_tally(tmp_path):
    tally = tmp_path / "tally.jsonl"
    execs = 0
    for _ in range(2):
        done, summary = fuzz(tmp_path, "--engine", "in-process", "--time", 2, "--jobs", 2, "--tally", tally, "sound",
                             statuses=(0,))
        execs += summary["targets"][0]["engines"][0]["execs"]
    assert len(tally.read_text().splitlines()) == 2 and execs > 1000
    assert f"| `sound` | in-process | no | {execs:,} |" in tally_of(tally).stdout


def test_a_find_ends_a_turn_in_process_and_is_kept(tmp_path):
    done, summary = fuzz(tmp_path, "--engine", "in-process", "--time", 20, "--jobs", 1, "planted", statuses=(1,))
    assert summary["targets"][0]["finds"] and summary["seconds"] < 15


def test_a_line_that_is_none_of_a_tally_is_named(tmp_path):
    path = tmp_path / "tally.jsonl"
    path.write_text('{"target": "decode"}\n')
    done = tally_of(path)
    assert done.returncode == 2 and f"{path}:1: no line of a tally" in done.stderr


# --- fuzz/run ------------------------------------------------------------------------------------------------

def test_each_error_is_found_and_reported_once(found):
    work, done, summary = found
    target, = summary["targets"]
    assert done.returncode == 1
    assert sorted(find["kind"] for find in target["finds"]) == sorted(KINDS)
    assert sum(find["inputs"] for find in target["finds"]) > len(KINDS)
    for find in target["finds"]:
        path = pathlib.Path(find["path"])
        assert path.parent == work / "planted/finds" and path.stat().st_size == find["size"]
        assert cause_of(path).name() == path.name
        assert find["cause"] in done.stdout and str(path) in done.stdout
        assert pathlib.Path(f"{path}.txt").read_text()


def test_a_find_says_where(found):
    causes = {find["kind"]: find["cause"] for find in found[2]["targets"][0]["finds"]}
    assert re.fullmatch(r"planted\.c:\d+: byte \d+ at most 'x'", causes["law"])
    assert re.search(r"heap-buffer-overflow, in read_behind planted\.c:\d+ < LLVMFuzzerTest", causes["address"])
    assert re.search(r"in lose planted\.c:\d+", causes["leak"])
    assert re.search(r"in go_round planted\.c:\d+", causes["hang"])
    assert re.search(r"planted\.c:\d+: signed integer overflow.*, in overflow ", causes["undefined"])


def test_the_summary_has_what_was_done(found):
    _, _, summary = found
    target, = summary["targets"]
    engine, = target["engines"]
    assert not summary["interrupted"] and summary["seconds"] > 0
    assert engine["engine"] in ENGINES and engine["execs"] > 0 and engine["seconds"] > 0
    assert engine["execs_a_second"] == pytest.approx(engine["execs"] / engine["seconds"], rel=0.1)
    assert target["target"] == "planted" and 0 < target["edges"] <= target["features"] and target["queue"] > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_file_claims_and_does_not_hold_is_found(tmp_path, engine):
    """From one small file the mutator of files finds quadratic work, memory for a claim, and a link to nothing."""
    wanted = (r"filed\.c:\d+: \d+ steps for a file", r"filed\.c:\d+: \d+ bytes of memory", r"in follow_links filed\.c")
    for _ in range(40):
        # 2: on a busy machine an engine may have had no time to begin.
        _, summary = fuzz(tmp_path, "--engine", engine, "--time", 4, "--jobs", 1, "filed", statuses=(0, 1, 2))
        causes = [find["cause"] for find in summary["targets"][0]["finds"]]
        if all(any(re.search(words, cause) for cause in causes) for words in wanted):
            return
    raise AssertionError(causes)


def test_afl_runs_the_target_in_one_process(found):
    work, _, summary = found
    if summary["targets"][0]["engines"][0]["engine"] == "afl":
        for name in ("main-sanitized", "cmplog"):
            assert re.search(r"^target_mode +:.* persistent ",
                             (work / f"planted/work/out/{name}/fuzzer_stats").read_text(), re.M)


def test_the_queue_keeps_no_input_that_fails(found):
    queue = table.files(found[0] / "planted/queue")
    assert queue and not list(finds.failing(program("planted"), queue, 1))


def test_engines_take_turns_over_one_queue_and_a_sound_target_gives_no_find(tmp_path):
    kept = tmp_path / "sound/finds"
    kept.mkdir(parents=True)
    for name in ("law-00000000", "law-00000000.txt"):
        (kept / name).write_text("mended since")
    done, summary = fuzz(tmp_path, "--time", 4, "--jobs", 1, "sound")
    target, = summary["targets"]
    assert done.returncode == 0 and target["finds"] == [] and target["mended"] == ["law-00000000"]
    assert [engine["engine"] for engine in target["engines"]] == list(ENGINES)
    assert not list(kept.iterdir())


def test_a_seed_that_fails_is_a_find(tmp_path):
    (tmp_path / "planted/queue").mkdir(parents=True)
    (tmp_path / "planted/finds").mkdir()
    (tmp_path / "planted/finds/law").write_bytes(b"L!z and more")
    (tmp_path / "planted/finds/law.txt").write_text("")
    _, summary = fuzz(tmp_path, "--time", 1, "--engine", "libfuzzer", "--jobs", 1, "planted")
    assert "law" in {find["kind"] for find in summary["targets"][0]["finds"]}
    assert not (tmp_path / "planted/finds/law").exists()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_writes_its_summary_and_leaves_no_process(tmp_path, engine, number):
    program("sound")
    summary = tmp_path / "summary.json"
    with subprocess.Popen([ROOT / "fuzz/run", "--home", HOME, "--work", tmp_path, "--engine", engine, "--time", "10m",
                           "--jobs", "2", "--json", summary, "sound"], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, start_new_session=True) as run:
        while run.poll() is None and len(children(tmp_path)) < 3:
            time.sleep(0.1)
        run.send_signal(number)
        output, errors = run.communicate()
    assert run.returncode == 0 and errors == ""
    assert "interrupted" in output and json.loads(summary.read_text())["interrupted"]
    assert children(tmp_path) == []


def test_two_runs_of_a_target_do_not_share_a_folder(tmp_path):
    (tmp_path / "sound").mkdir()
    with open(tmp_path / "sound/lock", "w", encoding="utf-8") as lock:
        table.only_one(lock)
        done = tool("run", "--work", tmp_path, "sound")
    assert done.returncode == 2 and "another run" in done.stderr


@pytest.mark.parametrize("name, arguments, words", [
    ("run", ["--time", "soon"], "no time"), ("run", ["--time", "0"], "no time"), ("run", ["--jobs", "0"], "no number"),
    ("run", ["--engine", "steam"], "steam"), ("run", ["nothing"], "no target 'nothing'"), ("run", ["--odd"], "--odd"),
    ("run", ["--json", "/nowhere/summary.json", "sound"], "/nowhere/summary.json"),
    ("promote", [], "FIND"), ("promote", ["/nowhere/find"], "/nowhere/find"),
    ("promote", ["--target", "nothing", "README.md"], "no target 'nothing'"),
    ("promote", ["--target", "sound", "--name", "Bad_Name", "README.md"], "no name"),
    ("coverage", ["nothing"], "no target 'nothing'"),
])
def test_what_is_wrong_is_said_in_a_line(name, arguments, words):
    done = tool(name, *arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and words in done.stderr


def test_a_row_of_the_table_that_lacks_a_column_is_named(tmp_path):
    (tmp_path / "targets.txt").write_text("# name | parts | input | most | law\nodd | case\n")
    with pytest.raises(table.Trouble, match=r"targets\.txt:2: 2 columns, not 5"):
        table.read(tmp_path)


def test_a_target_that_does_not_build_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("EXTRA", "1")
    with pytest.raises(table.Trouble, match="fuzz-program KIND=libfuzzer TARGET=none"):
        table.make("libfuzzer", "none", HOME)


# --- Causes --------------------------------------------------------------------------------------------------

def law(line, words):
    return finds.cause(f"fuzz/targets/a.c:{line}: law broken: {words}\n==1== ERROR: libFuzzer: deadly signal\n")


def test_numbers_do_not_part_causes_but_lines_and_words_do():
    one = law(7, "0x10 of 3 bytes")
    assert one.name() == law(7, "0xff of 4 bytes").name()
    assert one.name() != law(8, "0x10 of 3 bytes").name()
    assert one.name() != law(7, "0x10 of 3 words").name()


def test_frames_of_sanitizers_engines_and_the_c_library_are_left_out():
    report = ("==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n"
              "    #0 0x1 in __asan_memcpy (/b/t+0x1) (BuildId: 00)\n    #1 0x2 in memcpy (/b/t+0x1)\n"
              "    #2 0x3 in inner /r/a.c:3:4\n    #3 0x4 in outer /r/b.c:5:6\n"
              "    #4 0x5 in LLVMFuzzerTestOneInput /r/t.c:7:8\n    #5 0x6 in fuzzer::Fuzzer::Run() (/b/t+0x2)\n")
    assert str(finds.cause(report)) == "SEGV, in inner a.c:3 < outer b.c:5 < LLVMFuzzerTestOneInput t.c:7"


# --- fuzz/promote --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("start, kind", [(b"A!", "address"), (b"L!", "law"), (b"M!", "leak"), (b"U!", "undefined")])
def test_a_find_is_made_small_and_its_cause_stays(tmp_path, start, kind):
    find = tmp_path / "find"
    find.write_bytes(start + b"z" + bytes(range(50)))
    before = cause_of(find)
    done = tool("promote", "--hang", 1, "--target", "planted", "--name", "a-name", "--to", tmp_path, find)
    small = tmp_path / HOME / "regressions/planted/a-name"
    assert done.returncode == 0, done.stderr
    assert before.kind == kind and cause_of(small).name() == before.name()
    assert small.read_bytes() == start + b"z" and "a-name" in done.stdout
    assert not (tmp_path / "corpus").exists()


def test_of_two_causes_the_finds_own_stays(tmp_path):
    """Without its first byte the input fails for another cause."""
    find = tmp_path / "find"
    find.write_bytes(b"A!zL!z")
    assert tool("promote", "--target", "planted", "--name", "two", "--to", tmp_path, find).returncode == 0
    assert (tmp_path / HOME / "regressions/planted/two").read_bytes() == b"A!z"


@pytest.fixture(scope="module")
def section_find(tmp_path_factory):
    find = tmp_path_factory.mktemp("section") / "find"
    section = b"\xe2\xde\x03\x00\x03\x00\xf8\x00" + bytes(20)
    find.write_bytes(cases.Case("by-version", section, address=0x1000, pc=0x1010, rest=b"more").pack())
    return find


def test_a_section_becomes_a_case(tmp_path, section_find):
    done = tool("promote", "--target", "sectioned", "--name", "third", "--operation", "lookup", "--to", tmp_path,
                section_find)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "corpus/cases/regression/third.txt").read_text()
    small = cases.unpack((tmp_path / HOME / "regressions/sectioned/third").read_bytes())
    first, last = text.splitlines()[:2], text.splitlines()[-1]
    assert first == ["note TODO", f"origin {HOME}/regressions/sectioned/third"] and last == "lookup 0x0"
    made = subprocess.run([ROOT / "build/sframe-gen", "make", "-"], input=text.encode(), stdout=subprocess.PIPE, check=True)
    assert made.stdout == small.section == b"\0\0\x03\0" and small.rest == b""
    assert (small.profile, small.address, small.pc) == ("by-version", 0, 0)
    assert "The bytes:" in done.stdout and '"verdict":' in done.stdout and '"pc":' in done.stdout


def test_of_an_unwinding_only_the_registers_are_left_to_say(tmp_path, section_find):
    done = tool("promote", "--target", "sectioned", "--name", "third", "--operation", "unwind", "--to", tmp_path,
                section_find)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "corpus/cases/regression/third.txt").read_text()
    assert text.splitlines()[-1] == "unwind 0x0" and "\nset header magic" in text
    made = subprocess.run([ROOT / "build/sframe-gen", "make", "--vector", "-"], input=text.replace("TODO", "0x8000").encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert b"the model comes first" not in made.stderr and made.returncode == 0, made.stderr


def test_a_name_is_not_given_twice_and_nothing_is_half_written(tmp_path, section_find):
    (tmp_path / "corpus/cases/regression").mkdir(parents=True)
    (tmp_path / "corpus/cases/regression/third.txt").write_text("another's\n")
    done = tool("promote", "--target", "sectioned", "--name", "third", "--to", tmp_path, section_find)
    assert done.returncode == 2 and "third.txt: is there already" in done.stderr
    assert (tmp_path / "corpus/cases/regression/third.txt").read_text() == "another's\n"
    assert not (tmp_path / HOME / "regressions/sectioned/third").exists()


def test_what_does_not_fail_is_no_find(tmp_path):
    (tmp_path / "find").write_bytes(b"well")
    done = tool("promote", "--target", "planted", "--name", "well", "--to", tmp_path, tmp_path / "find")
    assert done.returncode == 1 and "does not fail" in done.stderr and len(done.stderr.splitlines()) == 1


# --- fuzz/coverage -------------------------------------------------------------------------------------------

def test_a_target_below_its_floor_is_named_and_one_above_is_not(tmp_path):
    done = tool("coverage", "--to", tmp_path, "sound", "sectioned")
    assert done.returncode == 1
    assert done.stderr == "below the floor: sectioned\n"
    index = (tmp_path / "index.html").read_text()
    pages = re.findall(r'href="([^"]+)"', index)
    assert len(pages) == 3 and all((tmp_path / page).exists() for page in pages)


def test_a_folder_with_somebody_elses_files_is_left_alone(tmp_path):
    (tmp_path / "index.html").write_text("mine")
    done = tool("coverage", "--to", tmp_path, "sound")
    assert done.returncode == 2 and "holds something else" in done.stderr and len(done.stderr.splitlines()) == 1
    assert (tmp_path / "index.html").read_text() == "mine"


def test_a_page_of_an_earlier_run_goes(tmp_path):
    for name in ("sectioned", "sound"):
        tool("coverage", "--to", tmp_path, name)
    assert (tmp_path / "sound").exists() and not (tmp_path / "sectioned").exists()


def test_targets_above_their_floors_are_well(tmp_path):
    done = tool("coverage", "--to", tmp_path, "sound")
    assert done.returncode == 0 and re.match(r"sound +80\.00 % of lines, ", done.stdout)


def test_a_target_without_a_floor_is_no_success(tmp_path):
    done = tool("coverage", "--to", tmp_path, "planted")
    assert done.returncode == 2
    assert done.stderr == "fuzz/coverage: no row in floors.txt: planted\n"
