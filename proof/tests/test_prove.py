"""`prove` itself, in a copy of the tree, with programs in CBMC's place that do what the test says."""
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = {
    # A program is the text of what it is made of.
    "goto-cc": """
        case " $* " in
        *" -c "*) for one; do case $one in *.c) cat ref/lib/*.h "$one" >"$(basename "$one" .c).o" ;; esac; done ;;
        *)
            while [ "$1" != -o ]; do printf '%s\\n' "$1"; shift; done >words.$$
            out=$2; shift 4; cat words.$$ "$@" >"$out" ;;
        esac""",
    "goto-instrument": """
        [ "$1" = --list-goto-functions ] && exit
        if [ "$1" = --reachable-call-graph ]; then printf '%s\\n' $ANSWER; exit; fi
        while [ $# -gt 2 ]; do shift; done
        cp "$1" "$2" """,
    "cbmc": """
        echo "$*" >>"$CALLS"
        case " $* $ANSWER " in
        *" --show-properties "*) printf 'Property end.%d:\\n  file a.c\\n  never reached\\n' 1 2 ;;
        *" holds ") echo '** 0 of 7 failed (1 iterations)' ;;
        *" fails ")
            printf 'Violated property:\\n  file ref/lib/a.c function f line 3 thread 0\\n  too far\\n  i < 2\\n\\n'
            exit 10 ;;
        *" reached ") printf '[end.%d] never reached: FAILURE\\n' 1 2; exit 10 ;;
        *" half ") printf '[end.1] never reached: FAILURE\\n'; exit 10 ;;
        *" endless ") while :; do :; done ;;
        *" memory ") echo 'Out of memory'; exit 6 ;;
        *" breaks ") echo 'invariant violation'; exit 134 ;;
        esac""",
}


class Place:
    """A copy of what `prove` reads."""

    def __init__(self, folder):
        self.folder, self.calls, self.proof = folder, folder / "calls", folder / "proof/ref"
        for name in ("ref/lib", "proof", "common"):
            shutil.copytree(ROOT / name, folder / name)
        for name in ("ref/sframe-ref.h", "ref/clauses.def"):
            shutil.copy(ROOT / name, folder / name)
        tools = folder / "tools/cbmc/bin"
        tools.mkdir(parents=True)
        self.version = tools.parent / "VERSIONS"
        self.version.write_text("cbmc 1\n", encoding="utf-8")
        for name, text in PROGRAMS.items():
            (tools / name).write_text(f"#!/bin/sh\nset -e\n{text}\n", encoding="utf-8")
            (tools / name).chmod(0o755)

    def prove(self, *arguments, answer="holds"):
        """Its status, lines, and how often it asked for a proof."""
        before = self.called()
        command = [self.folder / "proof/prove", "--build", self.folder / "build", "--toolchains", self.folder / "tools"]
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False, cwd=self.folder,
                              env={**os.environ, "CALLS": str(self.calls), "ANSWER": answer})
        assert "Traceback" not in done.stderr
        return done.returncode, (done.stdout + done.stderr).splitlines(), self.called() - before

    def called(self):
        return len(self.calls.read_text(encoding="utf-8").splitlines()) if self.calls.exists() else 0

    def change(self, name, old, new):
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


# --- What it is asked ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments, word", [
    (["nothing"], "no proof nothing"), (["--limit", "soon"], "--limit"), (["--bogus"], "--bogus"),
    (["--covers", "--planted"], "--planted"), (["--quick", "unwind"], "none of these is quick"),
    (["--functions", "open"], "takes no NAME"), (["--functions", "--quick"], "no --quick"),
])
def test_what_cannot_be_asked_is_2_and_says_why(place, arguments, word):
    status, lines, _ = place.prove(*arguments)
    assert status == 2 and word in lines[-1]


@pytest.mark.parametrize("table, line, word", [
    ("proofs.txt", "more | what | sizes", "3 cells, not 8"),
    ("planted.txt", "open | ref/lib/header.c | not there", "3 cells, not 4"),
    ("bounds.txt", "nothing | ref/lib/header.c | a | b", "no proof nothing"),
    ("loops.txt", "\nfde.c: for (;;)\n    decreases 1", "fde.c has 0 times"),
    ("loops.txt", "\nfde.c nowhere: for (;;)\n    decreases 1", "no function nowhere"),
])
def test_a_wrong_line_of_a_table_is_2_and_says_which(place, table, line, word):
    with (place.proof / table).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    status, lines, _ = place.prove("open")
    assert status == 2 and table in lines[-1] and word in lines[-1]


def test_a_planted_error_must_be_there_once(place):
    with (place.proof / "planted.txt").open("a", encoding="utf-8") as file:
        file.write("open | ref/lib/header.c | size_t | int\n")
    status, lines, _ = place.prove("--planted", "open", answer="fails")
    assert status == 2 and re.search(r"planted.txt: ref/lib/header.c has \d+ times: size_t", lines[-1])


def test_without_cbmc_it_is_3(place):
    shutil.rmtree(place.folder / "tools")
    status, lines, _ = place.prove("open")
    assert status == 3 and "ci/cbmc fetches it" in lines[-1]


# --- What it answers ----------------------------------------------------------------------------------------------


def test_what_holds_is_0(place):
    status, lines, calls = place.prove("open", "row", "--json", place.folder / "table.json")
    assert status == 0 and calls == 2
    assert lines[0].split()[:2] == ["open", "holds"] and lines[-1].startswith("2 proofs, 2 hold, 14 properties")
    table = json.loads((place.folder / "table.json").read_text(encoding="utf-8"))
    assert [(each["name"], each["end"]) for each in table] == [("open", "holds"), ("row", "holds")]


def test_a_table_that_cannot_be_written_is_2_and_says_which(place):
    status, lines, _ = place.prove("open", "--json", place.folder)
    assert status == 2 and lines[-1] == f"prove: {place.folder}: Is a directory"


def test_the_solver_is_the_one_of_the_table(place):
    place.prove("open", "walk-look")
    solvers = [re.findall(r"--external-sat-solver (\S+)", line) for line in place.calls.read_text("utf-8").splitlines()]
    assert sorted(solvers) == [[], [str(place.version.parent / "bin/cadical")]]


@pytest.mark.parametrize("answer, words", [
    ("fails", "ref/lib/a.c:3: too far i < 2"), ("memory", "out of memory"), ("breaks", "invariant violation"),
    ("endless", "no end in time"),
])
def test_what_does_not_hold_is_1_and_says_why(place, answer, words):
    status, lines, _ = place.prove("open", "--limit", "1", answer=answer)
    assert status == 1 and lines[0].endswith(words) and "0 hold" in lines[-1]


def test_a_harness_stands_for_its_variants(place):
    variants = (place.proof / "proofs.txt").read_text(encoding="utf-8").count("\ndefault-")
    status, lines, calls = place.prove("default")
    assert status == 0 and calls == variants > 3 and all(line.startswith("default-") for line in lines[:-1])


def test_ends_that_are_not_reached_are_1(place):
    assert place.prove("--covers", "open", answer="reached")[0] == 0
    status, lines, _ = place.prove("--covers", "open", answer="half")
    assert status == 1 and lines[0].endswith("1 of 2 ends")


def test_a_function_that_no_proof_reaches_is_1(place):
    """An answer is the functions that each program reaches."""
    status, lines, calls = place.prove("--functions", answer="proof_open sfr_open flipped$link1")
    lacking = [line.removeprefix("in no proof: ") for line in lines[:-1]]
    assert status == 1 and calls == 0 and len(lacking) > 100
    assert lines[-1] == f"{len(lacking) + 2} functions, 2 in a proof as they are"
    assert "sfr_lookup" in lacking and "sfr_open" not in lacking and "sfr_flip" not in lacking
    assert place.prove("--functions", answer=" ".join(["sfr_open", "sfr_flip", *lacking]))[0] == 0


@pytest.mark.parametrize("table", ["planted", "bounds"])
def test_errors_that_are_not_noticed_are_1(place, table):
    assert place.prove(f"--{table}", "open", answer="fails")[0] == 0
    status, lines, _ = place.prove(f"--{table}", "open", "--fresh", answer="holds")
    assert status == 1 and all("NOT NOTICED" in line for line in lines)


def test_a_proof_has_two_planted_errors(place):
    text = (place.proof / "planted.txt").read_text(encoding="utf-8")
    (place.proof / "planted.txt").write_text(re.sub(r"(?m)^open \|.*\n", "", text, count=text.count("\nopen |") - 1),
                                              encoding="utf-8")
    status, lines, _ = place.prove("--planted", "open", answer="fails")
    assert status == 1 and lines[-1] == "less than two planted errors: open"


# --- What is not done again ---------------------------------------------------------------------------------------


def nothing(_place):
    pass


def a_source(place):
    place.change("ref/lib/fde.c", "index < section->function_count", "index <= section->function_count")


def a_header(place):
    place.change("ref/lib/cursor.h", "return *p;", "return p[0];")


def the_harness(place):
    place.change("proof/ref/reading/open.c", "{", "{ ")


def options(place):
    place.change("proof/ref/proofs.txt", "--unwind 6 |", "--unwind 7 |")


def the_tool(place):
    place.version.write_text("cbmc 2\n", encoding="utf-8")


def another_proof(place):
    place.change("proof/ref/reading/row.c", "{", "{ ")


@pytest.mark.parametrize("change, calls", [
    (nothing, 0), (a_source, 1), (a_header, 1), (the_harness, 1), (options, 1), (the_tool, 1), (another_proof, 0),
], ids=lambda each: getattr(each, "__name__", each))
def test_what_was_proved_is_proved_again_if_something_of_it_changed(place, change, calls):
    assert place.prove("open")[2] == 1
    change(place)
    assert place.prove("open")[::2] == (0, calls)


def test_fresh_proves_again(place):
    assert [place.prove("open")[2], place.prove("open")[2], place.prove("open", "--fresh")[2]] == [1, 0, 1]


def test_what_failed_is_known_too_and_what_did_not_end_is_tried_again(place):
    assert [place.prove("open", answer="fails")[::2] for _ in range(2)] == [(1, 1), (1, 0)]
    assert [place.prove("row", answer="memory")[::2] for _ in range(2)] == [(1, 1), (1, 1)]


# --- The tables as they are ---------------------------------------------------------------------------------------


def test_each_proof_has_its_harness_whose_head_says_what_it_proves():
    names = re.findall(r"(?m)^([\w-]+) \|", (ROOT / "proof/ref/proofs.txt").read_text(encoding="utf-8"))
    assert len(names) > 30
    for harness in {name.partition("-")[0] for name in names}:
        paths = list((ROOT / "proof/ref").rglob(f"{harness}.c"))
        assert len(paths) == 1 and paths[0].read_text(encoding="utf-8").startswith("/* ")
