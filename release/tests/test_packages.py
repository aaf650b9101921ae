"""The packages of vectors, each consumed in a folder of its own by the tools of its ecosystem, without a network."""
import collections
import functools
import json
import pathlib
import re
import shlex
import shutil

import pytest

from common import commands
from common.section import bytes_of_input
from release import packing
from release.tests import answers
from release.tests.conftest import BUILD, ROOT, done, run

CONSUMERS = pathlib.Path(__file__).with_name("consumers")
GENERATOR, ZOO, JUDGED = (str(BUILD / name) for name in ("sframe-gen", "zoo", "conformance/judged"))
MODULE = "github.com/sframe-conformance/sframe-conformance/go"
FEW = ["--select", "*/check/fault-header-*"]
COMPILE = ["-std=gnu11", "-Wall", "-Wextra", "-Werror"]


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packages")
    done(ROOT / "release/packages/make-packages", "--generator", GENERATOR, "--to", folder)
    return folder


@pytest.fixture(scope="module")
def emitted():
    """The lines of the core, as sframe-gen writes them."""
    return done(GENERATOR, "emit", "--core").splitlines(keepends=True)


@pytest.fixture(scope="module")
def vectors(emitted):
    return [json.loads(line) for line in emitted[:-1]]


@pytest.fixture(scope="module")
def rows_of_vectors(vectors):
    return [row_of(vector) for vector in vectors]


# --- Consumers: `dump [whole]`, and the example's test --------------------------------------------------------


def consume_python(packages, folder):
    # The machine's pip does, and takes no time to install.
    done("/usr/bin/python3", "-m", "venv", "--system-site-packages", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv/bin/python"
    done(python, "-m", "pip", "install", "--quiet", *packages.glob("*.whl"), cwd=folder)
    example, = folder.glob("venv/lib/python*/site-packages/sframe_corpus/example")
    shutil.copytree(example, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return [python, CONSUMERS / "dump.py"], [python, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", folder]


def consume_rust(packages, folder):
    done("tar", "-xf", *packages.glob("*.crate"), cwd=folder)
    crate, = folder.glob("sframe-corpus-*")
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "consumer"\nversion = "0.0.0"\nedition = "2021"\n'
        f'[dependencies]\nsframe-corpus = {{ path = "{crate.name}" }}\n'
        '[profile.dev]\nopt-level = 1\ndebug = false\ncodegen-units = 1\n', encoding="utf-8")
    (folder / "src").mkdir()
    (folder / "src/lib.rs").touch()  # all else is built where it is asked for
    shutil.copytree(crate / "tests", folder / "tests")
    shutil.copytree(crate / "examples", folder / "examples")
    shutil.copyfile(CONSUMERS / "dump.rs", folder / "examples/dump.rs")
    done("cargo", "build", "--quiet", "--example", "dump", cwd=folder)
    return [folder / "target/debug/examples/dump"], ["cargo", "test", "--quiet", "--test", "header_reader", "--", "--nocapture"]


def consume_go(packages, folder):
    shutil.copytree(packages / "go", folder / "module")
    (folder / "go.mod").write_text(f"module consumer\n\ngo 1.19\n\nrequire {MODULE} v1.0.0\n\n"
                                   f"replace {MODULE} => ./module\n", encoding="utf-8")
    shutil.copyfile(CONSUMERS / "dump.go", folder / "main.go")
    (folder / "reader").mkdir()
    for path in folder.glob("module/*_test.go"):
        shutil.move(path, folder / "reader")
    done("go", "build", "-o", "dump", ".", cwd=folder)
    return [folder / "dump"], ["go", "test", "-v", "-count=1", "./reader"]


def consume_npm(packages, folder):
    (folder / "package.json").write_text('{"name": "consumer", "private": true, "type": "module"}', encoding="utf-8")
    done("npm", "install", "--silent", *packages.glob("*.tgz"), cwd=folder)
    shutil.copytree(folder / "node_modules/sframe-corpus/example", folder / "example")
    shutil.copyfile(CONSUMERS / "dump.js", folder / "dump.js")
    return ["node", "dump.js"], ["node", "--test", "--test-reporter=tap", "example"]


def consume_c(packages, folder):
    """All vectors are compiled once, by clang, which is faster; gcc compiles the other headers."""
    shutil.copytree(packages / "c", folder, dirs_exist_ok=True)
    done("clang", *COMPILE, "-O1", "-I.", "-o", "dump", CONSUMERS / "judge.c", cwd=folder)
    compiled = f"gcc {' '.join(COMPILE)} -I. $INCLUDE -o test example/header_reader.c && ./test"
    return ["./dump"], ["sh", "-c", f'if [ -z "$INCLUDE" ]; then ./dump reader; else {compiled}; fi']


def consume_kunit(packages, folder):
    """A package of few vectors, as headers of all compile slowly.  In a kernel what judges must compile, too."""
    (folder / "few").write_text(f'#!/bin/sh\nexec {GENERATOR} "$@" {shlex.join(FEW)}\n', encoding="utf-8")
    (folder / "few").chmod(0o755)
    done(ROOT / "release/packages/make-packages", "--generator", folder / "few", "--to", folder, "c")
    return None, ["sh", "-c", f"gcc {' '.join(COMPILE)} -D__KERNEL__ -Ic -I{CONSUMERS}/kunit -include sframe-corpus.h "
                              "-include sframe-judge.h -o test c/example/header_reader.c && ./test"]


CONSUME = {"python": consume_python, "rust": consume_rust, "go": consume_go, "npm": consume_npm, "c": consume_c,
           "kunit": consume_kunit}
ASKED = {"python": r"(\d+) passed", "rust": r"(\d+) vectors asked, 0 wrong", "go": r"(\d+) vectors asked",
         "npm": r"# pass (\d+)", "c": r"(\d+) vectors asked, 0 wrong"}
WITH_LINES = ("go", "npm", "python", "rust")


@pytest.fixture(scope="module")
def consumer(packages, tmp_path_factory):
    """By name, once: its folder, how it dumps, how its example is tested."""
    @functools.cache
    def of(name):
        folder = tmp_path_factory.mktemp(name)
        return (folder, *CONSUME[name](packages, folder))

    return of


@pytest.fixture(name="spoiled")
def spoil_for_a_while():
    """Changes a file until the test ends."""
    kept = {}

    def spoil(path, change):
        kept[path] = path.read_bytes()
        assert change(kept[path]) != kept[path]
        path.write_bytes(change(kept[path]))

    yield spoil
    for path, content in kept.items():
        path.write_bytes(content)


# --- What a package says --------------------------------------------------------------------------------------


def row_of(vector):
    """What a dump says of a vector, but for what may be answered."""
    given = vector["input"]
    breaks = vector["clauses"][0] if vector["class"] in ("malformed", "irregular") else "-"
    return [vector["id"], vector["profile"], vector["abi"], vector["operation"], vector["class"], breaks,
            bytes_of_input(given).hex(), given["address"], given.get("pc", "-")]


def dumped(consumer, name, *arguments, **environment):
    folder, dump, _ = consumer(name)
    result = run(*dump, *arguments, cwd=folder, **environment)
    return result, [line.split("\t") for line in result.stdout.splitlines()]


@pytest.fixture(scope="module")
def core_rows(consumer):
    """By name, once: what a dump of the core says."""
    @functools.cache
    def of(name):
        result, rows = dumped(consumer, name)
        assert result.returncode == 0, result.stderr
        return rows

    return of


@pytest.mark.parametrize("name", WITH_LINES)
def test_a_package_has_each_vector_of_the_core(name, core_rows, rows_of_vectors):
    rows = core_rows(name)
    assert [row[:-1] for row in rows] == rows_of_vectors
    assert len(rows) > 3000


@pytest.mark.parametrize("name", WITH_LINES)
def test_an_answer_may_be_given_but_where_only_a_refusal_can_be_right(name, core_rows, vectors):
    for vector, row in zip(vectors, core_rows(name)):
        accept = vector["expect"].get("accept")
        if vector["class"] == "valid":
            assert row[9] == ("none" if "none" in vector["expect"] else "answer"), row[0]
        elif vector["class"] != "contested":
            assert ("answer" in row[9] or row[9].endswith("none")) == (len(accept) > 1), row[0]


MAY = {"answer": 1, "error": 2, "none": 4}  # enum sfv_may


def test_the_header_has_each_vector_of_the_core(consumer, vectors, rows_of_vectors):
    """What may be answered: an answer in `found` may be that there is no row; all that is open is allowed."""
    result, rows = dumped(consumer, "c")
    assert result.returncode == 0
    assert [row[:-2] for row in rows] == rows_of_vectors
    for vector, row in zip(vectors, rows):
        is_open = vector["class"] == "contested" or "open" in vector["expect"]
        may = sum(MAY[word] for word in vector["expect"].get("accept", ["answer"]))
        assert row[-2:] == [str(int(is_open)), str(7 if is_open else may)], row[0]


PARTS = ("--family", "thresholds", "--select", "*/size-*-257-counted/last*", "--select", "*/size-*-101-healthy/*",
         "--select", "v3/amd64/*/size-functions-unsorted-65537-counted/last")


def test_large_sections_of_a_header_are_made_of_parts(consumer):
    """And a test by the header has them made before it asks."""
    folder, *_ = consumer("c")
    done(GENERATOR, "header", *PARTS, "--to", folder / "parts.h")
    done("gcc", *COMPILE, "-I.", "-include", "parts.h", "-o", "parts", CONSUMERS / "dump.c", cwd=folder)
    rows = [line.split("\t") for line in done("./parts", cwd=folder).splitlines()]
    vectors = [json.loads(line) for line in done(GENERATOR, "emit", *PARTS).splitlines()[:-1]]
    assert [row[:-2] for row in rows] == [row_of(vector) for vector in vectors] != []
    result = examined(consumer, "c", INCLUDE="-include parts.h")
    assert result.returncode == 0 and re.search(ASKED["c"], result.stdout)[1] != "0"


# --- The example, and what makes it fail ------------------------------------------------------------------------


def examined(consumer, name, **environment):
    folder, _, test = consumer(name)
    return run(*test, cwd=folder, **environment)


@pytest.mark.parametrize("name", CONSUME)
def test_a_reader_is_held_against_its_package(name, consumer, vectors):
    result = examined(consumer, name)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    if name in ASKED:
        asked = int(re.findall(ASKED[name], result.stdout + result.stderr)[-1])
        assert asked - (name == "npm") == sum(map(must_be_asked, vectors)) > 500


def must_be_asked(vector):
    """As the examples choose, said in another way."""
    if vector["operation"] != "check":
        return False
    header = re.search(r"preamble\.(magic|complete)|version\.(known|described)|header\.(complete|aux-inside|"
                       r"fde-array|fdeoff-inside|freoff-inside|fre-len-inside)", " ".join(vector["clauses"][:1]))
    refused = vector["class"] == "malformed" and "open" not in vector["expect"] and header
    return bool(vector["class"] == "valid" or refused)


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """A header of some vectors; one of all compiles slowly."""
    path = tmp_path_factory.mktemp("few") / "few.h"
    done(GENERATOR, "header", "--core", *FEW, "--to", path)
    return path


@pytest.mark.parametrize("name", CONSUME)
def test_a_reader_that_is_wrong_fails(name, consumer, spoiled, few):
    folder, *_ = consumer(name)
    readers = [path for path in folder.rglob("*header*reader*") if path.is_file()
               and not {"node_modules", "module", "venv", "target"} & set(path.parts)
               and not path.relative_to(folder).parts[0].startswith("sframe-corpus-")]
    text = re.compile(rb"(rows_?[aA]t ?\+ ?)(row_?[bB]ytes)")
    reader, = (path for path in readers if text.search(path.read_bytes()))
    spoiled(reader, lambda content: text.sub(rb"\g<1>0*\2", content))
    result = examined(consumer, name, INCLUDE=f"-include {few}")
    assert result.returncode != 0
    assert "header-fre-len-inside" in result.stdout + result.stderr


# --- What judges answers ----------------------------------------------------------------------------------------

EXAMPLES = {"python": ["venv/bin/python", "judge_answers.py"], "rust": ["cargo", "run", "--quiet", "--example", "judge_answers"],
            "npm": ["node", "example/judge-answers.js"],
            "c": ["./dump", "example"]}


@pytest.fixture(scope="module")
def core_file(emitted, tmp_path_factory):
    path = tmp_path_factory.mktemp("judged") / "core.jsonl"
    path.write_text("".join(emitted), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def judged(emitted, core_file):
    """Cases, and what the runner says of each."""
    cases = core_file.with_name("cases")
    cases.write_text("".join(answers.cases(emitted, ZOO)), encoding="utf-8")
    rows = done(JUDGED, core_file, cases).splitlines()
    assert len(rows) == len(cases.read_text(encoding="utf-8").splitlines())
    return cases, rows


def test_the_answers_are_of_each_kind(judged):
    """Otherwise packages that judge as the runner does would say little."""
    cases, rows = judged
    outcomes = collections.Counter(row.split("\t")[0] for row in rows)
    assert set(outcomes) == {"pass", "fail", "reading", "unread", "inconsistent", "unsupported", "unjudged", "crash", "exit",
                             "garbage"} and min(outcomes.values()) > 100, outcomes
    asked = {line.split("\t")[0] for line in cases.read_text(encoding="utf-8").splitlines()}
    assert len(asked) > 3000 and len(rows) > 5 * len(asked)


@pytest.mark.parametrize("name", [*WITH_LINES, "c"])
def test_a_package_judges_as_the_runner_does(name, consumer, judged):
    """Outcome, reading, and the members that differ, with their values."""
    cases, rows = judged
    folder, command, _ = consumer(name)
    said = done(*command, "judge", cases, cwd=folder).splitlines()
    texts = cases.read_text(encoding="utf-8").splitlines()
    assert [(case, one, other) for case, one, other in zip(texts, rows, said) if one != other][:5] == []
    assert len(said) == len(rows)


@pytest.mark.parametrize("name", EXAMPLES)  # that for Go is a test of its own
def test_an_example_judges_two_answers(name, consumer):
    folder, *_ = consumer(name)
    assert done(*EXAMPLES[name], cwd=folder) == "pass\nfail\ncfa.offset is 312, not 320\n"


# --- The whole ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """Some vectors, as those of a release: a file."""
    path = tmp_path_factory.mktemp("whole") / "corpus.jsonl"
    text = done(GENERATOR, "emit", "--family", "produced") + done(GENERATOR, "emit", *PARTS)
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith('{"corpus"')]
    assert any('"parts":' in line and "aarch64_be" in line for line in lines)
    commands.must(GENERATOR, "close", "--to", path, input="".join(lines))
    return path


@pytest.fixture(scope="module")
def rows_of_lines(lines):
    return [row_of(json.loads(line)) for line in lines.read_text(encoding="utf-8").splitlines()[:-1]]


def as_released(lines, kind, folder):
    """As `make release` leaves it."""
    if kind == ".jsonl":
        return lines
    packed = folder / "sframe-corpus-1.0.0/whole.jsonl.zst"
    packed.parent.mkdir()
    done("zstd", "-q", "-o", packed, lines, cwd=folder)
    packing.tar(packed.parent, folder / "sframe-corpus-1.0.0.tar", 0)
    return folder / "sframe-corpus-1.0.0.tar"


@pytest.mark.parametrize("kind", [".jsonl", ".tar"])
@pytest.mark.parametrize("name", WITH_LINES)
def test_the_whole_is_read_from_a_file(name, kind, consumer, lines, rows_of_lines, tmp_path):
    result, rows = dumped(consumer, name, "whole", SFRAME_CORPUS=str(as_released(lines, kind, tmp_path)))
    assert result.returncode == 0, result.stderr
    assert [row[:-1] for row in rows] == rows_of_lines != []


DAMAGE = {  # what becomes of the file, and a word of what is said
    "cut": (lambda text: text[:text[:-1].rindex(b"\n") + 1], "last line is missing"),
    "one missing": (lambda text: text.partition(b"\n")[2], " vectors, but its last line says "),
    "empty": (lambda text: b"", "last line is missing"),
    "other": (lambda text: b'{"id": 1}\n' + text, "corpus.jsonl"),
    "no times": (lambda text: text.replace(b'"times":', b'"times":-', 1), "corpus.jsonl"),
    "many times": (lambda text: text.replace(b'"times":1,', b'"times":9999999999,', 1), "corpus.jsonl"),
    "counts outside": (lambda text: text.replace(b'"at":', b'"at":9', 1), "corpus.jsonl"),
    "odd": (lambda text: text.replace(b'"bytes":"', b'"bytes":"x', 1), "corpus.jsonl"),
}


@pytest.mark.parametrize("name", WITH_LINES)
def test_a_file_that_is_damaged_or_not_there_is_reported_in_one_line(name, consumer, lines, tmp_path):
    path = tmp_path / "corpus.jsonl"
    for change, word in DAMAGE.values():
        path.write_bytes(change(lines.read_bytes()))
        result, _ = dumped(consumer, name, "whole", SFRAME_CORPUS=str(path))
        assert result.returncode == 1
        assert result.stderr.count("\n") == 1 and word in result.stderr
    shutil.copyfile(lines, tmp_path / "corpus.jsonl.zst")
    result, rows = dumped(consumer, name, "whole", SFRAME_CORPUS=str(tmp_path / "corpus.jsonl.zst"))
    assert result.returncode == 1 and rows == [] and "last line is missing" in result.stderr
    result, rows = dumped(consumer, name, "whole", SFRAME_CORPUS="nowhere")
    assert result.returncode == 1 and rows == [] and "nowhere" in result.stderr


# --- How they are made ------------------------------------------------------------------------------------------


def test_a_tool_that_is_missing_is_named(tmp_path):
    result = run(ROOT / "release/packages/make-packages", "--generator", GENERATOR, "--to", tmp_path / "to", "rust", "c",
                 PATH=str(tmp_path))
    assert result.returncode == 3 and "lacks a tool: rust (cargo)" in result.stderr
    assert {path.name for path in (tmp_path / "to").iterdir()} == {"rust", "c"}


def test_commands_that_publish_are_printed_alone():
    printed = done("make", "--no-print-directory", "packages-publish").splitlines()
    assert printed[0] == "make packages" and len(printed) == 10
    assert [word for word in ("twine", "cargo publish", "npm publish", "go/v", "sframe-corpus.h", "sframe_conformance-*",
                              "conformance-linux-*", "runner-rust", "sframe-conformance/v")
            if word not in "\n".join(printed)] == []


SAYS = {"error": ('{"error":"no"}', "decode check lookup flip unwind"), "none": ('{"pc":"PC","none":"unknown"}', "lookup")}


@pytest.fixture(scope="module")
def outcomes(core_file, vectors):
    """By what is said to each vector of some operations: the runner's outcomes, by id."""
    made = {}
    for what, (answer, operations) in SAYS.items():
        asked = {vector["id"]: answer.replace("PC", vector["input"].get("pc", "")) for vector in vectors
                 if vector["operation"] in operations.split()}
        cases = core_file.with_name(what)
        cases.write_text("".join(f"{name}\t-\t{said}\n" for name, said in asked.items()), encoding="utf-8")
        rows = done(JUDGED, core_file, cases).splitlines()
        made[what] = dict(zip(asked, (row.split("\t")[0] for row in rows), strict=True))
    return made


@pytest.mark.parametrize("what", SAYS)
@pytest.mark.parametrize("name", WITH_LINES)
def test_what_may_be_answered_is_what_the_runner_accepts(name, what, core_rows, outcomes):
    """`answer` is not one thing to say."""
    said = {row[0]: what in row[9].split(",") for row in core_rows(name) if row[0] in outcomes[what]}
    assert said == {name: outcome in ("pass", "reading", "unjudged") for name, outcome in outcomes[what].items()} != {}


def test_a_vector_that_is_missing_in_the_header_is_noticed(consumer, spoiled, few):
    spoiled(few, lambda text: text.replace(b"\t&sfv_vector_10,\n", b""))
    assert "a vector is missing" in examined(consumer, "c", INCLUDE=f"-include {few}").stderr
