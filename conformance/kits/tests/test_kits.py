"""Tests of every kit, with good requests and with input that is none."""
import contextlib
import json
import os
import re
import subprocess
import threading

import pytest

from conformance.kits.tests.asking import hello_of, run
from conformance.kits.tests.conftest import EXAMPLES, HERE, ODD

REQUEST = b"lookup 1 v2 amd64 10000 3 2\nabc"


def broken():
    """What broken.txt has: bytes, and words of the message."""
    lines = (HERE / "broken.txt").read_text(encoding="utf-8").splitlines()
    for data, _, words in (line.partition(" | ") for line in lines if not line.startswith("#")):
        repeated = re.sub(r"(.)\*(\d+)", lambda found: found[1] * int(found[2]), data)
        yield repeated.encode().decode("unicode_escape").encode("latin-1"), words


BROKEN = dict(broken())
DECLARED = {
    "protocol": 1, "name": 'odd "reader"', "version": "0", "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
    "abis": ["amd64", "aarch64", "aarch64_be", "s390x"], "operations": ["check", "lookup", "flip", "unwind"],
    "foreign_byte_order": True, "exposes": ["check.verdict", "lookup"], "requires": "any"}


FLAGS = {"v1": ["sorted", "frame_pointer", "0x4"], "v2": ["sorted", "frame_pointer", "0x4"],
         "v2e1": ["sorted", "frame_pointer", "pcrel"], "v2e2": ["sorted", "frame_pointer", "pcrel"],
         "v3": ["sorted", "0x2", "pcrel"]}
ANSWERED = [*((0, profile, 1) for profile in FLAGS), *((pc, "v2", 1) for pc in (1, 2, 3, 4)), (99, "v2", 2**63 - 1)]


def lookups(command, *questions):
    return run(command, b"".join(f"lookup {number} {profile} amd64 ffffffffffffffff 3 {pc:x}\nabc".encode()
                                 for pc, profile, number in questions))


def lookup(command, pc):
    return lookups(command, (pc, "v2", 1))


def answer(command, pc):
    done = lookup(command, pc)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def answers(odd):
    """By PC and profile: all are asked of one adapter, as a start costs more than answers."""
    done = lookups(odd, *ANSWERED)
    assert done.returncode == 0, done.stderr
    return {(pc, profile): line for (pc, profile, _), line in
            zip(ANSWERED, done.stdout.splitlines(keepends=True), strict=True)}


@pytest.mark.parametrize("data", BROKEN, ids=[data[:60].decode("latin-1") for data in BROKEN])
def test_input_that_is_no_request_ends_with_a_message_and_status_2(odd, data):
    done = run(odd, data)
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 2 and done.stdout == b""
    assert len(lines) == 1 and lines[0].startswith("sframe_adapter: ") and BROKEN[data] in lines[0]


def test_what_was_asked_before_is_still_answered(odd):
    done = run(odd, b"hello 1\n" + REQUEST + b"garbage\n")
    assert done.returncode == 2 and len(done.stdout.splitlines()) == 2


def test_no_input_at_all_is_no_mistake(odd):
    done = run(odd, b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_line_may_have_159_bytes(odd):
    line = b"lookup 1 v2 amd64 " + b"0" * 136 + b"1 0 2\n"
    assert len(line) == 160
    assert run(odd, line).stdout == b'{"request":1,"pc":"0x2","none":"unknown"}\n'


def test_hello_declares_what_there_are_functions_for(odd):
    assert hello_of(odd) == DECLARED


def test_hello_says_if_only_one_byte_order_is_read_and_omits_what_is_not_limited():
    hellos = [hello_of(EXAMPLES[name]) for name in ("c", "rust", "go", "java")]
    plain = {"protocol": 1, "name": "tiny", "version": "1", "profiles": ["v2", "v2e1", "v2e2"], "abis": ["amd64"],
             "operations": ["lookup"], "foreign_byte_order": False}
    assert hellos == [plain, *[plain | {"protocol": 3, "opens": True, "concurrent": True}] * 3]


NO_FUNCTION = '"unsupported":"the adapter has no function for this operation"'


def test_an_operation_without_a_function_is_unsupported(odd):
    done = run(odd, b"decode 5 v2 amd64 0 3 0\nabcencode 6 v2 amd64 0 0 0\n")
    assert done.returncode == 0
    assert done.stdout.decode() == f'{{"request":5,{NO_FUNCTION}}}\n{{"request":6,{NO_FUNCTION}}}\n'


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_operation_that_no_kit_knows_is_no_other_operation(name):
    assert run(EXAMPLES[name], b"nonsense 7 v2 amd64 0 0 0\n").stdout.decode() == f'{{"request":7,{NO_FUNCTION}}}\n'


def test_check_and_flip_are_answered_with_the_request_first(odd):
    done = run(odd, b"check 7 v3 s390x 0 0 0\ncheck 8 v3 s390x 0 2 0\n\n\0"
                    b"flip 9 v1 amd64 0 4 0\n\0\x7f\x80\xff")
    assert done.stdout.decode().splitlines() == [
        '{"request":7,"verdict":"malformed"}', '{"request":8,"verdict":"valid"}',
        '{"request":9,"bytes":"007f80ff"}']


SCENARIO = (b"unwind 7 v3 %s 10000 3 11004 128 4 1 2\nabcsp 7000\nfp 7004\nr30 8000\npac_mask ff00000000000000\n"
            b"20000 2\n\n\0" b"7000 5\n\x01\x02\x03\x04\x05" b"7005 7\n\x06\x07\x08\x09\x0a\x0b\x0c")


LITTLE, BIG = ("0x807060504030201", "0xc0b0a0908070605"), ("0x102030405060708", "0x5060708090a0b0c")
ORDERS = {b"amd64": LITTLE, b"aarch64": LITTLE, b"aarch64_be": BIG, b"s390x": BIG}


def test_a_scenario_is_read_and_frames_are_written_alike_by_every_kit(odd):
    done = run(odd, b"".join(SCENARIO % abi for abi in ORDERS) + REQUEST)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().splitlines() == [
        *('{"request":7,"limit":128,"modules":1,"module":"0a00","frames":['
          f'{{"pc":"0x7000","cfa":"{first}"}},{{"pc":"0x7004","cfa":"{second}"}},'
          '{"pc":"0x8000"},{"pc":"0xff00000000000000"}],"stop":"unsafe"}' for first, second in ORDERS.values()),
        '{"request":1,"pc":"0x2","none":"unknown"}']


def test_members_are_written_alike_by_every_kit(answers):
    assert answers[0, "v2"].decode() == (
        '{"request":1,"pc":"0x0","least":-9223372036854775808,"most":9223372036854775807,'
        '"address":"0xffffffffffffffff","yes":true,"bytes":"616263",'
        '"flags":["sorted","frame_pointer","0x4","0x8","0x10","0x20","0x40","0x80"],'
        '"cfa":{"base":"r4294967295","offset":-1},"ra":{"base":"cfa","offset":0,"deref":true},'
        '"fp":"same","sp":"undefined"}\n')


def test_lists_that_are_empty_or_open_are_written_alike_by_every_kit(answers):
    assert answers[99, "v2"] == (
        b'{"request":9223372036854775807,"pc":"0x63","functions":[{"rows":[]},{"rows":[{},{}]}]}\n')


@pytest.mark.parametrize("profile", FLAGS)
def test_flags_have_the_names_of_the_profile(answers, profile):
    assert json.loads(answers[0, profile])["flags"][:3] == FLAGS[profile]


def test_strings_are_escaped(answers):
    assert json.loads(answers[1, "v2"])['quo"te'] == "\\ \" \t \n \x01 \x1f \x7f /"


@pytest.mark.parametrize("pc, text", ((2, '"pc":"0x2","none":"unknown"'), (3, '"error":"no"'),
                                      (4, '"unsupported":"not today"')))
def test_a_refusal_stands_alone_and_nothing_found_does_not(answers, pc, text):
    assert answers[pc, "v2"].decode() == f'{{"request":1,{text}}}\n'


@pytest.mark.parametrize("name, status", (("python", 1), ("rust", 101), ("go", 2), ("javascript", 1), ("java", 1)))
def test_a_mistake_of_the_reader_is_not_taken_for_a_refusal(name, status):
    done = lookup(ODD[name], 5)
    assert done.returncode == status and done.stdout == b"" and b"a mistake of the reader" in done.stderr


def test_a_large_section_comes_whole_and_the_next_request_behind_it(odd):
    """More than a pipe holds, and bytes that could be lines."""
    section, more = b"\n\0lookup 1 " * 1999, b"\ncheck 3 v2 " * 99999
    done = run(odd, b"flip 1 v2 amd64 0 %d 0\n%scheck 2 v2 amd64 0 %d 0\n%scheck 3 v2 amd64 0 0 0\n" %
               (len(section), section, len(more), more))
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"request": 1, "bytes": section.hex()}, {"request": 2, "verdict": "valid"}, {"request": 3, "verdict": "malformed"}]


def test_a_request_may_come_in_pieces(odd):
    """Each byte is written for itself."""
    with subprocess.Popen(odd, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as adapter, \
            contextlib.closing(Deadline(adapter)):
        for byte in b"flip 1 v2 amd64 0 3 0\n\n\n\nflip 2 v2 amd64 0 0 0\n":
            adapter.stdin.write(bytes([byte]))
            adapter.stdin.flush()
        adapter.stdin.close()
        assert adapter.stdout.read() == b'{"request":1,"bytes":"0a0a0a"}\n{"request":2,"bytes":""}\n'


class Deadline:
    """Kills a process that would make the test wait without end."""

    def __init__(self, process):
        self.timer = threading.Timer(60, process.kill)
        self.timer.start()

    def close(self):
        self.timer.cancel()


def test_an_answer_leaves_before_the_next_request_comes(odd):
    with subprocess.Popen(odd, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as adapter, \
            contextlib.closing(Deadline(adapter)):
        for number in range(3):
            adapter.stdin.write(b"check %d v2 amd64 0 1 0\nx" % number)
            adapter.stdin.flush()
            assert adapter.stdout.readline() == b'{"request":%d,"verdict":"valid"}\n' % number
        adapter.stdin.close()
        assert adapter.wait() == 0


def test_output_that_cannot_be_written_is_said(odd):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(odd, input=REQUEST, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2 and b"standard output cannot be written" in done.stderr


# --- Of one kit --------------------------------------------------------------------------------------------

def test_python_counts_what_the_reader_raises_where_it_refuses():
    assert "where it refuses" in json.loads(answer(ODD["python"], 6))["error"]


@pytest.mark.parametrize("name", ("python", "go", "javascript", "java"))
def test_what_the_reader_prints_is_kept_off_the_answers(name):
    done = lookup(ODD[name], 99)
    assert done.stdout.count(b"\n") == 1 and b"none of its answers" in done.stderr


@pytest.mark.parametrize("name, pc", (("c", 5), ("go", 6), ("javascript", 6), ("java", 6)))
def test_a_reason_is_given_where_there_is_none(name, pc):
    assert answer(ODD[name], pc) == b'{"request":1,"error":"no reason given"}\n'


@pytest.mark.parametrize("name, status, value", (
    ("go", 2, b"a map[string]int"), ("javascript", 1, b"NaN"), ("java", 1, b"class java.lang.Double")))
def test_a_value_for_which_the_protocol_has_no_json_ends_the_adapter(name, status, value):
    done = lookup(ODD[name], 7)
    assert (done.returncode, done.stdout) == (status, b"") and b"cannot hold " + value in done.stderr


@pytest.mark.parametrize("name, odd_byte", (("go", "\N{REPLACEMENT CHARACTER}"), ("javascript", "\ud800"), ("java", "\ud800")))
def test_text_is_written_so_that_any_reader_of_json_takes_it(name, odd_byte):
    assert json.loads(answer(ODD[name], 8)) == {"request": 1, "pc": "0x8", "most": 2**64 - 1, "odd": f"a{odd_byte}<&>"}


@pytest.mark.parametrize("name", ("example", "example_decode"))
def test_go_is_formatted_and_has_nothing_that_vet_finds(name):
    folder = HERE.parent / "go"
    files = [folder / f"{name}.go", folder / "tiny.go", folder / "sframe_adapter.go"]
    for command in (["gofmt", "-l", HERE / "odd.go", *files], ["go", "vet", *files]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, ""), done.stdout


def test_javascript_waits_for_a_pipe_that_does_not():
    """Another process that has it may have made it so; then the system says "later" where nothing is there yet."""
    reads, writes = os.pipe()
    os.set_blocking(reads, False)
    with subprocess.Popen(ODD["javascript"], stdin=reads, stdout=subprocess.PIPE) as adapter, \
            contextlib.closing(Deadline(adapter)):
        os.close(reads)
        for number in range(2):
            os.write(writes, b"check %d v2 amd64 0 1 0\nx" % number)
            assert adapter.stdout.readline() == b'{"request":%d,"verdict":"valid"}\n' % number
        os.close(writes)
        assert adapter.wait() == 0


def test_c_writes_no_bytes_that_are_not_ascii():
    assert answer(ODD["c"], 6) == b'{"request":1,"pc":"0x6","odd":"?? ?"}\n'


@pytest.mark.parametrize("pc, call", ((7, b"answer_row_begin"), (8, b"answer_row_end")))
def test_c_names_the_call_that_stands_at_the_wrong_place(pc, call):
    done = lookup(ODD["c"], pc)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"sframe_adapter: %s was called at the wrong place" % call)


def test_c_stops_at_an_answer_over_the_limit():
    done = lookup(ODD["c"], 9)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"sframe_adapter: an answer is over the limit of 65536 bytes\n"


def test_a_reader_that_is_a_program_may_end_and_the_adapter_goes_on():
    """Only the kit in Python has this: a library that crashes also ends its adapter."""
    odd = ODD["python"]
    asked = b"lookup 1 v2 amd64 10000 3 7\nabclookup 2 v2 amd64 10000 3 2\nabc"
    first, second = run(odd, asked).stdout.splitlines()
    assert json.loads(first) == {"request": 1, "ended": "SIGSEGV", "stderr": "oh \x1b no"}
    assert json.loads(second)["none"] == "unknown"
