"""Whatever text comes from outside, a report means the same to every reader of its format."""
import itertools
import json
import os
import re
import shlex
import subprocess
import sys

import pytest

from common import safe_text
from conformance.runner.tests.conftest import BUILD, ROOT, RUNNER, check_vector
from conformance.runner.tests.adapters.hostile import HELLO
from conformance.runner.tests.outside import HARMLESS, HOSTILE, SHAPES, commands, is_unseen, markdown_words, said

NO_BYTES = {"address": "0x0", "bytes": ""}
FORMATS = (*SHAPES, "html")


def encodable(text):
    return text.encode("utf-8", "replace").decode("utf-8")


def name_part(text):
    """The part of a text that may be in the name of a file."""
    return text.replace("/", "_").replace("\0", "_")


def id_part(text):
    """The part of a text that may be in an id, which has no escapes between its quotes."""
    return re.sub(r'[\x00-\x1f"\\]', "_", encodable(text))


class Run:
    def __init__(self, folder, arguments):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        words = [word for name in FORMATS for word in (f"--{name}", folder / f"report.{name}")]
        done = subprocess.run([*RUNNER, "--jobs", "1", *words, "--github", *arguments], capture_output=True,
                              check=False, cwd=ROOT)
        self.status, self.out, self.err = done.returncode, os.fsdecode(done.stdout), os.fsdecode(done.stderr)
        self.files = {name: os.fsdecode((folder / f"report.{name}").read_bytes()) for name in FORMATS} \
            if self.status < 2 else {}

    def shapes(self):
        return {"status": self.status, "lines": self.out.count("\n"), "complaints": self.err.count("\n"),
                "commands": commands(self.out), "others": commands(self.err + "".join(self.files.values())),
                **{name: read(self.files[name]) for name, read in SHAPES.items() if self.files}}

    def unseen(self):
        """The places where invisible characters were printed as they are."""
        texts = {"stdout": self.out, "stderr": self.err, **self.files}
        layout = {name: "\n\t" if name in ("html", "junit") else "\n" for name in texts}
        return {name: sorted({c for c in text if is_unseen(c) and c not in layout[name]})
                for name, text in texts.items()}


def corpus_of(folder, texts):
    """Makes a vector for each text, and puts the text wherever the runner accepts it."""
    lines = []
    for number, text in enumerate(map(encodable, texts)):
        name = id_part(text)
        fault = {"clause": text, "way": text, "twin": text}
        vector = check_vector(number, input=NO_BYTES, id=f"v2/amd64/check/{name}/{number:04}", clauses=[text],
                              note="NOTE", family=name, origin=name, ledger=f"{name}{number}", fault=fault)
        line = json.dumps(vector, ensure_ascii=False)
        lines.append(line.replace('"NOTE"', json.dumps(text, ensure_ascii=number % 2 == 0)) + "\n")
    path = folder / "corpus.jsonl"
    path.write_text("".join([*lines, *contested(texts)]), encoding="utf-8")
    return path


def contested(texts):
    """Makes a contested vector for each text, which is the name of a reading, of its ledger entry, and of a breach."""
    for number, text in enumerate(map(encodable, texts)):
        name = text.replace("\0", "_") or "x"  # no reader takes a zero byte
        readings = [{"ledger": f"{name}{number} open", "reading": name, "answer": {"verdict": "valid", "violations": []}},
                    {"ledger": f"{name}{number} open", "reading": name + "2", "answer": {"verdict": "irregular", "violations": []}}]
        vector = check_vector(number, input=NO_BYTES, id=f"v2/amd64/check/contested/{number:04}", breaches=[name],
                              **{"class": "contested"}, expect={"oracle": name, "readings": readings})
        yield json.dumps(vector, ensure_ascii=number % 2 == 0) + "\n"


def adapter(folder, hello, answers, complaints=()):
    """An adapter that starts fast.  Sections have no bytes, so a request is one line; its number selects the answer."""
    folder.mkdir()
    for number, text in dict(complaints).items():
        (folder / f"{number}.complaint").write_bytes(os.fsencode(text))
    says = "".join(f"    {number}) printf '%s\\n' {shlex.quote(line)};;\n" for number, line in answers.items())
    program = folder / "adapter"
    program.write_bytes(os.fsencode(f"""#!/bin/sh
read -r hello && printf '%s\\n' {shlex.quote(json.dumps({**HELLO, **hello}))} && while read -r operation number rest; do
    if [ -e "{folder}/$number.complaint" ]; then cat "{folder}/$number.complaint" >&2; exit 3; fi
    case $number in
{says}    *) echo '{{"request": '$number', "verdict": "valid"}}';;
    esac
done
"""))
    program.chmod(0o755)
    return program


# Errors that begin alike for as long as causes are compared: else each text would be a cause of its own.
SAME = "the same reason " * 16


def answers_of(folder, texts):
    """Texts as answers, as lines that are not answers, and on standard error."""
    numbered = list(enumerate(texts, 1))
    sayings = {
        "errors": lambda text: {"error": SAME + text},
        "cannot": lambda text: {"unsupported": text or "x"},
        "verdicts": lambda text: {"verdict": text},
        "members": lambda text: {"verdict": "valid", text: text},
        "lists": lambda text: {"violations": [{"clause": text, "offset": text}]},
    }
    as_json = [(number, encodable(text).replace("\0", " ")) for number, text in numbered]
    adapters = [adapter(folder / name, {}, {number: json.dumps({"request": number, **say(text)})
                                            for number, text in as_json}) for name, say in sayings.items()]
    lines = {number: re.sub("[\n\r\0]", " ", text).strip() or "x" for number, text in numbered}
    adapters += [adapter(folder / "garbage", {}, lines), adapter(folder / "complaints", {}, {}, numbered)]
    return [f"{program.parent.name}={program}" for program in adapters]


def whole_run(folder, texts):
    folder.mkdir()
    return Run(folder / "reports", ["--corpus", corpus_of(folder, texts), *answers_of(folder, texts)])


def named_run(folder, texts):
    """A run with texts in labels, commands, hellos, reasons, patterns, expectations and names of files."""
    folder.mkdir()
    words = ["--corpus", str(folder / "corpus.jsonl"), "--select", "*"]
    for number, text in enumerate(texts):
        place = folder / f"{number}"
        place.mkdir()
        hello = re.sub("[\x00-\x1f\x7f]", " ", encodable(text))
        program = adapter(place / "adapter", {"name": hello, "version": hello}, {1: '{"request": 1, "error": "no"}'})
        program = program.rename(place / (name_part(text) + "x"))
        words += [shlex.quote(str(program)), "--missing", f"gone{number}=" + text.replace("\0", "_")]
        pattern = re.sub(r"[\s#=]", "_", encodable(text).replace("\0", "_")) or "_"
        words += ["--select", pattern]
        expected = place / (name_part(text) + ".known")
        expected.write_text(f"{pattern}nothing fail\n", encoding="utf-8")
        words += [f"expected{number}=" + shlex.quote(str(program)), "--expect", f"expected{number}={expected}"]
    producers = {"lines": [{"producer": text, "objects_of": text, "abi": text, "output": text, "files": 1, "valid": 1,
                            "irregular": 0, "malformed": 0, "missing": 0, "findings": {text + str(number): 1}}
                           for number, text in enumerate(map(encodable, texts))],
                 "findings": [{"name": text, "title": text, "files": 1} for text in map(encodable, texts)]}
    (folder / "producers.json").write_text(json.dumps(producers).replace("\\u0000", "_"), encoding="utf-8")
    causes = {"lines": [{"adapter": text, "page": text, "title": text, "vectors": 1, "smallest": text}
                        for text in map(encodable, texts)]}
    (folder / "causes.json").write_text(json.dumps(causes).replace("\\u0000", "_"), encoding="utf-8")
    (folder / "corpus.jsonl").write_text(json.dumps(check_vector(1, input=NO_BYTES)) + "\n", encoding="utf-8")
    return Run(folder / "reports", [*words, "--producers", folder / "producers.json", "--causes", folder / "causes.json"])


RUNS = {"vectors-and-answers": whole_run, "names": named_run}


@pytest.fixture(scope="module", name="runs", params=RUNS, ids=list(RUNS))
def fixture_runs(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("outside")
    make = RUNS[request.param]
    return make(folder / "harmless", HARMLESS), make(folder / "hostile", HOSTILE)


def first_difference(one, other):
    """The first difference of two shapes, as whole ones are too long to be printed."""
    if not isinstance(one, list) or not isinstance(other, list):
        return None if one == other else (one, other)
    for number, pair in enumerate(zip(one, other)):
        if pair[0] != pair[1]:
            return number, *map(str, pair)
    return None if len(one) == len(other) else (len(one), len(other))


def test_a_report_has_the_structure_that_it_would_have_with_harmless_words(runs):
    harmless, hostile = (run.shapes() for run in runs)
    assert harmless["status"] == 1 and harmless["others"] == []
    for name, wanted in harmless.items():
        assert first_difference(hostile[name], wanted) is None, name


def test_nothing_is_printed_that_cannot_be_seen(runs):
    assert not any(runs[1].unseen().values()), runs[1].unseen()


def test_in_markdown_there_is_nothing_that_github_would_link(runs):
    words = markdown_words(runs[1].files["markdown"])
    assert re.findall(r"@\w|#\d|://|www\.|\bGH-\d", words) == []


def test_what_is_reported_can_be_read_back(runs):
    text = json.dumps(json.loads(runs[1].files["json"]), ensure_ascii=False)
    for one in (encodable(text) for text in HOSTILE if "\0" not in text):
        assert json.dumps(one, ensure_ascii=False)[1:-1] in text, ascii(one)
    lines = said(runs[1].files["tap"])
    assert all(id_part(one) in lines or one.replace("\0", "_") in lines for one in HOSTILE)


PAGE_SHAPE = """(document.querySelectorAll('details').forEach(one => one.open = true),
    [...document.querySelectorAll('body :not(wbr)')].map(one =>
        one.tagName + ' ' + [...one.attributes].map(a => a.name).sort())
    .sort())""" # what is sorted by its words stands elsewhere
PAGE_TEXT = """document.title + [...document.querySelectorAll('body :not(script):not(style)')].map(one =>
    [one.innerText, ...[...one.attributes].map(a => a.name === 'value' ? '' : a.value)]).flat().join(' ')"""
PAGE_LINKS = "[...document.querySelectorAll('a')].every(one => one.hash && one.href.startsWith('file:'))"


def test_the_page_has_the_elements_that_it_would_have_with_harmless_words(runs):
    from conformance.runner.page.browser import browser
    with browser() as page:
        shapes = []
        for run in runs:
            page.open(run.folder / "report.html")
            page.wait("document.querySelectorAll('#failures .cause').length > 0")
            shapes.append(page.run(PAGE_SHAPE))
            assert page.errors == [] and not page.run("'owned' in window")
            assert not [ascii(c) for c in page.run(PAGE_TEXT) if is_unseen(c) and c not in "\n\t\u00ad"]
            assert page.run(PAGE_LINKS)
        assert len(shapes[0]) > 1000 and first_difference(*shapes) is None, first_difference(*shapes)


# --- Standard error ------------------------------------------------------------------------------------------


PROGRAMS = {  # the words of a command that fails, and names what it was given; {} is a path, else a text follows the last word
    "sframe-ref": (["check", "{}"], ["unwind", "{}"], ["lookup", "{}", "0"], [], ["dump", "-p"], ["dump", "--colour"]),
    "sframe-gen": (["emit", "--to", "{}/none"], ["tree", "--to", "{}/none"], [], ["emit", "--seed"], ["list"]),
    "sframe-crosscheck": (["{}"], ["--foreign", "{}", "x"], ["--profile"], ["--convert"], ["--max"]),
    "sframe-convert": (["{}"], ["--profile"], ["--address"], ["--output", "{}/none/none", sys.executable]),
    "sframe-conform": (["--memory"], ["--json", "{}/none", "a=true"], ["--expect", "x={}", "x=true"], ["--select", "x=?"],
                       ["--shard"], ["--producers", "{}", "a=true"], ["--no-such-option?"], ["--corpus", "{}", "a=true"],
                       ["--one-shot", '"?']),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_message_of_any_program_is_one_line_that_can_be_read_back(tmp_path, program):
    """And scripts show it in the same way.  Each text goes with one command, as all are shown by one function."""
    for number, words in enumerate(PROGRAMS[program]):
        for text in HOSTILE[number::len(PROGRAMS[program])]:
            path, text = str(tmp_path / name_part(text)), text.replace("\0", "_") + "!"
            given = path if any("{}" in word for word in words) else text
            filled = [word.replace("{}", path).replace("?", text) for word in words]
            filled += [] if any("{}" in word or "?" in word for word in words) else [text]
            done = subprocess.run([BUILD / program, *filled], capture_output=True, check=False, cwd=ROOT)
            message = os.fsdecode(done.stderr)
            where = f"{program} {ascii(filled)}: {ascii(message)}"
            assert done.returncode == 2 and message.startswith(f"{program}: "), where
            assert message.count("\n") == 1 and commands(message) == [] and \
                not any(is_unseen(c) for c in message[:-1]), where
            assert given in said(message) and ("::" in given or safe_text.safe(given) in message), where


def test_all_characters_are_shown_as_unicode_says_they_can_be_seen(tmp_path):
    every = [chr(number) for number in range(1, 0x110000) if not 0xd800 <= number < 0xe000]
    hidden = [c for c in every if is_unseen(c)]
    others = itertools.islice((c for c in every if c.isprintable() and not is_unseen(c)), 60000)
    for characters in (hidden, list(others)):
        for begin in range(0, len(characters), 20000):
            some = "".join(characters[begin:begin + 20000])
            done = subprocess.run([*RUNNER, "--corpus", tmp_path / "x", "--select", "x=" + some, "a=true"],
                                  capture_output=True, check=False, cwd=ROOT)
            message = done.stderr.decode("utf-8")
            assert some in said(message)
            raw = set(message[:-1]) & set(some)
            assert raw == (set() if characters is hidden else set(some)), ascii(sorted(raw ^ set(some)))


# --- The sources ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["text", "junit", "tap", "markdown", "github"])
def test_a_format_prints_no_text_but_as_it_is_shown(name):
    """All that is not a literal is printed by common/safe_text."""
    source = (ROOT / f"conformance/runner/report/{name}.c").read_text(encoding="utf-8")
    calls = re.findall(r"\b((?:f|v|vf|d)?printf|puts|fputs|fputc|putc|putchar|fwrite|write)\(([^;]*);", source)
    assert calls
    for function, arguments in calls:
        assert function in ("fprintf", "fputs", "fputc"), function
        literals = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', arguments))
        assert not re.search(r"%[-.*0-9]*[sc]", literals), arguments
        assert function == "fprintf" or re.match(r"""[^,]*\? "|"|'""", arguments), arguments


# --- Scripts -------------------------------------------------------------------------------------------------


def test_what_a_script_shows_can_be_read_back_and_is_no_command():
    for text in (text.replace("\0", "_") for text in HOSTILE):
        assert said(safe_text.safe(text)) == text and commands(safe_text.safe(text)) == []


@pytest.mark.parametrize("name", ["##[a]b", "::x::y", "\x1b[31m"])
def test_the_name_of_a_section_is_shown(tmp_path, name):
    subprocess.run([BUILD / "sframe-gen", "elf", "--family", "settled", "--profile", "v2", "--to", tmp_path / "elf"],
                   check=True)
    data = next((tmp_path / "elf").rglob("*.elf")).read_bytes()
    assert data.count(b".sframe\0") == 1
    (tmp_path / "file").write_bytes(data.replace(b".sframe\0", name.encode().ljust(7, b"!")[:7] + b"\0"))
    for words in (["dump"], ["check"], ["decode"], ["dump", "--annotate"]):
        done = subprocess.run([BUILD / "sframe-ref", *words, tmp_path / "file"], capture_output=True, check=False)
        text = os.fsdecode(done.stdout + done.stderr)
        assert commands(text) == [] and not any(is_unseen(c) for c in text if c != "\n"), (words, ascii(text[:300]))
