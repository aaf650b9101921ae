"""Workflows of GitHub: actions are pinned by hash, rights are few, time is limited, and targets exist."""
import fnmatch
import json
import os
import re
from pathlib import Path

import pytest
import yaml

from common import commands

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = [ROOT / "ci/scale/github.yml", *sorted((ROOT / ".github/workflows").glob("*.yml"))]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_names_what_it_uses_by_its_contents_and_ends(path):
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: *(\S+)", text)
    assert used and all(re.fullmatch(r"[\w.-]+(/[\w.-]+)+@[0-9a-f]{40}", each) for each in used)
    assert re.search(r"^permissions:\n  contents: read\n", text, re.MULTILINE)
    assert len(re.findall(r"runs-on: ", text)) == len(re.findall(r"timeout-minutes: \d+", text))
    needed = re.findall(r"[\w-]+", " ".join(re.findall(r"^    needs: (.*)$", text, re.MULTILINE)))
    assert set(needed) <= set(yaml.safe_load(text)["jobs"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_targets_that_exist(path):
    made = re.findall(r"^ *- run: make (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    files = (ROOT / "Makefile", *ROOT.glob("*/*.mk"), *ROOT.glob("*/*/*.mk"))
    rules = "".join(file.read_text(encoding="utf-8") for file in files)
    for target in (word for word in " ".join(made).split() if "=" not in word):
        assert re.search(rf"^{re.escape(target)}:", rules, re.MULTILINE), target


def test_what_changes_the_library_is_proved_and_all_of_it_anew_each_week():
    text = (ROOT / ".github/workflows/proofs.yml").read_text(encoding="utf-8")
    on = yaml.safe_load(text)[True]  # the word `on`
    paths = on["push"]["paths"]
    assert on["pull_request"]["paths"] == paths and {"ref/lib/**", "proof/**"} <= set(paths)
    harnesses = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "proof/parsers").glob("*.c"))
    proved = re.findall(r'^#include "(.*/.*)"$', harnesses, re.MULTILINE)
    assert len(proved) > 20 and not [name for name in proved if not any(fnmatch.fnmatch(name, each) for each in paths)]


def test_the_jobs_of_the_check_are_made_of_its_own_list_and_none_is_missing():
    steps = re.findall(r'^    \("([a-z0-9-]+)", "', (ROOT / "ci/check").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(steps) > 40
    workflow = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8"))
    assert {"push", "pull_request"} <= set(workflow[True])  # the word `on`
    jobs = workflow["jobs"]
    made = jobs["groups"]["steps"][-1]["run"]
    number = re.fullmatch(r'echo "groups=\$\(ci/check --groups (\d+)\)" >>"\$GITHUB_OUTPUT"', made)[1]
    for count in ("1", number, str(len(steps))):
        groups = json.loads(commands.must(ROOT / "ci/check", "--groups", count))
        assert len(groups) == int(count) and sorted(" ".join(groups).split()) == sorted(steps)
    run = jobs["steps"]["steps"][-1]
    assert jobs["steps"]["strategy"]["matrix"]["steps"] == "${{ fromJSON(needs.groups.outputs.groups) }}"
    assert run == {"run": "make check", "env": {"STEPS": "${{ matrix.steps }}"}}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^check: .*\n(\t.*\n)*\t@ci/check \$\(STEPS\)\n", makefile, re.MULTILINE)
    assert jobs["check"]["needs"] == ["groups", "steps"] and jobs["check"]["if"] == "always()"


def test_a_tag_becomes_a_release_with_its_provenance():
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    assert list(workflow[True]) == ["push"] and list(workflow[True]["push"]) == ["tags"]
    build, publish = workflow["jobs"]["build"], workflow["jobs"]["publish"]
    assert "permissions" not in build and set(publish["permissions"]) == {"contents", "id-token", "attestations"}
    assert any(step.get("with", {}).get("path") == "build/release" for step in build["steps"])
    version = next(step["run"] for step in build["steps"] if step.get("run", "").startswith("test "))
    for tag, status in ("v" + re.search(r"^VERSION := (\S+)$", (ROOT / "Makefile").read_text(encoding="utf-8"),
                                        re.MULTILINE)[1], 0), ("v9.9.9", 1):
        done = commands.run("sh", "-c", version, cwd=ROOT, env={**os.environ, "GITHUB_REF_NAME": tag})
        assert done.returncode == status
    used = [step.get("uses", "").partition("@")[0] for step in publish["steps"]]
    assert "actions/attest-build-provenance" in used and "gh release create" in publish["steps"][-1]["run"]
