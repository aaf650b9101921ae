"""docs/exit-statuses.md by the commands of exit-statuses.t; and what holds for every program."""
import ast
import builtins
import collections
import functools
import multiprocessing
import os
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile

import pytest

from ci.tests.conftest import BUILD, ROOT

PAGE = ROOT / "docs" / "exit-statuses.md"
COMMANDS = ROOT / "ci" / "tests" / "exit-statuses.t"
PAST = {"build", ".git", ".toolchains", "__pycache__"}


def scripts():
    """Executables of the tree."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in PAST]
        for name in files:
            path = pathlib.Path(folder, name)
            if os.access(path, os.X_OK) and path.open("rb").read(2) == b"#!":
                yield str(path.relative_to(ROOT))


SCRIPTS = {*scripts()}
# Those in Python that people start.
PYTHON = [name for name in sorted(SCRIPTS) if (ROOT / name).read_bytes().startswith(b"#!/usr/bin/python3") and
          "tests/" not in name and not name.endswith("lines.py")]


def read_commands():
    """By program, the statuses with which its commands end; the programs that have no commands; and all commands."""
    statuses, without, commands, program = collections.defaultdict(list), set(), [], None
    for line in COMMANDS.read_text(encoding="utf-8").splitlines():
        command = re.match(r"  \$ (try|target) (\d+) (.*)  # \S", line)
        if command:
            statuses[program].append(int(command[2]))
            commands.append((program, command[1], command[3]))
        elif program == "not tested" and line:
            without.add(line.partition(": ")[0])
        elif re.fullmatch(r"\S+|not tested", line):
            program = line
            if program in PYTHON:
                statuses[program] += [0, 2]  # asked for help, and by a wrong word
    return statuses, without, commands


def read_page():
    """Statuses on the page by program, and options by program."""
    statuses, options, program = collections.defaultdict(set), collections.defaultdict(list), None
    for line in re.sub(r"\n  (?=\S)", " ", PAGE.read_text(encoding="utf-8")).splitlines():
        heading = re.fullmatch(r"##+ (?:`(.+)`|.*)", line)
        if heading:
            program = heading[1]
            continue
        row = [cell.strip() for cell in line[1:-1].split("|")] if line.startswith("| ") else []
        if len(row) == 2 and row[0].isdigit() and row[1] and program:
            statuses[program].add(int(row[0]))
        elif len(row) == 2 and row[0].startswith("`") and program:
            options[program] += re.findall(r"--[a-z-]+", row[0])
        elif row and not set(line) <= set("| -") and row[0] not in ("status", "option"):
            raise ValueError(f"{PAGE.name}: no row of a table: {line}")
    return statuses, options


STATUSES, WITHOUT, ROWS = read_commands()
ON_PAGE, OPTIONS = read_page()


def programs():
    """Programs that the build makes for people, without tests and programs made of other projects' code."""
    for path in [*BUILD.iterdir(), *(BUILD / "adapters").iterdir()]:
        if path.is_file() and os.access(path, os.X_OK) and path.open("rb").read(4) == b"\x7fELF" and \
                not re.match(r"test_|libsframe-|simple-frame-|glibc-|fence|again", path.name):
            yield f"build/adapters/{path.name}" if path.parent.name == "adapters" else path.name


def in_a_copy(path, word, out):
    """Runs a script in a copy of this process, which need not start and import what scripts import."""
    os.dup2(out.fileno(), 1)
    os.dup2(out.fileno(), 2)
    sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    sys.argv = [str(path), word]
    runpy.run_path(str(path), run_name="__main__")


@functools.cache
def asked(program, word="--help"):
    """The status and the output of a program of the build, or of a script, that gets one word."""
    path = ROOT / program if program in SCRIPTS else BUILD / program.removeprefix("build/")
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        if program in PYTHON:
            copy = multiprocessing.get_context("fork").Process(target=in_a_copy, args=(path, word, out))
            copy.start()
            copy.join()
            status = copy.exitcode
        else:
            status = subprocess.run([path, word], stdin=subprocess.DEVNULL, stdout=out, stderr=out, check=False).returncode
        out.seek(0)
        return status, out.read()


def test_every_program_and_every_script_stands_in_a_table():
    there = {*programs(), *SCRIPTS}
    assert there and sorted(there - {*STATUSES, *WITHOUT}) == []
    assert sorted({*STATUSES, *ON_PAGE, *WITHOUT} - there) == []


@pytest.mark.parametrize("program", sorted(ON_PAGE))
def test_the_page_has_each_status_that_a_command_shows_and_no_other(program):
    """2 is left out, as the page explains it once for all programs."""
    assert {*STATUSES[program]} | {2} == ON_PAGE[program] | {2}


@pytest.mark.parametrize("program", sorted(each for each in STATUSES if each.startswith("sframe-") or each in SCRIPTS))
def test_help_says_each_status_that_a_command_shows(program):
    """130 (an interrupt) and 141 (a closed pipe) are left out."""
    said = re.search(r"Exit status:(.*?)(?:\n\n|$)", asked(program)[1], re.DOTALL)
    assert said, "its help does not tell of statuses"
    assert {*STATUSES[program]} - {130, 141} <= {*map(int, re.findall(r"\b\d+\b", said[1]))}


def test_the_options_of_which_something_is_said_are_there():
    assert OPTIONS
    for program, options in OPTIONS.items():
        said = set(re.findall(r"--[a-z-]+", asked(program)[1]))
        assert options and [option for option in options if option not in said] == []


@pytest.mark.parametrize("program", STATUSES)
def test_every_program_has_a_way_to_0_and_one_to_trouble(program):
    assert 0 in STATUSES[program] and {2, 125} & {*STATUSES[program]}


def test_each_command_is_of_the_program_that_it_stands_under():
    assert len(ROWS) > 300
    assert [row for row in ROWS if row[1] == "try" and not re.search(rf"(^|[ ;<'\"]){re.escape(row[0])}( |$|['\"])", row[2])] == []


# --- Help and errors of scripts; output.t has what becomes of output that is lost ----------------------------------

# Programs with --help; adapters have none, and inject prints its own only on wrong use.
WITH_HELP = sorted({"page-render", "inject", "build/adapters/oracle", "build/adapters/null"} ^ {*programs(), *PYTHON})


@pytest.mark.parametrize("program", WITH_HELP)
def test_help_fits_a_screen(program):
    status, said = asked(program)
    lines = said.splitlines()
    assert status == 0 and 2 < len(lines) <= 60 and max(map(len, lines)) <= 120, said


@pytest.mark.parametrize("program", PYTHON)
def test_a_script_says_in_one_line_that_it_does_not_know_a_word(program):
    """So it begins by standard.run, by which argparse says one line, and which sees lost output."""
    status, said = asked(program, "--bogus")
    assert status == 2 and said.count("\n") == 1, said


SYSTEM = {name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, OSError)}


def written_raw(path):
    """Lines that print an error of the system as Python writes it, with its number: [Errno 2]."""
    for handler in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(handler, ast.ExceptHandler) or handler.name is None or not SYSTEM & {
                node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}:
            continue
        for node in ast.walk(handler):
            inside = node.value if isinstance(node, ast.FormattedValue) else \
                node.args[0] if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("print", "str") else None
            if isinstance(inside, ast.Name) and inside.id == handler.name:
                yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_no_script_prints_an_error_of_the_system_with_its_number():
    """What standard.run writes is for people; a script that writes an error itself asks standard.words."""
    python = [path for path in map(ROOT.joinpath, SCRIPTS) if b"python" in path.read_bytes().partition(b"\n")[0]]
    python += [path for path in ROOT.rglob("*.py") if not PAST & set(path.relative_to(ROOT).parts)]
    assert len(python) > 50
    assert [line for path in python for line in written_raw(path)] == []
