"""Tests of conformance/features: the core must have what real sections have."""
import json
import random
import subprocess
from pathlib import Path

import pytest

from conformance.section_features import FUNCTION, ROW, SECTION, features

ROOT = Path(__file__).resolve().parents[3]

# Two functions below the section, in order; the second has three rows, the last of them mangled.
V2 = ("e2de0205" "0200f800" "02000000" "04000000" "0f000000" "00000000" "28000000"
      "00f0ffff" "10000000" "00000000" "01000000" "00000000"
      "fcefffff" "20000000" "03000000" "03000000" "00000000" "000310" "000310" "0405f0f0" "0886f0f0f0")
REAL_LIKE = {"flag PC-relative", "flag sorted", "function below the section", "words in a row: 1",
             "function at the end of the one before"}


def vector(number, operation, section, family="made"):
    return {"id": f"v2e2/aarch64/{operation}/{family}/{number}", "profile": "v2e2", "operation": operation,
            "family": family,
            "input": {"address": "0x10000", "bytes": section, **({"pc": "0x0"} if operation == "lookup" else {})}}


def write(path, vectors):
    path.write_text("".join(f"{json.dumps(each)}\n" for each in vectors), encoding="utf-8")


def run(folder, vectors, real, core=None):
    write(folder / "vectors", vectors)
    write(folder / "real", real)
    listed = [each["id"] for each in vectors] if core is None else core
    (folder / "core").write_text("".join(f"{name}\tfirst\n" for name in listed), encoding="utf-8")
    files = [folder / name for name in ("core", "vectors", "real")]
    return subprocess.run([ROOT / "conformance/features", "--core", *files], capture_output=True, text=True,
                          check=False)


def both(number, section):
    return [vector(number, operation, section) for operation in ("lookup", "decode")]


def test_a_section_is_read():
    found, many = features("v2e2", 0x10000, bytes.fromhex(V2))
    assert many[SECTION] == 1 and many[FUNCTION] == 2
    assert REAL_LIKE <= set().union(*found.values())
    assert found[FUNCTION]["function below the section"] == 2 and found[FUNCTION]["rows of a function: 2 to 3"] == 1
    assert found[ROW]["RA mangled"] == 1 and found[ROW]["words in a row: 1"] == 2


def test_enough_of_everything_passes(tmp_path):
    done = run(tmp_path, both(1, V2), both(2, V2))
    assert (done.returncode, done.stderr) == (0, "")
    assert "| flag PC-relative | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |" in done.stdout


@pytest.mark.parametrize("operation", ["lookup", "decode"])
def test_what_one_operation_lacks_is_named(tmp_path, operation):
    plain = V2[:6] + "01" + V2[8:]
    asked = [vector(number, each, plain if each == operation else V2) for number in range(30)
             for each in ("lookup", "decode")]
    done = run(tmp_path, asked, both(99, V2))
    assert done.returncode == 1
    assert (f"features: flag PC-relative: 100.0 % of the real sections have it, and 0.0 % of the core {operation}s"
            in done.stderr.splitlines())


def test_only_the_core_counts(tmp_path):
    done = run(tmp_path, both(1, V2), both(2, V2), core=["v2e2/aarch64/lookup/made/1"])
    assert done.returncode == 1 and "core decodes" in done.stderr and "core lookups" not in done.stderr


def test_families_that_put_what_is_rare_beside_each_other_do_not_count(tmp_path):
    plain = V2[:6] + "01" + V2[8:]
    beside = [vector(number, operation, plain, "beside_faults") for number in range(30)
              for operation in ("lookup", "decode")]
    done = run(tmp_path, both(99, V2) + beside, both(99, V2))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("vectors, real, words", [
    (both(1, V2), [], "holds no sections"),
    (both(1, V2), [{"id": "x"}], "a line is no vector"),
    (both(1, "0"), both(2, V2), "hex"),
])
def test_what_cannot_be_read_is_reported(tmp_path, vectors, real, words):
    done = run(tmp_path, vectors, real)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and words in done.stderr


def test_any_bytes_can_be_read():
    draws, whole = random.Random(1), bytes.fromhex(V2)
    for end in range(len(whole)):
        features("v2e2", 0, whole[:end])
    for _ in range(3000):
        spoiled = bytearray(whole)
        for _ in range(draws.randrange(1, 6)):
            spoiled[draws.randrange(2, len(spoiled))] = draws.choice((0, 1, 2, 3, 0x10, 0x7f, 0x80, 0xff))
        features("v2e2", draws.choice((0, 0x10000, 2**64 - 8)), bytes(spoiled))
