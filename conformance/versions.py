"""Compares the versions of peers and producers that are installed with those that are recorded.

Some come from releases that move (Debian forky and sid, the newest crate). What is recorded was seen with one
version. Another version is run all the same, and its differences are reported, but they make no step fail.
"""
import os
import re

EXPECTATIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expectations")


def read_table(path):
    """Reads BUILD/peers/table: for each name, version and command; if it is missing, '-' and the reason."""
    try:
        with open(path, encoding="utf-8") as table:
            return {name: (version, command) for name, version, command in
                    (line.rstrip("\n").split("\t", 2) for line in table)}
    except OSError as error:
        error.strerror += "; run `make peers` first"
        raise


def upstream(version):
    """Upstream's part of a package's version: that of 1:22.1.8-1~deb13u4 is 22.1.8."""
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
    """Whether it is another version than the KNOWN one, which is a package's version or upstream's."""
    return known not in (version, upstream(version))


def not_counted(names, what):
    return f"{', '.join(names)}: not the version that {what} are for, so this does not count"
