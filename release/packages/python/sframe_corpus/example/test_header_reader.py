"""Tests a reader by the vectors.  Copy this file, and call your own reader instead of read_header."""
import pytest
import sframe_corpus
from header_reader import read_header

# Clauses.  A reader of headers does not see what is wrong with rows.
HEADER = {"preamble.magic", "preamble.complete", "version.known", "version.described", "header.complete",
          "header.aux-inside", "header.fde-array", "header.fdeoff-inside", "header.freoff-inside",
          "header.fre-len-inside"}


def is_asked(vector):
    must_answer = not vector.accepts("error")
    must_refuse = not vector.accepts("answer") and vector.breaks in HEADER
    return vector.operation == "check" and (must_answer or must_refuse)


@pytest.mark.parametrize("vector", [each for each in sframe_corpus.core() if is_asked(each)], ids=lambda each: each.id)
def test_header(vector):
    if vector.accepts("error"):
        with pytest.raises(ValueError):
            read_header(vector.bytes, vector.profile)
    else:
        assert read_header(vector.bytes, vector.profile)["functions"] >= 0
