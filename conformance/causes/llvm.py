"""How llvm-readobj comes to what it prints, a rule for each cause."""
from gnu import OF_BYTES_OF_OTHERS, fixed, pairs
from libsframe import as_rows_behind_entries
from rule import Prints, ReadsAs, Shows


def as_encoded(case, answer):
    """s390x: words as they stand, without what the supplement makes of them."""
    for _, row, _, raw in pairs(case, answer):
        if case.abi == "s390x" and raw.words:
            row["cfa"]["offset"] = raw.words[0]
            for name, word in zip(("ra", "fp"), raw.words[1:]):
                row[name] = {"base": "cfa", "offset": word, "deref": True}


def outermost(case, answer):
    """RA of a row without words is where the header says, if it says so."""
    for _, row, _, raw in pairs(case, answer):
        if raw.words == []:
            row.pop("ra", None)
            if case.section.fixed_ra:
                row["ra"] = fixed(case, "ra")


def rows_uncounted(case):
    uncounted = {"header.fre-len-inside", "fre.inside", "fde.fre-off-inside"}
    return case.is_broken and case.answered and set(case.violated) <= uncounted


def padding_in_json(case):
    """Of each function a line of the plain style stands between the members."""
    words = case.answer.get("inconsistent", "") if isinstance(case.answer, dict) else ""
    return "JSON that it prints is none" in words and any(case.section.entries())


ALL = [
    Shows("llvm-json-padding", padding_in_json),
    Prints("llvm-s390x-encoded", as_encoded),
    ReadsAs("rows-behind-entries", as_rows_behind_entries),
    Prints("llvm-outermost", outermost),
    Shows("llvm-fre-len", rows_uncounted, loose=OF_BYTES_OF_OTHERS),
]
