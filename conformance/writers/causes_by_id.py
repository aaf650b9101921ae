"""Finds the page of findings/ that explains a bad outcome of a link or a model: that of the first row that fits.

A row has writers, outcomes and vectors (patterns as in a shell; a vector by its id), and the cause (a regular
expression).
"""
import collections
import fnmatch
import os
import re

from conformance.writers import tables

HERE = os.path.dirname(os.path.abspath(__file__))
LINKS, ENCODERS = (os.path.join(HERE, name) for name in ("link_causes.txt", "encoder_causes.txt"))

Row = collections.namedtuple("Row", "page writer outcome cause id")


def read_rows(path):
    return [row._replace(cause=re.compile(row.cause)) for row in tables.read_rows(path, Row)]


def page_of(table, writer, outcome, vector):
    """The page, or None if no row explains the outcome."""
    return next((row.page for row in table
                 if fnmatch.fnmatch(writer, row.writer) and fnmatch.fnmatch(outcome.name, row.outcome) and
                 row.cause.search(outcome.cause) and fnmatch.fnmatch(vector, row.id)), None)
