"""Asks the zoo's assembler, without or with a bug, for functions of sframe-programs; the runner judges what it makes.

Functions of several units are put into one source under new names, because starting programs takes longer than judging.
"""
import collections
import json
import os
import pathlib
import re
import shlex
import subprocess

from conformance.writers import outcomes

AT_ONCE = 500
ADAPTER = pathlib.Path(os.path.realpath(__file__)).parents[2] / "adapters/writer.py"
RIGHT = "right"  # the name of what has no bug

Function = collections.namedtuple("Function", "id abi head text truth sframe", defaults=(True,))  # sframe: whether it is wanted
Bug = collections.namedtuple("Bug", "name area origin what")
SAME = outcomes.Outcome("same")


def functions_of(lines):
    """The functions of the units that sframe-programs wrote."""
    found = []
    for line in lines:
        unit = json.loads(line)
        for function, truth in zip(unit["input"]["functions"], unit["expect"]["functions"], strict=True):
            found.append(Function(f"{unit['abi']}/{unit['family']}/{function['about']}", unit["abi"],
                                  unit["input"]["head"], function["text"], truth, unit["expect"].get("sframe", True)))
    return found


def bugs_of(assembler):
    done = subprocess.run([assembler, "--list"], capture_output=True, text=True, check=True)
    return [Bug(*line.split("\t")) for line in done.stdout.splitlines()]


def batches(functions, size=AT_ONCE):
    """Lists of functions that can be in one source."""
    alike = collections.defaultdict(list)
    for function in functions:
        alike[function.abi, function.head, function.sframe].append(function)
    for each in alike.values():
        yield from (each[at:at + size] for at in range(0, len(each), size))


def renamed(function, number):
    """Its text and its truth under another name."""
    new = f"z{number}"
    name = re.compile(rf"\b{re.escape(function.truth['name'])}(?![0-9])")  # also at the beginning of labels
    truth = function.truth
    if isinstance(truth["size"], dict):  # it names labels
        truth = json.loads(name.sub(new, json.dumps(truth)))
    return name.sub(new, function.text), {**truth, "name": new}


def unit_of(bug, batch, number):
    """A vector that asks for these functions with a bug."""
    texts, truths = zip(*(renamed(function, at) for at, function in enumerate(batch)), strict=True)
    head = batch[0].head + (f"\t.bug {bug}\n" if bug != RIGHT else "")
    return {"id": f"{batch[0].abi}/{bug}/{number}", "abi": batch[0].abi, "operation": "assemble", "family": bug,
            "input": {"head": head, "functions": [{"name": f"z{at}", "about": f"{number}-{at}", "text": text}
                                                  for at, text in enumerate(texts)]},
            "expect": {"functions": truths, **({} if batch[0].sframe else {"sframe": False})}}


def judged(build, folder, vectors, writers, count):
    """The outcomes of vectors that are not right: {id: outcome}.  COUNT: how many there must be, with those that are."""
    corpus, report = (os.path.join(folder, name) for name in ("vectors", "report.json"))
    with open(corpus, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(vector) + "\n" for vector in vectors)
    done = subprocess.run([os.path.join(build, "sframe-conform"), "--corpus", corpus, "--jobs", "1", "--deadline", "60",
                           "--json", report, *writers],
                          capture_output=True, text=True, errors="replace", check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"sframe-conform: {(done.stderr or done.stdout).strip()[-300:]}")
    with open(report, encoding="utf-8") as file:
        reports = json.load(file)["implementations"]
    trouble = next((each[what] for each in reports for what in ("missing", "ended", "gave_up") if each[what]), None)
    if trouble or sum(sum(each["outcomes"].values()) for each in reports) != count:
        raise SystemExit(f"sframe-conform: {trouble or 'not all vectors were asked'}")
    return {case["id"]: outcomes.Outcome(case["outcome"], case["reason"]) for each in reports for case in each["cases"]}


def writer(build, abis, kind, program, *options):
    """An adapter for a program of the zoo, as the runner is given it.  The program is loaded once."""
    command = shlex.join([os.path.join(build, program), *options])
    preload = f"--preload={os.path.join(build, 'adapters/again.so')}"
    return f"zoo-{'-'.join(abis)}={shlex.join([str(ADAPTER), preload, *(f'--abi={abi}' for abi in abis), kind, command])}"


class Zoo:
    """The assembler, and the runner that judges it."""

    def __init__(self, build):
        self.build, self.assembler = build, os.path.join(build, "zoo-as")

    def differing(self, functions, version, folder):
        """For each bug that changes the SFrame of functions, these functions."""
        found, path = collections.defaultdict(list), os.path.join(folder, "source.s")
        for batch in batches(functions):
            unit = unit_of(RIGHT, batch, 0)["input"]
            pathlib.Path(path).write_text(unit["head"] + "".join(each["text"] for each in unit["functions"]), "utf-8")
            done = subprocess.run([self.assembler, "--abi", batch[0].abi, "--version-of", version, "--differ", path],
                                  capture_output=True, text=True, check=True)
            for line in done.stdout.splitlines():
                name, *numbers = line.split("\t")
                found[name].extend(batch[int(number)] for number in numbers)
        return found

    def ask(self, asked, version, folder):
        """For each bug and batch of functions: their outcomes, in their order.  If only the section as a whole is wrong, all
        of them are."""
        units = [unit_of(bug, batch, number) for number, (bug, batch) in enumerate(asked)]
        writers = [writer(self.build, [abi], "as", "zoo-as", f"--abi={abi}", f"--version-of={version}")
                   for abi in sorted({unit["abi"] for unit in units})]
        found = judged(self.build, folder, units, writers, sum(1 + len(batch) for _, batch in asked)) if units else {}
        for number, (bug, batch) in enumerate(asked):
            start = f"{batch[0].abi}/{bug}/{number}"
            each = [found.get(f"{start}-{at}", SAME) for at in range(len(batch))]
            section = found.get(f"{start}/section", SAME)
            yield [section] * len(batch) if is_bad(section) and not any(map(is_bad, each)) else each


def is_bad(outcome):
    """Whether a judge of writers notices the outcome; a function that is left out counts, too."""
    return outcome.name in outcomes.BAD or outcome.name == "omits"
