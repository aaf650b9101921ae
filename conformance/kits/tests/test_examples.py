"""Tests the example adapters with the vectors that they declare."""
import json
import re
import shlex
import subprocess

import pytest

from conformance.kits.tests.asking import ask, hello_of
from conformance.kits.tests.conftest import CONFORM, EXAMPLES, HERE, ROOT

OWN_LINES = 50
EXAMPLE_SOURCES = ("c/example.c", "python/example.py", "rust/example.rs", "go/example.go", "javascript/example.mjs",
                   "java/Example.java")
COMMENT = r"\s*(#(?!include)|//|/\*|\*|\"\"\".*\"\"\"$)"


@pytest.fixture(scope="module")
def hello(example):
    return hello_of(example)


@pytest.fixture(scope="module")
def answered(example, hello, core):
    """Pairs of a vector and the line that answers it."""
    vectors = [vector for vector in core if vector.is_asked(hello)]
    lines = ask(example, vectors)
    assert len(lines) == len(vectors) > 50
    return list(zip(vectors, lines))


def test_every_vector_of_what_they_declare_is_passed():
    """It runs without a memory limit, as sanitizers reserve more address space than that."""
    commands = [f"{label}={shlex.join(command)}" for label, command in EXAMPLES.items()]
    done = subprocess.run([*CONFORM, "--core", "--select", "*", "--memory", "0", *commands], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                          check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout
    assert len(lines) == len(EXAMPLES) + 1 and lines[-1].startswith(f"as expected: {len(EXAMPLES)} implementations, ")
    for line in lines[:-1]:
        assert re.search(r"\(tiny 1\): \d+ asked: \d+ pass \d+ reading(?: \d+ unjudged)?; \d+ judged; not declared: ", line), line


def test_a_right_answer_has_the_bytes_of_the_expectation(answered):
    """All but the verdict, which no example states."""
    for number, (vector, line) in enumerate(answered):
        if vector["class"] == "valid":
            text = re.search(r'"expect":\{(.*)}$', vector.line)[1].replace('"verdict":"valid",', "")
            assert line == f'{{"request":{number},{text}', vector.id


def test_an_example_says_that_it_reads_one_byte_order_and_what_is_not_limited_it_omits(hello):
    opens = {"opens", "concurrent"} & set(hello)
    assert hello["foreign_byte_order"] is False and hello["protocol"] == (3 if opens else 1)
    assert ("exposes" in hello) == ("decode" in hello["operations"]) and "requires" not in hello


def test_numbers_of_requests_are_repeated(answered):
    assert [json.loads(line)["request"] for _, line in answered] == list(range(len(answered)))


def test_refusals_and_answers_are_both_seen(answered):
    """Otherwise the vectors would prove little."""
    refused = sum(json.loads(line).keys() == {"request", "error"} for _, line in answered)
    assert refused < len(answered) - 10
    if any(vector["class"] == "malformed" for vector, _ in answered):
        assert refused > 10


@pytest.mark.parametrize("source", EXAMPLE_SOURCES)
def test_an_example_has_fewer_than_fifty_lines_of_its_own(source):
    lines = (HERE.parent / source).read_text(encoding="utf-8").splitlines()
    own = [line for line in lines if line.strip() and not re.match(COMMENT, line)]
    assert 20 < len(own) < OWN_LINES
