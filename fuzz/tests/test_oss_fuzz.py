"""Tests of fuzz/oss-fuzz: what the check finds, what build.sh refuses, and the files that others read."""
import pathlib
import re
import subprocess
import sys
import zipfile

import pytest

from common.scripts import module_of

sys.dont_write_bytecode = True
TREE = pathlib.Path(__file__).resolve().parents[2]
HOME = TREE / "fuzz/oss-fuzz"
CHECK = module_of(HOME / "check")

# A target of many branches, and what may be wrong with one.
TINY = """
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int sfr_sum(const uint8_t *data, size_t size, int *sums);
void *lost;
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    BEGIN;
    return 0;
}
int sfr_sum(const uint8_t *data, size_t size, int *sums)
{
    for (size_t i = 0; i < size; i++)
        switch (data[i]) {
            CASES
        }
    return sums[size % 8];
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int sums[8] = {0};
    STEP;
    lost = data == NULL ? NULL : malloc(size + 1);
    free(lost);
    return sfr_sum(data, size, sums) & 0;
}
"""
CASES = "\n".join(f"case {i}: sums[{i % 8}] += {i} << (data[0] & 7); break;" for i in range(120))


def compile_tiny(path, combination, begin="", step="", cases=CASES, more=()):
    """Compiles a tiny target, and links it as the combination does."""
    environment = CHECK.Combination(combination).environment(path.parent, "/nowhere", "")
    source = path.with_suffix(".c")
    source.write_text(TINY.replace("BEGIN", begin or "(void)0").replace("STEP", step or "(void)0")
                      .replace("CASES", cases))
    compiler, linker = environment["CC"], environment["CXX"]
    parts = [path.with_suffix(".o")]
    subprocess.run([compiler, *environment["CFLAGS"].split(), "-c", "-o", parts[0], source],
                   check=True, env=environment)
    if not environment["LIB_FUZZING_ENGINE"]:
        parts += [path.with_suffix(f".{name}.o") for name in ("replay", "law")]
        for part in parts[1:]:
            subprocess.run([compiler, "-D_GNU_SOURCE", "-c", "-o", part,
                            TREE / f"fuzz/common/{part.suffixes[-2][1:]}.c"], check=True)
    subprocess.run([linker, *environment["CXXFLAGS"].split(), "-o", path, *parts,
                    *environment["LIB_FUZZING_ENGINE"].split(), *more], check=True, env=environment)
    for part in (source, *parts):
        part.unlink()


def pack(path, **seeds):
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in seeds.items():
            packed.writestr(name, content)


@pytest.fixture(name="programs", scope="session")
def fixture_programs(tmp_path_factory):
    """A whole target of each combination, compiled once."""
    folder, made = tmp_path_factory.mktemp("tiny"), {}

    def of(combination):
        if combination not in made:
            made[combination] = folder / combination
            compile_tiny(made[combination], combination)
        return made[combination].read_bytes()
    return of


@pytest.fixture(name="built")
def fixture_built(tmp_path, programs):
    """A folder as build.sh leaves it, with one sound target of one combination."""
    class Built:
        out = tmp_path / "out"
        tiny = out / "tiny"

        def __init__(self):
            self.out.mkdir()
            (tmp_path / "table").write_text("# name | parts | input | most | slow | law\n"
                                            "tiny | - | case | 64 | 9 | it holds\n")
            pack(self.out / "tiny_seed_corpus.zip", one=b"\1", two=b"\2\3")
            (self.out / "tiny.options").write_text("[libfuzzer]\nmax_len = 64\ntimeout = 9\n")

        def of(self, combination):
            self.tiny.write_bytes(programs(combination))
            self.tiny.chmod(0o755)
            return self

        def check(self, combination, *more):
            command = [HOME / "check", "--out", self.out, "--table", tmp_path / "table", *more, combination]
            return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

        def is_refused(self, combination, *faults, more=()):
            """Checks that the folder is refused for these faults and no others."""
            done = self.check(combination, *more)
            found = re.findall(rf"^{combination}: \S+: (.*)", done.stdout, re.MULTILINE)
            assert done.returncode == 1 and len(found) == len(faults), done.stdout
            for fault, words in zip(faults, found):
                assert fault in words
    return Built()


LIBFUZZER = "address-libfuzzer"
SEED = "size == 2 && data[0] == 2 && data[1] == 3"


@pytest.mark.parametrize("combination", ["address-libfuzzer", "coverage-libfuzzer", "address-afl", "address-none"])
def test_a_target_that_is_well_passes(built, combination):
    done = built.of(combination).check(combination)
    assert done.returncode == 0 and done.stdout.startswith(f"{combination}: 1 targets, 0 faults ("), done.stdout


def test_a_target_that_is_not_there(built):
    built.is_refused(LIBFUZZER, "is not there")


def test_a_target_that_cannot_be_executed(built):
    built.of(LIBFUZZER).tiny.chmod(0o644)
    built.is_refused(LIBFUZZER, "is not there")


def test_a_table_without_targets(built, tmp_path):
    (tmp_path / "table").write_text("# name\n")
    built.is_refused(LIBFUZZER, "names no target")


@pytest.mark.parametrize("wrong, fault", [
    ({"begin": "abort()"}, "empty input: exit status"),
    ({"begin": "exit(3)"}, "empty input: exit status 3"),
    ({"step": "if (size == 0) abort()"}, "empty input: exit status"),
    ({"step": f"if ({SEED}) abort()"}, "its seeds: exit status"),
    ({"step": f"if ({SEED}) lost = malloc(9)"}, "its seeds: exit status"),
    ({"step": f"if ({SEED}) sums[0] = ((volatile const uint8_t *)data)[2]"}, "its seeds: exit status"),
    ({"cases": "case 1: sums[0] = 1;"}, "fewer than 100 counters"),
    ({"more": ["-lelf"]}, "needs libelf.so.1"),
    ({"begin": "sleep(60)"}, "empty input: not done after"),
], ids=["dies at once", "exits at once", "dies of the empty input", "dies of a seed", "leaks",
        "reads past a seed", "is alone instrumented", "needs a library", "starts slowly"])
def test_a_target_that_is_not_well(built, wrong, fault):
    compile_tiny(built.tiny, LIBFUZZER, **wrong)
    built.is_refused(LIBFUZZER, fault, more=["--slowest", "5"])


def test_a_target_whose_library_is_gone(built, tmp_path):
    library = tmp_path / "libgone.so"
    subprocess.run(["clang", "-shared", "-x", "c", "-o", library, "/dev/null"], check=True)
    compile_tiny(built.tiny, LIBFUZZER, more=["-Wl,--no-as-needed", library])
    library.unlink()
    built.is_refused(LIBFUZZER, "libgone.so, which is not there where it runs", "error while loading")


def test_a_program_whose_coverage_is_not_reported(built):
    compile_tiny(built.tiny, "coverage-libfuzzer", step="_exit(0)")
    built.is_refused("coverage-libfuzzer", "wrote no profile")


@pytest.mark.parametrize("content, fault", [(None, "is no zip"), (b"PK?", "is no zip"), ({}, "is empty")])
def test_seeds_that_are_not_there(built, content, fault):
    path = built.of(LIBFUZZER).out / "tiny_seed_corpus.zip"
    path.unlink()
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        pack(path, **content)
    built.is_refused(LIBFUZZER, fault)


@pytest.mark.parametrize("content", [None, "", "[libfuzzer]\nmax_len = 65\ntimeout = 9\n",
                                     "[libfuzzer]\nmax_len = 64\n"])
def test_options_that_are_not_the_tables(built, content):
    path = built.of(LIBFUZZER).out / "tiny.options"
    path.unlink()
    if content is not None:
        path.write_text(content)
    built.is_refused(LIBFUZZER, "tiny.options does not say 'max_len = 64' and 'timeout = 9'")


@pytest.mark.parametrize("words", [[], ["address"], ["address-gcc"], ["thread-afl"], ["address-afl-arm64"],
                                   ["--out", "x", "address-afl", "address-none"]])
def test_usage_of_the_check(words):
    done = subprocess.run([HOME / "check", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "see check --help" in done.stderr and done.stderr.count("\n") == 1


# --- build.sh ------------------------------------------------------------------------------

def build(tmp_path, **changes):
    environment = CHECK.Combination(LIBFUZZER).environment(tmp_path, "/nowhere", "")
    environment.update(changes)
    return subprocess.run(["bash", "-eu", HOME / "build.sh"], capture_output=True, text=True, check=False,
                          env={name: value for name, value in environment.items() if value is not None})


GIVEN = "CC CXX CFLAGS CXXFLAGS LIB_FUZZING_ENGINE SANITIZER ARCHITECTURE SRC WORK OUT"


@pytest.mark.parametrize("name", GIVEN.split())
def test_build_sh_needs_each_variable(tmp_path, name):
    done = build(tmp_path, **{name: None})
    assert done.returncode == 2 and f"{name} is not set" in done.stderr


@pytest.mark.parametrize("changes", [{"SANITIZER": "thread"}, {"ARCHITECTURE": "aarch64"}])
def test_build_sh_builds_no_more_than_it_knows(tmp_path, changes):
    done = build(tmp_path, **changes)
    assert done.returncode == 2 and "there are" in done.stderr and not (tmp_path / "out").exists()


def test_a_compiler_that_fails_is_reported(tmp_path):
    assert build(tmp_path, CC="false").returncode == 1
    done = subprocess.run([HOME / "check", "--build", tmp_path, "--flags=-fno-such-flag", LIBFUZZER],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "build.sh failed" in done.stdout


# --- What OSS-Fuzz and ClusterFuzzLite read ----------------------------------------------------------------

def listed(text, key):
    return re.findall(r"^  - (\S+)$", re.search(rf"^{key}:\n((?:  - .*\n)+)", text, re.MULTILINE).group(1),
                      re.MULTILINE)


def test_the_project_is_built_as_it_is_checked():
    """Each engine with each sanitizer that OSS-Fuzz pairs it with is one of `make fuzz-build-check ALL=1`."""
    project = (HOME / "project.yaml").read_text()
    commands = subprocess.run(["make", "-n", "-C", TREE, "fuzz-build-check", "ALL=1"], capture_output=True,
                          text=True, check=True).stdout
    checked = set(re.findall(r" ([a-z]+-[a-z]+)\b", commands))
    wanted = {f"{sanitizer}-{engine}" for sanitizer in listed(project, "sanitizers")
              for engine in listed(project, "fuzzing_engines")}
    assert len(wanted) == 6 and wanted <= checked
    assert set(listed(project, "architectures")) == {"x86_64", "i386"}


def test_one_address_stands_in_all_places():
    """release/tests has those of other files.  Until there is a contact, a name that never resolves."""
    project = (HOME / "project.yaml").read_text()
    address = re.search(r'^main_repo: "(https://\S+)"$', project, re.MULTILINE).group(1)
    assert f"git clone --depth 1 {address} $SRC/" in (HOME / "Dockerfile").read_text()
    assert re.findall(r"^(\w+): .*\.invalid", project, re.MULTILINE) == ["primary_contact"]


WORKFLOWS = sorted((TREE / ".github/workflows").glob("cflite_*.yml"))


def test_there_is_a_workflow_for_each_mode():
    text = "".join(path.read_text() for path in WORKFLOWS)
    assert sorted(re.findall(r"mode: (\S+)", text)) == ["batch", "code-change", "coverage", "prune"]
    assert "upload-build: true" in text


def test_a_pull_request_waits_ten_minutes_at_most():
    text = (TREE / ".github/workflows/cflite_pr.yml").read_text()
    assert re.findall(r"timeout-minutes: (\d+)", text) == ["10"]
    assert int(re.search(r"fuzz-seconds: (\d+)", text).group(1)) <= 300
