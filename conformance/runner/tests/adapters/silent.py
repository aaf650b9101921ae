#!/usr/bin/python3
"""An adapter that has read nothing: it answers in one way whatever it is asked.

    silent.py KIND OPERATIONS EXPOSES ORACLE

OPERATIONS and EXPOSES are lists with commas; EXPOSES `-` is none.
"""
import os
import sys

sys.path[0] = os.path.realpath(__file__ + "/../../../../..")  # the root of the tree
from conformance.kits.python import sframe_adapter as kit

VERSIONS = {"v1": 1, "v3": 3}  # others are of version 2


def known_from_the_question(request):
    known = {"lookup": {"pc": kit.address(request.pc)},
            "decode": {"profile": request.profile, "abi": request.abi, "address": kit.address(request.address),
                       "version": VERSIONS.get(request.profile, 2)}}
    return {"signal": False, "mangled_ra": False} | known["lookup"] if request.operation == "lookup" else \
        known.get(request.operation, {})


READERS = {  # what a silent reader answers
    "unsupported": lambda request: {"unsupported": "no"},
    "empty": lambda request: {},
    "error": lambda request: {"error": "no"},
    "none-function": lambda request: {"none": "function"},
    "none-row": lambda request: {"none": "row"},
    "none-unknown": lambda request: {"none": "unknown"},
    "none-error": lambda request: {"none": "error"},
    "known": known_from_the_question,
    "valid": lambda request: {"verdict": "valid"} if request.operation in ("check", "decode") else {},
    "irregular": lambda request: {"verdict": "irregular"} if request.operation in ("check", "decode") else {},
    "malformed": lambda request: {"verdict": "malformed"} if request.operation in ("check", "decode") else {"error": "no"},
}
WRITERS = {  # and a silent writer; an ELF file of nothing but a header is for no machine
    "refused": lambda request: {"refused": "no"},
    "refused-by-line": lambda request: {"refused": "no", "lines": [1]},
    "not-supported": lambda request: {"unsupported": "no"},
    "in-trouble": lambda request: {"trouble": "no"},
    "nothing-made": lambda request: {"object": ""} if request.operation in ("assemble", "link") else {"section": ""},
    "header-alone": lambda request: ({"object": "f0VMRgIBAQ" + "A" * 74, "messages": "warning: no SFrame"}
                                     if request.operation in ("assemble", "link") else {"section": "e2de0300"}),
}

NO_SECTION_HAS = {"decode": {"fixed_fp": 99}, "check": {"verdict": "valid"}, "lookup": {"function": 9999},
                  "flip": {"bytes": "00"}, "unwind": {"frames": [], "stop": "no-cfa"}}
OTHERS = {"wrong": lambda request: NO_SECTION_HAS[request.operation]}  # it is not silent, but always wrong


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
        found = kit.json.loads(self.ask(raw))
        return {name: value for name, value in found.items() if name not in ("request", "violations")}

    def first_again(self, request, raw):
        """Always gives the answer to the first question."""
        if request.operation not in self.first:
            self.first[request.operation] = self.answer(raw)
        return self.first[request.operation]

    def one_late(self, request, raw):
        """Gives the answer to the question before."""
        before, self.last[request.operation] = self.last.get(request.operation, {}), self.answer(raw)
        return before

    def once(self, request, raw):
        """Answers once for each operation, and then no more."""
        if request.operation in self.answered:
            return {"unsupported": "enough"}
        self.answered.add(request.operation)
        return self.answer(raw)

    def broken_alone(self, request, raw):
        """Refuses what the oracle refuses, and does not support the rest."""
        found = self.answer(raw)
        refuses = "error" in found or found.get("verdict") == "malformed" or found.get("none") == "error"
        return found if refuses else {"unsupported": "not that"}


OF_THE_ORACLE = {"first-again": Oracle.first_again, "one-late": Oracle.one_late, "once": Oracle.once,
                 "broken-alone": Oracle.broken_alone}


class Copy:
    """Standard input; it stores what was read since it was last taken."""

    def __init__(self, source):
        self.source, self.seen = source, b""

    def readline(self, limit=-1):
        return self.keep(self.source.readline(limit))

    def read(self, size):
        return self.keep(self.source.read(size))

    def keep(self, data):
        self.seen += data
        return data

    def take(self):
        taken, self.seen = self.seen, b""
        return taken


def main():
    kind, operations, exposes, command = sys.argv[1:]
    source = Copy(sys.stdin.buffer)
    oracle = Oracle(command) if kind in OF_THE_ORACLE else None
    hello = {"protocol": 2, "name": "silent", "version": kind, "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
             "abis": ["amd64", "aarch64", "aarch64_be", "s390x"], "operations": operations.split(",")}
    if exposes != "-":
        hello["exposes"] = [path for path in exposes.split(",") if path]
    while (words := kit.read_line(source)) is not None:
        if words[0] == "hello":
            answer = hello
        else:
            request = kit.read_request(words, source)
            raw = source.take()
            answer = {"request": request.number} | (
                OF_THE_ORACLE[kind](oracle, request, raw) if oracle else (READERS | WRITERS | OTHERS)[kind](request))
        source.take()
        kit.write(sys.stdout.buffer, answer)


if __name__ == "__main__":
    main()
