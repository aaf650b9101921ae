"""Judges answers as sframe-conform does; docs/protocol.md of the suite says what is compared."""
import dataclasses
import importlib.resources
import re
import typing


class Difference(typing.NamedTuple):
    """A member that is not as it should be; None: it is not there."""

    path: str  # such as functions[0].rows[1].cfa.offset
    expected: typing.Any
    actual: typing.Any


@dataclasses.dataclass(frozen=True)
class Judgement:
    """What sframe-conform would say of an answer."""

    outcome: str  # pass, reading, unjudged, unsupported; fail, unread, inconsistent, crash, exit, garbage
    differences: typing.Tuple[Difference, ...] = ()  # of an unread one: from the closest reading
    reading: typing.Optional[str] = None  # which one was taken

    @property
    def is_wrong(self) -> bool:
        """Whether it counts against the reader."""
        return self.outcome not in ("pass", "reading", "unjudged", "unsupported")


def _members():
    """The type and the flags of each member, by the path of the object that has the member."""
    table = {}
    for line in importlib.resources.files(__package__).joinpath("members.txt").read_text("utf-8").splitlines():
        path, kind, *flags = line.split()
        place, _, name = path.rpartition(".")
        table.setdefault(place, {})[name] = kind, flags
    return table


_MEMBERS = _members()
_STACK = {"amd64": ("r7", "r6"), "aarch64": ("r31", "r29"), "aarch64_be": ("r31", "r29"), "s390x": ("r15", "r11")}


def _is_address(value):
    return isinstance(value, str) and re.fullmatch("0[xX][0-9a-fA-F]+", value) and int(value, 16) < 1 << 64


_IS = {
    "word": lambda value: isinstance(value, str), "none": lambda value: isinstance(value, str),
    "base": lambda value: isinstance(value, str), "address": _is_address,
    "words": lambda value: isinstance(value, list) and all(isinstance(word, str) for word in value),
    "hex": lambda value: isinstance(value, str) and re.fullmatch("([0-9a-fA-F]{2})*", value),
    "integer": lambda value: type(value) is int and -1 << 63 <= value < 1 << 63,
    "boolean": lambda value: isinstance(value, bool), "anything": lambda value: True,
    "place": lambda value: _has_shape(value, "place"),
    "rule": lambda value: isinstance(value, str) or _has_shape(value, "place"),
}


def _has_shape(answer, place):
    """Whether all members have names that a schema has, and their types."""
    def is_right(name, value):
        kind, _ = _MEMBERS[place].get(name, (None, None))
        if kind == "objects":
            return isinstance(value, list) and all(_has_shape(each, f"{place}.{name}") for each in value)
        return kind is not None and _IS[kind](value)
    return isinstance(answer, dict) and all(is_right(name, value) for name, value in answer.items())


def _is_refusal(answer):
    return "error" in answer or answer.get("none") == "error" or answer.get("verdict") == "malformed"


def _is_accepted(accept, answer):
    """Whether the answer is a refusal or finds nothing, and ACCEPT has "error" or "none" for that."""
    return "error" in accept if _is_refusal(answer) else "none" in accept and "none" in answer


class _Comparison:
    """A comparison of an answer with the expected one: the differences, and how many members were compared."""

    def __init__(self, vector, exposes, expected, actual):
        self.exposes, self.differences, self.compared = exposes, [], 0
        self.stack = dict(zip(_STACK[vector.abi], ("sp", "fp")))
        self.is_reading = vector.class_ == "contested"
        self.is_part = vector.operation == "decode" and "version" not in expected
        self.members(vector.operation, "", expected, actual)

    def differ(self, path, expected, actual):
        self.differences.append(Difference(path, expected, actual))

    def members(self, place, before, expected, actual):
        for name, (kind, flags) in _MEMBERS[place].items():
            one, other, path = expected.get(name), actual.get(name), before + name
            if kind == "anything" or (one is None and other is None):
                continue
            if one is not None and other is not None:
                self.compared += "is_asked" not in flags and not (one is False and other is False)
                self.values(f"{place}.{name}", path, kind, one, other)
            elif one is not None:
                if "must_be_stated" in flags or is_exposed(self.exposes, f"{place}.{name}"):
                    self.differ(path, one, other)
            elif not (self.is_part or "may_be_added" in flags or other is False
                      or (self.is_reading and "is_rule" not in flags)):
                self.differ(path, one, other)

    def values(self, place, path, kind, one, other):
        if kind == "objects":
            if len(one) != len(other):
                self.differ(f"{path}.length", len(one), len(other))
            for i, (each, its) in enumerate(zip(one, other)):
                self.members(place, f"{path}[{i}].", each, its)
        elif isinstance(one, dict) and isinstance(other, dict):
            self.places(path, one, other)
        elif not (one == other or (kind == "none" and other == "unknown")
                  or (kind == "address" and int(one, 16) == int(other, 16))
                  or (kind == "hex" and one.lower() == other.lower())
                  or (kind == "words" and len(one) == len(other) and set(one) <= set(other))):
            self.differ(path, one, other)

    def places(self, path, one, other):
        """The stack pointer and the frame pointer may also be named by their numbers."""
        bases = [self.stack.get(place.get("base"), place.get("base")) for place in (one, other)]
        for name, same in (("base", bases[0] == bases[1]), ("offset", one.get("offset") == other.get("offset")),
                           ("deref", bool(one.get("deref")) == bool(other.get("deref")))):
            if not same:
                self.differ(f"{path}.{name}", one.get(name), other.get(name))


def is_exposed(exposes, path):
    """Whether answers have the member, or one below it; without a list they have all."""
    return exposes is None or any(f"{a}.".startswith(f"{b}.") for each in exposes for a, b in ((path, each), (each, path)))


def _trace(expected, accept, answer):
    """A trace that finds nothing has no word for that: it ends as if the PC were unknown."""
    stop = answer.get("stop")
    return {**expected, "stop": stop} if stop in ("no-function", "no-row") and "none" in accept else expected


def _compared(vector, exposes, expected, answer):
    found = _Comparison(vector, exposes, expected, answer)
    outcome = "fail" if found.differences else "pass" if found.compared else "unjudged"
    return outcome, found.differences


def _verdict(outcome, differences, expected, answer):
    """The outcome so far, with the verdict judged, too."""
    verdict = answer.get("verdict")
    if verdict == expected:
        return "pass" if outcome == "unjudged" else outcome, differences
    return "fail", [*differences, Difference("verdict", expected, verdict)]


def _valid(vector, exposes, answer):
    if _is_refusal(answer):
        return "fail", []
    if vector.operation != "check":
        return _compared(vector, exposes, vector.expect, answer)
    if is_exposed(exposes, "check.verdict"):
        return _verdict("pass", [], "valid", answer)
    return "pass" if "verdict" in answer else "unjudged", []


def _broken(vector, exposes, answer):
    accept, expected = vector.expect["accept"], vector.expect.get("answer")
    anything = expected is None and {"error", "answer"} <= set(accept)
    said = ("unjudged" if anything else "pass", [])
    if _is_accepted(accept, answer):
        return said
    if "answer" not in accept:
        said = ("fail", [])
    elif expected is not None:
        said = _compared(vector, exposes, _trace(expected, accept, answer), answer)
    if vector.class_ == "irregular" and "open" not in vector.expect and _states_verdict(vector, exposes, answer):
        return _verdict(*said, vector.expect["oracle"]["verdict"], answer)
    return said


def _states_verdict(vector, exposes, answer):
    """Whether a reader that accepts an irregular section must state that verdict."""
    if vector.operation == "check":
        return exposes is not None and is_exposed(exposes, "check.verdict")
    return vector.operation == "decode" and "version" in vector.expect.get("answer", {}) and "verdict" in answer


def _fit(vector, exposes, reading, answer):
    """Whether the answer is this reading's: as an outcome, with differences."""
    accept, expected = reading.get("accept", ()), reading.get("answer")
    if expected is None or _is_accepted(accept, answer):
        return ("pass" if _is_accepted(accept, answer) else "fail"), []
    if _is_refusal(answer) or (vector.operation == "check" and _is_refusal(expected)):
        return ("pass" if _is_refusal(answer) and _is_refusal(expected) else "fail"), []
    if vector.operation != "check":
        return _compared(vector, exposes, _trace(expected, accept, answer), answer)
    if is_exposed(exposes, "check.verdict"):
        return _verdict("pass", [], expected["verdict"], answer)
    return "pass" if "verdict" in answer else "unjudged", []


def _contested(vector, exposes, answer):
    readings, closest = vector.expect["readings"], []
    for reading in readings:
        outcome, differences = _fit(vector, exposes, reading, answer)
        if outcome != "fail":
            return (outcome, []) if outcome == "unjudged" else ("reading", [], reading["reading"])
        if differences and (not closest or len(differences) < len(closest)):
            closest = differences
    for reading in readings:
        if _is_refusal(answer) and reading["reading"] in vector.json.get("breaches", ()):
            return "reading", [], reading["reading"]
    return "unread", closest


_BY_CLASS = {"valid": _valid, "malformed": _broken, "irregular": _broken, "contested": _contested}


def judge(vector, answer, exposes=None):
    """See Vector.judge."""
    if not _has_shape(answer, vector.operation):
        return Judgement("garbage")
    if "ended" in answer:
        return Judgement("crash" if answer["ended"].startswith("SIG") else "exit")
    outcome, differences, *reading = ("unsupported", []) if "unsupported" in answer else \
        _BY_CLASS[vector.class_](vector, exposes, answer)
    judgement = Judgement(outcome, tuple(differences), *reading)
    is_alone = not set(answer) - {"request", "inconsistent"}
    if answer.get("inconsistent") and (is_alone or not judgement.is_wrong):
        return Judgement("inconsistent")
    return judgement
