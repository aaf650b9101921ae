"""Reads the core of CFI programs, and chooses the functions that it lacks to notice every bug."""
import collections

from common import bounded


def read_core(path):
    """The ids of the core, and the reasons why they are there."""
    members = {}
    for number, line in enumerate(bounded.read_text("LIST", path).splitlines(), 1):
        name, tab, reason = line.partition("\t")
        if not tab:
            raise SystemExit(f"kill: {path}: line {number}: no tab and reason behind the id")
        members[name] = reason
    return members


def fewest(wanted_of):
    """Greedily: keys whose values have together all that any value has, each with those that were new."""
    lacking = set().union(*wanted_of.values()) if wanted_of else set()
    chosen = {}
    while lacking:
        best = max(sorted(wanted_of), key=lambda key: len(wanted_of[key] & lacking))
        chosen[best] = wanted_of[best] & lacking
        lacking -= wanted_of[best]
    return chosen


def places_of(noticed_by):
    """The places where each bug is noticed: (bug, ABI)."""
    return {(bug, function.abi) for bug, by in noticed_by.items() for function in by}


def added(noticed_by):
    """Ids of a few functions that notice these bugs on each ABI where one does; and the bugs."""
    wanted = collections.defaultdict(set)
    for bug, by in noticed_by.items():
        for function in by:
            wanted[function.id].add((bug, function.abi))
    return {name: sorted({bug for bug, _ in found}) for name, found in fewest(wanted).items()}
