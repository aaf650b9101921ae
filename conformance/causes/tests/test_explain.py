"""Tests of explain: a page explains a reader with its fault, but no other fault; and an empty report is no success."""
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("BUILD", "build"))
PAGES = ROOT / "conformance/findings"
LOOKUPS = "v2e1/amd64/lookup/row-*"


def report(folder, reader, peer="libsframe-forky", chosen=LOOKUPS):
    """The report about lookups of one kind, with READER under the name of a peer with rules."""
    path, corpus = folder / "report.json", folder / "corpus"
    subprocess.run([BUILD / "sframe-gen", "emit", "--select", chosen, "--to", corpus], check=True, cwd=ROOT)
    subprocess.run([BUILD / "sframe-conform", "--corpus", corpus, "--json", path, f"{peer}={reader}"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, cwd=ROOT)
    return path


def explain(*words):
    return subprocess.run([ROOT / "conformance/causes/explain", "--oracle", BUILD / "adapters/oracle", *words],
                          capture_output=True, text=True, check=False, cwd=ROOT)


def test_a_reader_with_the_fault_of_a_page_is_explained_by_it_alone(tmp_path):
    path = report(tmp_path, f"{BUILD}/zoo --bug pcrel_always")
    done = explain(path)
    assert done.returncode == 0 and " 0 not" in done.stdout
    assert {line.split()[1] for line in done.stdout.splitlines()[:-1]} == {"libsframe-lookup-pcrel"}
    assert explain("--without", "libsframe-lookup-pcrel", path).returncode == 1
    assert explain("--altered", path).returncode == 0


def test_a_page_of_glibc_explains_what_it_says_and_nothing_else(tmp_path):
    faults = "v2/amd64/lookup/fault-header-freoff-inside/*"
    path = report(tmp_path, f"{BUILD}/zoo --bug freoff_ignored", "glibc-forky", faults)
    done = explain(path)
    assert done.returncode == 0, done.stdout
    assert {line.split()[1] for line in done.stdout.splitlines()[:-1]} == {"glibc-places"}
    assert explain("--without", "glibc-places", path).returncode == 1
    path = report(tmp_path, f"{BUILD}/zoo --bug base_inverted", "glibc-forky")
    assert explain(path).returncode == 1


@pytest.mark.parametrize("bug", ["base_inverted", "nested_second_answers"])
def test_another_fault_is_not_explained(tmp_path, bug):
    done = explain(report(tmp_path, f"{BUILD}/zoo --bug {bug}"))
    assert (done.returncode == 1) == ("NOT EXPLAINED" in done.stdout) == (bug == "base_inverted")


@pytest.mark.parametrize("reader", ["no-such-program", "/bin/true"])
def test_a_peer_that_was_not_asked_is_no_success(tmp_path, reader):
    done = explain(report(tmp_path, reader))
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr


def test_what_is_no_report_is_refused_in_one_line(tmp_path):
    (tmp_path / "empty").write_text("", encoding="utf-8")
    for path in tmp_path / "empty", tmp_path, tmp_path / "none", ROOT / "README.md":
        done = explain(path)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr


def test_each_rule_belongs_to_a_page_or_an_entry_of_the_ledger():
    script = "from conformance.causes import rules; print(*rules.pages())"
    said = subprocess.run(["/usr/bin/python3", "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert len(said.stdout.split()) > 40
    pages = [page for page in said.stdout.split() if not page.startswith("ledger/")]
    assert [page for page in pages if not (PAGES / f"{page}.md").exists()] == []
    entries = set(said.stdout.split()) - set(pages)
    assert entries and [entry for entry in entries if not (PAGES.parent / f"{entry}.json").exists()] == []
