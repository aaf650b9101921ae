"""sframe-live over programs that this machine's own compilers make, and the vectors that it wrote."""
import json
import os
import pathlib
import platform
import shutil
import subprocess

import jsonschema
import pytest

from corpus import jsonl

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parent.parent

SOURCES = CORPUS / "sources"
LIVE = os.environ.get("SFRAME_LIVE", str(CORPUS.parent / "build" / "sframe-live"))
SCHEMAS = CORPUS / "schema"
RECORDED = sorted(HERE.parent.glob("*.jsonl"))
FLAGS = ["-O2", "-fasynchronous-unwind-tables", "-fno-stack-protector", "-fno-pie", "-no-pie", "-static",
         "-Wa,--gsframe"]
FREESTANDING = ["-ffreestanding", "-nostdlib"]

native = pytest.mark.skipif(platform.machine() != "x86_64", reason="this machine steps no AMD64 programs")


def live(*arguments):
    return subprocess.run([LIVE, *map(str, arguments)], capture_output=True, text=True, check=False,
                          timeout=300)


def compiled(path, compiler, *what):
    subprocess.run([compiler, *FLAGS, "-o", path, *map(str, what)], check=True, capture_output=True,
                   timeout=60)
    return path


def stepped(path, *more):
    done = live("--json", *more, path)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.fixture(name="tree", scope="module")
def fixture_tree(tmp_path_factory):
    """A native program without a library."""
    return compiled(tmp_path_factory.mktemp("live") / "tree", "gcc", *FREESTANDING, SOURCES / "tree.c",
                    SOURCES / "amd64" / "start.s")


# --- Stepping -----------------------------------------------------------------------------------------------

@native
def test_every_frame_of_a_native_program_is_right(tree):
    report = stepped(tree)
    assert report["status"] == 0
    assert report["wrong"] == report["cut"] == report["frames_wrong"] == 0
    assert report["whole"] + report["beyond"] > 5000
    assert report["frames_right"] > 5 * (report["whole"] + report["beyond"])


@pytest.mark.parametrize("flags", [[], ["-mbranch-protection=pac-ret+leaf"]], ids=["plain", "signed"])
def test_every_frame_of_an_emulated_program_is_right(tmp_path, flags):
    path = compiled(tmp_path / "tree", "aarch64-linux-gnu-gcc", *FREESTANDING, *flags, SOURCES / "tree.c",
                    SOURCES / "aarch64" / "start.s")
    report = stepped(path, "--steps", 3000)
    assert report["abi"] == "aarch64"
    assert report["wrong"] == report["cut"] == 0
    assert report["beyond"] + report["whole"] == 3000


@native
def test_frames_that_are_left_without_a_return_are_forgotten(tmp_path):
    path = compiled(tmp_path / "jumps", "gcc", HERE / "jumps.c")
    report = stepped(path)
    assert report["status"] == 0
    assert report["wrong"] == 0, [finding["trace"] for finding in report["findings"]]
    assert report["cut"] > 0  # the C library is not described


@native
def listens(socket):
    """Its file is there before it does, and to connect would take the only connection."""
    unix = pathlib.Path("/proc/net/unix").read_text(encoding="utf-8")
    return any(words[3] == "00010000" and words[-1] == str(socket) for words in map(str.split, unix.splitlines()))


def test_a_server_that_waits_already_is_stepped(tree, tmp_path):
    emulator = shutil.which("qemu-x86_64")
    if emulator is None:
        pytest.fail("qemu-user is not installed; ci/setup check")
    socket = tmp_path / "gdb"
    with subprocess.Popen([emulator, "-g", socket, tree]) as server:
        try:
            while not listens(socket):
                assert server.poll() is None
            assert stepped(tree, "--connect", socket, "--steps", 500)["wrong"] == 0
        finally:
            server.kill()


# --- Wrong sections -----------------------------------------------------------------------------------------

def section_of(path, folder):
    copy = folder / "section"
    subprocess.run(["objcopy", "--dump-section", f".sframe={copy}", path, folder / "unused"], check=True)
    return bytearray(copy.read_bytes())


def with_section(path, data, folder):
    (folder / "section").write_bytes(data)
    subprocess.run(["objcopy", "--update-section", f".sframe={folder / 'section'}", path, folder / "patched"],
                   check=True)
    return folder / "patched"


def changed_sections(path, folder):
    """The program with one byte of its rows changed, at places all over them."""
    data = section_of(path, folder)
    for place in range(len(data) - 1, len(data) // 2, -17):
        changed = data.copy()
        changed[place] ^= 0x10
        yield with_section(path, changed, folder)


@native
def test_a_wrong_byte_in_the_section_is_found_where_it_is(tree, tmp_path):
    """Some make frames wrong, and none goes unnoticed in another way."""
    statuses = set()
    for path in changed_sections(tree, tmp_path):
        done = live("--json", "--steps", 3000, path)
        statuses.add(done.returncode)
        assert done.returncode in (0, 1)
        report = json.loads(done.stdout)
        assert (done.returncode == 1) == (report["wrong"] > 0) == bool(report["findings"])
        for finding in report["findings"]:
            assert "+0x" in finding["place"] and "expected" in finding["trace"]
    assert statuses == {0, 1}


@native
def test_text_shows_what_was_expected_and_what_came(tree, tmp_path):
    texts = (live("--steps", 3000, path).stdout for path in changed_sections(tree, tmp_path))
    wrong = next(text for text in texts if "\nwrong: " in text)
    assert "    expected  0 pc 0x" in wrong and "    actual    0 pc 0x" in wrong and "    stop " in wrong
    assert " row, CFA " in wrong


# --- What does not go ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("arguments, word", [
    ([], "no program is named"), (["--profile", "v9", "x"], "must be a profile"),
    (["--steps", "-1", "x"], "must be a whole number"),
    (["/nonexistent"], "cannot be opened"), ([SOURCES / "tree.c"], "is no ELF file"),
    (["--nonsense"], "unknown option: --nonsense"),
])
def test_what_makes_no_sense_gets_one_line(arguments, word):
    done = live(*arguments)
    assert done.returncode == 2
    assert word in done.stderr and not done.stdout


@native
def test_a_server_that_is_not_there_and_an_emulator_that_is_not_there(tree, tmp_path):
    assert "no gdb server answers" in live("--connect", tmp_path / "nothing", tree).stderr
    assert "cannot run" in live("--emulator", "no-such-emulator", tree).stderr


# --- Recorded steps -----------------------------------------------------------------------------------------

def recorded():
    return [json.loads(line) for path in RECORDED for line in jsonl.vectors(path.read_text().splitlines())]


def test_recorded_steps_are_vectors():
    store = {path.name: json.loads(path.read_text()) for path in SCHEMAS.glob("*.json")}
    schema = store["vector.schema.json"]
    resolver = jsonschema.RefResolver("vector.schema.json", schema, store=store)
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    vectors = recorded()
    assert len(vectors) >= 200
    assert len({vector["id"] for vector in vectors}) == len(vectors)
    for vector in vectors:
        validator.validate(vector)
        assert vector["id"].startswith(f"{vector['profile']}/{vector['abi']}/unwind/live/")
        assert len(vector["expect"]["frames"]) == vector["input"]["limit"] >= 2


def test_recorded_steps_are_of_every_abi_and_small():
    assert {vector["abi"] for vector in recorded()} == {"amd64", "aarch64", "aarch64_be", "s390x"}
    assert sum(path.stat().st_size for path in RECORDED) < 1 << 20


@native
def test_recording_gives_as_many_as_are_wanted(tree, tmp_path):
    to = tmp_path / "vectors"
    assert live("--record", to, "--most", 5, "--id", "v1/amd64/unwind/live/test", tree).returncode == 0
    vectors = [json.loads(line) for line in to.read_text().splitlines()]
    assert [vector["id"] for vector in vectors] == [f"v1/amd64/unwind/live/test/{i}" for i in range(5)]
    assert live("--record", tmp_path / "no" / "folder", "--steps", 10, tree).returncode == 2


# --- The driver ---------------------------------------------------------------------------------------------

def run(*arguments):
    return subprocess.run([HERE.parent / "step-programs", *map(str, arguments)], capture_output=True, text=True,
                          check=False, timeout=300)


def test_runs_are_listed_and_unknown_ones_refused():
    names = run("--list", "*/s390x/*").stdout.split()
    assert "forky/s390x/program.gcc-o2" in names and all("/s390x/" in name for name in names)
    assert run("nothing/*").returncode == 2


def test_toolchains_that_are_missing_are_no_success(tmp_path):
    done = run("--live", LIVE, "--toolchains", tmp_path, "--to", tmp_path, "forky/amd64/tree.gcc-o2")
    assert done.returncode == 3 and "missing" in done.stdout


@native
def test_a_wrong_frame_that_nothing_explains_fails_the_run(tmp_path):
    """The host's assembler in the place of a toolchain's, and a program that lies."""
    for name in ("as", "ld"):
        (tmp_path / "bookworm" / "bin").mkdir(parents=True, exist_ok=True)
        (tmp_path / "bookworm" / "bin" / f"x86_64-linux-gnu-{name}").symlink_to(shutil.which(name))
    lies = tmp_path / "lies"
    lies.write_text(f"#!/bin/sh\n{LIVE} \"$@\" | sed 's/\"findings\": *\\[\\]/\"findings\":"
                    '[{"kind":"cfa","row":"default row, CFA sp+999","lookup":"0x401000","place":"f+0x1",'
                    "\"steps\":7,\"trace\":\"\"}]/'\n", encoding="utf-8")
    lies.chmod(0o755)
    arguments = "--toolchains", tmp_path, "--to", tmp_path / "to", "bookworm/amd64/tree.gcc-o2"
    assert run("--live", LIVE, *arguments).returncode == 0
    done = run("--live", lies, *arguments)
    assert done.returncode == 1 and "cfa at f+0x1" in done.stdout
