"""Asks the zoo's assembler, without or with a bug, for functions of sframe-programs, and judges each.

Functions of several units are put into one source under new names, because starting programs takes longer than judging.
"""
import collections
import json
import os
import re
import subprocess

from conformance.writers import outcomes

AT_ONCE = 500
ERROR_LINE = re.compile(r":(\d+): Error: ")

Function = collections.namedtuple("Function", "id abi head text truth sframe", defaults=(True,))  # sframe: whether it is wanted
Bug = collections.namedtuple("Bug", "name area origin what")


# --- Reading ---------------------------------------------------------------------------------------------------

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
        alike[function.abi, function.head].append(function)
    for each in alike.values():
        yield from (each[at:at + size] for at in range(0, len(each), size))


# --- Asking ----------------------------------------------------------------------------------------------------

def renamed(function, number):
    new = f"z{number}"
    name = re.compile(rf"\b{re.escape(function.truth['name'])}(?![0-9])")  # also at the beginning of labels
    truth = function.truth
    if isinstance(truth["size"], dict):  # it names labels
        truth = json.loads(name.sub(new, json.dumps(truth)))
    return name.sub(new, function.text), {**truth, "name": new}


class Source:
    """A file of assembly text with some functions."""

    def __init__(self, functions, folder):
        self.functions = functions
        self.path = os.path.join(folder, "source.s")
        self.object = os.path.join(folder, "object.o")
        self.truth_path = os.path.join(folder, "truth.json")
        pieces = [renamed(function, number) for number, function in enumerate(functions)]
        self.truths = [truth for _, truth in pieces]
        head = functions[0].head
        self.ends, line = [], head.count("\n")
        for text, _ in pieces:
            line += text.count("\n")
            self.ends.append(line)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(head + "".join(text for text, _ in pieces))

    def at_line(self, line):
        return next((number for number, end in enumerate(self.ends) if line <= end), None)

    def write_truth(self, numbers):
        with open(self.truth_path, "w", encoding="utf-8") as file:
            file.write(json.dumps({"functions": [self.truths[number] for number in numbers]}))  # dump() takes ten times as long


class Zoo:
    """The assembler, and the programs that judge it."""

    def __init__(self, build):
        self.assembler = os.path.join(build, "zoo-as")
        self.crosscheck = os.path.join(build, "sframe-crosscheck")
        self.oracle = os.path.join(build, "sframe-ref")
        said = subprocess.run([self.crosscheck, "--kinds"], capture_output=True, text=True, check=True).stdout
        self.explained = {line.split()[0] for line in said.splitlines() if "the format cannot say it" in line}

    def differing(self, functions, version, folder):
        """For each bug that changes the SFrame of functions, these functions."""
        found = collections.defaultdict(list)
        for batch in batches(functions):
            source = Source(batch, folder)
            done = subprocess.run([self.assembler, "--abi", batch[0].abi, "--version-of", version, "--differ", source.path],
                                  capture_output=True, text=True, check=True)
            for line in done.stdout.splitlines():
                name, *numbers = line.split("\t")
                found[name].extend(batch[int(number)] for number in numbers)
        return found

    def ask(self, functions, version, bug, folder):
        """The outcome of each function, in their order; they must be able to be in one source."""
        source = Source(functions, folder)
        if os.path.exists(source.object):
            os.remove(source.object)
        done = subprocess.run([self.assembler, "--abi", functions[0].abi, "--version-of", version, "-Z",
                               *(["--bug", bug] if bug else []), "-o", source.object, source.path],
                              capture_output=True, text=True, errors="replace", check=False)
        if done.returncode not in (0, 1):
            return [outcomes.of_end(done.returncode, done.stderr)] * len(functions)
        refused = {source.at_line(int(line)) for line in ERROR_LINE.findall(done.stderr)}
        found = {number: outcomes.Outcome("refused") for number in refused}
        taken = [number for number in range(len(functions)) if number not in refused]
        if taken:
            found.update(self.read(source, taken, version, bug, folder))
        return [if_judged(function, found[number]) for number, function in enumerate(functions)]

    def read(self, source, numbers, version, bug, folder):
        """What the object says about these functions."""
        if not source.functions[0].sframe:
            there = self.verdict(source.object)
            return {number: outcomes.Outcome("wrong" if there else "absent", "not asked for") for number in numbers}
        source.write_truth(numbers)
        done = subprocess.run([self.crosscheck, "--json", "--max", "1000000", "--truth", source.truth_path, source.object],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            if len(numbers) == 1 or bug is None:
                return {number: outcomes.Outcome("trouble", done.stderr.split(": ", 2)[-1].strip()) for number in numbers}
            middle = len(numbers) // 2
            halves = [source.functions[number] for number in numbers[:middle]], \
                     [source.functions[number] for number in numbers[middle:]]
            parts = [self.ask(half, version, bug, folder) for half in halves]
            return dict(zip(numbers, parts[0] + parts[1], strict=True))
        report = json.loads(done.stdout)
        findings = collections.defaultdict(list)
        for finding in report["findings"]:
            findings[finding["place"].split("+")[0]].append(finding)
        found = {number: outcomes.of_findings(findings[source.truths[number]["name"]], self.explained)
                 for number in numbers}
        if not any(is_noticed(outcome) for outcome in found.values()):
            section = self.verdict(source.object)
            if section:
                return {number: outcomes.Outcome("trouble", section) for number in numbers}
        return found

    def verdict(self, path):
        """What the oracle finds wrong in the section as a whole; empty if nothing."""
        done = subprocess.run([self.oracle, "check", path], capture_output=True, text=True, check=False)
        return done.stdout.split("\n")[0].split(" ")[1] if done.stdout else ""


def if_judged(function, outcome):
    """The outcome, or None if the ledger leaves it open."""
    contested = function.truth.get("contested")
    return outcomes.Outcome("reading", contested) if contested else outcome


def is_noticed(outcome):
    """Whether a judge of writers notices the outcome; a function that is left out counts, too."""
    return outcome.name in outcomes.BAD or outcome.name == "omits"
