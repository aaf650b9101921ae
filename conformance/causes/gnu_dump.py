"""Rules for the wrong output of GNU readelf and objdump, one for each cause.  In docstrings "it" is the tool."""
from conformance.causes import gnu
from conformance.causes.gnu import came, pairs
from conformance.causes.libsframe import (as_behind_header, as_rows_behind_entries, as_without_gap, died_among_others,
                                          foreign_with_more)
from conformance.causes.rule import Prints, ReadsAs, Shows

# --- Every generation ----------------------------------------------------------------------------------------


def size_is_signed(_case, answer):
    for function in answer["functions"]:
        function["size"] -= (function["size"] >> 31) << 32


def no_offset(case):
    """It prints -1 if the row has no word."""
    return any(row.get("cfa", {}).get("offset") == -1 and (raw.words is None or raw.count == 0) or
               isinstance(row.get("ra"), dict) and row["ra"]["offset"] == -1 and function.is_flex and raw.count == 3
               for _, row, function, raw in came(case))


def row_before(room, first=None):
    """It prints the previous row again instead of a row that it cannot decode: one with more words than ROOM, or with
    an unknown word size.  Without a previous row it prints FIRST; if that is None, any row with a CFA offset of -1."""
    def change(case, answer):
        last = first
        for (_, row, _, raw), (_, printed, _, _) in zip(pairs(case, answer), came(case)):
            if raw.words is None or raw.count > room:
                instead = dict(last or (printed if printed.get("cfa", {}).get("offset") == -1 else row))
                row.clear()
                row.update(instead)
            last = row
    return change


# --- 2.47 ----------------------------------------------------------------------------------------------------


def signal_of_version_2(case, answer):
    for printed, function in zip(answer["functions"], case.section.functions()):
        if case.section.version == 2 and function is not None:
            printed["signal"] = bool(function.info & 0x80)


def ra_of_zero(case, answer):
    """It prints U for a word of RA that is 0."""
    for _, row, function, raw in pairs(case, answer):
        place = 2 if function.is_flex else 1
        has_word = function.is_flex or case.section.fixed_ra == 0
        if has_word and raw.words and raw.count > place and raw.words[place] == 0:
            row["ra"] = "same"


def unread_word_size(case):
    return any(raw.words is None and row.get("ra") == "undefined" and "cfa" not in row
               for _, row, _, raw in came(case))


def cfa_without_register(case):
    return any(function.is_flex and raw.words and not raw.words[0] & 1 and
               row.get("cfa") == {"base": "cfa", "offset": raw.words[1]} for _, row, function, raw in came(case)
               if raw.count > 1)


def value_as_memory(case):
    return any(function.is_flex and raw.words and raw.count > 3 and raw.words[2] & 3 == 0 and raw.words[2] and
               row.get("ra") == {"base": "cfa", "offset": raw.words[3], "deref": True}
               for _, row, function, raw in came(case))


# --- 2.40 and 2.44 -------------------------------------------------------------------------------------------


def one_flag(_case, answer):
    if answer["flags"] == ["sorted", "frame_pointer"]:
        answer["flags"] = ["frame_pointer"]


def fixed_untold(case, answer):
    """It prints `u` wherever a fixed offset of the header holds.  RA of AMD64 is left open there."""
    for _, row, _, raw in pairs(case, answer):
        for register in ("fp",) if case.abi == "amd64" else ("ra", "fp"):
            if raw.words and getattr(case.section, f"fixed_{register}"):
                row[register] = "same"


# --- Order ---------------------------------------------------------------------------------------------------

FORKY = [
    *gnu.CRASHES,
    Shows("libsframe-foreign-aux", foreign_with_more),
    Prints("readelf-size-signed", size_is_signed),
    ReadsAs("libsframe-start-gap", as_without_gap),
    Prints("gnu-unread-row", row_before(6, {"start": 0, "ra": "undefined"})),
    Shows("gnu-unread-row", unread_word_size),
    Prints("readelf-ra-zero", ra_of_zero),
    Prints("readelf-signal-v2", signal_of_version_2),
    *gnu.SHARED,
    Shows("gnu-no-offset", no_offset),
    Shows("flex-cfa-without-register", cfa_without_register),
    Shows("readelf-flex-value", value_as_memory),
    *gnu.FLEX,
    *gnu.UNCHECKED_RULES,
]

OLD = [
    Shows("libsframe-entries-place", died_among_others),
    *gnu.CRASHES,
    Prints("readelf-size-signed", size_is_signed),
    Prints("readelf-flags", one_flag),
    ReadsAs("libsframe-entries-place", as_behind_header),
    ReadsAs("rows-behind-entries", as_rows_behind_entries),
    Prints("gnu-unread-row", row_before(3)),  # the first row of all is what memory held before
    *gnu.SHARED,
    Shows("gnu-no-offset", no_offset),
    *gnu.UNCHECKED_RULES,
]

TRIXIE = OLD
WITHOUT_CHECKS = [rule for rule in OLD if rule not in gnu.UNCHECKED_RULES]
BOOKWORM = [*WITHOUT_CHECKS, Prints("readelf-fixed-untold", fixed_untold), *gnu.UNCHECKED_RULES]
