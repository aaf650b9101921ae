"""Rules for the wrong answers of the crate simple-frame-rs, one for each cause.  In docstrings "it" is the crate."""
import re

from conformance.causes.gnu import fixed, pairs
from conformance.causes.gnu_dump import cfa_without_register, value_as_memory
from conformance.causes.llvm import as_encoded
from conformance.causes.rule import Prints, ReadsAs, Rewords, Shows
from common.section import SORTED

OUT_OF_RANGE = "range (start|end) index N out of range"
WORD_REGISTERS = (1 << 5, 1 << 13, 1 << 29)  # how many a control word of 1, 2 or 4 bytes can name
SPAN = 1 << 64


# --- What both versions do --------------------------------------------------------------------------------------


def as_without_aux(case):
    """It counts offsets from the end of the fixed header."""
    section = case.section
    return {"data": section.with_(aux_len=0)} if section.is_whole and section.aux_len else None


def covering(case):
    """The function whose rows the oracle uses for the PC: its start, and the model's members; else (None, None)."""
    if case.operation != "lookup" or not case.section.is_whole:
        return None, None
    number = case.expected.get("function")
    if number is not None and number < len(case.functions):
        return case.functions[number]
    inside = [(start, each) for start, each in case.functions if (case.pc - start) % SPAN < each["size"]]
    return max(inside, key=lambda pair: pair[0], default=(None, None))


def repeats(case):
    """What covering() returns, if that function repeats a block (PC type mask)."""
    start, function = covering(case)
    return (start, function) if function and function["pc_type"] == "mask" and function.get("rep_size") else (None, None)


def as_first_row(case):
    """It takes the first row of a block that starts at or before the PC, instead of the last such row."""
    start, function = repeats(case)
    if not function:
        return None
    at = (case.pc - start) % function["rep_size"]
    before = [row["start"] for row in function["rows"] if row["start"] <= at]
    return {"pc": start + before[0]} if before and before[0] != max(before) else None


def nested(case):
    """If another function starts between the start of the one with the PC and the PC, its search only looks there."""
    if not case.found_nothing or not case.section.has(SORTED):
        return False
    start, function = covering(case)
    return bool(function) and any(start <= other <= case.pc and each != function for other, each in case.functions)


def ends_with_memory(case):
    """It finds nothing, because the function's start plus its size is 2^64 or more."""
    start, function = covering(case)
    return case.found_nothing and bool(function) and start + function["size"] >= SPAN


def panicked(words):
    return lambda case: bool(case.place.panic and re.search(words, case.place.panic))


def outside(case):
    return (case.is_broken or case.kind == "contested") and panicked(OUT_OF_RANGE)(case)


def unchecked(case):
    return case.is_broken and (case.answered or case.found_nothing)


def row_without_words(case):
    """For a row without words, its answer states nothing."""
    return case.operation == "lookup" and case.section.version in (1, 2) and case.answered and \
        not {"cfa", "ra", "fp"} & set(case.answer)


def no_fixed_ra(case):
    """It states RA by the header's fixed offset of 0, which means that there is no fixed offset."""
    return case.abi == "amd64" and case.section.fixed_ra == 0 and case.answered and \
        case.answer.get("ra") == {"base": "cfa", "offset": 0, "deref": True}


NO_WORDS = Shows("simple-frame-rs-no-words", row_without_words)
def no_fixed_fp(case):
    """It ignores the header's fixed offset of FP."""
    return case.section.fixed_fp != 0 and case.operation == "lookup" and case.answered and case.answer.get("fp") == "same"


NO_FIXED_FP = Shows("simple-frame-rs-s390x-fixed", no_fixed_fp)
NO_FIXED_RA = Shows("simple-frame-rs-fixed-ra-zero", no_fixed_ra)  # what else the row says has no one right answer
UNCHECKED = Shows("simple-frame-rs-unchecked", unchecked)  # what it says comes from bytes that belong to something else


# --- 0.3 --------------------------------------------------------------------------------------------------------


def mask_of_version_1(case):
    """No row is found, as the PC modulo a row's start is never as large as that start."""
    _, function = covering(case)
    return case.found_nothing and case.section.version == 1 and bool(function) and function["pc_type"] == "mask"


def register(name, roles):
    """The number of a register by any of its names."""
    number = re.fullmatch(r"r(-?\d+)", name)
    return int(number[1]) if number else next((each for each in range(32) if roles(f"r{each}") == name), None)


def signed_control(case, came, wanted):
    """It reads control words as signed: for a large register number it states the number less 2^5, 2^13 or 2^29."""
    base = came.get("base")
    if case.section.version != 3 or "base" not in wanted or not isinstance(base, str) or not base.startswith("r-"):
        return wanted
    right = register(wanted["base"], case.role)
    return {**wanted, "base": base} if right is not None and right - int(base[1:]) in WORD_REGISTERS else wanted


def odd_register(case, _came, wanted):
    """It states an odd offset from the CFA as a register, whose number is half the offset."""
    if case.section.version != 3 or case.abi != "s390x" or wanted.get("base") != "cfa" or not wanted["offset"] & 1 or \
            not wanted.get("deref"):
        return wanted
    return {"base": f"r{(wanted['offset'] >> 1) % (1 << 32)}", "offset": 0}


def plain_cfa(case, _came, wanted):
    """Version 3, s390x: it states the CFA's offset of a flexible row as stored.  The ledger leaves that point open."""
    if case.abi != "s390x" or wanted.get("fde_type") != "flex" or "rows" not in wanted:
        return wanted
    return {**wanted, "rows": [{**row, "cfa": {**row["cfa"], "offset": (row["cfa"]["offset"] - 160) // 8}}
                               if isinstance(row.get("cfa"), dict) and "deref" not in row["cfa"] else row
                               for row in wanted["rows"]]}


NEWEST = [
    ReadsAs("simple-frame-rs-aux", as_without_aux),
    Shows("simple-frame-rs-panics", outside),
    ReadsAs("simple-frame-rs-mask", as_first_row),
    Shows("simple-frame-rs-v1-mask", mask_of_version_1),
    Shows("simple-frame-rs-last-byte", ends_with_memory),
    Shows("function-within", nested),
    Rewords("ledger/s390x-flex-cfa-scaled", plain_cfa),
    Rewords("simple-frame-rs-control-signed", signed_control),
    Rewords("simple-frame-rs-s390x-register", odd_register),
    NO_FIXED_FP,
    NO_WORDS,
    NO_FIXED_RA,
    UNCHECKED,
]

# --- 0.2 --------------------------------------------------------------------------------------------------------


def as_version_2(case):
    """It reads entries of version 1 as those of version 2."""
    section = case.section
    if not section.is_whole or section.version != 1:
        return None
    return {"data": section.with_(version=2), "profile": "v2", "stated": {"version": 1} if case.operation == "decode" else {}}


def as_three_bits(case):
    """It drops the highest of four bits of a row's number of words, so the next row begins inside the words."""
    section, data = case.section, bytearray(case.section.bytes)
    if not section.is_whole:
        return None
    for entry in section.entries():
        first, number = (int.from_bytes(entry[at:at + 4], section.order) for at in (8, 12))
        at, width = section.rows_at + first, 1 << (entry[16] & 15)
        for _ in range(number if width <= 4 else 0):
            if at + width >= len(data):
                break
            data[at + width] &= ~0x10
            info = data[at + width]
            at += width + 1 + (info >> 1 & 7) * (1 << (info >> 5 & 3))
    return {"data": bytes(data)} if data != section.bytes else None


PREVIOUS = [
    Shows("simple-frame-rs-not-yet", panicked("not yet implemented")),
    ReadsAs("simple-frame-rs-v1-entries", as_version_2),
    ReadsAs("simple-frame-rs-aux", as_without_aux),
    Shows("simple-frame-rs-panics", outside),
    Shows("simple-frame-rs-rep-size-zero", panicked("remainder with a divisor of zero")),
    ReadsAs("simple-frame-rs-count", as_three_bits),
    ReadsAs("simple-frame-rs-mask", as_first_row),
    Shows("simple-frame-rs-last-byte", ends_with_memory),
    Shows("function-within", nested),
    NO_FIXED_FP,
    NO_WORDS,
    NO_FIXED_RA,
    UNCHECKED,
]

# --- Their text -------------------------------------------------------------------------------------------------


def stored_words(case, came, wanted):
    """It prints words of s390x as they are stored: of the CFA, of padding, of registers."""
    if case.abi != "s390x" or "cfa" not in wanted or not isinstance(wanted["cfa"], dict) or "deref" in wanted["cfa"]:
        return wanted
    printed = {**wanted, "cfa": {**wanted["cfa"], "offset": (wanted["cfa"]["offset"] - 160) // 8}}
    for name in ("ra", "fp"):
        rule = wanted.get(name)
        if rule == "same" and came.get(name) == {"base": "cfa", "offset": 0, "deref": True}:
            printed[name] = came[name]
        elif isinstance(rule, dict) and rule["base"] != "cfa" and (number := register(rule["base"], case.role)) is not None:
            printed[name] = {"base": "cfa", "offset": 2 * number + 1, "deref": True}
    return printed


def text_with_signed_register(case):
    """It prints negative register numbers, which dump.py does not read as registers; all else is right."""
    return case.section.version == 3 and case.operation == "decode" and case.answered and case.came(case.expected) and \
        bool(re.search(r"'base': '(r1[6-9]|r[2-9]\d|r\d{3,})'", str(case.expected)))


def undefined_pair(case):
    """It cannot read the rules of a flexible row."""
    return case.ledger == "flex-pair-cut" and case.answered and "'ra': 'undefined'" in str(case.answer)


def exchanged(case, _came, wanted):
    """AArch64's second word is printed as that of FP, the third as that of RA."""
    if not case.abi.startswith("aarch64") or not {"ra", "fp"} <= set(wanted):
        return wanted
    return {**wanted, "ra": wanted["fp"], "fp": wanted["ra"]}


def unmarked(_case, came, wanted):
    """It does not print that RA is mangled, or that the key is B."""
    return {**wanted, **({"mangled_ra": False} if wanted.get("mangled_ra") and "mangled_ra" in came else {}),
            **({"pauth_key": "a"} if wanted.get("pauth_key") == "b" else {})}


NO_FIRST_WORD = Shows("simple-frame-rs-text-no-words", panicked("index out of bounds: the len is N but the index is N"))


def at_cfa(words, number):
    return {"base": "cfa", "offset": words[number], "deref": True} if len(words) > number else "same"


def fp_from_third(case, answer):
    """With a fixed RA, its text takes RA from the header, and FP from the third word."""
    for _, row, function, raw in pairs(case, answer):
        if case.abi != "amd64" and case.section.fixed_ra and case.section.version > 1 and raw.words and not function.is_flex:
            row.update(ra=fixed(case, "ra"), fp=at_cfa(raw.words, 2))


def no_fixed_in_version_1(case, answer):
    """It prints `u` wherever the header has a fixed offset."""
    for _, row, _, raw in pairs(case, answer):
        if case.section.version == 1 and raw.words and case.section.fixed_ra and case.abi != "amd64":
            row.update(ra="same", fp=at_cfa(raw.words, 1))
        if case.section.version == 1 and case.section.fixed_fp:
            row["fp"] = "same"


def padding_as_same(case, answer):
    """It prints `u` for the padding of RA, although the header has a fixed offset."""
    for _, row, function, raw in pairs(case, answer):
        if function.is_flex and raw.words and raw.count > 3 and raw.words[2] == 0:
            row["ra"] = "same"


def unmarked_flex(case, answer):
    """It does not print that RA is mangled in a flexible row."""
    for _, row, function, _ in pairs(case, answer):
        if function.is_flex and "mangled_ra" in row:
            row["mangled_ra"] = False


def type_without_rows(case):
    """It prints no rows of functions with an unknown type."""
    if case.section.version != 3 or case.operation != "decode" or not case.answered:
        return False
    return any(function is not None and case.section.bytes[function.rows_at - 2] & 31 > 1 and printed["rows"] == []
               for printed, function in zip(case.answer["functions"], case.section.functions()))


def exchanged_words(case, answer):
    """AArch64's second word is printed as that of FP, the third as that of RA, also with a fixed RA."""
    for _, row, _, raw in pairs(case, answer):
        if case.abi.startswith("aarch64") and raw.words:
            row.update(ra=at_cfa(raw.words, 2), fp=at_cfa(raw.words, 1))


def no_cfa(case):
    """It prints no CFA where a flexible row begins with padding, and goes on with RA and FP."""
    return case.answered and any(function.is_flex and raw.words and raw.words[0] == 0 and raw.count > 1 and "cfa" not in row
                                 for _, row, function, raw in pairs(case, case.answer))


NEWEST_TEXT = [
    Prints("simple-frame-rs-text-v1-fixed", no_fixed_in_version_1),
    Prints("simple-frame-rs-text-fixed", fp_from_third),
    NO_FIRST_WORD,
    *NEWEST[:-1],
    Rewords("simple-frame-rs-text-s390x", stored_words),
    Prints("simple-frame-rs-text-s390x", as_encoded),
    Prints("simple-frame-rs-text-flex-ra", padding_as_same),
    Prints("simple-frame-rs-text-flex-mangled", unmarked_flex),
    Shows("flex-cfa-without-register", cfa_without_register),
    Shows("flex-cfa-without-register", no_cfa),
    Shows("readelf-flex-value", value_as_memory),
    Shows("simple-frame-rs-text-fde-type", type_without_rows),
    Shows("simple-frame-rs-control-signed", text_with_signed_register),
    Shows("simple-frame-rs-text-undefined", undefined_pair),  # what else the row says has no one right answer
    UNCHECKED,
]
PREVIOUS_TEXT = [
    Shows("simple-frame-rs-text-not-yet", panicked("not yet implemented")),
    NO_FIRST_WORD,
    *PREVIOUS[1:-1],
    Rewords("simple-frame-rs-text-exchanged", exchanged),
    Rewords("simple-frame-rs-text-unmarked", unmarked),
    Prints("simple-frame-rs-text-exchanged", exchanged_words),
    UNCHECKED,
]
