"""The rules of causes.txt explain what their pages are about, and nothing else."""
import fnmatch
import json
import re

import pytest

from conformance.writers import causes, toolchains
from conformance.writers.outcomes import Outcome
from conformance.writers.tests.conftest import BUILD, ROOT, run

PRODUCERS = {"gas-bookworm": "gas 2.40", "gas-trixie": "gas 2.44", "gas-forky": "gas 2.47", "llvm-mc-22": "llvm-mc 22",
             "llvm-mc-23": "llvm-mc 23"}
ROWS = causes.read_rows()

# Outcomes that no page is about, and others that a page is about for few functions only.
NEVER = [("wrong", "signal"), ("wrong", "no-row"), ("wrong", "extra"), ("wrong", "error"), ("wrong", "pauth-key"),
         ("wrong", "signal-frame"), ("hides", "too-large"), ("hides", "signal"), ("hang", ""), ("trouble", "an object"),
         ("crash", "another thing"), ("refused", "")]
SELDOM = [("wrong", "cfa"), ("wrong", "ra"), ("wrong", "fp"), ("wrong", "mangled"), ("hides", "cfa-register"),
          ("hides", "cfa-expression"), ("hides", "fp-register"), ("hides", "fp-expression"), ("hides", "cfa-offset")]
AT_MOST = {**dict.fromkeys(NEVER, 0), **dict.fromkeys(SELDOM, 1 / 10)}  # of functions


@pytest.fixture(name="singles", scope="module")
def fixture_singles():
    """For each ABI, functions of one directive that begin with the ABI's rules."""
    found = {abi: [] for abi in toolchains.TRIPLETS}
    for unit in map(json.loads, run(BUILD / "sframe-programs", "--family", "single").stdout.splitlines()):
        found[unit["abi"]] += [function["text"] for function in unit["input"]["functions"]
                               if "startproc simple" not in function["text"]]
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.page} {row.writer} {row.outcome}")
def test_what_a_rule_refers_to_accuses_these_assemblers(row):
    folder, _, name = row.page.rpartition("/")
    if folder:
        assert json.loads((ROOT / f"conformance/{row.page}.json").read_text())["status"] == "open", "not contested"
        return
    page = (ROOT / f"conformance/findings/{name}.md").read_text()
    accused = re.search(r"^\| producers \| (.*) \|$", page, re.MULTILINE)[1].split(", ")
    asked = [producer for assembler, producer in PRODUCERS.items() if fnmatch.fnmatch(assembler, row.writer)]
    assert asked
    assert [producer for producer in asked
            if not any(known == producer or known.startswith(f"{producer}.") for known in accused)] == []


@pytest.mark.parametrize("assembler", PRODUCERS)
@pytest.mark.parametrize("planted", AT_MOST, ids=" ".join)
def test_rules_explain_what_is_planted_in_no_function_or_in_few_only(assembler, planted, singles):
    texts = [text for abi in toolchains.TOOLS[assembler].abis for text in singles[abi]]
    explained = [text for text in texts if causes.page_of(ROWS, assembler, Outcome(*planted), text)]
    assert len(explained) <= AT_MOST[planted] * len(texts)
