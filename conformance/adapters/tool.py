#!/usr/bin/python3
"""An adapter for the command line of our own oracle: runs sframe-ref for each request and hands on what it prints.

    tool.py SFRAME_REF

What users see is so judged as the library is. Of a section that is broken each answer lists the violations, which
are those that `check --json` prints.
"""
import json
import os
import subprocess
import sys

sys.path[0] = os.path.realpath(__file__ + "/../../..")  # the root of the tree
from common import standard
from conformance.kits.python import sframe_adapter as kit


class Tool:
    def __init__(self, program):
        self.program = program
        self.version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True,
                                      check=True).stdout.split()[-1]

    def run(self, given, *words):
        """Runs the tool, and returns its output.  Statuses 0 and 1 are verdicts; with others it could not answer."""
        done = subprocess.run([self.program, *words], input=given, capture_output=True, check=False)
        if done.returncode not in (0, 1):
            kit.fail(f"{self.program} {words[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done.stdout

    def ask(self, operation, request, *words):
        return self.run(request.bytes, operation, "--profile", request.profile, "--address", kit.address(request.address),
                        *words)

    def with_violations(self, request, answer):
        checked = self.check(request)
        return answer if checked["verdict"] == "valid" else answer | {"violations": checked["violations"]}

    def decode(self, request):
        return json.loads(self.ask("decode", request, "-"))

    def check(self, request):
        return json.loads(self.ask("check", request, "--json", "-"))

    def lookup(self, request):
        return self.with_violations(request, json.loads(self.ask("lookup", request, "-", kit.address(request.pc))))

    def flip(self, request):
        flipped = self.ask("flip", request, "-")
        return self.with_violations(request, {"bytes": flipped.hex()} if flipped else {"error": "it cannot be flipped"})

    def unwind(self, request):
        scenario, registers = request.scenario, {**request.scenario.registers}
        mask = registers.pop("pac_mask", 0)
        pieces = {name: [{"address": kit.address(where), "bytes": piece.hex()} for where, piece in listed]
                  for name, listed in (("modules", scenario.modules), ("memory", scenario.memory))}
        line = {"profile": request.profile, "abi": request.abi, "input": {
            "address": kit.address(request.address), "bytes": request.bytes.hex(), "pc": kit.address(request.pc),
            "registers": {name: kit.address(value) for name, value in registers.items()},
            "pac_mask": kit.address(mask), "limit": scenario.limit, **pieces}}
        return self.with_violations(request, json.loads(self.run(json.dumps(line).encode() + b"\n", "unwind", "-")))


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if len(sys.argv) != 2:
        print("usage: tool.py SFRAME_REF", file=sys.stderr)
        return 2
    try:
        tool = Tool(sys.argv[1])
    except OSError as error:
        print(f"tool.py: {sys.argv[1]}: {error.strerror}", file=sys.stderr)
        return 2
    kit.run("sframe-ref", tool.version, "v1 v2 v2e1 v2e2 v3", "amd64 aarch64 aarch64_be s390x",
            **{name: getattr(tool, name) for name in kit.OPERATIONS})
    return 0


if __name__ == "__main__":
    sys.exit(standard.run(main))
