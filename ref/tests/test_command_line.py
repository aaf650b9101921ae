"""The command line of sframe-ref: help, wrong use, where input comes from, where output goes."""

import json
import os
import re
import subprocess

import pytest

from ref.tests.conftest import ROOT, SECONDS, TOOL, call, complaint, run, section, start, words

SECTION_COMMANDS = ["decode", "dump", "check", "flip"]
COMMANDS = [*SECTION_COMMANDS, "lookup", "unwind", "clauses"]
CALL = section("v3-amd64-call")


# --- Help and version ----------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["--help", "-h", "help", "decode --help", "lookup - 0 -h", "clauses -h"])
def test_help_fits_a_screen(asked):
    answer = run(*words(asked))
    lines = answer.output.splitlines()
    assert answer.status == 0
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("word", [*COMMANDS, "--profile", "--address", "--annotate", "--notation", "--colour", "--json",
                                  "--help", "--version", "Exit status"])
def test_help_tells_of(word):
    assert word in run("--help").output


@pytest.mark.parametrize("asked", ["--version", "-V"])
def test_version_is_one_line(asked):
    answer = run(asked)
    assert re.fullmatch(r"sframe-ref \d+\.\d+\.\d+\S*\n", answer.output)
    assert answer.status == 0


# --- Wrong use -----------------------------------------------------------------------------------


# What is asked, and what the complaint names.
WRONG_USES = [
    ("", "no command"),
    ("guess -", "guess"),
    ("--nonsense", "--nonsense"),
    ("-p v1 decode -", "-p"),
    ("decode", "no FILE"),
    ("dump", "no FILE"),
    ("check --json", "no FILE"),
    ("flip", "no FILE"),
    ("lookup", "no FILE"),
    ("lookup -", "no PC"),
    ("decode - second", "second"),
    ("flip -- - --json", "--json"),
    ("clauses -", "one argument too many: -"),
    ("decode --nonsense -", "--nonsense"),
    ("decode --json --nonsense -", "--nonsense"),
    ("decode -x -", "-x"),
    ("decode -xy -", "-x"),
    ("decode --a -", "--a"),
    ("check --json=yes -", "--json"),
    ("decode --profile", "--profile"),
    ("decode - -p", "-p"),
    ("decode --address", "--address"),
    ("decode - -a", "-a"),
    ("dump --colour", "--colour"),
    ("dump --colour sometimes -", "sometimes"),
    ("dump --colour '' -", "always"),
]


@pytest.mark.parametrize("asked, named", WRONG_USES)
def test_a_wrong_use_is_told_in_a_line_that_names_it(asked, named):
    line = complaint(call(*words(asked), data=CALL.data))
    assert named in line
    assert "--help" in line


@pytest.mark.parametrize("text", ["", "v", "v4", "V3", "v33", "3", "v2e3", "v2 "])
def test_what_is_no_profile_is_refused(text):
    assert "v1, v2, v2e1, v2e2, v3" in complaint(call("decode", "--profile", text, "-", data=CALL.data))


NO_NUMBERS = ["", " ", "0x", "x", "-1", "+1", "-0x1", " 1", "1 ", "0x1g", "0x 1", "0x-1", "0x+1", "0X10",
              "0x0x1", "1.0", "1e3", "ten", "0b1", "1_000", "18446744073709551616", "0x10000000000000000",
              "99999999999999999999999999999999"]


@pytest.mark.parametrize("text", NO_NUMBERS, ids=repr)
def test_what_is_no_number_is_refused(text):
    assert "not an address" in complaint(call("decode", f"--address={text}", "-", data=CALL.data))
    assert "not a PC" in complaint(call("lookup", "--", "-", "0", text, data=CALL.data))


NUMBERS = [("0", "0x0"), ("010", "0xa"), ("12", "0xc"), ("0x10", "0x10"), ("0xaBc", "0xabc"),
           ("0x00000000000000000001", "0x1"), ("18446744073709551615", "0xffffffffffffffff"),
           ("0xFFFFFFFFFFFFFFFF", "0xffffffffffffffff")]


@pytest.mark.parametrize("text, value", NUMBERS)
def test_a_number_is_decimal_or_hexadecimal(text, value):
    answer = run("lookup", "-", text, data=CALL.data)
    assert json.loads(answer.output)["pc"] == value
    assert json.loads(run("decode", "-a", text, "-", data=CALL.data).output)["address"] == value


SAME = ["decode - --profile v3 --address 16", "decode -p v3 -a 0x10 -", "decode -pv3 -a16 -- -",
        "decode --prof=v3 --addr=16 -"]


@pytest.mark.parametrize("asked", SAME)
def test_options_may_stand_anywhere_short_or_long(asked):
    assert run(*words(asked), data=CALL.data).output == run(*words(SAME[0]), data=CALL.data).output


@pytest.mark.parametrize("asked", ["decode --profile v1 --profile v3 -", "decode -a 1 --address 16 -"])
def test_an_option_with_one_value_is_given_once(asked):
    done = run(*words(asked), data=CALL.data)
    assert done.status == 2 and done.output == ""


# --- Where input comes from ----------------------------------------------------------------------


@pytest.fixture
def odd_paths(tmp_path):
    (tmp_path / "file").write_bytes(CALL.data)
    (tmp_path / "loop").symlink_to("loop")
    return {"missing": tmp_path / "missing", "directory": tmp_path, "inside a file": tmp_path / "file" / "x",
            "loop of links": tmp_path / "loop", "not readable": "/proc/self/mem", "no name": ""}


@pytest.mark.parametrize("command", SECTION_COMMANDS + ["lookup"])
@pytest.mark.parametrize("name", ["missing", "directory", "inside a file", "loop of links", "not readable",
                                  "no name"])
def test_a_path_that_cannot_be_read_is_told(odd_paths, name, command):
    path = str(odd_paths[name])
    more = ["0"] if command == "lookup" else []
    assert complaint(call(command, path, *more)).startswith(f"sframe-ref: {path}: ")


def test_closed_standard_input_is_told():
    complaint(start("decode", "-", preexec_fn=lambda: os.close(0)))


@pytest.mark.parametrize("size", [0, 1, 4096, 4097, 300_000])
def test_a_pipe_and_a_file_read_alike(size, tmp_path):
    data = (CALL.data + bytes(300_000))[:size]
    path = tmp_path / "section"
    path.write_bytes(data)
    piped = start("dump", "--annotate", "-", data=data)
    with path.open("rb") as file:
        redirected = subprocess.run([*TOOL, "dump", "--annotate", "-"], stdin=file, capture_output=True,
                                    cwd=ROOT, timeout=SECONDS, check=False)
    assert piped.stdout == redirected.stdout == call("dump", "--annotate", str(path)).stdout
    assert piped.returncode == redirected.returncode


def test_no_bytes_at_all_are_a_malformed_section():
    answer = run("check", "-", data=b"")
    assert answer.output.startswith("0x0 preamble.complete malformed ")
    assert answer.status == 1


# --- Where output goes ---------------------------------------------------------------------------

WRITERS = ["--help", "--version", "clauses", "clauses --json", "decode -", "dump -", "dump --annotate -",
           "check --json -", "flip -", "lookup - 0"]


@pytest.mark.parametrize("asked", WRITERS)
def test_a_full_disk_is_told(asked):
    with open("/dev/full", "wb") as full:
        assert "cannot write" in complaint(start(*words(asked), data=CALL.data, stdout=full))


def test_a_full_disk_is_told_even_if_nothing_is_left_to_write():
    """A block that fills the buffer fails at once, and the last flush has nothing to do."""
    data = CALL.data.ljust(8192, b"\0")
    with open("/dev/full", "wb") as full:
        assert "No space left" in complaint(start("flip", "-", data=data, stdout=full))


@pytest.mark.parametrize("asked", WRITERS)
def test_closed_standard_output_is_told(asked):
    done = start(*words(asked), data=CALL.data, stdout=None, preexec_fn=lambda: os.close(1))
    assert "cannot write" in complaint(done)
