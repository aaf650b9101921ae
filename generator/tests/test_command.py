"""What help names, what is selected, and that an interrupt leaves nothing.  command.t has the rest."""
import re
import signal
import subprocess
import time

import pytest

from generator.tests.conftest import GENERATOR, ROOT, generate


def ids(*arguments):
    """The first member of each line."""
    return re.findall(r'^\{"id":"([^"]*)"', generate("emit", *arguments).stdout, re.MULTILINE)


def test_list_names_every_family():
    listed = {line.split()[0] for line in generate("list").stdout.splitlines()}
    files = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "generator/families").rglob("*.c")}
    texts = {path.name for path in (ROOT / "corpus/cases").iterdir()}  # families of cases: no file of their own
    table = (ROOT / "generator/families/families.h").read_text(encoding="utf-8")
    assert set(re.findall(r"^    CASES\((\w+),", table, re.M)) == texts
    coded = {name for text in files.values() for name in re.findall(r"^void gen_family_(\w+)\(", text, re.M)}
    assert coded | texts == listed and not coded & texts
    assert all(f"void gen_family_{name}(" in files[name] for name in coded)


@pytest.mark.parametrize("option, path, table, value", [
    ("--operation", "emit/vector.c", r"names\[OPERATIONS\] = {(.*?)}", r'"(\w+)"'),
    ("--class", "emit/vector.c", r"names\[CLASSES\] = {(.*?)}", r'"(\w+)"'),
    ("--profile", "model/format.c", r"profile_facts\[PROFILES\] = {(.*?)\n};", r'\.name = "(\w+)"'),
    ("--abi", "model/format.c", r"abi_facts\[ABIS\] = {(.*?)\n};", r'(?:\.name = |AARCH64\()"(\w+)"'),
])
def test_help_names_every_value_of_an_option(option, path, table, value):
    source = (ROOT / "generator" / path).read_text(encoding="utf-8")
    values = re.findall(value, re.search(table, source, re.DOTALL)[1])
    line = re.search(rf"^  {option} \S+ +(.*)$", generate("--help").stdout, re.MULTILINE)[1]
    assert len(values) > 3 and re.split(r", | or ", line) == values


@pytest.mark.parametrize("command", ["tree", "emit"])
def test_an_interruption_leaves_nothing(command, tmp_path):
    process = subprocess.Popen([*GENERATOR, command, "--to", tmp_path / "out"], cwd=ROOT, stderr=subprocess.PIPE,
                               text=True)
    while not list(tmp_path.iterdir()) and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    errors = process.communicate()[1]
    assert process.returncode == 2 and errors == "sframe-gen: interrupted: nothing was written\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option, value", [
    ("profile", "v2e1"), ("abi", "s390x"), ("operation", "check"), ("class", "contested"), ("family", "boundary"),
])
def test_selection_by_field_is_what_everything_would_give(option, value, everything):
    assert ids(f"--{option}", value) == [vector["id"] for vector in everything if vector[option] == value]


def test_selection_by_glob(everything):
    assert ids("--select", "v3/*/lookup/*", "--select", "v1/*", "--skip", "*-at") == [
        vector["id"] for vector in everything
        if (vector["profile"] == "v1" or vector["id"].startswith("v3/") and "/lookup/" in vector["id"])
        and not vector["id"].endswith("-at")]


@pytest.mark.parametrize("text, abi, words", [
    ("v2", "aarch64", "--profile v2 --abi aarch64"), ("v3", "s390x", "--select ?3/s39*/*"),
    ("v2e2", "amd64", "--select v2e2/amd64/unwind/* --select v9/*")])
def test_a_text_and_an_abi_alone_have_the_vectors_that_they_have_among_all(text, abi, words, everything_file):
    """Families draw random numbers for one text and ABI after the other, so leaving some out must change nothing."""
    with everything_file.open(encoding="utf-8") as lines:
        among = [line for line in lines if line.startswith(f'{{"id":"{text}/{abi}/unwind/')]
    assert generate("emit", "--operation", "unwind", *words.split()).stdout.splitlines(keepends=True)[:-1] == among


def test_the_core_is_the_same_whatever_is_selected(core):
    assert ids("--core", "--profile", "v3", "--operation", "lookup") == [
        vector["id"] for vector in core if vector["profile"] == "v3" and vector["operation"] == "lookup"]


def test_the_manifest_marks_the_core(core):
    lines = [line.split() for line in generate("manifest").stdout.splitlines()]
    assert [line[0] for line in lines if line[3] == "core"] == [vector["id"] for vector in core]
    assert {line[3] for line in lines} == {"core", "-"}
