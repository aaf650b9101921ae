"""Tests of fuzz/zoo, with a script as the target: what counts as found, and what does not."""
import json
import pathlib
import subprocess

import pytest

TOOL = pathlib.Path(__file__).resolve().parents[1] / "zoo"
TARGET = """#!/bin/sh
for last; do :; done
if [ -f "$last" ]; then  # a find, replayed
    case $ZOO_BUG,$(cat "$last") in ,always*) echo "x.c:1: law broken: always" >&2; exit 77; esac
    exit 0
fi
case $1,$ZOO_BUG in
-seed=*,found | -seed=*,always) echo $ZOO_BUG >find-crash; echo "x.c:1: law broken: it said 7" >&2; exit 77 ;;
-seed=2,mostly) echo always >find-crash; exit 77 ;;
-seed=*,mostly) echo mostly >find-crash; exit 77 ;;
-seed=1,once) echo once >find-crash; exit 77 ;;
-seed=*,hangs) sleep 60 ;;
esac
exit 0
"""
ZOO = "#!/bin/sh\nprintf '%s\\tarea\\torigin\\twhat\\n' found missed always mostly once\n"


@pytest.fixture
def hunt(tmp_path):
    for name, text in (("target", TARGET), ("zoo-list", ZOO)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "seeds").mkdir()

    def run(*arguments):
        given = {"--target": tmp_path / "target", "--zoo": tmp_path / "zoo-list", "--seeds": tmp_path / "seeds",
                 "--json": tmp_path / "out.json", "--finds": tmp_path / "finds", "--most": "2"}
        usual = [word for pair in given.items() if pair[0] not in arguments for word in pair]
        return subprocess.run([TOOL, *usual, *arguments], capture_output=True, text=True, check=False)
    return run


def test_a_bug_that_is_found_is_reported_with_its_cause(hunt, tmp_path):
    result = hunt("found")
    assert result.returncode == 0
    assert "law broken" not in result.stdout and "it said 7" in result.stdout
    assert "1 of 1 bugs found" in result.stdout
    assert json.loads((tmp_path / "out.json").read_text())[0]["bug"] == "found"


def test_a_bug_that_is_not_found_fails(hunt, tmp_path):
    result = hunt("found", "missed")
    assert result.returncode == 1
    assert "not found: missed" in result.stdout
    assert json.loads((tmp_path / "out.json").read_text())[1]["median"] is None


def test_a_find_that_is_one_without_the_bug_is_kept(hunt, tmp_path):
    result = hunt("always")
    assert result.returncode == 1
    for number in (1, 2, 3):
        kept = tmp_path / f"finds/always-{number}"
        assert f"{kept}: fails without the bug too" in result.stdout
        assert kept.read_text() == "always\n"


def test_one_find_of_its_own_among_three_fails_the_hunt(hunt, tmp_path):
    result = hunt("mostly")
    assert result.returncode == 1
    assert "1 of 1 bugs found" in result.stdout
    assert f"{tmp_path}/finds/mostly-2: fails without the bug too" in result.stdout


def test_one_of_three_runs_is_not_enough(hunt):
    assert hunt("once").returncode == 1


@pytest.mark.parametrize("arguments, words", [(["no-such"], "no such bug: no-such"),
                                              (["--seeds", "nowhere"], "nowhere: not there"),
                                              (["--runs", "x"], "no number"), (["--jobs", "0"], "no number")])
def test_wrong_usage_is_a_line_and_status_2(hunt, arguments, words):
    result = hunt(*arguments)
    assert result.returncode == 2
    assert words in result.stderr and len(result.stderr.splitlines()) == 1
