"""Versions of peers and producers: which is recorded, which is here, and what is not counted if these differ.

Some come from releases that move (Debian forky and sid, the newest crate). What is recorded of them was seen of one
version. Another version is run all the same, and what it does otherwise is told, but it makes no step fail.
"""
import os
import re

EXPECTATIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expectations")


def read_table(path):
    """BUILD/peers/table: name: version and command; of a missing one '-' and why."""
    with open(path, encoding="utf-8") as table:
        return {name: (version, command) for name, version, command in
                (line.rstrip("\n").split("\t", 2) for line in table)}


def upstream(version):
    """Of a package's version what its maintainers upstream call it: 1:22.1.8-1~deb13u4 is 22.1.8."""
    return re.match(r"(?:\d+:)?([^-~+]+)", version)[1]


def expectation(name):
    return os.path.join(EXPECTATIONS, f"{name}.txt")


def first_line(version):
    return f"# Version {version}."


def recorded(name):
    """The version of a peer that its expectations are for; None without such a file."""
    try:
        with open(expectation(name), encoding="utf-8") as file:
            found = re.fullmatch(r"# Version (.*)\.", file.readline().rstrip("\n"))
    except FileNotFoundError:
        return None
    return found[1] if found else None


def is_other(version, known):
    """Whether it is another than the one that is KNOWN: a package's version, or upstream's."""
    return known not in (version, upstream(version))


def not_counted(names, what):
    return f"{', '.join(names)}: not the version that {what} are for, so this does not count"
