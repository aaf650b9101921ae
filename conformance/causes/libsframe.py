"""How GNU libsframe comes to its wrong answers, a rule for each cause."""
import gnu
from rule import Prints, ReadsAs, Shows
from section import PCREL, SORTED

NEWEST = {"v2": "v2e2", "v2e1": "v2e2"}  # by which text 2.47 reads whatever is of version 2

# --- What holds for each generation ---------------------------------------------------------------------------


def divided_by_zero(case):
    return case.signal == "SIGFPE" and case.place.function == "sframe_find_fre"


def unsorted(case):
    return case.operation == "lookup" and case.found_nothing and case.section.is_whole and not case.section.has(SORTED)


def no_rows(case):
    """A function without rows, where that is an outermost frame."""
    return case.operation == "lookup" and case.found_nothing and case.expected.get("ra") == "undefined" and \
        "row" not in case.expected


# --- Where functions and rows are thought to be ----------------------------------------------------------------


def function_and_rows(case, number):
    """The bytes of a function, and those of its rows."""
    function = list(case.section.functions())[number]
    return function, list(case.section.rows(function)) if function else []


def nearest(case):
    """Start, size, block and kind of the function that starts nearest before the PC."""
    known = [(int(each["start"], 16), each) for each in case.ask(operation="decode").get("functions", ())]
    before = [(start, each) for start, each in known if start <= case.pc]
    return max(before, key=lambda pair: pair[0]) if before else (None, None)


def as_inside_mask(case):
    """Behind a function of masks, which has no end."""
    if case.operation != "lookup":
        return None
    start, function = nearest(case)
    if not function or function["pc_type"] != "mask" or not function["rep_size"]:
        return None
    distance = case.pc - start
    return {"pc": start + distance % function["rep_size"]} if distance >= function["size"] else None


def mask_below_section(case):
    """Blocks count from the section, and what is left of a negative number is negative."""
    if case.operation != "lookup" or not case.found_nothing:
        return False
    start, function = nearest(case)
    return bool(function) and function["pc_type"] == "mask" and start < case.address


def as_behind_header(case):
    """Functions right behind the header, rows right behind them."""
    section = case.section
    if not section.is_whole or not section.entry_size or section.fde_off == 0:
        return None
    return {"data": section.with_(fde_off=0, fre_off=section.num_fdes * section.entry_size)}


def as_rows_behind_entries(case):
    section = case.section
    if not section.is_whole or not section.entry_size:
        return None
    place = section.fde_off + section.num_fdes * section.entry_size
    return {"data": section.with_(fre_off=place)} if place != section.fre_off and place < 1 << 32 else None


def end_wraps(bits):
    """The end of a function, counted from the section in so many bits, is before its rows."""
    def holds(case):
        if case.operation != "lookup" or not case.found_nothing:
            return False
        start, function = nearest(case)
        if not function:
            return False
        offset = start - case.address
        return (offset < 0 <= offset + function["size"]) if bits == 32 and offset < 0 else \
            offset + function["size"] >= 1 << bits
    return holds


# --- 2.47 -------------------------------------------------------------------------------------------------------


def foreign_with_more(case):
    """An auxiliary header, or a gap behind the header, in the byte order of another host."""
    section = case.section
    return case.refused and "SFrame data" in case.refused and section.order == "big" and section.is_whole and \
        (section.aux_len > 0 or section.fde_off > 0)


def as_without_gap(case):
    """Starts as if the entries began right behind the header."""
    section = case.section
    if not section.is_whole or not section.has(PCREL) or section.fde_off == 0:
        return None
    return {"address": (case.address - section.fde_off) % (1 << 64)}


def as_with_flag(case):
    """Starts count from their fields, whatever the flag says."""
    section = case.section
    if case.operation != "lookup" or not section.is_whole or section.has(PCREL):
        return None
    return {"data": section.with_flag(PCREL), "profile": NEWEST.get(case.profile)}


def ra_behind_padding(function, raw, row):
    """A flexible row's padding for RA is passed over, and the next word is its offset."""
    if function.is_flex and raw.words and raw.count > 3 and raw.words[2] == 0:
        row["ra"] = {"base": "cfa", "offset": raw.words[3], "deref": True}


def in_decode(case, answer):
    for _, row, function, raw in gnu.pairs(case, answer):
        ra_behind_padding(function, raw, row)


def in_lookup(case):
    if case.operation != "lookup" or "row" not in case.expected:
        return False
    function, rows = function_and_rows(case, case.expected["function"])
    told = dict(case.expected)
    ra_behind_padding(function, rows[case.expected["row"]], told)
    return told != case.expected and case.came(told)


def older_descriptor(case):
    return case.outcome == "inconsistent" and "the older sframe_decoder_get_funcdesc" in case.reason


def as_low_half(case):
    """The PC's distance from the section, in 32 bits."""
    distance = (case.pc - case.address) % (1 << 64)
    if case.operation != "lookup" or not 1 << 32 <= distance < 1 << 63:
        return None
    return {"pc": (case.address + distance % (1 << 32)) % (1 << 64)}


def two_rows_at_start(case):
    """The first has no end then, and answers in all of the function."""
    if case.operation != "lookup" or "row" not in case.expected or not case.answered:
        return False
    return [raw.start for raw in function_and_rows(case, case.expected["function"])[1]][:2] == [0, 0]


FORKY = [
    Shows("libsframe-rep-size-zero", divided_by_zero),
    *gnu.CRASHES,
    Shows("libsframe-foreign-aux", foreign_with_more),
    Shows("libsframe-unsorted", unsorted),
    ReadsAs("libsframe-lookup-pcrel", as_with_flag),
    ReadsAs("libsframe-start-gap", as_without_gap),
    ReadsAs("libsframe-pc-wraps", as_low_half),
    ReadsAs("libsframe-mask-end", as_inside_mask),
    Shows("libsframe-again", two_rows_at_start, loose="the first row's rules are not compared"),
    Shows("v3-no-rows", no_rows),
    Prints("libsframe-ra-padding", in_decode),
    Shows("libsframe-ra-padding", in_lookup),
    Shows("libsframe-descriptor-v2", older_descriptor),
    *gnu.FLEX,
    *gnu.SHARED,
    Shows("gnu-unchecked", gnu.unchecked, loose=gnu.OF_BYTES_OF_OTHERS),
]


# --- 2.40 and 2.44 ----------------------------------------------------------------------------------------------


def rows_of_nearest(case):
    """The rows of the function before the PC, and its size."""
    start, function = nearest(case)
    if not function:
        return [], 0
    number = [int(each["start"], 16) for each in case.ask(operation="decode")["functions"]].index(start)
    return function_and_rows(case, number)[1], function["size"]


def row_beyond(case):
    """A row that starts behind its function makes it longer."""
    if case.operation != "lookup" or not case.answered or "none" not in case.expected:
        return False
    rows, size = rows_of_nearest(case)
    return any(raw.start > size for raw in rows)


def row_refused(case):
    """To find the end of a row, the next is read, and it has more words than allowed."""
    if case.operation != "lookup" or not case.found_nothing:
        return False
    return any(raw.count > 3 for raw in rows_of_nearest(case)[0])


def version_1_mask(case):
    """Rows of masks are taken for ranges of the PC's low bits."""
    function = nearest(case)[1] if case.operation == "lookup" and case.profile == "v1" else None
    return bool(function) and function["pc_type"] == "mask" and not case.is_broken


TRIXIE = [
    Shows("libsframe-rep-size-zero", divided_by_zero),
    *gnu.CRASHES,
    Shows("libsframe-unsorted", unsorted),
    ReadsAs("libsframe-mask-end", as_inside_mask),
    Shows("libsframe-mask-origin", mask_below_section),
    Shows("libsframe-rows-beyond", row_beyond, loose="the row is not compared"),
    Shows("libsframe-end-wraps", end_wraps(31)),
    ReadsAs("libsframe-entries-place", as_behind_header),
    ReadsAs("rows-behind-entries", as_rows_behind_entries),
    *gnu.SHARED,
    Shows("gnu-unchecked", gnu.unchecked, loose=gnu.OF_BYTES_OF_OTHERS),
]

BOOKWORM = [
    *gnu.CRASHES,
    Shows("libsframe-unsorted", unsorted),
    Shows("libsframe-mask-v1", version_1_mask, loose="rows of several masks may come, by bits of the size too"),
    Shows("libsframe-rows-beyond", row_beyond, loose="the row is not compared"),
    Shows("libsframe-rows-refused", row_refused),
    Shows("libsframe-end-wraps", end_wraps(32)),
    ReadsAs("libsframe-entries-place", as_behind_header),
    ReadsAs("rows-behind-entries", as_rows_behind_entries),
    *gnu.SHARED,
    Shows("gnu-unchecked", gnu.unchecked, loose=gnu.OF_BYTES_OF_OTHERS),
]
