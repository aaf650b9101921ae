"""Tests that the targets name a cause for what pages of conformance/findings/ say, and none for a plain section."""
import os
import re
import subprocess

import pytest

from fuzz import cases

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))

# Each is a page, and a peer that it names, which is asked sections of the versions that it reads.
PROFILES = {"libsframe-bookworm": "v1", "libsframe-trixie": "v2", "libsframe-forky": "v2e1",
            "simple-frame-rs-newest": "v3", "simple-frame-rs-previous": "v2e1"}
SHOWN = [("libsframe-pc-wraps", "libsframe-forky"), ("libsframe-rep-size-zero", "libsframe-trixie"),
         ("gnu-demand", "libsframe-trixie"), ("libsframe-undefined", "libsframe-trixie"),
         ("libsframe-entries-place", "libsframe-trixie"), ("libsframe-again", "libsframe-forky"),
         ("libsframe-rows-beyond", "libsframe-trixie"), ("libsframe-shared-rows", "libsframe-trixie"),
         ("libsframe-shared-rows", "libsframe-forky"), ("libsframe-rows-refused", "libsframe-bookworm"),
         ("function-within", "libsframe-trixie"), ("function-within", "simple-frame-rs-previous"),
         ("simple-frame-rs-count", "simple-frame-rs-previous"),
         ("simple-frame-rs-overflow", "simple-frame-rs-newest"),
         ("simple-frame-rs-panics", "simple-frame-rs-newest")]


def case_of(page, name):
    with open(os.path.join(ROOT, "conformance", "findings", page + ".md"), encoding="utf-8") as file:
        text = file.read()
    number = {name: int(value, 16) for name, value in re.findall(r"(PC|Address) (0x[0-9a-f]+)", text)}
    section = bytes.fromhex("".join(re.findall(r"^    ([0-9a-f]+)$", text, re.MULTILINE)))
    return cases.Case(PROFILES[name], section, number["Address"], number.get("PC", 0))


def is_built(name):
    with open(os.path.join(BUILD, "fuzz-peers", "table"), encoding="utf-8") as table:
        return {line.split("\t")[0]: line.split("\t")[1] != "-" for line in table}[name]


def causes(name, case, folder):
    """The causes that the target prints, and the finds that it keeps."""
    (folder / "input").write_bytes(case.pack())
    (folder / "finds").mkdir()
    done = subprocess.run([os.path.join(BUILD, "fuzz-peers", f"peer-{name}"), folder / "input"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=True,
                          env={**os.environ, "PEER_FINDS": str(folder / "finds")})
    return re.findall("^cause: (.*)", done.stdout, re.MULTILINE), list((folder / "finds").glob("*.cause"))


@pytest.mark.parametrize("page, name", SHOWN)
def test_a_page_s_input_has_a_cause(page, name, tmp_path):
    if not is_built(name):
        pytest.skip(f"{name} is not to be had here: see {BUILD}/fuzz-peers/table")
    named, kept = causes(name, case_of(page, name), tmp_path)
    assert kept and {path.read_text() for path in kept} == set(named)
    assert not [cause for cause in named if cause.startswith("law: ")]


def test_a_plain_section_has_none(tmp_path):
    plain = bytes.fromhex("e2de02010300f800" + 20 * "00")
    for name in filter(is_built, PROFILES):
        (tmp_path / name).mkdir()
        assert causes(name, cases.Case("v2", plain), tmp_path / name) == ([], [])
