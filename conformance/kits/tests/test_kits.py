"""Tests of every kit: by said.txt what adapters answer, by broken.txt what ends them."""
import contextlib
import json
import os
import re
import subprocess
import threading

import pytest

from conformance.kits.tests.asking import run
from conformance.kits.tests.conftest import HERE, LANGUAGES, ODD


def read(name):
    return (HERE / name).read_text(encoding="utf-8").splitlines()


def unescaped(text):
    """The bytes of an input, as the heads of said.txt and broken.txt describe them."""
    repeated = re.sub(r"(.)\*(\d+)", lambda found: found[1] * int(found[2]), text)
    return repeated.encode().decode("unicode_escape").encode("latin-1")


def said(kit, arguments):
    """For a kit's adapter with these arguments, the requests, their answers as (kind, text), and standard error."""
    requests, answers, errors = [], [], []
    is_here = is_for_kit = False
    for line in read("said.txt"):
        if line.startswith("= odd"):
            is_here = line.split()[2:] == arguments
        found = re.fullmatch(r"([a-z ]*)([><~!]) (.*)", line)
        if not found:
            continue
        kits, kind, text = found.groups()
        if kind in ">!":
            is_for_kit = kit in (kits.split() or LANGUAGES)
        if is_here and is_for_kit:
            {">": requests, "!": errors}.get(kind, answers).append((kind, text) if kind in "<~" else text)
    return b"".join(map(unescaped, requests)), answers, errors


@pytest.mark.parametrize("arguments", ([], ["opens"]), ids=" ".join)
@pytest.mark.parametrize("kit", LANGUAGES)
def test_each_answer_is_what_said_txt_has(kit, arguments):
    requests, answers, errors = said(kit, arguments)
    done = run([*ODD[kit], *arguments], requests)
    lines = done.stdout.decode().splitlines()
    assert [line if kind == "<" else json.loads(line) for line, (kind, _) in zip(lines, answers)] == \
        [text if kind == "<" else json.loads(text) for kind, text in answers]
    assert len(lines) == len(answers) > 15
    assert done.returncode == 0 and done.stderr.decode().splitlines() == errors


def broken():
    """What broken.txt has, for each kit: words before the input, the input, and words of what is said."""
    for line in read("broken.txt"):
        if not line.startswith("#"):
            who, data, words = re.split(r"(?:^| )\| ", line)
            for kit in set(who.split()) & set(LANGUAGES) or LANGUAGES:
                yield pytest.param(kit, who.split(), unescaped(data), words, id=f"{kit} {data[:60]}")


@pytest.mark.parametrize("kit, who, data, words", broken())
def test_input_that_is_no_request_ends_the_adapter_with_a_message(kit, who, data, words):
    done = run([*ODD[kit], *(word for word in who if word == "opens")], data)
    assert words in done.stderr.decode() and re.fullmatch(rb'(\{"request":1}\n)?', done.stdout)
    status = [int(word) for word in who if word.isdigit()]
    assert [done.returncode] == (status or [2])
    if not status:  # in Rust what is open is dropped before
        assert re.fullmatch(rb"(closed after \d\n)*sframe_adapter: .*\n", done.stderr)


def test_what_was_asked_before_is_still_answered(odd):
    done = run(odd, b"hello 1\nflip 1 v2 amd64 0 0 0\ngarbage\n")
    assert done.returncode == 2 and len(done.stdout.splitlines()) == 2


def test_no_input_at_all_is_no_mistake(odd):
    done = run(odd, b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("kit", ("c", "rust", "go", "java"))
def test_an_answer_says_what_several_threads_got_differently(kit):
    done = run([*ODD[kit], "opens"], b"open 1 v2 amd64 0 1 0\naconcurrent 3 0 4 2\nlookup 0\nlookup 1\n")
    differs = json.loads(done.stdout.splitlines()[1])
    assert differs["differs"] == 1 and differs["alone"]["function"] != differs["together"]["function"]


def test_a_large_section_comes_whole_and_the_next_request_behind_it(odd):
    """More than a pipe holds, and bytes that could be lines."""
    section, more = b"\n\0lookup 1 " * 1999, b"\ncheck 3 v2 " * 99999
    done = run(odd, b"flip 1 v2 amd64 0 %d 0\n%scheck 2 v2 amd64 0 %d 0\n%scheck 3 v2 amd64 0 0 0\n" %
               (len(section), section, len(more), more))
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"request": 1, "bytes": section.hex()}, {"request": 2, "verdict": "valid"}, {"request": 3, "verdict": "malformed"}]


# --- Pipes -------------------------------------------------------------------------------------------------

@contextlib.contextmanager
def asked_by_pipe(command, blocks=True):
    """An adapter, and the descriptor that writes to it.  It is killed if the test would wait without end."""
    reads, writes = os.pipe()
    os.set_blocking(reads, blocks)
    with subprocess.Popen(command, stdin=reads, stdout=subprocess.PIPE) as adapter:
        timer = threading.Timer(60, adapter.kill)
        timer.start()
        os.close(reads)
        yield adapter, writes
        os.close(writes)
        assert adapter.wait() == 0
        timer.cancel()


def test_a_request_may_come_in_pieces_and_is_answered_before_the_next(odd):
    with asked_by_pipe(odd) as (adapter, pipe):
        for number in range(2):
            for byte in b"flip %d v2 amd64 0 3 0\n\n\n\n" % number:
                os.write(pipe, bytes([byte]))
            assert adapter.stdout.readline() == b'{"request":%d,"bytes":"0a0a0a"}\n' % number


def test_javascript_waits_for_a_pipe_that_does_not():
    """Another process that has it may have made it so; then the system says "later" where nothing is there yet."""
    with asked_by_pipe(ODD["javascript"], blocks=False) as (adapter, pipe):
        for number in range(2):
            os.write(pipe, b"check %d v2 amd64 0 1 0\nx" % number)
            assert adapter.stdout.readline() == b'{"request":%d,"verdict":"valid"}\n' % number


def test_output_that_cannot_be_written_is_said(odd):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(odd, input=b"hello 1\n", stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2 and b"standard output cannot be written" in done.stderr


# --- Of one kit --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ("example", "example_decode"))
def test_go_is_formatted_and_has_nothing_that_vet_finds(name):
    folder = HERE.parent / "go"
    files = [folder / f"{name}.go", folder / "tiny.go", folder / "sframe_adapter.go"]
    for command in (["gofmt", "-l", HERE / "odd.go", *files], ["go", "vet", *files]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, ""), done.stdout
