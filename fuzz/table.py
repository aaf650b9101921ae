"""Reads the table of targets; finds their inputs; and builds their programs by make."""
import argparse
import collections
import fcntl
import hashlib
import json
import os
import subprocess
import sys

from common import bounded
from corpus import jsonl
from fuzz import cases

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
HOME = "fuzz"


class Parser(argparse.ArgumentParser):
    """A parser that leaves the help text as written; commands' parsers do, too."""

    def __init__(self, text=None, prog=None, **more):
        super().__init__(prog or os.path.relpath(os.path.realpath(sys.argv[0]), ROOT), description=text,
                         formatter_class=argparse.RawDescriptionHelpFormatter, **more)


class Target(collections.namedtuple("Target", "name parts input most slow law")):
    """A row of the table, which describes its columns."""

    home = HOME

    def committed(self):
        """The folders of committed inputs that exist."""
        folders = [os.path.join(ROOT, self.home, kind, self.name) for kind in ("seeds", "regressions")]
        return [folder for folder in folders if os.path.isdir(folder)]


def read(home=HOME):
    """The targets by name, in the order of the table."""
    found = {row.name: row for _, row in bounded.rows(os.path.join(ROOT, home, "targets.txt"), Target)}
    for target in found.values():
        target.home = home
    return found


def chosen(names, home=HOME):
    targets = read(home)
    for name in names:
        if name not in targets:
            raise SystemExit(f"no target {name!r}; there are {', '.join(targets)}")
    return [targets[name] for name in names or targets]


def build(target, kind):
    """Builds the program of this kind, see fuzz.mk."""
    return make(kind, target.name, target.home)


def make(kind, name, home=HOME):
    """Makes the program NAME in the build for KIND; returns its path."""
    run_make("fuzz-program", f"KIND={kind}", f"TARGET={name}", f"FUZZ_HOME={home}")
    return os.path.join(ROOT, "build", f"fuzz-{kind}", "fuzz", name)


def run_make(*arguments):
    """Runs make, once at a time, as builds share their folders."""
    command = ["make", "--no-print-directory", *arguments]
    os.makedirs(os.path.join(ROOT, "build"), exist_ok=True)
    with open(os.path.join(ROOT, "build", "fuzz-make.lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = subprocess.run(command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, text=True,
                              errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              start_new_session=True)
    if made.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed\n{made.stdout.rstrip()}")


def environment():
    """Our environment without the variables of a calling make."""
    return {name: value for name, value in os.environ.items()
            if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "TARGET", "BUILD")}


def store(folder, data):
    """Stores an input under a name made from its contents, as engines do.  Returns whether it is new there."""
    path = os.path.join(folder, hashlib.sha1(data).hexdigest())
    if os.path.exists(path):
        return False
    with open(path + ".part", "wb") as file:
        file.write(data)
    os.replace(path + ".part", path)
    return True


def core_corpus(folder, generator):
    """Writes the core vectors' sections as cases; make calls it for build/fuzz/core."""
    os.makedirs(folder, exist_ok=True)
    emitted = subprocess.run([generator, "emit", "--core"], stdout=subprocess.PIPE, check=True).stdout
    for line in jsonl.vectors(emitted.splitlines()):
        vector = json.loads(line)
        if "parts" not in vector["input"]:  # a section of parts is larger than inputs are
            store(folder, cases.of_vector(vector).pack())


def files(folder):
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if not name.startswith("."))
