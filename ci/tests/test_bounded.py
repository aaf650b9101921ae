"""Files that users name: each program that reads one stops at the limit of its kind, in common/limits.def."""
import collections
import os
import re
import resource
import threading

import pytest

from ci.tests.conftest import BUILD, ROOT
from common import bounded, commands

MIB = 1 << 20
DEFINITIONS = ROOT / "common" / "limits.def"

# words: the command; {} is the file, which else is its standard input.  early: what the command says of an endless file
# before it reaches the limit.  Programs in C read a kind by one function, as the last test checks: so one of them stands here
# for each kind, and one for each message that comes early.  Scripts may read in other ways: so each stands here.
Use = collections.namedtuple("Use", "kind words early", defaults=(None,))
DENSE = "JSON of which a byte takes more memory than any real file's"
PROGRAMS = [
    Use("BINARY", "{build}/sframe-ref check {}"),
    Use("SCENARIOS", "{build}/sframe-ref unwind -"),
    Use("VECTORS", "{build}/sframe-gen close"),
    Use("NOTATION", "{build}/sframe-gen make --vector -"),
    Use("REQUIREMENTS", "{build}/sframe-conform --corpus vectors --requires {} {build}/adapters/oracle"),
    Use("ASSEMBLY", "{build}/sframe-programs --abi amd64 --read {}"),
    Use("LIST", "{build}/sframe-conform --corpus vectors --expect {} {build}/adapters/oracle"),
    Use("LIST", "{build}/choose-core {}", "no line of a list"),
    Use("TRUTH", "{build}/sframe-crosscheck --truth {} program", DENSE),
    Use("REPORT", "{build}/sframe-conform compare report {}", DENSE),
    Use("TABLE", "{build}/sframe-conform --corpus vectors --producers {} {build}/adapters/oracle", DENSE),
]
SCRIPTS = [
    Use("VECTORS", "conformance/clauses -"),
    Use("VECTORS", "conformance/features both {}"),
    Use("VECTORS", "conformance/ledger/shown {}"),
    Use("VECTORS", "conformance/trace --facts {build}/clauses.json --to made {}"),
    Use("VECTORS", "conformance/zoo/writers/kill --programs {}"),
    Use("ASSEMBLY", "conformance/writers/shrink --abi amd64 ours=true {}"),
    Use("LIST", "conformance/features --core {} vectors vectors"),
    Use("LIST", "generator/programs/choose {}"),
    Use("REPORT", "conformance/causes/explain {}"),
    Use("TABLE", "conformance/trace --facts {} --to made vectors"),
    Use("TABLE", "corpus/golden --old {}"),
    Use("INPUT", "fuzz/promote {}"),
]
# By programs and by scripts, a kind with a limit of the whole; and one with a limit of a line.
LIMITED = [Use("NOTATION", "{build}/sframe-gen make {}"), Use("INPUT", "fuzz/promote {}"),
           Use("SCENARIOS", "{build}/sframe-ref unwind {}")]
ENDLESS = {  # by kind: how an endless file begins, and what it then repeats
    "BINARY": (b"\x7fELF", b"x"), "SCENARIOS": (b"", b"x"), "VECTORS": (b"", b"x"), "NOTATION": (b"", b"x"),
    "REQUIREMENTS": (b"", b"x"), "ASSEMBLY": (b"", b"# %s\n" % (b"x" * 999)),
    "LIST": (b"", b"# %s\n" % (b"x" * 999)), "TRUTH": (b"[", b"{},"), "REPORT": (b"[", b"{},"), "TABLE": (b"[", b"{},")}


def run(use, path, place):
    """Runs the command with memory for twice the limit, so that it fails if it reads beyond that."""
    _, file, line = bounded.LIMITS[use.kind]
    most = (1 << 30) + 2 * max(line, file)
    words = use.words.replace("{build}", str(BUILD)).replace("{}", str(path)).split()
    with open(os.devnull if "{}" in use.words else path, "rb") as stdin:
        return commands.run(*words, cwd=place, stdin=stdin, errors="replace", timeout=300,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))


def refusal(kind, line_first=True):
    what, file, line = bounded.LIMITS[kind]
    limit = line if line and line_first else file
    return f"more than {limit // MIB} MiB, the most that is read of {what}$"


def assert_reported(done, words):
    assert done.returncode == 2, done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1 and re.search(words, lines[0]), done.stderr


def feed(pipe, begin, again):
    """Writes to the pipe until its reader ends."""
    try:
        with open(pipe, "wb", buffering=0) as file:
            file.write(begin)
            while True:
                file.write(again * (MIB // len(again)))
    except BrokenPipeError:
        pass


def sparse(path, size):
    with open(path, "wb") as file:
        file.truncate(size)
    return path


@pytest.mark.parametrize("use", SCRIPTS, ids=lambda use: use.words)
def test_a_device_that_never_ends_is_reported_in_one_line(use, place):
    assert_reported(run(use, "/dev/zero", place), refusal(use.kind))


@pytest.mark.parametrize("use", PROGRAMS, ids=lambda use: use.words.replace("{build}/", ""))
def test_a_pipe_that_never_ends_is_reported_in_one_line(use, place):
    os.mkfifo(place / "pipe")
    thread = threading.Thread(target=feed, args=(place / "pipe", *ENDLESS[use.kind]))
    thread.start()
    done = run(use, place / "pipe", place)
    thread.join()
    whole_lines = ENDLESS[use.kind][1].endswith(b"\n")
    assert_reported(done, use.early or refusal(use.kind, not whole_lines))


@pytest.mark.parametrize("use", LIMITED, ids=lambda use: use.kind)
def test_the_limit_itself_may_be_read_and_one_byte_more_may_not(use, place):
    _, file, line = bounded.LIMITS[use.kind]
    at_limit = run(use, sparse(place / "at", line or file), place)
    assert "more than" not in at_limit.stderr and "emory" not in at_limit.stderr, at_limit.stderr
    assert_reported(run(use, sparse(place / "beyond", (line or file) + 1), place), refusal(use.kind))


def test_every_kind_is_read_by_something_here():
    kinds = {kind for kind in bounded.LIMITS if kind != "_"}
    assert kinds == {use.kind for use in PROGRAMS + SCRIPTS} == {*ENDLESS, "INPUT"}
    assert len(kinds) == DEFINITIONS.read_text("ascii").count("\nKIND(")


# --- Nobody reads otherwise ---------------------------------------------------------------------------------------

# Calls in C that read a file.
OTHERWISE = re.compile(r'\b(?:fopen|fdopen|popen)\([^;]*"r|\bopen(?:at)?\([^;]*O_RD(?:ONLY|WR)|'
                       r"\b(?:elf_begin|getline|getdelim|json_load_?file|json_loadf|json_loadfd|mmap|p?read|fread)\(")
COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
PAST = ("build", ".git", ".toolchains", "tests", "proof", "kits", "adapters")
EXCEPTIONS = {  # files that may call these, and what they read
    "conformance/zoo/faults/inject.c": "what its child calls",
    "common/bounded.c": "it is the reader",
    "common/files/bounded_json.c": "it is the reader",
    "common/standard.c": "nothing: it takes a place",
    "conformance/runner/process/children.c": "lists of the kernel",
    "conformance/runner/fix.c": "nothing: it holds the file, and common/bounded.h reads it",
    "conformance/runner/asked/corpus.c": "by process.c, and no line beyond 256 MiB",
    "conformance/runner/process/oneshot.c": "a question of the runner, whose size is said before",
    "conformance/runner/process/process.c": "an adapter's answers, up to a limit of each operation",
    "conformance/runner/causes/facts.c": "what the run wrote itself",
    "conformance/runner/report/found.c": "what the run wrote itself",
    "conformance/runner/report/report.c": "what the run wrote itself",
    "conformance/runner/results.c": "what the run wrote itself",
    "conformance/runner/growth/usage.c": "lists of the kernel",
    "conformance/zoo/writers/elf_out.c": "nothing: it writes",
    "corpus/cfi/symbols.c": "members of an archive that was read",
    "corpus/live/modules.c": "a list of the kernel, by lines of an array",
    "corpus/live/remote.c": "an emulator's answers, into an array",
    "corpus/live/target.c": "memory of the program, by blocks",
    "corpus/census/measure.c": "a file of a census, mapped into a process whose memory is limited by its size",
    "fuzz/common/values.c": "no file: memory",
    "fuzz/common/files.c": "a file of a folder, by its size: OSS-Fuzz builds it alone",
    "generator/notation/parse.c": "no file: a function of that name",
    "generator/examples/kernel/host.c": "no file: memory",
    "programs/sframe-measure.c": "names and lines into arrays",
    "programs/sframe-conform.c": "by a function of that name",
}


def sources():
    for path in ROOT.rglob("*.c"):
        if not set(PAST) & set(path.relative_to(ROOT).parts):
            yield path.relative_to(ROOT)


def test_what_reads_in_another_way_is_listed_with_its_reason():
    found = {str(path) for path in sources()
             if OTHERWISE.search(COMMENTS.sub("", (ROOT / path).read_text(encoding="utf-8")))}
    assert found - {*EXCEPTIONS} == set(), "read it by common/bounded.h, or say here why not"
    assert {*EXCEPTIONS} - found == set()
