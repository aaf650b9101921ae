"""Tries one function alone: an assembler assembles it, and its SFrame is compared with the truth.

The function is a text as sframe-programs writes it; the truth is what `sframe-programs --read` knows of it.
"""
import json
import os
import subprocess

from conformance.writers import outcomes


class Trial:
    """An assembler's command for one ABI, the programs of this project, and a folder for what is written."""

    def __init__(self, command, abi, build, folder, deadline=60):
        self.command, self.abi, self.deadline = command, abi, deadline
        self.programs, self.crosscheck = (os.path.join(build, name) for name in ("sframe-programs", "sframe-crosscheck"))
        self.source, self.object, self.truth = (os.path.join(folder, name) for name in ("a.s", "a.o", "truth.json"))
        self.fault = ""

    def read(self, text):
        """The unit that sframe-programs makes from a text; or None, and the fault, if it cannot read the text."""
        with open(self.source, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([self.programs, "--abi", self.abi, "--read", self.source], capture_output=True, text=True,
                              check=False)
        self.fault = done.stderr.strip()
        return json.loads(done.stdout) if done.returncode == 0 else None

    def outcome_of(self, text):
        """The outcome for a text; None if the text has no meaning."""
        unit = self.read(text)
        if unit is None:
            return None
        with open(self.source, "w", encoding="utf-8") as file:
            file.write(unit["input"]["head"] + "".join(function["text"] for function in unit["input"]["functions"]))
        with open(self.truth, "w", encoding="utf-8") as file:
            json.dump(unit["expect"], file)
        if os.path.exists(self.object):
            os.remove(self.object)
        try:
            done = subprocess.run([*self.command, "-o", self.object, self.source], timeout=self.deadline,
                                  capture_output=True, text=True, errors="replace", check=False)
        except subprocess.TimeoutExpired:
            return outcomes.of_end(None, "")
        return self.compare() if done.returncode == 0 else outcomes.of_end(done.returncode, done.stderr)

    def compare(self):
        record = self.compared()
        if record is not None:
            return outcomes.of_comparison(record)
        return outcomes.Outcome("omits", "no section") if self.fault.startswith("no SFrame section") else \
            outcomes.Outcome("trouble", self.fault)

    def compared(self):
        """What sframe-crosscheck says of the object beside the truth; or None, and the fault."""
        done = subprocess.run([self.crosscheck, "--json", "--max", "1000000", "--truth", self.truth, self.object],
                              capture_output=True, text=True, check=False)
        self.fault = done.stderr.strip().split(": ", 2)[-1]
        return json.loads(done.stdout) if done.returncode in (0, 1) else None
