"""Scripts that start a real linker and go wrong in known ways get the right outcome; so do bugs of the zoo's linker."""
import json
import os
import shlex
import time

import pytest

from conformance.writers.tests.conftest import ADAPTER, BUILD, ROOT, WRITERS, make, run

RUN = WRITERS / "run"
FORKY = ROOT / ".toolchains/forky/bin"
REAL = shlex.split(os.environ.get("REAL_LD", str(FORKY / "x86_64-linux-gnu-ld")))
OTHER = str(FORKY / "aarch64-linux-gnu-ld")
OBJCOPY = str(FORKY / "x86_64-linux-gnu-objcopy")

# The real linker does the work, and then the script changes its result.
WRAPPER = """#!{python}
import os, re, signal, struct, subprocess, sys, time
words = sys.argv[1:]
to = words[words.index("-o") + 1]
objects = [word for word in words if word.endswith(".o")]  # made by the adapter: NUMBER-NAME
def link(words=words):
    return subprocess.run({real!r} + words).returncode
if words[-1] == "nothing.o":  # the adapter tries the tool
    sys.exit(link())
def table():
    '''Where the section lies in the file, and its size.'''
    data = open(to, "rb").read()
    at = data.index(b"\\xe2\\xde\\x03")
    return at, bytearray(data)
def write(data):
    open(to, "wb").write(data)
def without(*flags):
    '''The section is taken out, or gets other flags.'''
    subprocess.run([{objcopy!r}, *flags, to], check=True)
{body}
sys.exit(link())
"""

PAIR = "v3/amd64/link/pairs/leaf+frame/gas-2.47/*"
SHARED = "v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared"
GARBAGE = "v3/amd64/link/garbage/collected-13/gas-2.47/static"
STUBS = "v3/amd64/link/stubs/lazy-2/gas-2.47/shared"


@pytest.fixture(name="linker")
def fixture_linker(script):
    """A linker with this BODY."""
    return lambda body: script(WRAPPER, "linker", real=REAL, objcopy=OBJCOPY, body=body)


@pytest.fixture(name="links")
def fixture_links(tmp_path):
    """Writes the links of this id."""
    return lambda select, *more: make(tmp_path / "links", "sframe-links", "--select", select, *more)


def found_in(report):
    """The outcome of each link that is not the same, and the kinds of its faults or why nothing could be judged."""
    return [(case["outcome"], *([each["path"] for each in case["differences"]] or [case["reason"]]))
            for case in report["cases"]]


@pytest.fixture(name="outcomes")
def fixture_outcomes(linker, links, ask):
    """What was found in the links of this id, made by a linker with this BODY."""
    def judge(body, select=SHARED, *more):
        status, report = ask(links(select, *more), f"{ADAPTER} ld {linker(body)}")
        counts = report["outcomes"]
        silent = not set(counts) - {"refused", "omits"}  # then nothing was judged
        assert status == (silent or any(name not in ("same", "refused", "omits", "reading") for name in counts))
        return set(found_in(report)) | ({("same",)} if counts.get("same") else set())
    return judge


def kinds(found):
    return {kind for _, *each in found for kind in each}


@pytest.mark.parametrize("select", [PAIR, SHARED, GARBAGE, STUBS])
def test_a_right_linker_passes(outcomes, select):
    assert outcomes("", select) == {("same",)}


PLAIN = "v3/amd64/link/single/frame/gas-2.47/static"
DROPS = "link(); without('-R', '.sframe'); print('warning: no .sframe'); sys.exit(0)"


@pytest.mark.parametrize("body, words", [
    ("sys.exit('ld: error: no')", "refused: error: no; every writer must"), (DROPS, "omits: omits: no section; every")])
def test_what_every_linker_must_say_is_neither_refused_nor_left_out(linker, links, ask, body, words):
    _, report = ask(links(PLAIN), f"{ADAPTER} ld {linker(body)}")
    case, = report["cases"]
    assert case["outcome"] == "fail" and words in case["reason"]


def test_a_linker_that_drops_everything_with_a_word_is_red(linker, links, ask):
    vectors = links("v3/amd64/link/single/frame/*")
    status, report = ask(vectors, f"{ADAPTER} --profile v3 ld {linker(DROPS)}")
    assert status == 1 and set(report["outcomes"]) <= {"omits", "fail", "refused"} and report["outcomes"]["fail"] == 1
    status, report = ask(vectors, f"{ADAPTER} --profile v3 --leaves-out v3 ld {linker(DROPS)}")
    assert status == 1 and "leaves_out has every profile" in report["missing"]


def test_a_linker_that_keeps_a_single_link_is_red(linker, links, ask):
    body = "if '-shared' not in words or len(objects) != 1: " + DROPS
    status, report = ask(links("v3/amd64/link/single/frame/gas-2.47/*"), f"{ADAPTER} --profile v3 ld {linker(body)}")
    counts = report["outcomes"]
    assert status == 1 and counts["same"] == 1 and counts["fail"] == 1 and set(counts) <= {"same", "fail", "omits"}


@pytest.mark.parametrize("command, words", [
    ("false", "without a word (it ended with status 1)"), ("true", "wrote no file"),
    (f"{REAL[0]} --bogus-option", "--bogus-option"), (OTHER, "asked for nothing: ")])
def test_a_linker_that_cannot_link_nothing_is_missing_with_its_own_words(links, ask, command, words):
    status, report = ask(links(SHARED), f"{ADAPTER} ld '{command}'")
    assert (status, report["outcomes"]) == (1, {}) and words in report["missing"]


def test_what_is_refused_is_no_failure(outcomes):
    assert outcomes("sys.exit('ld: error: cannot merge .sframe')") == {("refused", "error: cannot merge .sframe")}


def test_a_section_that_is_gone_is_lost_unless_a_word_is_said(outcomes):
    assert outcomes("link(); without('-R', '.sframe'); sys.exit(0)") == {("wrong", "lost: no section")}
    warned = "link(); without('-R', '.sframe'); print('warning: no .sframe'); sys.exit(0)"
    assert outcomes(warned) == {("omits", "omits: no section")}


@pytest.mark.parametrize("bug, select, kinds", [
    ("ld_last_function_lost", SHARED, ["lost: functions", "irregular: fre.owned", "irregular: header.fre-total"]),
    ("ld_rows_not_moved", PAIR, ["cfa", "fp", "irregular: fre.unshared", "irregular: fre.owned",
                                 "irregular: header.fre-total"]),
    ("ld_place_is_section", SHARED, ["lost: functions", "extra: where there is no code"]),
    ("ld_sorted_flag_lost", SHARED, ["unsorted: the table does not say that it is sorted"]),
    ("ld_sorted_downwards", SHARED, ["irregular: fde.sorted-flagged"]),
    ("ld_magic_swapped", SHARED, ["unreadable: header.freoff-inside", "lost: functions", "irregular: abi.byte-order"]),
    ("ld_rows_length_short", SHARED, ["unreadable: fre.inside", "error", "irregular: tile.cover"]),
    ("ld_segment_lost", SHARED, ["container: no segment"]),
    ("ld_segment_elsewhere", SHARED, ["container: the segment is elsewhere"]),
    ("ld_section_type_progbits", SHARED, ["container: the section's type"]),
    ("ld_plt_push_twice", STUBS, ["plt: .plt: another rule"])])
def test_each_bug_of_the_zoos_linker_has_its_kind_of_fault(links, ask, bug, select, kinds):
    status, report = ask(links(select), f"{ADAPTER} ld '{BUILD}/zoo-ld --bug {bug}'")
    assert status == 1 and set(found_in(report)) == {("wrong", *kinds)}


def test_code_that_had_to_go_and_is_there(outcomes):
    body = "sys.exit(link([word for word in words if word != '--gc-sections']))"
    assert "keeps: code" in kinds(outcomes(body, GARBAGE))


def test_stubs_of_unknown_instructions_are_not_trusted(outcomes):
    body = """
link(); data = open(to, "rb").read()
write(data.replace(bytes.fromhex("0f1f4000"), bytes.fromhex("0f0b0f0b"))); sys.exit(0)"""
    assert outcomes(body, STUBS) == {("wrong", "plt: .plt: unknown instructions")}


def test_the_link_that_crashes_is_blamed_and_no_other(outcomes):
    found = outcomes("if '-shared' in words: os.abort()", "v3/amd64/link/single/leaf/gas-2.47/*")
    assert found == {("crash", "status -6"), ("same",)}


@pytest.mark.parametrize("body, cause", [
    ("print('ld: BFD (GNU Binutils) 2.99 assertion fail ../../bfd/elf-sframe.c:138'); sys.exit(0)", "elf-sframe.c:138"),
    ("sys.exit(\"ld: ../x.c:9: sframe_do: Assertion `0' failed.\")", "sframe_do"),
    ("print(\"thread 'main' panicked at src/elf.rs:12:3:\"); sys.exit(101)", "elf.rs:12")])
def test_an_internal_error_is_a_crash_whatever_the_status(outcomes, body, cause):
    assert outcomes(body) == {("crash", cause)}


def test_no_end_is_a_hang_and_what_it_started_ends_too(outcomes, tmp_path):
    body = f"subprocess.Popen(['sh', '-c', 'sleep 8; touch {tmp_path}/alive']); time.sleep(60)"
    (outcome, _), = outcomes(body)
    assert outcome == "hang"
    time.sleep(5)
    assert not (tmp_path / "alive").exists()


@pytest.mark.parametrize("body", ["write(b'no ELF file'); sys.exit(0)", "sys.exit(0)",
                                  "link(); os.truncate(to, 100); sys.exit(0)",
                                  "link(); os.truncate(to, os.path.getsize(to) // 2); sys.exit(0)",
                                  "link(); data = bytearray(open(to, 'rb').read()); data[18] = 3; write(data); sys.exit(0)",
                                  "os.mkdir(to); sys.exit(0)",
                                  "link(['-shared', '-o', to, objects[0]]); sys.exit(0)"])
def test_what_is_no_result_of_this_link_is_trouble(outcomes, body):
    (outcome, cause), = outcomes(body)
    assert outcome == "trouble" and cause


def test_an_object_that_is_handed_back_is_not_linked(outcomes):
    found = outcomes("write(open(objects[0], 'rb').read()); sys.exit(0)", "v3/amd64/link/headers/sorted-alone/gas-2.47/*")
    assert ("trouble", "it is an object, which is not linked") in found and len(found) == 2 and \
        {outcome for outcome, *_ in found} == {"trouble", "same"}  # with -r it is


def test_four_gigabytes_are_not_written(outcomes):
    (outcome, _), = outcomes("os.truncate(os.open(to, os.O_CREAT | os.O_WRONLY), 4 << 30); sys.exit(0)")
    assert outcome in ("crash", "refused", "trouble")


def test_a_linker_that_prints_without_end_is_not_waited_for(outcomes):
    (outcome, _), = outcomes("while True: os.write(1, b'x' * 65536)")
    assert outcome in ("crash", "hang", "refused", "trouble")


BROKEN = ("v3/amd64/link/broken/damage-*/gas-2.47/shared", "--broken", "3000")


def test_a_broken_link_may_be_refused_and_what_is_healthy_may_not_be_lost(outcomes):
    assert {name for name, *_ in outcomes("sys.exit('ld: error: .sframe is broken')", *BROKEN)} == {"refused"}
    lost = outcomes("link(words[:words.index(objects[0])] + [objects[-1], objects[0]] if len(objects) == 2 else words)\n"
                    "without('-R', '.sframe'); sys.exit(0)", *BROKEN)
    assert "lost: no section" in kinds(lost)


def test_what_else_is_wrong_with_a_broken_link_does_not_count(outcomes):
    found = outcomes("link(); at, data = table(); data[at + 3] &= 0xfe; write(data); sys.exit(0)", *BROKEN)
    assert "reading: the input is broken" in kinds(found) and not {kind for kind in kinds(found) if "unsorted" in kind}


# --- What the texts leave open --------------------------------------------------------------------------------

DECLARING = """#!/usr/bin/env -S PYTHONPATH={root} {python}
import sys
from conformance.adapters import writer
right = writer.kit.run
writer.kit.run = lambda *words, **named: right(*words, **(named | {{"starts_from_field": {profiles!r}}}))
sys.argv[1:] = ["ld", {linker!r}]
sys.exit(writer.main())
"""


@pytest.fixture(name="found_of_changed")
def fixture_found_of_changed(script, links, ask):
    """What a bug of the zoo's linker does to a link in which only words are changed; the adapter declares from where starts
    count."""
    def judge(bug, starts="pcrel", profiles="", **change):
        path = links(SHARED)
        vector = json.loads(path.read_text())
        vector["input"]["starts"] = starts
        path.write_text(json.dumps(vector | change) + "\n")
        status, report = ask(path, script(DECLARING, "adapter", root=ROOT, profiles=profiles,
                                          linker=f"{BUILD}/zoo-ld --bug {bug}"))
        (outcome, *said), = found_in(report)
        assert status == (outcome == "wrong")
        return outcome, set(said)
    return judge


MOVED = "lost: functions", "extra: where there is no code"


@pytest.mark.parametrize("starts, profiles, counts", [
    ("pcrel", "", True), ("field", "", False), ("field", "v3", True), ("field", "v1", False), ("section", "v3", False)])
def test_functions_may_be_elsewhere_if_the_texts_leave_open_from_where_starts_count(found_of_changed, starts, profiles, counts):
    found = found_of_changed("ld_place_is_section", starts, profiles)
    assert found == (("wrong", {*MOVED}) if counts else ("reading", {"reading: relocatable-start"}))


@pytest.mark.parametrize("bug, point, kind, counts", [
    ("ld_sorted_flag_lost", "tile-filler", "unsorted: the table does not say that it is sorted", True),
    ("ld_sorted_flag_lost", "section-type-errata", "reading: section-type-errata", False),
    ("ld_section_padded", "tile-trailing-bytes", "reading: tile-trailing-bytes", False),
    ("ld_section_padded", "flag-frame-pointer-scope", "irregular: tile.cover", True),
    ("ld_last_function_lost", "tile-filler", "irregular: fre.owned", True),
    ("ld_first_start_one_more", "fixed-fp-any-abi", "irregular: fde.overlap", True),
    ("ld_section_type_progbits", "tile-filler", "reading: section-type-errata", False),
    ("ld_last_function_lost", "no-such-point", "reading: no-such-point", False)])
def test_a_point_of_the_ledger_leaves_open_only_what_it_is_about(found_of_changed, bug, point, kind, counts):
    outcome, said = found_of_changed(bug, ledger=point, **{"class": "contested"})
    assert kind in said and outcome == ("wrong" if counts else "reading")


@pytest.mark.parametrize("bug, select, kind", [
    ("ld_last_function_lost", "v1/amd64/link/pairs/leaf+frame/gas-2.40/static", "lost: functions"),
    ("ld_rows_not_moved", "v2/amd64/link/pairs/leaf+frame/gas-2.44/static", "cfa"),
    ("ld_segment_lost", "v2/amd64/link/pairs/leaf+frame/gas-2.44/static", "container: no segment"),
    ("ld_gc_follows_sframe", "v2/amd64/link/garbage/collected-13/gas-2.44/static", "keeps: code")])
def test_what_has_nothing_to_do_with_starts_counts_in_objects_of_older_versions(links, ask, bug, select, kind):
    assert ask(links(select), f"{ADAPTER} ld '{BUILD}/zoo-ld'")[0] == 0
    status, report = ask(links(select), f"{ADAPTER} ld '{BUILD}/zoo-ld --bug {bug}'")
    assert status == 1 and kind in kinds(found_in(report))


def test_an_older_table_need_not_say_that_it_is_sorted(links, ask):
    status, report = ask(links("v2/amd64/link/pairs/leaf+frame/gas-2.44/static"),
                         f"{ADAPTER} ld '{BUILD}/zoo-ld --bug ld_sorted_flag_lost'")
    assert status == 0 and found_in(report) == [("reading", "reading: sorted-unflagged")]


@pytest.mark.parametrize("more, status", [("", 0), ("row = data.index(bytes([0, 3, 8]), at); data[row + 2] = 24", 1)])
def test_each_kind_of_fault_wants_its_page(linker, links, tmp_path, more, status):
    """A page about this linker explains one kind of fault, but not another kind in the same link."""
    segment = "place = data.index(struct.pack('<I', 0x6474e554)); struct.pack_into('<I', data, place, 0)"
    path = linker(f"link(); at, data = table()\n{segment}\n{more}\nwrite(data); sys.exit(0)")
    done = run(RUN, "--build", BUILD, "--links", "--vectors", links(SHARED), "--json", tmp_path / "tally",
               f"lld-22={ADAPTER} ld {path}")
    tally, = json.loads((tmp_path / "tally").read_text())
    assert done.returncode == status, done.stdout + done.stderr
    assert {each["kind"]: each["page"] for each in tally["outcomes"]} == {
        "container: no segment": "lld-segment"} | ({"cfa": None} if more else {})


def test_what_is_reported_of_a_link_has_not_its_objects(linker, links, ask):
    case, = ask(links(SHARED), f"{ADAPTER} ld {linker('sys.exit(0)')}")[1]["cases"]
    assert case["outcome"] == "trouble" and "objects" not in case["input"] and "functions" not in case["expect"]
    assert case["input"]["options"] == ["-shared"] and case["expect"]["gone"] == []


def test_bad_input_gets_one_line(tmp_path):
    (tmp_path / "links").write_bytes(b'{"id":"x","abi":"amd64"}\n')
    for arguments in (["nobody"], ["gas-forky"], ["--vectors", "/nowhere", f"mine={ADAPTER} ld true"],
                      ["--vectors", tmp_path / "links", f"mine={ADAPTER} ld true"]):
        done = run(RUN, "--build", BUILD, "--links", *arguments)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, (arguments, done.stderr)
