"""Tests of `peers --whole`, a gate over all vectors, with the zoo as a peer: it fails if something is not explained, or
was not asked."""
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from common.page_data import unpacked
from conformance.expectations import expected

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
PAGE = "libsframe-lookup-pcrel"
KNOWN = f"1\t{BUILD}/zoo --bug pcrel_always"


@pytest.fixture(name="ask")
def _ask(tmp_path):
    """Makes a build with these peers, and runs conformance/peers."""
    vectors = tmp_path / "vectors.jsonl"
    with open(vectors, "wb") as file:
        subprocess.run([BUILD / "sframe-gen", "emit", "--select", "v2e1/amd64/lookup/row-*"], stdout=file, check=True)
    (tmp_path / "adapters").mkdir()
    (tmp_path / "adapters/oracle").symlink_to(BUILD / "adapters/oracle")
    (tmp_path / "sframe-conform").symlink_to(BUILD / "sframe-conform")
    (tmp_path / "peers").mkdir()

    def ask(peers, *words):
        table = "".join(f"{name}\t{what}\n" for name, what in peers.items())
        (tmp_path / "peers/table").write_text(table, encoding="utf-8")
        return subprocess.run([ROOT / "conformance/peers", "--build", tmp_path, "--whole", vectors, *words],
                              capture_output=True, text=True, check=False, cwd=ROOT)
    return ask


def summary(done):
    """For each peer, how much was asked, failed, is explained, and is not."""
    rows = re.findall(r"^(\S+) +(\d+) +(\d+) +(\d+) +(\d+) +\d+(?:  .*)?$", done.stdout, re.MULTILINE)
    return {name: [int(number) for number in numbers] for name, *numbers in rows}


def test_what_is_explained_passes_and_without_its_rule_fails(ask, tmp_path):
    done = ask({"libsframe-forky": KNOWN})
    asked, failed, explained, left = summary(done)["libsframe-forky"]
    assert done.returncode == 0 and asked > failed == explained > 0 == left, done.stdout
    assert " 0 not explained, 0 peers not asked everything" in done.stdout.splitlines()[-1]
    (line,) = json.loads((tmp_path / "peers/causes-table.json").read_text(encoding="utf-8"))["lines"]
    assert (line["adapter"], line["page"], line["vectors"]) == ("libsframe-forky", PAGE, failed)
    without = ask({"libsframe-forky": KNOWN}, "--without", PAGE)
    lines = json.loads((tmp_path / "peers/causes-table.json").read_text(encoding="utf-8"))["lines"]
    assert lines[0]["page"] is lines[0]["title"] is None and all(line["page"] for line in lines[1:])
    assert without.returncode == 1 and summary(without)["libsframe-forky"][3] > 0.9 * failed


@pytest.mark.parametrize("what", [
    "-\tno such machine here", "1\tno-such-program", "1\t/bin/true", f"1\t{BUILD}/adapters/null",
    f"1\t{BUILD}/zoo --bug base_inverted"])
def test_one_peer_that_fails_or_was_not_asked_fails_all(ask, what):
    done = ask({"libsframe-forky": KNOWN, "libsframe-trixie": what})
    assert done.returncode == 1, done.stdout
    assert summary(done)["libsframe-forky"][3] == 0
    assert re.search(r", (0 not explained, 1 peers|[1-9]\d* not explained, 0 peers) not asked everything", done.stdout)


def test_the_page_has_the_table_whatever_the_result(ask, tmp_path):
    page = tmp_path / "page.html"
    (tmp_path / "sframe-gen").symlink_to(BUILD / "sframe-gen")
    done = ask({"libsframe-forky": KNOWN}, "--without", PAGE, "--html", page)
    assert done.returncode == 1 and done.stdout.endswith(f": {page}\n"), done.stdout
    assert b'"page":null,"title":null' in unpacked(page.read_bytes())  # of a line of the table


def test_a_page_that_no_rule_is_of_is_usage(ask):
    assert ask({"libsframe-forky": KNOWN}, "--without", "nothing").returncode == 2


def test_a_corpus_that_is_cut_is_no_success(ask, tmp_path):
    lines = (tmp_path / "vectors.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "vectors.jsonl").write_text("".join(lines[:-1]), encoding="utf-8")
    done = ask({"libsframe-forky": KNOWN})
    assert done.returncode == 2 and "1 peers not asked everything" in done.stdout


def test_each_rule_belongs_to_a_page_or_an_entry_of_the_ledger():
    script = "from conformance.causes import rules; print(*rules.pages())"
    said = subprocess.run(["/usr/bin/python3", "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert len(said.stdout.split()) > 40
    pages = [page for page in said.stdout.split() if not page.startswith("ledger/")]
    assert [page for page in pages if not (ROOT / f"conformance/findings/{page}.md").exists()] == []
    entries = set(said.stdout.split()) - set(pages)
    assert entries and [entry for entry in entries if not (ROOT / f"conformance/{entry}.json").exists()] == []


def test_each_heading_of_an_expectation_file_is_that_of_its_cause():
    lines = [line for path in (ROOT / "conformance/expectations").glob("*.txt")
             for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    named = [(line, (found[1] or found[2]).removesuffix(".md")) for line in lines if (found := expected.CAUSE.search(line))]
    assert len(named) > 300 and [line for line, cause in named if line != expected.heading_of(cause)] == []
