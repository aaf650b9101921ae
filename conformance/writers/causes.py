"""Which page of findings/ explains a bad outcome: the first row of causes.txt that fits.

A row tells of assemblers (a pattern as in a shell), an outcome, its cause (a regular expression), and directives: a regular
expression over the function's directives, in their order, with `; ` between them and `-` for code.
"""
import collections
import fnmatch
import os
import re

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "causes.txt")

Row = collections.namedtuple("Row", "page assembler outcome cause directives")


def read_rows(path=TABLE):
    rows = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            cells = [cell.strip() for cell in line.split(" | ")]
            if len(cells) != len(Row._fields):
                raise SystemExit(f"{path}: line {number}: {len(cells)} cells, and not {len(Row._fields)}")
            page, assembler, outcome, *patterns = cells
            rows.append(Row(page, assembler, outcome, *map(re.compile, patterns)))
    return rows


def directives_of(text):
    """Of a function's text."""
    words = []
    for line in text.splitlines():
        word = line.strip().replace(",", " ")
        if word.startswith(".fill"):
            words.append("-")
        elif word.startswith(".cfi_") and word != ".cfi_endproc":
            words.append(" ".join(word.removeprefix(".cfi_").split()))
    return "; ".join(words)


def page_of(rows, assembler, outcome, text):
    """None: no row explains it."""
    said = directives_of(text)
    return next((row.page for row in rows
                 if fnmatch.fnmatch(assembler, row.assembler) and row.outcome == outcome.name and
                 row.cause.search(outcome.cause) and row.directives.search(said)), None)
