"""sframe-live over programs that this machine's own compilers make, and the vectors that it wrote; live.t has the rest."""
import json
import os
import pathlib
import platform

import pytest

from common import schemas
from common.commands import must, run
from corpus import jsonl

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parent.parent

SOURCES = CORPUS / "sources"
LIVE = CORPUS.parent / os.environ.get("BUILD", "build") / "sframe-live"
RECORDED = sorted(HERE.parent.glob("*.jsonl"))
FLAGS = ["-O2", "-fasynchronous-unwind-tables", "-fno-stack-protector", "-fno-pie", "-no-pie", "-static",
         "-Wa,--gsframe"]
FREESTANDING = ["-ffreestanding", "-nostdlib"]

native = pytest.mark.skipif(platform.machine() != "x86_64", reason="this machine steps no AMD64 programs")


def live(*arguments):
    return run(LIVE, *arguments, timeout=300)


def compiled(path, compiler, *what):
    must(compiler, *FLAGS, "-o", path, *what, timeout=60)
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


# --- Wrong sections -----------------------------------------------------------------------------------------

def section_of(path, folder):
    copy = folder / "section"
    must("objcopy", "--dump-section", f".sframe={copy}", path, folder / "unused")
    return bytearray(copy.read_bytes())


def with_section(path, data, folder):
    (folder / "section").write_bytes(data)
    must("objcopy", "--update-section", f".sframe={folder / 'section'}", path, folder / "patched")
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
    """Some of these bytes make frames wrong; the others change nothing, and end with status 0."""
    statuses = {}
    for path in changed_sections(tree, tmp_path):
        done = live("--json", "--steps", 3000, path)
        statuses[done.returncode] = path.read_bytes()
        assert done.returncode in (0, 1)
        report = json.loads(done.stdout)
        assert (done.returncode == 1) == (report["wrong"] > 0) == bool(report["findings"])
        for finding in report["findings"]:
            assert finding["place"][0].isalpha() and "expected" in finding["trace"]
    assert statuses.keys() == {0, 1}
    path.write_bytes(statuses[1])
    text = live("--steps", 3000, path).stdout
    assert "\nwrong: " in text and " row, CFA " in text
    assert "    expected  0 pc 0x" in text and "    actual    0 pc 0x" in text and "    stop " in text


# --- Recorded steps -----------------------------------------------------------------------------------------

def recorded():
    return [json.loads(line) for path in RECORDED for line in jsonl.vectors(path.read_text().splitlines())]


def test_recorded_steps_are_vectors():
    vectors = recorded()
    assert len(vectors) >= 200
    assert len({vector["id"] for vector in vectors}) == len(vectors)
    for vector in vectors:
        schemas.validator("vector").validate(vector)
        assert vector["id"].startswith(f"{vector['profile']}/{vector['abi']}/unwind/live/")
        assert len(vector["expect"]["frames"]) == vector["input"]["limit"] >= 2


def test_recorded_steps_are_of_every_abi_and_small():
    assert {vector["abi"] for vector in recorded()} == {"amd64", "aarch64", "aarch64_be", "s390x"}
    assert sum(path.stat().st_size for path in RECORDED) < 1 << 20
