"""The command line: what it prints, and that bad input leaves nothing behind."""
import json
import os
import re
import signal
import subprocess
import time

import pytest

from generator.tests.conftest import GENERATOR, ROOT, generate, run

ONE = ("--select", "v3/amd64/*", "--skip", "*/lookup/*", "--family", "exhaustive")
COMMANDS = ("emit", "manifest", "header", "tree", "elf", "show")
FOLDERS = ("tree", "elf")


def one_line(text):
    return text.startswith("sframe-gen: ") and text.count("\n") == 1


def ids(*arguments):
    return [json.loads(line)["id"] for line in generate("emit", *arguments).stdout.splitlines()[:-1]]


def test_help_fits_a_screen():
    lines = generate("--help").stdout.splitlines()
    assert 10 < len(lines) <= 40 and max(map(len, lines)) <= 96


@pytest.mark.parametrize("arguments", [(command,) for command in (*COMMANDS, "list")] + [("emit", "--core")])
def test_a_command_with_help_prints_it(arguments):
    for option in "--help", "-h":
        done = generate(*arguments, option)
        assert (done.returncode, done.stdout, done.stderr) == (0, generate("--help").stdout, "")


def test_help_names_every_command_and_list_every_family():
    words = generate("--help").stdout
    assert all(f"\n  {command} " in words for command in COMMANDS)
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


@pytest.mark.parametrize("arguments", [
    (), ("speak",), ("list", "all"), ("emit", "--family", "nobody"), ("emit", "--profile", "v4"),
    ("emit", "--abi", "i386"), ("emit", "--operation", "guess"), ("emit", "--class", "good"), ("emit", "--seed", "-1"),
    ("emit", "--seed", "many"), ("emit", "--seed", ""), ("emit", "--largest", "0"), ("emit", "--largest", "1000001"),
    ("emit", "--select"), ("emit", "--to", ""), ("emit", "--core", "--largest", "20000"), ("emit", "extra", "word"),
    ("tree",), ("elf", "--core"), ("emit",) + 65 * ("--select", "x"),
], ids=lambda arguments: " ".join(arguments)[:40] or "nothing")
def test_bad_usage_is_one_line_and_exit_status_2(arguments):
    done = generate(*arguments)
    assert done.returncode == 2 and done.stdout == "" and one_line(done.stderr)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("arguments", [
    ("--select", "no/such/id"),
    ("--profile", "v1", "--abi", "s390x"),
    ("--profile", "v3", "--select", "v1/*"),
    ("--skip", "*"),
], ids=" ".join)
def test_a_selection_of_nothing_fails_and_leaves_nothing(command, arguments, tmp_path):
    done = generate(command, *arguments, "--to", tmp_path / "out")
    assert done.returncode == 1 and done.stderr.startswith("sframe-gen: nothing is selected: no vector fits") and one_line(done.stderr)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("where", ["missing/out", "file/out", "long"])
def test_an_unwritable_place_is_named_and_left_alone(command, where, tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    where = "x" * 300 if where == "long" else where
    done = generate(command, *ONE, "--to", tmp_path / where)
    assert done.returncode == 2 and one_line(done.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("command", FOLDERS)
def test_a_folder_with_something_in_it_is_not_overwritten(command, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out/mine").touch()
    done = generate(command, *ONE, "--to", tmp_path / "out")
    assert done.returncode == 2 and one_line(done.stderr) and "overwrite" in done.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("command", FOLDERS)
def test_an_empty_folder_is_filled(command, tmp_path):
    (tmp_path / "out").mkdir()
    assert generate(command, *ONE, "--to", f"{tmp_path}/out/").returncode == 0
    assert (tmp_path / "out/v3").is_dir() and [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_file_is_replaced_only_by_a_whole_one(tmp_path):
    path = tmp_path / "out"
    path.write_text("old", encoding="utf-8")
    assert generate("emit", "--select", "nothing", "--to", path).returncode == 1
    assert path.read_text(encoding="utf-8") == "old"
    assert generate("emit", *ONE, "--to", path).returncode == 0
    assert path.read_text(encoding="utf-8") == generate("emit", *ONE).stdout


def test_a_pipe_or_a_device_is_written_to_and_not_replaced(tmp_path):
    path, copy = tmp_path / "pipe", tmp_path / "copy"
    os.mkfifo(path)
    with copy.open("wb") as into, subprocess.Popen(["cat", path], stdout=into) as reader:
        done = generate("emit", *ONE, "--to", path)
        if not path.is_fifo():
            reader.kill()  # who would wait for ever
    assert done.returncode == 0 and copy.read_text(encoding="utf-8") == generate("emit", *ONE).stdout


@pytest.mark.parametrize("command", ["emit", "manifest", "header"])
def test_a_full_disk_is_reported_once(command):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([*GENERATOR, command, *ONE], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True,
                              check=False)
    assert done.returncode == 2 and one_line(done.stderr) and "No space left" in done.stderr


@pytest.mark.parametrize("command", [each for each in COMMANDS if each != "show"])  # it says no large sections
def test_a_disk_that_fills_up_leaves_nothing(command, tmp_path):
    """Only root could fill a disk; a limit on the size of files makes writing fail in the middle likewise."""
    done = run("sh", "-c", f'ulimit -f 8; exec "$@" --to "{tmp_path}/out"', "sh", *GENERATOR, command,
               "--family", "sizes", "--profile", "v3")
    assert done.returncode == 2 and one_line(done.stderr) and "File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


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


def test_a_reader_that_goes_away_ends_it():
    process = subprocess.Popen([*GENERATOR, "emit"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.read(100)
    process.stdout.close()
    assert process.wait(60) in (2, -signal.SIGPIPE)


def test_the_same_seed_gives_the_same_vectors_and_another_others():
    one, again, other = (generate("manifest", "--seed", seed).stdout for seed in (7, 7, 8))
    assert one == again != other


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


def test_the_core_is_the_same_whatever_is_selected(core):
    assert ids("--core", "--profile", "v3", "--operation", "lookup") == [
        vector["id"] for vector in core if vector["profile"] == "v3" and vector["operation"] == "lookup"]


def test_the_manifest_marks_the_core(core):
    lines = [line.split() for line in generate("manifest").stdout.splitlines()]
    assert [line[0] for line in lines if line[3] == "core"] == [vector["id"] for vector in core]
    assert {line[3] for line in lines} == {"core", "-"}


def test_nothing_depends_on_the_locale():
    environment = {**os.environ, "LC_ALL": "tr_TR.UTF-8"}
    assert generate("manifest", *ONE, env=environment).stdout == generate("manifest", *ONE).stdout
