"""The example adapters against the core vectors of what they declare."""
import json
import re

import pytest

from asking import accepts, ask, asked, hello_of
from conftest import HERE

OWN_LINES = 50
EXAMPLE_SOURCES = ("c/example.c", "python/example.py", "rust/example.rs")
COMMENT = r"\s*(#(?!include)|//|/\*|\*|\"\"\".*\"\"\"$)"


@pytest.fixture
def answered(example, core):
    """Pairs of a vector and the line that answers it."""
    hello = hello_of(example)
    vectors = [vector for vector in core if asked(hello, vector)]
    lines = ask(example, vectors)
    assert len(lines) == len(vectors) > 100
    return list(zip(vectors, lines))


def test_every_vector_of_what_it_declares_is_passed(answered):
    failed = []
    for number, (vector, line) in enumerate(answered):
        answer = json.loads(line)
        assert answer.pop("request") == number
        if not accepts(vector, answer):
            failed.append(f"{vector['id']}: {line}")
    assert not failed, "\n".join(failed[:10])


def test_a_right_answer_has_the_bytes_of_the_expectation(answered):
    """All but the verdict, which no example states."""
    for number, (vector, line) in enumerate(answered):
        if vector["class"] == "valid":
            text = vector["text"].replace('"verdict":"valid",', "")
            assert line == f'{{"request":{number},{text[1:]}', vector["id"]


def test_refusals_and_answers_are_both_seen(answered):
    """Else the vectors would prove little."""
    refused = sum(json.loads(line).keys() == {"request", "error"} for _, line in answered)
    assert refused < len(answered) - 60
    if any(vector["class"] == "malformed" for vector, _ in answered):
        assert refused > 60


@pytest.mark.parametrize("source", EXAMPLE_SOURCES)
def test_an_example_has_fewer_than_fifty_lines_of_its_own(source):
    lines = (HERE.parent / source).read_text(encoding="utf-8").splitlines()
    own = [line for line in lines if line.strip() and not re.match(COMMENT, line)]
    assert 20 < len(own) < OWN_LINES
