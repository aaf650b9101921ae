"""Finds the page of findings/ that explains a bad outcome: that of the first row of a table that fits.

A row has writers (a pattern as in a shell), outcomes (likewise), and the cause (a regular expression).  Its last cell is
about what was asked.  In causes.txt it is a regular expression over the function's directives, in their order, with `; `
between them and `-` for code.  In the tables of links and of encoders it is a pattern of the vector's id.
"""
import collections
import fnmatch
import os
import re

from common import bounded

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS, LINKS, ENCODERS = (os.path.join(HERE, name) for name in ("causes.txt", "link_causes.txt", "encoder_causes.txt"))

Row = collections.namedtuple("Row", "page writer outcome cause asked")


def read_rows(path=PROGRAMS):
    return [row._replace(cause=re.compile(row.cause)) for _, row in bounded.rows(path, Row)]


def directives_of(text):
    """The directives of a function's text."""
    words = []
    for line in text.splitlines():
        word = line.strip().replace(",", " ")
        if word.startswith(".fill"):
            words.append("-")
        elif word.startswith(".cfi_") and word != ".cfi_endproc":
            words.append(" ".join(word.removeprefix(".cfi_").split()))
    return "; ".join(words)


def first_page(table, writer, outcome, is_about):
    return next((row.page for row in table
                 if fnmatch.fnmatch(writer, row.writer) and fnmatch.fnmatch(outcome.name, row.outcome) and
                 row.cause.search(outcome.cause) and is_about(row.asked)), None)


def page_of(table, assembler, outcome, text):
    """The page about a function with this text, or None if no row explains the outcome."""
    said = directives_of(text)
    return first_page(table, assembler, outcome, lambda asked: re.search(asked, said))


def page_by_id(table, writer, outcome, vector):
    """The same about a link or a model with this id."""
    return first_page(table, writer, outcome, lambda asked: fnmatch.fnmatch(vector, asked))
