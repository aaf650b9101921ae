"""Tests of prove: it proves a right page, and no page with an error in any place; the zoo replaces the peers."""
import json
import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()
PAGES = ROOT / "conformance/findings"
PAGE = "libsframe-lookup-pcrel"
NEW, OLD = "libsframe 2.47.50.20261021", "libsframe 2.44"
VECTOR = "v2e1/amd64/lookup/row-sp-word1/row"  # vectors that this bug fails
RIGHT, WRONG = f"{BUILD}/zoo", f"{BUILD}/zoo --bug pcrel_always"


class Tree:
    """A copy of the scripts with one page, these peers, and recorded versions of them."""

    def __init__(self, folder):
        self.findings, self.build = folder / "conformance/findings", folder / "build"
        self.findings.mkdir(parents=True)
        (folder / "conformance/expectations").mkdir()
        (self.build / "peers").mkdir(parents=True)
        for name in "prove", "pages.py", f"{PAGE}.md":
            shutil.copy(PAGES / name, self.findings)
        for name in "common", "corpus", "conformance/causes", "conformance/versions.py":
            (folder / name).symlink_to(ROOT / name)
        for name in "sframe-gen", "sframe-conform", "adapters":
            (self.build / name).symlink_to(BUILD / name)
        self.page = self.findings / f"{PAGE}.md"
        self.peers = {"libsframe-forky": ["2.47.50.20261021-1", WRONG], "libsframe-trixie": ["2.44-3", RIGHT]}
        self.builds = []
        for name, (version, _) in self.peers.items():
            self.record(name, version)

    def record(self, name, version):
        (self.findings.parent / f"expectations/{name}.txt").write_text(f"# Version {version}.\n", encoding="utf-8")

    def edit(self, pattern, new):
        text = self.page.read_text(encoding="utf-8")
        changed = re.sub(pattern, new, text, count=1, flags=re.MULTILINE)
        assert changed != text
        self.page.write_text(changed, encoding="utf-8")

    def ask(self, vector):
        """Makes this vector the subject of the page."""
        lines = subprocess.run([BUILD / "sframe-gen", "emit", "--select", vector], capture_output=True, text=True,
                               check=True).stdout.splitlines()
        given = next(json.loads(line)["input"] for line in lines if f'"id":"{vector}"' in line)
        self.edit(r"^\| vector \| .* \|$", f"| vector | `{vector}` |")
        self.edit(r"^Address [^ ]*, PC [^ ]*, \d+ bytes:\n\n(    .*\n)+",
                  f"Address {given['address']}, PC {given['pc']}, {len(given['bytes']) // 2} bytes:\n\n"
                  f"    {given['bytes']}\n")

    def prove(self, *options):
        table = "".join("\t".join([name, *peer]) + "\n" for name, peer in self.peers.items())
        (self.build / "peers/table").write_text(table, encoding="utf-8")
        builds = "".join("\t".join(row) + "\n" for row in self.builds)
        (self.build / "peers/builds").write_text(builds, encoding="utf-8")
        return subprocess.run([self.findings / "prove", "--build", self.build, *options], capture_output=True,
                              text=True, check=False, cwd=ROOT)


@pytest.fixture(name="page", scope="module")
def fixture_page(tmp_path_factory):
    """A page that is right for these peers."""
    tree = Tree(tmp_path_factory.mktemp("written"))
    tree.ask(VECTOR)
    done = tree.prove("--write")
    assert done.returncode == 0, done.stdout + done.stderr
    return tree.page.read_text(encoding="utf-8")


@pytest.fixture(name="tree")
def fixture_tree(tmp_path, page):
    tree = Tree(tmp_path)
    tree.page.write_text(page, encoding="utf-8")
    return tree


def is_wrong(done, *words):
    return done.returncode == 1 and all(word in done.stdout for word in words)


def test_a_page_that_is_right_is_proved(tree):
    done = tree.prove()
    assert (done.returncode, done.stdout) == (0, "1 pages, 1 questions, 0 faults\n")


def test_a_peer_that_is_named_and_passes_is_a_fault(tree):
    tree.edit(r"^\| peers \| (.*) \|$", rf"| peers | {OLD}, \1 |")
    assert is_wrong(tree.prove(), f"{PAGE}.md: {OLD} does not show it\n", " 1 faults")


def test_a_peer_that_is_left_out_is_a_fault(tree):
    tree.edit(r"^\| peers \| .* \|$", f"| peers | {OLD} |")
    assert is_wrong(tree.prove(), f"{OLD} does not show it\n", f"it leaves out {NEW}: fail: ", " 2 faults")


def test_a_peer_that_nobody_knows_is_a_fault(tree):
    tree.edit(r"^\| peers \| (.*) \|$", r"| peers | \1, libsframe 2.46 |")
    assert is_wrong(tree.prove(), "libsframe 2.46 does not show it\n")


def test_a_peer_that_fails_for_another_cause_does_not_show_it(tree):
    tree.peers["libsframe-forky"][1] = f"{BUILD}/zoo --bug base_inverted"
    assert is_wrong(tree.prove(), f"{NEW} does not show it\n")


def test_other_words_under_seen_are_a_fault(tree):
    tree.edit(r"^\| libsframe 2.47.50.20261021 \| .* \|$", f"| {NEW} | fail: another answer |")
    assert is_wrong(tree.prove(), f"{NEW}: the page has 'fail: another answer', and ")


@pytest.mark.parametrize("pattern, new, what", [
    (r"^    [0-9a-f]+\n(    [0-9a-f]+\n)*", "", "bytes"),
    (r"^    e2de", "    e2df", "bytes"),
    (r"\bPC 0x", "PC 0x1", "pc"),
    (r"^Address 0x", "Address 0x1", "address"),
])
def test_another_input_than_the_vectors_is_a_fault(tree, pattern, new, what):
    tree.edit(pattern, new)
    assert is_wrong(tree.prove(), f"its {what} is not that of {VECTOR}\n")


def test_of_another_version_nothing_counts_and_all_is_said(tree):
    tree.peers["libsframe-forky"][0] = "2.48-1"
    assert tree.prove().stdout == "1 pages, 1 questions, 0 faults\n"  # as before, so nothing is reported
    tree.peers["libsframe-forky"][1] = RIGHT
    done = tree.prove()
    assert done.returncode == 0, done.stdout
    assert f"{NEW} does not show it (not counted)\n" in done.stdout
    assert "libsframe-forky: not the version that the pages are for, so this does not count" in done.stdout


def test_what_another_version_answers_is_not_written(tree):
    before = tree.page.read_text(encoding="utf-8")
    tree.peers["libsframe-forky"] = ["2.48-1", RIGHT]
    assert tree.prove("--write").returncode == 0
    assert tree.page.read_text(encoding="utf-8") == before


def test_a_missing_peer_is_named(tree):
    tree.peers["libsframe-forky"] = ["-", "no such suite"]
    done = tree.prove()
    assert done.returncode == 0
    assert done.stdout.startswith("libsframe-forky: missing, so what pages say of it is not proved: no such suite\n")


def test_if_no_peer_counts_nothing_is_proved(tree):
    for version, why in ("-", "no such suite"), ("9.9-1", WRONG):
        tree.peers = {name: [version, why] for name in tree.peers}
        done = tree.prove()
        assert done.returncode == 1 and "nothing counts" in done.stderr


@pytest.mark.parametrize("reader", ["no-such-program", "/bin/true"])
def test_a_peer_that_was_not_asked_is_no_success(tree, reader):
    tree.peers["libsframe-trixie"][1] = reader
    done = tree.prove()
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr


def stopping(folder, line):
    """An adapter that ends with a line at the first question."""
    done = subprocess.run([RIGHT], input="hello 1\n", capture_output=True, text=True, check=True)
    hello = done.stdout.splitlines()[0]
    path = folder / "stopping"
    path.write_text(f"#!/bin/sh\nread hello\ncat <<'END'\n{hello}\nEND\n"
                    f"read question\necho '{line}' >&2\nkill -ABRT $$\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_what_expectations_explain_by_a_page_is_shown_by_a_vector_of_it(tree):
    tree.edit(r"^\| peers \| .* \|$", f"| peers | {OLD} |")
    tree.peers = {"libsframe-forky": ["2.47.50.20261021-1", RIGHT], "libsframe-trixie": ["2.44-3", RIGHT]}
    path = tree.findings.parent / "expectations/libsframe-forky.txt"
    vector = VECTOR.replace("/row-sp-word1/", "/row-sp-word2/")
    path.write_text(f"{path.read_text(encoding='utf-8')}\n# Title. See findings/{PAGE}.md.\n{vector} fail\n",
                    encoding="utf-8")
    assert is_wrong(tree.prove(), f"none of its vectors shows that {NEW} fails {vector} for its cause\n")
    tree.peers["libsframe-forky"][1] = WRONG
    tree.ask("v2e1/amd64/lookup/row-sp-word1/first-row")
    tree.edit(r"^\| vector \| .* \|$", "| vector | `v2e1/amd64/lookup/produced-large/f0-row` |")
    tree.prove("--write")
    assert f"| vector | `{vector}` |\n" in tree.page.read_text(encoding="utf-8")


def test_a_page_about_a_build_is_asked_of_builds_of_that_kind_alone(tree, tmp_path):
    stops = stopping(tmp_path, "fence: a block of more than 5 bytes")
    tree.edit(r"^\| clause ", "| build | demand |\n| clause ")
    tree.builds = [["demand", "libsframe-forky", "2.47.50.20261021-1", stops],
                   ["demand", "libsframe-trixie", "2.44-3", stopping(tmp_path / "..", "another line")],
                   ["undefined", "libsframe-trixie", "2.44-3", stops]]
    assert is_wrong(tree.prove(), f"{NEW}: the page has ")
    assert tree.prove("--write").returncode == 0
    assert "a block of more than 5 bytes |\n" in tree.page.read_text(encoding="utf-8")
    tree.builds[1][3] = stops
    assert is_wrong(tree.prove(), f"it leaves out {OLD}: ")
    tree.builds = []
    assert is_wrong(tree.prove(), f"{NEW} does not show it\n")
