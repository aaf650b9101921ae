"""The command line of sframe-ref: help, wrong use, where input comes from, where output goes."""

import os
import re

import pytest

from ref.tests.conftest import call, complaint, run, section, start, words

CALL = section("v3-amd64-call")
SECTION_COMMANDS = ["decode", "dump", "check", "flip"]

# --- Help and wrong use --------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["--help", "-h", "help", "decode --help", "lookup - 0 -h", "clauses -h"])
def test_help_fits_a_screen_and_names_each_command_and_option(asked):
    answer = run(*words(asked))
    lines = answer.output.splitlines()
    assert answer.status == 0 and len(lines) <= 40 and max(map(len, lines)) <= 110
    for word in [*SECTION_COMMANDS, *words("lookup unwind clauses --profile --address --annotate --notation --colour "
                                           "--json --cost --help --version 'Exit status'")]:
        assert word in answer.output


@pytest.mark.parametrize("asked", ["--version", "-V"])
def test_version_is_one_line(asked):
    answer = run(asked)
    assert answer.status == 0 and re.fullmatch(r"sframe-ref \d+\.\d+\.\d+\S*\n", answer.output)


# What the complaint names, and the command lines, separated by |.
WRONG_USES = {
    "no command": "",
    "no FILE": "decode | dump | check --json | flip | lookup",
    "no PC": "lookup -",
    "guess": "guess -",
    "second": "decode - second",
    "one argument too many": "clauses - | flip -- - --json",
    "-p": "-p v1 decode - | decode - -p",
    "-x": "decode -x - | decode -xy -",
    "-a": "decode - -a",
    "--a": "decode --a -",
    "--nonsense": "--nonsense | decode --nonsense - | decode --json --nonsense -",
    "--json": "check --json=yes -",
    "--profile": "decode --profile",
    "--address": "decode --address",
    "given twice": "decode --profile v1 --profile v3 - | decode -a 1 --address 16 -",
    "--colour": "dump --colour",
    "always": "dump --colour sometimes - | dump --colour '' -",
    "v1, v2, v2e1, v2e2, v3": " | ".join(f"decode --profile '{text}' -"
                                         for text in ("", "v", "v4", "V3", "v33", "3", "v2e3", "v2 ")),
}
NO_NUMBERS = ["", " ", "0x", "x", "-1", "+1", "-0x1", " 1", "1 ", "0x1g", "0x 1", "0x-1", "0x+1", "0X10",
              "0x0x1", "1.0", "1e3", "ten", "0b1", "1_000", "18446744073709551616", "0x10000000000000000",
              "99999999999999999999999999999999"]


@pytest.mark.parametrize("named, asked", [(named, words(asked)) for named, lines in WRONG_USES.items()
                                          for asked in lines.split(" | ")])
def test_a_wrong_use_is_said_in_a_line_that_names_it(named, asked):
    line = complaint(call(*asked, data=CALL.data))
    assert named in line and "--help" in line


@pytest.mark.parametrize("text", NO_NUMBERS, ids=repr)
def test_what_is_no_number_is_refused(text):
    assert "not an address" in complaint(call("decode", f"--address={text}", "-", data=CALL.data))
    assert "not a PC" in complaint(call("lookup", "--", "-", "0", text, data=CALL.data))


NUMBERS = [("0", "0x0"), ("010", "0xa"), ("12", "0xc"), ("0x10", "0x10"), ("0xaBc", "0xabc"),
           ("0x00000000000000000001", "0x1"), ("18446744073709551615", "0xffffffffffffffff"),
           ("0xFFFFFFFFFFFFFFFF", "0xffffffffffffffff")]


@pytest.mark.parametrize("text, value", NUMBERS)
def test_a_number_is_decimal_or_hexadecimal(text, value):
    assert run("lookup", "-", text, data=CALL.data).line()["pc"] == value
    assert run("decode", "-a", text, "-", data=CALL.data).line()["address"] == value


def test_options_may_stand_anywhere_short_or_long():
    lines = ["decode - --profile v3 --address 16", "decode -p v3 -a 0x10 -", "decode -pv3 -a16 -- -",
             "decode --prof=v3 --addr=16 -"]
    assert len({run(*words(line), data=CALL.data).output for line in lines}) == 1


# --- Where input comes from ----------------------------------------------------------------------


@pytest.mark.parametrize("command", SECTION_COMMANDS + ["lookup"])
def test_a_path_that_cannot_be_read_is_named(tmp_path, command):
    (tmp_path / "file").write_bytes(CALL.data)
    (tmp_path / "loop").symlink_to("loop")
    for path in (tmp_path / "missing", tmp_path, tmp_path / "file" / "x", tmp_path / "loop", "/proc/self/mem", ""):
        done = call(command, str(path), *["0"] * (command == "lookup"))
        assert complaint(done).startswith(f"sframe-ref: {path}: ")


def test_closed_standard_input_is_an_error():
    complaint(start("decode", "-", preexec_fn=lambda: os.close(0)))


@pytest.mark.parametrize("size", [0, 1, 4096, 4097, 300_000])
def test_a_pipe_and_a_file_read_alike(size, tmp_path):
    data = (CALL.data + bytes(300_000))[:size]
    path = tmp_path / "section"
    path.write_bytes(data)
    named = call("dump", "--annotate", str(path))
    piped = start("dump", "--annotate", "-", data=data)
    with path.open("rb") as file:
        redirected = start("dump", "--annotate", "-", stdin=file)
    assert piped.stdout == redirected.stdout == named.stdout
    assert piped.returncode == redirected.returncode == named.returncode


def test_no_bytes_at_all_are_a_malformed_section():
    answer = run("check", "-", data=b"")
    assert answer.status == 1 and answer.output.startswith("0x0 preamble.complete malformed ")


# --- Where output goes ---------------------------------------------------------------------------

WRITERS = ["--help", "--version", "clauses", "clauses --json", "decode -", "dump -", "dump --annotate -",
           "check --json -", "flip -", "lookup - 0"]


@pytest.mark.parametrize("asked", WRITERS)
def test_a_full_disk_and_closed_standard_output_are_errors(asked):
    with open("/dev/full", "wb") as full:
        assert "cannot write" in complaint(start(*words(asked), data=CALL.data, stdout=full))
    closed = start(*words(asked), data=CALL.data, stdout=None, preexec_fn=lambda: os.close(1))
    assert "cannot write" in complaint(closed)


def test_a_full_disk_is_an_error_even_if_nothing_is_left_to_write():
    """A block that fills the buffer fails at once, and the last flush has nothing to do."""
    data = CALL.data.ljust(8192, b"\0")
    with open("/dev/full", "wb") as full:
        assert "No space left" in complaint(start("flip", "-", data=data, stdout=full))
