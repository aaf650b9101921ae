"""Tests of fuzz/bench: the inputs with which it compares."""
import os
import pathlib

from common.scripts import module_of

bench = module_of(pathlib.Path(__file__).resolve().parents[1] / "bench")


def test_what_the_other_program_refuses_is_left_out(tmp_path):
    """One program reads all inputs; another refuses one more each time, until one is left."""
    sections, program = tmp_path / "sections", tmp_path / "program"
    sections.mkdir()
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o755)
    count = bench.fill(sections, str(program))
    assert count == len(os.listdir(sections)) > 100
    program.write_text("""#!/bin/sh
set -- "$1"/*
[ $# -gt 1 ] && echo "input: $1" >&2
""")
    assert bench.fill(sections, str(program)) == 1
