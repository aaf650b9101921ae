"""Tests of fuzz/compare: the seeds that it takes, and how it reads libFuzzer's last words, or their absence."""
import os
import pathlib
import subprocess

import pytest

from common.scripts import module_of
from fuzz import table

COMPARE = pathlib.Path(__file__).resolve().parents[1] / "compare"
compare = module_of(COMPARE)

TARGET = table.Target("decode", "case", 4096, 5, "fuzz")


def program(folder, script):
    path = folder / "program"
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(0o755)
    return str(path)


def test_the_last_line_of_a_run_is_read(tmp_path):
    said = "#7\tINITED cov: 1 ft: 2 corp: 1/1b\n#1234\tDONE   cov: 56 ft: 789 corp: 9/10Kb lim: 4096 exec/s: 7 rss: 8Mb"
    engine = program(tmp_path, f"cat >&2 <<'END'\n{said}\nEND\n")
    assert compare.run(engine, TARGET, [], 1, 1) == (56, 789, 1234)


@pytest.mark.parametrize("script", ["exit 0\n", "echo '#1 DONE cov: 1 ft: 1' >&2; exit 77\n", "kill -9 $$\n"])
def test_a_run_that_ends_early_is_no_result(tmp_path, script):
    with pytest.raises(table.Trouble, match="ended early"):
        compare.run(program(tmp_path, script), TARGET, [], 1, 1)


def test_a_law_that_is_broken_is_reported(tmp_path):
    with pytest.raises(table.Trouble, match="ended early with 77: a.c:1: law broken: no row"):
        compare.run(program(tmp_path, "printf 'a.c:1: law broken: no row\nends\n' >&2; exit 77\n"), TARGET, [], 1, 1)


def test_few_seeds_are_taken_evenly_of_all_folders(tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    for number in range(100):
        (folders[number % 2] / f"{number:03}").write_text(str(number))
    few = compare.seeds_of("few", [str(folder) for folder in folders], str(tmp_path))
    assert sorted(os.listdir(few[0])) == [f"{number:03}" for number in range(0, 100, 10)]
    assert compare.seeds_of("none", folders, str(tmp_path)) == [] and compare.seeds_of("all", folders, "") == folders


@pytest.mark.parametrize("arguments", [["nothing"], ["--time", "x", "decode"], ["--runs", "0", "decode"], []])
def test_usage_is_status_2_and_a_line(arguments):
    ended = subprocess.run([COMPARE, *arguments], capture_output=True, text=True, check=False)
    assert ended.returncode == 2 and ended.stdout == ""
    assert ended.stderr.startswith("fuzz/compare: ") and len(ended.stderr.splitlines()) == 1
