"""What OSS-Fuzz is sent: the folders, and the target for libsframe."""
import json
import re
import shutil
import sys

import pytest

from common import commands
from common.scripts import module_of
from release import packing
from release.tests.conftest import BUILD, ROOT, done, run

sys.dont_write_bytecode = True
SCRIPT = ROOT / "release/oss-fuzz-submission"
CHECK = ROOT / "fuzz/oss-fuzz/check"
SOURCES = ROOT / ".toolchains/sources/forky"
COMBINATIONS = module_of(CHECK)


@pytest.fixture(name="written", scope="session")
def fixture_written(tmp_path_factory):
    out = tmp_path_factory.mktemp("submission")
    said = done(SCRIPT, "--generator", BUILD / "sframe-gen", "--repository", "someone/suite", "--contact",
                "someone@example.org", out)
    assert said.endswith("projects: written\n")
    return out


def test_the_address_and_the_contact_stand_everywhere(written):
    text = "".join(path.read_text(encoding="utf-8") for path in (written / "projects/sframe-conformance").iterdir())
    assert set(re.findall(r"github\.com/([\w.-]+/[\w.-]+)", text)) == {"someone/suite"}
    assert text.count("github.com/someone/suite") == 3 and ".invalid" not in text and "someone@example.org" in text


def test_it_is_what_the_tree_builds_with(written):
    ours = (ROOT / "fuzz/oss-fuzz/build.sh").read_text(encoding="utf-8").split("\n", 1)[1]
    sent = (written / "projects/sframe-conformance/build.sh").read_text(encoding="utf-8")
    assert sent.startswith("#!/bin/bash -eu\n# Licensed under the Apache License") and sent.endswith(ours)


def test_one_variable_is_the_address_everywhere():
    """People with another address replace this one name: docs/publishing.md."""
    place = re.search(r"^REPOSITORY \?= (\S+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert packing.PLACE == place
    for path in ("fuzz/oss-fuzz/project.yaml", "fuzz/oss-fuzz/Dockerfile", "release/gate-templates/github.yml",
                 "release/gate-templates/gitlab.yml", "docs/gate.md", "README.md"):
        named = re.findall(r"(?:github\.com/|githubusercontent\.com/|uses: )((?!actions/)[\w.-]+/[\w.-]+)",
                           (ROOT / path).read_text(encoding="utf-8"))
        assert named and set(named) == {place}, path


# --- The target for libsframe ------------------------------------------------------------------------------

def built(tmp_path, written, combination):
    """Builds as OSS-Fuzz does: the project's files lie in $SRC, beside the tree of binutils."""
    fetched = run(ROOT / "ci/peer-sources", "forky")
    if fetched.returncode != 0:
        pytest.skip(f"no sources of libsframe: {fetched.stderr.strip().splitlines()[-1]}")
    sources, out = tmp_path / "src", tmp_path / "out"
    shutil.copytree(written / "projects/binutils", sources)
    (sources / "binutils-gdb").symlink_to(SOURCES.resolve())
    out.mkdir()
    environment = COMBINATIONS.Combination(combination).environment(tmp_path, sources, "")
    environment |= {"SRC": str(sources), "OUT": str(out)}
    commands.must("bash", "-eu", sources / "fuzz_sframe.sh", env=environment)
    return out


def test_the_target_for_libsframe_is_as_oss_fuzz_wants_it(tmp_path, written):
    out = built(tmp_path, written, "address-libfuzzer")
    table = tmp_path / "table"
    table.write_text("fuzz_sframe | - | file | 65536 | 25 | libsframe answers\n", encoding="utf-8")
    assert ": 1 targets, 0 faults" in done(CHECK, "--out", out, "--table", table, "address-libfuzzer")


READ_SIDE = {"sframe_decode", "sframe_decoder_free", "sframe_find_fre", "dump_sframe", "sframe_errmsg",
             "sframe_get_fre_udata"}


def test_its_seeds_reach_the_whole_read_side(tmp_path, written):
    """The seeds reach every function that the header declares for readers, in both byte orders."""
    out = built(tmp_path, written, "coverage-libfuzzer")
    seeds = written / "projects/binutils/fuzz_sframe_seed_corpus"
    (tmp_path / "empty").write_bytes(b"")
    done(out / "fuzz_sframe", *sorted(seeds.iterdir()), tmp_path / "empty", LLVM_PROFILE_FILE=str(tmp_path / "profile"))
    done("llvm-profdata", "merge", "-o", tmp_path / "data", tmp_path / "profile")
    exported = done("llvm-cov", "export", "--skip-expansions", f"--instr-profile={tmp_path}/data", out / "fuzz_sframe")
    reached = {function["name"].rpartition(":")[2]: function["count"] > 0
               for function in json.loads(exported)["data"][0]["functions"]}
    header = (SOURCES / "include/sframe-api.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"^(sframe_\w+|dump_sframe) \(", header, re.MULTILINE))
    read = {name for name in declared if re.match("sframe_decoder_get|sframe_fre_get", name)} | READ_SIDE
    assert READ_SIDE <= declared and len(read) > 20
    assert sorted(name for name in read if not reached.get(name)) == []
    assert reached["flip_sframe"]
