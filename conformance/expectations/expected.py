"""Reads and writes the files of this folder: what a peer or a producer is known to get wrong, grouped by cause.

A cause is a page of findings/, by its name; or ledger/ENTRY, for a point that the texts leave open; or nothing, if nobody
has looked into it.
"""
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
CAUSE = re.compile(r"findings/([a-z0-9-]+\.md)|(ledger/[a-z0-9-]+)")


def title_of(cause):
    """The title of a page; for an entry of the ledger, the question that it leaves open."""
    if cause.startswith("ledger/"):
        with open(os.path.join(HERE, "..", f"{cause}.json"), encoding="utf-8") as file:
            return json.load(file)["title"]
    with open(os.path.join(HERE, "..", "findings", f"{cause}.md"), encoding="utf-8") as file:
        return file.readline().strip().removeprefix("# ")


def heading_of(cause):
    if not cause:
        return "# Not yet looked into."
    title = title_of(cause)
    return f"# {title} See {cause}.json." if cause.startswith("ledger/") else f"# {title}. See findings/{cause}.md."


def text_of(title, groups):
    """The text of a file; GROUPS are the lines by their causes, which are tuples."""
    lines = [title]
    for causes, known in sorted(groups.items()):
        lines += ["", *map(heading_of, causes), *known]
    return "\n".join(lines) + "\n"


def read(name):
    """Yields the id, or pattern of ids, in each line of a file, and its last cause: NAME.md, ledger/ENTRY, or nothing."""
    cause = ""
    with open(os.path.join(HERE, f"{name}.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                found = CAUSE.search(line)
                cause = (found[1] or found[2]) if found else ""
            elif line.strip():
                yield line.split()[0], cause
