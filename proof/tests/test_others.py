"""proof/others/try: what CBMC finds in other readers is so, and what it does not find is not there."""
import os
import pathlib
import re

import pytest

from common import commands

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / "build")).resolve()


def try_readers(*arguments):
    done = commands.run(ROOT / "proof/others/try", "--build", BUILD, *arguments, cwd=ROOT, timeout=900)
    assert "Traceback" not in done.stderr
    return done.returncode, dict(re.findall(r"^  (\S+) +(.*)$", done.stdout, re.MULTILINE)), done.stderr


@pytest.mark.parametrize("name, function", [
    ("libsframe-bookworm", "sframe_decode"), ("libsframe-trixie", "sframe_decode"),
    ("libsframe-forky", "(sframe_decode|sframe_fde_tbl_init)")])
def test_libsframe_reads_past_28_bytes(name, function):
    """The finding is gnu-outside-memory. Which of the bad counts and lengths CBMC chooses is its own affair."""
    status, said, _ = try_readers(name)
    assert status == 0 and re.match(rf"sframe\.c:\d+, {function}: ", said["CBMC"])
    assert re.fullmatch(rf"sframe\.c:\d+, {function}: (heap-buffer-overflow|SEGV)", said["sanitizer"])
    assert re.search(r" header\.\S+ malformed ", said["sframe-ref"])
    data = (BUILD / "proof/others" / f"{name}.sframe").read_bytes()
    assert (len(data), data.hex()) == (28, said["bytes"])


def test_glibc_reads_a_header_that_is_cut():
    status, said, _ = try_readers("glibc-forky")
    assert status == 0 and "__sframe_decode" in said["CBMC"] and "__sframe_decode" in said["sanitizer"]
    assert " header.complete malformed " in said["sframe-ref"]


def test_ours_holds():
    assert try_readers("ours")[:2] == (0, {"CBMC": "no access outside"})


@pytest.mark.parametrize("body, status, end", [
    ("if (bytes[9] == 7 && bytes[size] == 1) at++;", 0, "heap-buffer-overflow"),
    ("if (bytes[9] < size && bytes[bytes[9]] == 1) at++;", 0, None),
    ("if (bytes[9] <= size && bytes[bytes[9]] == 1) at++;", 0, "heap-buffer-overflow"),
    ("void *copy = malloc(64); if (copy && bytes[9] < 65) memcpy(copy, bytes, bytes[9]);", 0, "heap-buffer-overflow"),
    ("void *copy = malloc(16); if (copy && bytes[9] < 17) memcpy(copy, bytes, bytes[9]);", 0, None),
    ("void *copy = malloc(16); if (copy && bytes[9] < 19) memcpy(copy, bytes, bytes[9]);", 0, "heap-buffer-overflow"),
    ("\n#ifdef PROOF\nif (bytes[size] == 1) at++;\n#endif\n", 1, "nothing"),
])
def test_a_reader_of_ones_own(body, status, end, tmp_path):
    """Each check of a bound decides; and what only CBMC sees is no success."""
    headers = "".join(f"#include {name}\n" for name in ('"reader.h"', "<stdlib.h>", "<string.h>"))
    (tmp_path / "mine.c").write_text(f"{headers}static volatile int at;\n"
                                     f"void read_header(const uint8_t *bytes, size_t size) {{ {body} }}\n")
    (tmp_path / "mine.txt").write_text(f"mine | {tmp_path} | 18 | e2de | {tmp_path}/mine.c | | | | 2\n")
    got, said, _ = try_readers("--readers", tmp_path / "mine.txt")
    assert got == status
    assert "sanitizer" not in said if end is None else end in said["sanitizer"]
    assert end is not None or said["CBMC"] == "no access outside"


@pytest.mark.parametrize("table, why", [("mine | x", "line 1: 2 cells, not 9"),
                                        ("mine | . | 9 | e2dx | none.c | | | | 2", "e2dx"),
                                        ("mine | . | 9 | e2de | none.c | | | | 2", "status 1")])
def test_a_table_that_is_wrong(table, why, tmp_path):
    (tmp_path / "mine.txt").write_text(table.replace("| . |", f"| {tmp_path} |") + "\n")
    status, _, errors = try_readers("--readers", tmp_path / "mine.txt")
    assert status == 2 and why in errors and errors.count("\n") == 1
