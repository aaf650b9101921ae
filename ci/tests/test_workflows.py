"""What GitHub runs: by its contents, with few rights, for a limited time, and by targets that exist."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_names_what_it_uses_by_its_contents_and_ends(path):
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: *(\S+)", text)
    assert used and all(re.fullmatch(r"[\w.-]+(/[\w.-]+)+@[0-9a-f]{40}", each) for each in used)
    assert re.search(r"^permissions:\n  contents: read\n", text, re.MULTILINE)
    assert len(re.findall(r"runs-on: ", text)) == len(re.findall(r"timeout-minutes: \d+", text))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_targets_that_exist(path):
    made = re.findall(r"^ *- run: make (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    files = (ROOT / "Makefile", *ROOT.glob("*/*.mk"), *ROOT.glob("*/*/*.mk"))
    rules = "".join(file.read_text(encoding="utf-8") for file in files)
    for target in (word for word in " ".join(made).split() if "=" not in word):
        assert re.search(rf"^{re.escape(target)}:", rules, re.MULTILINE), target


def test_all_peers_are_asked_everything_each_night():
    text = (ROOT / ".github/workflows/peers_nightly.yml").read_text(encoding="utf-8")
    assert re.search(r'^    - cron: "\d+ \d+ \* \* \*"$', text, re.MULTILINE) and "- run: make peers-all\n" in text
    (kept,) = re.findall(r"^          path: \|\n((?:            .*\n?)+)", text, re.MULTILINE)
    writers = (ROOT / "conformance/conformance.mk", ROOT / "conformance/peers")
    told = "".join(file.read_text(encoding="utf-8") for file in writers)
    for path in kept.split():
        assert path.startswith("build/peers/") and path.rpartition("/")[2] in told


def test_all_writers_are_asked_everything_each_night():
    """By a seed of that night, and what fails is kept where the commands write it."""
    text = (ROOT / ".github/workflows/writers_nightly.yml").read_text(encoding="utf-8")
    assert re.search(r'^    - cron: "\d+ \d+ \* \* \*"$', text, re.MULTILINE)
    made = " ".join(re.findall(r"^ *- run: make (.*)$", text, re.MULTILINE))
    assert {"writers-all", "links-all", "broken-links", "writers-fuzz"} <= set(made.split())
    assert made.count("SEED=$GITHUB_RUN_NUMBER") == 2
    writers = (ROOT / "conformance/conformance.mk", ROOT / "conformance/writers/fuzz", ROOT / "fuzz/encoder")
    told = "".join(file.read_text(encoding="utf-8") for file in writers)
    kept = re.findall(r"^ +(?:path: )?(build/\S+)$", text, re.MULTILINE)
    assert len(kept) == 5 and all(path.rpartition("/")[2] in told for path in kept)
    rules = (ROOT / "conformance/conformance.mk").read_text(encoding="utf-8")
    assert re.search(r"^BROKEN_LINKS \?= 10000$", rules, re.MULTILINE)


def test_what_changes_the_library_is_proved_and_all_of_it_anew_each_week():
    text = (ROOT / ".github/workflows/proofs.yml").read_text(encoding="utf-8")
    assert re.search(r'^    - cron: "\d+ \d+ \* \* \d"$', text, re.MULTILINE)
    changed = re.findall(r"^    paths: \[(.*)\]$", text, re.MULTILINE)
    assert len(changed) == 2 and all({"ref/lib/**", "ref/proof/**"} <= set(each.split(", ")) for each in changed)
    change, anew = text.split("  anew:\n")
    assert re.search(r"^            \.toolchains\n            build/proof/proved$", change, re.MULTILINE)
    assert "- run: make proof\n" in change and "actions/cache@" not in anew
    assert "- run: make proof PROOFS=--fresh\n" in anew and "- run: make proof-errors\n" in anew
