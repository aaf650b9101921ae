#!/usr/bin/python3
"""An adapter that has read nothing: it answers in one way whatever it is asked.

    silent.py KIND OPERATIONS EXPOSES ORACLE

OPERATIONS and EXPOSES are lists with commas; EXPOSES `-` is none.
"""
import json
import os
import sys

sys.path[0] = os.path.realpath(__file__ + "/../../../../..")  # the root of the tree
from conformance.runner.tests.adapters.hostile import state_of

VERSIONS = {"v1": 1, "v3": 3}  # others are of version 2
KNOWN = {  # what the words of a request say already
    "lookup": lambda words: {"pc": f"0x{words[6]}", "signal": False, "mangled_ra": False},
    "decode": lambda words: {"profile": words[2], "abi": words[3], "address": f"0x{words[4]}",
                             "version": VERSIONS.get(words[2], 2)}}


def verdict(word):
    return {"check": {"verdict": word}, "decode": {"verdict": word}}


# What is answered to each operation; "" is any other.
READERS = {
    "unsupported": {"": {"unsupported": "no"}}, "empty": {}, "error": {"": {"error": "no"}},
    "none-function": {"": {"none": "function"}}, "none-row": {"": {"none": "row"}},
    "none-unknown": {"": {"none": "unknown"}}, "none-error": {"": {"none": "error"}},
    "known": KNOWN, "valid": verdict("valid"), "irregular": verdict("irregular"),
    "malformed": {**verdict("malformed"), "": {"error": "no"}},
}
OBJECT = {"object": "f0VMRgIBAQ" + "A" * 74, "messages": "warning: no SFrame"}  # nothing but a header, for no machine
WRITERS = {
    "refused": {"": {"refused": "no"}}, "refused-by-line": {"": {"refused": "no", "lines": [1]}},
    "not-supported": {"": {"unsupported": "no"}}, "in-trouble": {"": {"trouble": "no"}},
    "nothing-made": {"assemble": {"object": ""}, "link": {"object": ""}, "": {"section": ""}},
    "header-alone": {"assemble": OBJECT, "link": OBJECT, "": {"section": "e2de0300"}},
}
# It is not silent, but always wrong: no section has that.
OTHERS = {"wrong": {"decode": {"fixed_fp": 99}, "check": {"verdict": "valid"}, "lookup": {"function": 9999},
                    "flip": {"bytes": "00"}, "unwind": {"frames": [], "stop": "no-cfa"}}}


class Oracle:
    """Asks the oracle for right answers; the kinds below pass too little of them on, or at the wrong time."""

    def __init__(self, command):
        import subprocess  # most kinds of adapters need none, and start a thousand times
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ask(b"hello 1\n")
        self.first, self.last, self.answered = {}, {}, set()

    def ask(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def answer(self, raw):
        found = json.loads(self.ask(raw))
        return {name: value for name, value in found.items() if name not in ("request", "violations")}

    def first_again(self, operation, raw):
        """Always gives the answer to the first question."""
        if operation not in self.first:
            self.first[operation] = self.answer(raw)
        return self.first[operation]

    def one_late(self, operation, raw):
        """Gives the answer to the question before."""
        before, self.last[operation] = self.last.get(operation, {}), self.answer(raw)
        return before

    def once(self, operation, raw):
        """Answers once for each operation, and then no more."""
        if operation in self.answered:
            return {"unsupported": "enough"}
        self.answered.add(operation)
        return self.answer(raw)

    def broken_alone(self, _, raw):
        """Refuses what the oracle refuses, and does not support the rest."""
        found = self.answer(raw)
        refuses = "error" in found or found.get("verdict") == "malformed" or found.get("none") == "error"
        return found if refuses else {"unsupported": "not that"}


OF_THE_ORACLE = {"first-again": Oracle.first_again, "one-late": Oracle.one_late, "once": Oracle.once,
                 "broken-alone": Oracle.broken_alone}


def main():
    kind, operations, exposes, command = sys.argv[1:]
    source = sys.stdin.buffer
    answers, oracle = (READERS | WRITERS | OTHERS).get(kind), Oracle(command) if kind in OF_THE_ORACLE else None
    answer = {"protocol": 2, "name": "silent", "version": kind, "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
              "abis": ["amd64", "aarch64", "aarch64_be", "s390x"], "operations": operations.split(",")}
    if exposes != "-":
        answer["exposes"] = [path for path in exposes.split(",") if path]
    source.readline()
    print(json.dumps(answer), flush=True)
    while line := source.readline():
        words = line.decode().split()
        raw = line + source.read(int(words[5])) + state_of(words, source)
        if oracle:
            answer = OF_THE_ORACLE[kind](oracle, words[0], raw)
        else:
            answer = answers.get(words[0], answers.get("", {}))
        print(json.dumps({"request": int(words[1])} | (answer(words) if callable(answer) else answer)), flush=True)


if __name__ == "__main__":
    main()
