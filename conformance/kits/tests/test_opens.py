"""Tests of sections that stay open, with each kit: conformance/kits/tests/opens.*."""
import json

import pytest

from conformance.kits.tests.asking import hello_of, run
from conformance.kits.tests.conftest import EXAMPLES, OPENS

CONCURRENT = ("c", "rust", "go", "java")


def asked(command, data):
    done = run(command, data)
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


@pytest.mark.parametrize("kit", OPENS)
def test_what_opens_is_of_protocol_3_and_says_whether_threads_may_ask(kit):
    hello = hello_of(OPENS[kit])
    assert (hello["protocol"], hello["opens"], hello.get("concurrent", False)) == (3, True, kit in CONCURRENT)


def test_what_does_not_open_is_of_protocol_1():
    plain = hello_of(EXAMPLES["c"])
    assert plain["protocol"] == 1 and "opens" not in plain


def test_a_question_alone_opens_and_closes_its_section(opens):
    answers, said = asked(opens, b"lookup 1 v2 amd64 0 1 1\nalookup 2 v2 amd64 0 1 1\nb")
    assert [(one["request"], one["function"], one["bytes"]) for one in answers] == [(1, 1, "61"), (2, 1, "62")]
    assert said == "closed after 1\nclosed after 1\n"


def test_sections_stay_open_beside_each_other(opens):
    answers, said = asked(opens, b"open 1 v2 amd64 0 1 0\naopen 2 v2 amd64 0 2 15\nbcask 3 15 lookup 1\nask 4 0 lookup 1\n"
                          b"ask 5 15 lookup 1\nclose 6 15\nopen 7 v2 amd64 0 0 15\nask 8 15 lookup 1\nclose 9 15\nclose 10 0\n")
    assert answers[:2] == [{"request": 1}, {"request": 2}] and answers[5:7] == [{"request": 6}, {"request": 7}]
    assert [(one.get("function"), one.get("bytes")) for one in answers if "pc" in one] == \
        [(1, "6263"), (1, "61"), (2, "6263"), (1, "")]
    assert said == "closed after 2\nclosed after 1\nclosed after 1\n"


def test_what_is_open_at_the_end_is_closed(opens):
    assert asked(opens, b"open 1 v2 amd64 0 0 3\nask 2 3 lookup 1\n")[1] == "closed after 1\n"


def test_an_unwinding_brings_its_scenario_along(opens):
    answers, _ = asked(opens, b"open 1 v2 amd64 0 0 0\nask 2 0 unwind 11000 9 1 0 0\nsp ff\nask 3 0 lookup 1\n")
    assert answers[1] == {"request": 2, "limit": 9, "sp": "0xff"} and answers[2]["function"] == 1


def test_a_refused_section_is_open_and_each_question_is_refused(opens):
    answers, said = asked(opens, b"open 1 v2 amd64 0 2 0\nnoask 2 0 lookup 1\nask 3 0 lookup 2\nask 4 0 flip 0\nclose 5 0\n"
                          b"lookup 6 v2 amd64 0 2 1\nno")
    assert said == "" and answers[0] == {"request": 1} and answers[4] == {"request": 5}
    assert [one["error"] for one in (answers[1], answers[2], answers[5])] == ["not this one"] * 3
    assert "unsupported" in answers[3]


@pytest.mark.parametrize("kit", CONCURRENT)
def test_threads_get_what_one_thread_got_or_the_answer_says_which_not(kit):
    opens = OPENS[kit]
    answers, said = asked(opens, b"open 1 v2 amd64 0 1 0\naconcurrent 2 0 4 2\nlookup 0\nlookup 2\n"
                          b"concurrent 3 0 4 2\nlookup 0\nlookup 1\nconcurrent 4 0 4 0\nconcurrent 5 0 0 1\nlookup 1\n")
    assert answers[1] == {"request": 2} and answers[3:] == [{"request": 4}, {"request": 5}]
    assert answers[2]["differs"] == 1 and answers[2]["alone"]["function"] != answers[2]["together"]["function"]
    assert said == f"closed after {2 * 2 + 2 * 4 * 16 * 2 + 1}\n"  # alone, and by each thread 16 times


@pytest.mark.parametrize("data, words", [
    (b"ask 1 3 lookup 0\n", "the section 3 is not open"), (b"close 1 3\n", "the section 3 is not open"),
    (b"open 1 v2 amd64 0 0 3\nopen 2 v2 amd64 0 0 3\n", "the section 3 is open already"),
    (b"open 1 v2 amd64 0 0 16\n", "NAME is over the limit of 15: '16'"), (b"ask 1 0 lookup\n", "not a request"),
    (b"ask 1 00 lookup 0 0\n", "not a request"), (b"close 1 0 0\n", "not a request"),
    (b"close 1 0x0\n", "NAME is not a number to base 10: '0x0'"),
    (b"open 1 v2 amd64 0 0 0\nask x 0 lookup 0\n", "NUMBER is not a number to base 10: 'x'"),
    (b"close 1\n", "not a request"), (b"open 1 v2 amd64 0 0\n", "not a request"),
    (b"open 1 v2 amd64 0 3 0\nab", "ends within the bytes of request 1: 2 of 3"),
    (b"open 1 v2 amd64 0 0 0\nask 2 0 unwind 0\n", "not a request"),
    (b"open 1 v2 amd64 0 0 0\nask 2 0 unwind 0 1 1 0 0\n", "the input ends within a scenario")])
def test_what_is_no_request_about_an_open_section_ends_the_adapter(opens, data, words):
    done = run(opens, data)
    assert done.returncode == 2 and words in done.stderr.decode()


@pytest.mark.parametrize("kit", CONCURRENT)
@pytest.mark.parametrize("data, words", [
    (b"concurrent 2 0 65 1\nlookup 1\n", "THREADS is over the limit of 64"),
    (b"concurrent 2 0 4 65537\nlookup 1\n", "COUNT is over the limit of 65536"),
    (b"concurrent 2 1 4 1\nlookup 1\n", "the section 1 is not open"), (b"concurrent 2 0 4\n", "not a request"),
    (b"concurrent 2 0 4 1\nflip 1\n", "not an operation that several threads are asked: 'flip'"),
    (b"concurrent 2 0 4 1\nunwind 1\n", "several threads are asked: 'unwind'"),
    (b"concurrent 2 0 4 2\nlookup 1\n", "the input ends")])
def test_what_is_no_request_of_several_threads_ends_the_adapter(kit, data, words):
    done = run(OPENS[kit], b"open 1 v2 amd64 0 0 0\n" + data)
    assert done.returncode == 2 and words in done.stderr.decode()


def test_a_kit_without_threads_takes_no_request_of_several():
    for kit in set(OPENS) - set(CONCURRENT):
        done = run(OPENS[kit], b"open 1 v2 amd64 0 0 0\nconcurrent 2 0 4 1\nlookup 1\n")
        assert done.returncode == 2 and b"not a request" in done.stderr


def test_the_kit_in_c_keeps_no_longer_names_than_there_are():
    done = run(OPENS["c"], b"open 1 v2-and-more amd64 0 0 0\n")
    assert done.returncode == 2 and b"not the name of a profile or an ABI: 'v2-and-more'" in done.stderr


def test_an_adapter_that_does_not_open_takes_no_such_request():
    for name in ("c", "rust-decode", "go-decode", "java-decode"):
        done = run(EXAMPLES[name], b"open 1 v2 amd64 0 0 0\n")
        assert done.returncode == 0 and "unsupported" in json.loads(done.stdout)  # an operation that it does not have
        done = run(EXAMPLES[name], b"close 1 0\n")
        assert done.returncode == 2 and b"not a request" in done.stderr
