"""A vector that a peer failed: the question, the right answer, the peer's, and our oracle's to other questions."""
import copy
import functools
import json
import re
import subprocess

from common.section import Section, bytes_of_input
from conformance.causes.places import Place

ROLES = {"amd64": {7: "sp", 6: "fp"}, "aarch64": {31: "sp", 29: "fp"}, "aarch64_be": {31: "sp", 29: "fp"},
         "s390x": {15: "sp", 11: "fp"}}
NO_FAILURES = ("pass", "unsupported", "unjudged", "outside", "reading", "not-run")
# Members that are not compared with the right answer: they repeat the question, or are about more than the answer.
UNCOMPARED = ("request", "violations", "verdict", "address", "pc", "inconsistent")


def is_refusal(answer):
    """Whether an answer refuses the section. `decode` and `check` answer broken sections by a verdict, not an error."""
    return "error" in answer or answer.get("verdict") == "malformed"


class Oracle:
    """Our own oracle's adapter.  It gives the right answers for other sections, or other PCs."""

    def __init__(self, command):
        # it lives as long as the process
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.process.stdin.write(b"hello 1\n")
        self.read()

    def read(self):
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    @functools.lru_cache(maxsize=4096)
    def ask(self, operation, profile, abi, address, data, pc):
        self.number += 1
        self.process.stdin.write(f"{operation} {self.number} {profile} {abi} {address:x} {len(data)} {pc:x}\n".encode())
        self.process.stdin.write(data)
        return self.read()


class Case:
    def __init__(self, record, peer, command, oracle):
        self.record, self.peer, self.command, self.oracle = record, peer, command, oracle
        self.id, self.outcome, self.kind = record["id"], record["outcome"], record["class"]
        self.profile, self.abi, self.operation = self.id.split("/")[:3]
        self.reason, self.signal = record.get("reason", ""), record.get("signal", "")
        self.stderr, self.ledger = record.get("stderr", ""), record.get("ledger")
        self.clause = record.get("fault", {}).get("clause")
        given = record["input"]
        self.section = Section(bytes_of_input(given))
        self.address, self.pc = int(given["address"], 16), int(given.get("pc", "0"), 16)
        self.expect, self.answer = record["expect"], record.get("answer")

    # --- What was expected, and what came ---

    @property
    def is_broken(self):
        """Whether no answer can be right."""
        return self.kind == "malformed"

    @functools.cached_property
    def expected(self):
        """The right answer, or that of our oracle if several are right."""
        return self.ask()

    @functools.cached_property
    def violated(self):
        """The clauses that make the section unreadable, by our oracle."""
        return [each["clause"] for each in self.ask(operation="check").get("violations", ())
                if each["severity"] == "malformed"]

    @property
    def functions(self):
        """The functions of our oracle's model, each with its start before it."""
        return [(int(each["start"], 16), each) for each in self.ask(operation="decode").get("functions", ())]

    @property
    def refused(self):
        """The words of the error, if the peer answered one."""
        return self.answer.get("error") if isinstance(self.answer, dict) else None

    @property
    def found_nothing(self):
        """Whether the peer answers that there is none, as lookups alone can."""
        return isinstance(self.answer, dict) and "none" in self.answer

    @property
    def answered(self):
        """Whether the peer answered with a model, a row, or a verdict."""
        return isinstance(self.answer, dict) and "error" not in self.answer and "none" not in self.answer

    @functools.cached_property
    def place(self):
        """Where the peer crashed."""
        return Place(self.stderr, self.command)

    def looks(self):
        """The case in a few words, for a list of cases that are not explained."""
        words = str(self.place) if self.signal or self.place.panic else re.sub(r"\d+", "N", self.reason)[:60]
        return f"{self.operation} {self.kind} {self.outcome}: {words}"

    def paths(self):
        """The paths, without indices, of members that differ from the expected answer; none if several are right."""
        return set() if self.outcome == "unread" else {re.sub(r"\[\d+\]", "", each["path"]) for each in self.record.get("differences", ())}

    # --- What the oracle says ---

    def as_if(self, stated=None, **question):
        """The case as if another question had been asked: our oracle's answer to that question is then expected, with
        the members in STATED changed."""
        wanted = {**self.ask(**question), **(stated or {})}
        other = self.if_right(wanted)
        for name in ("expected", "violated"):
            other.__dict__.pop(name, None)
        other.section = Section(question["data"]) if "data" in question else self.section
        other.address, other.pc = question.get("address", self.address), question.get("pc", self.pc)
        other.profile = question.get("profile") or self.profile
        other.kind = "malformed" if is_refusal(wanted) or other.violated else "valid"
        return other

    def if_right(self, wanted):
        """The case as if WANTED were the right answer."""
        other = copy.copy(self)
        other.expect = other.expected = wanted
        other.record = {name: value for name, value in self.record.items() if name != "differences"}
        return other

    def ask(self, data=None, pc=None, operation=None, address=None, profile=None):
        return self.oracle.ask(operation or self.operation, profile or self.profile, self.abi,
                               self.address if address is None else address % (1 << 64),
                               self.section.bytes if data is None else data,
                               (self.pc if pc is None else pc) % (1 << 64))

    def came(self, wanted):
        """Whether the peer's answer is WANTED; only members that the peer stated are compared."""
        if not isinstance(self.answer, dict):
            return False
        if is_refusal(wanted) or "error" in self.answer:
            return is_refusal(wanted) and "error" in self.answer
        if "none" in wanted or "none" in self.answer:
            return "none" in wanted and self.answer.get("none") in ("unknown", wanted["none"])
        return self.equal({name: value for name, value in self.answer.items() if name not in UNCOMPARED}, wanted)

    def equal(self, came, wanted):
        """Whether the members in CAME are those of WANTED; members that CAME lacks are not compared."""
        if isinstance(came, dict) and isinstance(wanted, dict):
            return all(self.equal(value, wanted.get(name, False if value is False else None))
                       for name, value in came.items())
        if isinstance(came, list) and isinstance(wanted, list):
            return len(came) == len(wanted) and all(map(self.equal, came, wanted))
        return came == wanted or self.role(came) == self.role(wanted) is not None

    def role(self, name):
        number = re.fullmatch(r"r(\d+)", name) if isinstance(name, str) else None
        return ROLES[self.abi].get(int(number[1]), name) if number else name if isinstance(name, str) else None
