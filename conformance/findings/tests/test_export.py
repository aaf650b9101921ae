"""Tests of export: a report stands alone, and its commands make the page's section with stock tools."""
import base64
import re
import subprocess
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from common.scripts import module_of
from conformance.findings import pages

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "conformance/findings"

OURS = re.compile(r"sframe-(?:ref|gen|conform)|\b(?:conformance|corpus|build|ci|fuzz)/|\.toolchains")
FACTS = {name.removesuffix(".md"): pages.read_page(name) for name in pages.names()}
COMPILERS = [name for name, facts in FACTS.items() if facts.get("producers", "").startswith("clang")]


@pytest.fixture(name="script", scope="module")
def fixture_script():
    """export as a module that does not start the generator: that is tested once."""
    script = module_of(PAGES / "export")
    script.commands.right_answer = lambda facts: None
    return script


def export(*words):
    return subprocess.run([PAGES / "export", *words], capture_output=True, text=True, check=False, cwd=ROOT)


def shell_of(report):
    return re.search(r"^```\n(.*?)^```$", report, re.MULTILINE | re.DOTALL)[1]


@pytest.mark.parametrize("name", sorted(set(FACTS) - set(COMPILERS)))
def test_a_report_stands_alone(script, name):
    facts = FACTS[name]
    report = "\n".join(script.report(name, facts))
    assert OURS.findall(report) == []
    assert report.startswith("Subject: ") and facts["title"] in report
    shell = shell_of(report)
    assert subprocess.run(["sh", "-n"], input=shell, text=True, check=False).returncode == 0
    if facts["kind"] != pages.PRODUCER:
        assert facts["peers"] in report
        assert base64.b64decode(re.search(r"'END'\n(.*?)END\n", shell, re.DOTALL)[1]).hex() == facts["bytes"]
        for peer in facts["peers"].split(", "):
            assert re.search({"libsframe": r"-lsframe", "glibc": "sframe-read.c", "simple-frame-rs": "cargo add"}
                             .get(peer.split()[0], rf"{peer.split()[0]} .*section.elf"), report), peer
    else:
        assert facts["producers"] in report and re.search(r"\bas (-|'|.*-o )|-lsframe", shell)


def test_its_commands_make_the_section_of_the_page(tmp_path):
    """It uses this machine's objcopy, but not readelf: reports are about the versions that read a section wrongly."""
    name = "readelf-flags"
    done = export(name)
    assert done.returncode == 0
    lines = re.split(r"(?<=[^\\]\n)", shell_of(done.stdout))
    shell = "".join(line for line in lines if not re.match("readelf|objdump", line))
    subprocess.run(["sh", "-e"], input=shell, text=True, check=True, cwd=tmp_path)
    with open(tmp_path / "section.elf", "rb") as file:
        section = ELFFile(file).get_section_by_name(".sframe")
        assert section.data().hex() == FACTS[name]["bytes"]
        assert section["sh_addr"] == int(FACTS[name]["address"], 16)


def test_a_lookup_says_what_is_right():
    done = export("libsframe-lookup-pcrel")
    assert done.returncode == 0 and 'As data: {"pc": "0x11001", "function": 0, "row": 0, "cfa": ' in done.stdout


def test_an_exported_memory_error_says_what_to_read_first():
    assert "SECURITY.md" in export("gnu-outside-memory").stderr
    assert export("readelf-flags").stderr == ""


@pytest.mark.parametrize("name", COMPILERS)
def test_a_page_about_a_compiler_has_no_report(name):
    assert export(name).returncode == 2
