"""The verdicts of `run` on each function, for scripts that compare them with something else."""
import collections
import json
import os
import re
import signal
import subprocess

from common import bounded

HERE = os.path.dirname(os.path.abspath(__file__))

ADAPTER = os.path.join(os.path.dirname(HERE), "adapters", "writer.py")
NOT_IN_IDS = re.compile(r"[^-A-Za-z0-9+=,./_:@<>()]")  # the runner writes _ for these
SECTION = "section"  # the last part of the id of a unit's section

Verdict = collections.namedtuple("Verdict", "outcome kind page")


class Trouble(Exception):
    """`run` did not answer, or not about each function."""


def any_assembler(name, abi, command):
    """A writer for `run` that is any command."""
    return f"{name}={ADAPTER} --abi {abi} as '{command}'"


def any_linker(name, abi, command):
    return f"{name}={ADAPTER} --abi {abi} ld '{command}'"


def ids_of(vectors):
    """For each id that the runner uses, the function's name in this file, ABI/FAMILY/ABOUT; None for a section."""
    names = {}
    with bounded.open_text("VECTORS", vectors) as file:
        for unit in map(json.loads, file):
            for function in unit["input"]["functions"]:
                name = f"{unit['abi']}/{unit['family']}/{function['about']}"
                names[NOT_IN_IDS.sub("_", name)] = name
            names[f"{unit['id']}/{SECTION}"] = None
    return names


def tally_of(writer, vectors, build, *options):
    """The counts of `run`: `asked`, `same`, and `outcomes`, each with the ids that have it."""
    to = f"{vectors}.tally"
    command = [os.path.join(HERE, "run"), "--build", build, "--vectors", vectors, "--json", to, *options, writer]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          process_group=0) as process:
        try:
            said = process.communicate()[1]
        except BaseException:  # an interrupted program leaves no process behind
            os.killpg(process.pid, signal.SIGTERM)
            raise
    if process.returncode not in (0, 1):
        raise Trouble(f"conformance/writers/run says: {said.strip()[-300:]}")
    with open(to, encoding="utf-8") as file:
        tally, = json.load(file)
    return tally


def verdicts_of(writer, vectors, build, *options):
    """For each function: outcome, kind, and the page that explains it.  `writer` is a name or NAME=COMMAND."""
    tally = tally_of(writer, vectors, build, *options)
    names = ids_of(vectors)
    listed = {each: Verdict(group["outcome"], group["kind"], group["page"])
              for group in tally["outcomes"] for each in group["ids"]}
    if tally["asked"] != len(names) or len(names) - len(listed) != tally["same"] or listed.keys() - names.keys():
        raise Trouble(f"{tally['asked']} of {len(names)} functions and sections were asked, {tally['same']} are the same, and "
                      f"{len(listed)} are listed")
    same = Verdict("same", "", None)
    return {name: listed.get(each, same) for each, name in names.items() if name is not None}
