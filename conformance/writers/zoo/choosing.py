"""Chooses functions for the core of CFI programs: few that notice every bug and have every two directives together."""
import collections
import re

DIRECTIVE = re.compile(r"^\s*(\.cfi_(?!sections)\w+)\s*(.*)$", re.MULTILINE)
TRACKED = {"amd64": {7: "sp", 6: "fp", 16: "ra"}, "aarch64": {31: "sp", 29: "fp", 30: "ra"},
           "aarch64_be": {31: "sp", 29: "fp", 30: "ra"}, "s390x": {15: "sp", 11: "fp", 14: "ra"}}
WITH_REGISTER = re.compile(r"\.cfi_(def_cfa|def_cfa_register|offset|rel_offset|val_offset|register|restore|undefined|"
                           r"same_value|return_column|val_encoded_addr)$")

LEAST = 500


def kind_of(abi, name, operands):
    """A directive, with the part that its register plays; its numbers do not matter."""
    first = operands.split(",")[0].strip()
    if WITH_REGISTER.match(name):
        return f"{name} {TRACKED[abi].get(int(first), 'other')}"
    if name == ".cfi_escape":
        numbers = [int(word, 0) for word in operands.split(",")]
        return f"{name} {numbers[0]:#x} {TRACKED[abi].get(numbers[1], 'other') if numbers[0] in (0x10, 0x16) else ''}"
    return f"{name} {first}" if name == ".cfi_startproc" else name


def pairs_of(function):
    """Every two directives of which the second is the next behind the first, whether code stands between or not."""
    kinds = [kind_of(function.abi, name, operands) for name, operands in DIRECTIVE.findall(function.text)]
    return set(zip(kinds, kinds[1:]))


def fewest(wanted_of):
    """Greedily: keys whose values have together all that any value has."""
    lacking = set().union(*wanted_of.values()) if wanted_of else set()
    chosen = []
    by_size = {key: len(values) for key, values in wanted_of.items()}
    while lacking:
        # What a key adds only shrinks, so the first that still adds as much as the next could is the best.
        best, most = None, 0
        for key in sorted(by_size, key=lambda each: -by_size[each]):
            if by_size[key] <= most:
                break
            by_size[key] = len(wanted_of[key] & lacking)
            if by_size[key] > most:
                best, most = key, by_size[key]
        lacking -= wanted_of[best]
        chosen.append(best)
    return chosen


def choose(functions, noticed_by):
    """Ids, LEAST or more: of functions that notice each bug on each ABI, and in which all pairs of directives are."""
    wanted = collections.defaultdict(set)
    for function in functions:
        wanted[function.id] |= {("pair", pair) for pair in pairs_of(function)}
    for bug, by in noticed_by.items():
        for function in by:
            wanted[function.id].add(("bug", bug, function.abi))
    chosen = fewest(wanted)
    while len(chosen) < LEAST and len(chosen) < len(wanted):
        rest = {name: wanted[name] for name in wanted if name not in set(chosen)}
        chosen += (fewest(rest) or sorted(rest))[:LEAST - len(chosen)]
    return chosen
