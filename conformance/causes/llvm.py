"""Rules for the wrong output of llvm-readobj, one for each cause.  In docstrings "it" is the tool."""
from conformance.causes.gnu import fixed, pairs
from conformance.causes.libsframe import as_rows_behind_entries
from conformance.causes.rule import Prints, ReadsAs, Shows


def as_encoded(case, answer):
    """s390x: it prints words as they are stored, without the supplement's decoding."""
    for _, row, _, raw in pairs(case, answer):
        if case.abi == "s390x" and raw.words:
            row["cfa"]["offset"] = raw.words[0]
            for name, word in zip(("ra", "fp"), raw.words[1:]):
                row[name] = {"base": "cfa", "offset": word, "deref": True}


def outermost(case, answer):
    """For a row without words, it prints the header's place of RA, if there is one."""
    for _, row, _, raw in pairs(case, answer):
        if raw.words == []:
            row.pop("ra", None)
            if case.section.fixed_ra:
                row["ra"] = fixed(case, "ra")


def rows_uncounted(case):
    uncounted = {"header.fre-len-inside", "fre.inside", "fde.fre-off-inside"}
    return case.is_broken and case.answered and set(case.violated) <= uncounted


def padding_in_json(case):
    """Between the members of each function it prints a line of the plain style."""
    words = case.answer.get("inconsistent", "") if isinstance(case.answer, dict) else ""
    return "JSON that it prints is none" in words and any(case.section.entries())


ALL = [
    Shows("llvm-json-padding", padding_in_json),
    Prints("llvm-s390x-encoded", as_encoded),
    ReadsAs("rows-behind-entries", as_rows_behind_entries),
    Prints("llvm-outermost", outermost),
    Shows("llvm-fre-len", rows_uncounted),
]
