"""Which page of findings/ explains a bad outcome of a link: the first row of link_causes.txt that fits.

A row tells of linkers, outcomes and links (patterns as in a shell; a link by its id), and of the cause (a regular
expression).
"""
import collections
import fnmatch
import os
import re

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "link_causes.txt")

Row = collections.namedtuple("Row", "page linker outcome cause link")


def read_rows(path=TABLE):
    rows = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            cells = [cell.strip() for cell in line.split(" | ")]
            if len(cells) != len(Row._fields):
                raise SystemExit(f"{path}: line {number}: {len(cells)} cells, and not {len(Row._fields)}")
            page, linker, outcome, cause, link = cells
            rows.append(Row(page, linker, outcome, re.compile(cause), link))
    return rows


def page_of(rows, linker, outcome, link):
    """None: no row explains it."""
    return next((row.page for row in rows
                 if fnmatch.fnmatch(linker, row.linker) and fnmatch.fnmatch(outcome.name, row.outcome) and
                 row.cause.search(outcome.cause) and fnmatch.fnmatch(link, row.link)), None)
