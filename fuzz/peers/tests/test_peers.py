"""Tests that the targets show what pages of conformance/findings/ say, and that known.txt connects them."""
import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))
sys.path[:0] = [os.path.join(ROOT, "common"), os.path.join(ROOT, "fuzz")]
import cases  # noqa: E402
from scripts import module_of  # noqa: E402

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
    return cases.Case(PROFILES[name], section, number["Address"], number.get("PC", 0))


def is_built(name):
    with open(os.path.join(BUILD, "fuzz-peers", "table"), encoding="utf-8") as table:
        return {line.split("\t")[0]: line.split("\t")[1] != "-" for line in table}[name]


@pytest.mark.parametrize("page, name", SHOWN)
def test_a_page_s_input_shows_a_cause_that_leads_to_the_page(page, name, tmp_path):
    if not is_built(name):
        pytest.skip(f"{name} is not to be had here: see {BUILD}/fuzz-peers/table")
    path = tmp_path / "input"
    path.write_bytes(case_of(page, name).pack())
    causes = campaign.Peer(BUILD, name).causes(path)
    assert page in [campaign.page_of(campaign.read_known(), name, cause) for cause in causes], causes
