"""DWARF CFI that asks for much work or memory with few bytes: sframe-convert and sframe-crosscheck refuse it in a line,
or stay within the budget for its size.  No test looks at a clock: --cost counts work, and the system limits memory."""
import json
import pathlib
import re

import pytest

from corpus.tests.compiled import BUILD, limited, steps
from ref.tests import hostile

SIZE = 200_000
PROGRAMS = {"sframe-convert": ["-p", "v3"], "sframe-crosscheck": ["--json"]}
KINDS = [kind for kind in hostile.KINDS if kind.startswith("cfi-")]


def ask(program, path, *options):
    """Runs PROGRAM in 64 MiB and four times the file, and 16 MiB more for libdw and what it loads."""
    return limited(80, str(path), str(BUILD / program), *options)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A function that gives the file of a kind and size; each is written once."""
    folder = tmp_path_factory.mktemp("hostile")

    def file(kind, size=SIZE):
        path = folder / f"{kind}-{size}"
        if not path.exists():
            path.write_bytes(hostile.KINDS[kind](size))
        return path
    return file


REFUSED = {
    "cfi-by-pc-that-overlap": "steps of work",
    "cfi-debug-frame": "steps of work",
    "cfi-long-expression": "steps of work",
    "cfi-two-cies": "steps of work",
}


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("kind, words", REFUSED.items(), ids=REFUSED)
def test_what_a_file_cannot_pay_for_is_refused_in_a_line(files, kind, words, program):
    path = files(kind, 120_000)  # less may be read
    done = ask(program, path, *PROGRAMS[program])
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"{program}: {path}: takes more than ") and words in done.stderr


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in REFUSED])
def test_twice_the_file_costs_twice_as_much(files, kind, program):
    costs = []
    for size in (SIZE // 2, SIZE):
        path = files(kind, size)
        done = ask(program, path, *PROGRAMS[program], "--cost")
        nothing = done.returncode == 2 and "nothing" in done.stderr  # no function can be read
        assert (done.returncode in (0, 1) or nothing) and len(done.stdout) < 20 * path.stat().st_size
        costs.append(steps(done)[0])
    assert costs[1] <= 2.1 * costs[0] + 1000


def test_a_register_that_no_machine_has_makes_a_function_unreadable(files):
    done = ask("sframe-convert", files("cfi-last-register"))
    assert done.returncode == 1 and re.search(r"0 of (\d+) functions\n  left out: \1 cfi-unreadable", done.stdout)


def test_all_rows_of_one_function_are_read(files):
    functions = ask("sframe-crosscheck", files("cfi-rows-of-one-function"), "--cfi").stdout
    assert functions.count('"cfa"') >= SIZE // 3


def test_states_are_remembered_however_many(files):
    function = json.loads(ask("sframe-crosscheck", files("cfi-remembered-states"), "--cfi").stdout)
    assert function["readable"] and len(function["rows"]) >= SIZE // 8


@pytest.mark.parametrize("path", [path for path in map(pathlib.Path, ("/bin/sh", "/usr/bin/gdb",
                                                                       "/lib/x86_64-linux-gnu/libc.so.6"))
                                  if path.is_file()], ids=str)
def test_a_real_file_takes_less_than_a_hundredth_of_its_work(path):
    for program, options in (("sframe-convert", []), ("sframe-crosscheck", ["--convert", "v3"])):
        taken, given = steps(ask(program, path.resolve(), *options, "--cost"))
        assert taken < given / 100
