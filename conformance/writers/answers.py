"""What `run` says of each function, for those who hold it against something else."""
import collections
import json
import os
import re
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../../common"))
import bounded  # noqa: E402

ADAPTER = os.path.join(os.path.dirname(HERE), "adapters", "writer.py")
NOT_IN_IDS = re.compile(r"[^-A-Za-z0-9+=,./_:@<>()]")  # the runner writes _ for these
SECTION = "section"  # what stands for a function's words where a unit's section is meant

Told = collections.namedtuple("Told", "outcome kind page")


class Trouble(Exception):
    """`run` did not answer, or not of each function."""


def any_assembler(name, abi, command):
    """A writer for `run`: any command."""
    return f"{name}={ADAPTER} --abi {abi} as '{command}'"


def any_linker(name, abi, command):
    return f"{name}={ADAPTER} --abi {abi} ld '{command}'"


def ids_of(vectors):
    """What the runner calls each function of a file, and what it is called here: ABI/FAMILY/ABOUT; None is a section."""
    names = {}
    with bounded.open_text("VECTORS", vectors) as file:
        for unit in map(json.loads, file):
            for function in unit["input"]["functions"]:
                name = f"{unit['abi']}/{unit['family']}/{function['about']}"
                names[NOT_IN_IDS.sub("_", name)] = name
            names[f"{unit['id']}/{SECTION}"] = None
    return names


def tally_of(writer, vectors, build, *options):
    """What `run` counted: `asked`, `same`, and `outcomes`, each with the ids of those it is of."""
    to = f"{vectors}.told"
    command = [os.path.join(HERE, "run"), "--build", build, "--vectors", vectors, "--json", to, *options, writer]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          process_group=0) as process:
        try:
            said = process.communicate()[1]
        except BaseException:  # whoever is interrupted leaves nobody behind
            os.killpg(process.pid, signal.SIGTERM)
            raise
    if process.returncode not in (0, 1):
        raise Trouble(f"conformance/writers/run says: {said.strip()[-300:]}")
    with open(to, encoding="utf-8") as file:
        tally, = json.load(file)
    return tally


def told_of(writer, vectors, build, *options):
    """By function: the outcome, what it is about, and the page that explains it.  `writer` is a name or NAME=COMMAND."""
    tally = tally_of(writer, vectors, build, *options)
    names = ids_of(vectors)
    listed = {each: Told(group["outcome"], group["kind"], group["page"])
              for group in tally["outcomes"] for each in group["ids"]}
    if tally["asked"] != len(names) or len(names) - len(listed) != tally["same"] or listed.keys() - names.keys():
        raise Trouble(f"{tally['asked']} of {len(names)} functions and sections were asked, {tally['same']} are the same, and "
                      f"{len(listed)} are listed")
    same = Told("same", "", None)
    return {name: listed.get(each, same) for each, name in names.items() if name is not None}
