"""Tests that the targets show what pages of conformance/findings/ say, and that known.txt connects them."""
import os
import re
import subprocess

import pytest

from common.scripts import module_of

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))

campaign = module_of(os.path.join(HERE, "..", "campaign"))

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
    return campaign.cases.Case(PROFILES[name], section, number["Address"], number.get("PC", 0))


def is_built(name):
    with open(os.path.join(BUILD, "fuzz-peers", "table"), encoding="utf-8") as table:
        return {line.split("\t")[0]: line.split("\t")[1] != "-" for line in table}[name]


@pytest.mark.parametrize("page, name", SHOWN)
def test_a_page_s_input_shows_a_cause_that_leads_to_the_page(page, name, tmp_path):
    if not is_built(name):
        pytest.skip(f"{name} is not to be had here: see {BUILD}/fuzz-peers/table")
    peer = campaign.Peer(BUILD, name)
    causes, = campaign.causes_of(peer, [case_of(page, name).pack()], str(tmp_path))
    assert page in [campaign.page_of(campaign.read_known(), peer, cause) for cause in causes], causes


def test_inputs_are_distinguished_in_one_process(tmp_path):
    peer = campaign.Peer(BUILD, "libsframe-trixie")
    plain = campaign.cases.Case("v2", bytes.fromhex("e2de02010300f800" + 20 * "00")).pack()
    broken = case_of("libsframe-rep-size-zero", "libsframe-trixie").pack()
    shown = campaign.causes_of(peer, [plain, broken, plain, broken], str(tmp_path))
    assert [any(cause.startswith("division") for cause in causes) for causes in shown] == [False, True] * 2


def test_what_is_not_needed_is_left_out(monkeypatch, tmp_path):
    monkeypatch.setattr(campaign, "causes_of", lambda peer, inputs, scratch:
                        [["it"] if b"\x42" in campaign.cases.unpack(data).section else [] for data in inputs])
    case = campaign.cases.Case("v3", bytes(range(100)), address=7, pc=9, choice=3, rest=b"more")
    left = campaign.cases.unpack(campaign.smaller(None, case.pack(), "it", str(tmp_path)))
    assert (left.section, left.pc, left.choice, left.rest) == (b"\x42", 0, 0, b"")


def test_a_reader_that_is_gone_is_no_traceback(tmp_path):
    folder = tmp_path / "fuzz-peers"
    (folder / "seeds").mkdir(parents=True)
    (folder / "table").write_text("none\t1\t\n")
    (folder / "none.run").write_text('{"executions": 0, "seconds": 0, "edges": 0, "kept": 0, "starts": 0}')
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([campaign.__file__, "--build", tmp_path, "--sift"], stdout=write,
                          stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")  # like a program that SIGPIPE has killed
