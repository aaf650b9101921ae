"""Adapters correct nothing: a wrong answer of an implementation, or of one of its ways only, is noticed."""
import functools
import json
import os
import subprocess
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
WHOLE = "v3/amd64/decode/inc-addr1-word1-one/whole"
CALLS = ("sframe_fre_get_ra_offset", "sframe_decoder_get_fre", "sframe_decoder_get_funcdesc_v2",
         "sframe_fre_get_ra_undefined_p")
DUMP = ROOT / "conformance/adapters/dump.py"
LLVM = ROOT / ".toolchains/llvm-23/bin/llvm-readobj"
READELF = ROOT / ".toolchains/forky/bin/x86_64-linux-gnu-readelf"


@functools.cache
def emitted(vectors):
    """Writes these vectors to a file, and returns its path; with all vectors the runner would take longer."""
    path = Path(tempfile.mkdtemp()) / "vectors"
    subprocess.run([BUILD / "sframe-gen", "emit", "--select", vectors, "--to", path], check=True)
    return path


def asked(adapter, vectors, *words, **environment):
    return subprocess.run([BUILD / "sframe-conform", "--corpus", emitted(vectors), "--deadline", "60", *words, adapter],
                          text=True, capture_output=True, env={**os.environ, **environment}, check=False).stdout


def outcome(adapter, vector, **environment):
    """Runs one vector, and returns its outcome and the reason."""
    said = asked(adapter, vector, "--tap", "-", **environment)
    assert "1..1" in said, said
    return said


@pytest.fixture(name="planted", scope="module")
def planted_adapter():
    def flags(kind):
        return subprocess.run(["ci/toolchain", kind, "forky"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    name, source = BUILD / "adapters/libsframe-planted", ROOT / "conformance/adapters/tests/planted.c"
    wraps = ",".join(f"--wrap={call}" for call in CALLS)
    name.unlink(missing_ok=True)
    subprocess.run(["make", "-s", os.path.relpath(name, ROOT), f"BUILD={os.path.relpath(BUILD, ROOT)}",
                    f"LIBSFRAME_CFLAGS={flags('--cflags').strip()}",
                    f"LIBSFRAME_LIBS={source} -Wl,{wraps} {flags('--libs').strip()}"], cwd=ROOT, check=True)
    return name


def test_the_library_as_it_is_passes(planted):
    assert "not ok" not in outcome(planted, WHOLE)


@pytest.mark.parametrize("plant, words", [
    ("ra-needs-pointer", "sframe_fre_get_ra_offset: -8; without an error pointer: 0"),
    ("ra-not-fixed", "ra: expected"),
    ("endless-rows", "there is a row behind the last: 0; sframe_decoder_get_fre: 1"),
    ("older-descriptor", "size of the function: 32; the older sframe_decoder_get_funcdesc: 33"),
    ("all-outermost", "sframe_fre_get_ra_undefined_p: 1; sframe_fre_get_ra_offset has none: 0"),
])
def test_a_way_that_lies_is_found(planted, plant, words):
    said = outcome(planted, WHOLE, PLANTED=plant)
    assert "not ok" in said and words in said


def lying(tmp_path, tool, edit):
    """A tool whose output is edited on its way to the adapter."""
    script = tmp_path / "tool"
    script.write_text(f"#!/bin/sh\n{tool} \"$@\" | {edit}\n", encoding="utf-8")
    script.chmod(0o755)
    return script


V2 = "v2e2/aarch64/decode/mask-addr1-word1-one/whole"


@pytest.mark.parametrize("style, edit, words", [
    ("llvm-json", "cat", "the JSON that it prints is none"),
    ("llvm-json", "sed -z 's/Padding2: 0x0.//g'", None),  # so only that line, between members, was wrong
    ("llvm", "cat", None),
    ("llvm", "sed 's/CFA Offset: 8/CFA Offset: 9/'", "cfa.offset: expected 8, got 9"),
    ("llvm", "sed '/CFA Offset: 8/d'", "cfa"),
    ("llvm", "sed 's/PCMask (0x1)/PCInc (0x0)/'", "pc_type"),
])
def test_what_llvm_prints_is_passed_on_and_not_repaired(tmp_path, style, edit, words):
    said = outcome(f"{DUMP} {style} {lying(tmp_path, LLVM, edit)}", V2)
    assert ("not ok" in said and words in said) if words else "not ok" not in said


def test_a_letter_for_no_word_is_not_taken_for_the_fixed_offset(tmp_path):
    """readelf prints f for RA here, and the header's fixed offset."""
    assert "not ok" not in outcome(f"{DUMP} gnu {READELF}", WHOLE)
    said = outcome(f"{DUMP} gnu {lying(tmp_path, READELF, 'sed /^....00000/s/f/u/2')}", WHOLE)
    assert "not ok" in said and "ra" in said


@pytest.mark.parametrize("end, words", [
    ("kill -SEGV $$", "died by SIGSEGV"), ("kill -ABRT $$", "died by SIGABRT"), ("exit 101", "ended with exit status 101")])
def test_a_tool_that_crashes_is_reported_and_the_adapter_lives(tmp_path, end, words):
    """After the crash, section by section, other answers are as right as before."""
    script = tmp_path / "tool"
    script.write_text(f"""#!/bin/sh
        case $1 in --version) echo >>{tmp_path}/starts; exec {READELF} --version;; esac
        test -e {tmp_path}/done || {{ : >{tmp_path}/done; echo oh no >&2; {end}; }}
        exec {READELF} "$@"\n""", encoding="utf-8")
    script.chmod(0o755)
    report = tmp_path / "report"
    asked(f"it={DUMP} gnu {script}", "v3/amd64/decode/inc-addr1-word1-*/whole", "--jobs", "1", "--json", report)
    (it,) = json.loads(report.read_text(encoding="utf-8"))["implementations"]
    (case,) = it["cases"]
    assert words in case["reason"] and case["stderr"].strip() == "oh no"
    assert it["outcomes"]["pass"] > 3 and it["ended"] is None, it["outcomes"]
    assert (tmp_path / "starts").read_text(encoding="utf-8") == "\n"


def test_a_tool_is_found_by_its_name_alone():
    """`make demo` and users name it so, without a folder."""
    said = subprocess.run([DUMP, "gnu", "readelf"], input=b"hello 1\n", capture_output=True, check=False)
    assert said.returncode == 0 and b'"protocol"' in said.stdout, said.stderr
