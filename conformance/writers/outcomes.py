"""The outcome of a question to a tool, and for some outcomes a cause. The outcomes of a function for an assembler:

same     at each byte the section says what is true
absent   SFrame of this version cannot say the function, and it is not there
omits    it could be said, and is not there
reading  the section says something else, on a point that the ledger leaves open: this is no failure
refused  the assembler ends with an error that names it
wrong    the section says something else; of kind cfa, ra, fp, mangled, ...
hides    SFrame cannot say it, and the section says something else
crash    a signal ended the assembler, or it calls its own error internal
hang     it did not end in time
trouble  what came is no object, or has not the code that was asked for
"""
import collections
import re

BAD = ("wrong", "hides", "crash", "hang", "trouble")
INTERNAL = re.compile(r"[Ii]nternal error|PLEASE submit a bug report|Assertion .* failed|BFD .* assertion fail|panicked at")
ENDS_LINKER = re.compile(INTERNAL.pattern + r"|[Ss]egmentation fault|Stack dump:")
ERROR_OF_LINKER = re.compile(r"\b(?:error|fatal|cannot|unrecognized|unknown|not)\b", re.IGNORECASE)
LONGEST_LINE = 1000  # characters of a line that are looked at: expressions take long for a line that has no end
CRASH_PLACE = re.compile(r"(\w+): Assertion|assertion fail (?:\S*/)?(\S+)|panicked at (?:\S*/)?([^:\s]+:\d+)")

Outcome = collections.namedtuple("Outcome", "name cause", defaults=("",))


def of_end(status, messages):
    """The outcome of an assembler that wrote nothing when it was asked this function alone."""
    if status is None:
        return Outcome("hang")
    lines = [line.split(": ", 1)[-1].strip() for line in messages.splitlines()]
    internal = next((line for line in lines if INTERNAL.search(line)), None)
    if status < 0 or status > 2 or internal:
        return Outcome("crash", internal or f"status {status}")
    errors = [line for line in lines if re.search(r"\berror\b", line, re.IGNORECASE)]
    return Outcome("refused", re.sub(r"^.*?[Ee]rror: ", "", errors[0]) if errors else "without a word")


def name_crash(line):
    """The text of a line about a linker's crash, without what only this machine or this link has."""
    place = CRASH_PLACE.search(line)
    return next(filter(None, place.groups())) if place else re.sub(r"0x[0-9a-f]+|\d{4,}|\S*/", "", line)[:80]


def of_linker_end(status, messages):
    """The outcome of a linker that ended badly; else None.  Some linkers report an internal error, and go on."""
    said = [line[:LONGEST_LINE] for line in messages.splitlines()]
    internal = next((line.strip() for line in said if ENDS_LINKER.search(line)), None)
    if internal or status < 0 or 128 < status < 192:  # above 128: a signal, as a shell reports it
        return Outcome("crash", name_crash(internal) if internal else f"status {status}")
    if status == 0:
        return None
    lines = [line for line in said if ERROR_OF_LINKER.search(line)] or said
    return Outcome("refused", re.sub(r"^\S+: |\S*/|0x[0-9a-f]+|\b\d+-\S+\.o\S*", "", lines[0])[:80] if lines
                   else "without a word")


def of_comparison(record, function=None):
    """The outcome for a function, by a line of `sframe-crosscheck --json`, which may have findings about others."""
    outcomes = [Outcome("same")]
    for finding in record["findings"]:
        kind, there = finding["kind"], "sframe" in finding
        if function not in (None, finding["place"].split("+")[0]):
            continue
        if record["kinds"][kind]["owner"] == "format":  # SFrame cannot express it
            outcomes.append(Outcome("hides" if there else "absent", kind))
        else:
            outcomes.append(Outcome("omits" if kind == "missing" else "wrong", kind))
    ranks = {name: rank for rank, name in enumerate(("same", "absent", "omits", "hides", "wrong"))}
    return max(outcomes, key=lambda outcome: ranks[outcome.name])
