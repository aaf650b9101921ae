"""Compares what .eh_frame says about a function with its directives (the truth of sframe-programs)."""
import re

from conformance.writers import causes, outcomes

ROWS = causes.read_rows()
NEWEST = "gas-forky"
SP_FP = {"amd64": (7, 6), "aarch64": (31, 29), "aarch64_be": (31, 29), "s390x": (15, 11)}


def place(rule, abi):
    """A rule as sframe-crosscheck prints it."""
    if isinstance(rule, str):
        return "expression" if rule == "complex" else rule
    names = {"cfa": "cfa", **dict(zip(SP_FP[abi], ("sp", "fp")))}
    base = names.get(rule["base"]) or f"r{rule['base']}"
    words = f"{base}{rule['offset']:+d}"
    return f"*({words})" if rule.get("deref") else words


def rows_of_truth(truth, abi):
    return {row["at"]: {"cfa": place(row["cfa"], abi), "ra": place(row["ra"], abi), "fp": place(row["fp"], abi),
                        "mangled": row.get("mangled", False)} for row in truth["rows"]}


def rows_of_cfi(function):
    start = int(function["start"], 16)
    return {int(row["start"], 16) - start: {"cfa": row["cfa"], "ra": row["ra"], "fp": row["fp"],
                                            "mangled": row.get("mangled_ra", False)} for row in function["rows"]}


def holds_at(rows, offset):
    return rows[max(at for at in rows if at <= offset)]


def expected_to_differ(text, abi, part, true, theirs):
    """Whether a difference is right: CFI may say less than the directives."""
    # At a simple start, or behind a directive without a meaning, the truth states no rule, but .eh_frame may have one.
    if true == "unstated":
        return True
    # On AMD64 register 16 is the column of RIP, so a rule relative to it is an expression of the PC.
    if abi == "amd64" and part in ("cfa", "fp") and true.startswith("r16"):
        return True
    # conformance/findings/gas-cfa-offset-negative.md
    negative = re.search(r"\.cfi_def_cfa(?:_offset| \d+,) -(\d+)", text)
    return negative is not None and int(negative[1]) % 8 != 0 and \
        causes.page_of(ROWS, NEWEST, outcomes.Outcome("eh_frame", part), text) is not None


def differences(truth, cfi, text, abi):
    """The differences between the truth of a function and what `sframe-crosscheck --cfi` prints about it."""
    theirs, ours = rows_of_cfi(cfi), rows_of_truth(truth, abi)
    for at in sorted({*theirs, *ours}):
        their, our = holds_at(theirs, at), holds_at(ours, at)
        if our["cfa"] == "unstated" and "startproc simple" not in text:
            continue  # behind a directive without a meaning
        yield from (f"at {at}: {part} is {our[part]}, .eh_frame says {their[part]}"
                    for part in our if our[part] != their[part] and
                    not expected_to_differ(text, abi, part, our[part], their[part]))
