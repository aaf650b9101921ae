"""Finds the page of findings/ that explains a bad outcome: that of the first row of causes.txt that fits.

A row has assemblers (a pattern as in a shell), an outcome, its cause (a regular expression), and directives: a regular
expression over the function's directives, in their order, with `; ` between them and `-` for code.
"""
import collections
import fnmatch
import os
import re

from conformance.writers import tables

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "causes.txt")

Row = collections.namedtuple("Row", "page assembler outcome cause directives")


def read_rows(path=TABLE):
    return [row._replace(cause=re.compile(row.cause), directives=re.compile(row.directives)) for row in tables.read_rows(path, Row)]


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


def page_of(table, assembler, outcome, text):
    """The page, or None if no row explains the outcome."""
    said = directives_of(text)
    return next((row.page for row in table
                 if fnmatch.fnmatch(assembler, row.assembler) and row.outcome == outcome.name and
                 row.cause.search(outcome.cause) and row.directives.search(said)), None)
