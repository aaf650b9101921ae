"""Rules for the wrong answers of GNU libsframe, one for each cause.  In docstrings "it" is the library."""
import copy
import itertools
import re

from conformance.causes import gnu
from conformance.causes.rule import Prints, ReadsAs, Shows
from common.section import FLEX, PCREL, SORTED, START_SIZES, WORD_SIZES, Section

NEWEST = {"v2": "v2e2", "v2e1": "v2e2"}  # the text by which 2.47 reads all of version 2

# --- What holds for each generation ---------------------------------------------------------------------------


def divided_by_zero(case):
    return case.signal == "SIGFPE" and case.place.function == "sframe_find_fre"


def unsorted(case):
    return case.found_nothing and case.section.is_whole and not case.section.has(SORTED)


def no_rows(case):
    """It refuses a function without rows, which is an outermost frame."""
    return case.found_nothing and case.expected.get("ra") == "undefined" and "row" not in case.expected


def row_says_nothing(case):
    """For a row without words it answers neither an error nor a rule."""
    return case.operation == "lookup" and case.answered and "cfa" not in case.answer and \
        case.expected.get("none") == "error" and "fre.cfa-first" in clauses(case)


def clauses(case):
    return {each["clause"] for each in case.expected.get("violations", ())}


# --- Where functions and rows are thought to be ----------------------------------------------------------------


def function_and_rows(case, number):
    """The bytes of a function, and those of its rows."""
    function = list(case.section.functions())[number]
    return function, list(case.section.rows(function)) if function else []


def nearest(case):
    """The function that starts nearest before the PC, by signed distances from the section: its start, and what the
    oracle's model says about it; (None, None) if there is none."""
    before = [pair for pair in case.functions if signed(pair[0] - case.address) <= signed(case.pc - case.address)]
    return max(before, key=lambda pair: signed(pair[0] - case.address), default=(None, None))


def signed(distance):
    return (distance + (1 << 63)) % (1 << 64) - (1 << 63)


def as_searched(case):
    """If functions overlap, it sees only the one at which a binary search ends."""
    section = case.section
    if case.operation != "lookup" or not section.is_whole or not section.has(SORTED):
        return None
    known = [(signed(start - case.address), each["size"]) for start, each in case.functions]
    if not any(start < before + size for (before, size), (start, _) in zip(known, known[1:])):
        return None
    pc, low, high, found = signed(case.pc - case.address), 0, len(known) - 1, None
    while low <= high and found is None:
        middle = low + (high - low) // 2
        start, size = known[middle]
        if start <= pc < start + size:
            found = middle
        low, high = (middle + 1, high) if start < pc else (low, middle - 1)
    return {"data": section.without_functions_but(found)}


def hidden(case):
    """It finds nothing, because another function starts between the start of the one with the PC and the PC, and ends
    before the PC."""
    if not case.found_nothing or not case.section.is_whole or not case.section.has(SORTED):
        return False
    having = [start for start, each in case.functions if 0 <= case.pc - start < each["size"]]
    return bool(having) and any(having[0] <= start <= case.pc and case.pc - start >= each["size"]
                                for start, each in case.functions)


def as_inside_mask(case):
    """A function of masks has no end, so a PC behind it is in it."""
    if case.operation != "lookup":
        return None
    start, function = nearest(case)
    if not function or function["pc_type"] != "mask" or not function["rep_size"]:
        return None
    distance = case.pc - start
    return {"pc": start + distance % function["rep_size"]} if distance >= function["size"] else None


def mask_below_section(case):
    """It counts blocks from the section, and the remainder of a negative number is negative."""
    start, function = nearest(case) if case.found_nothing else (None, None)
    return bool(function) and function["pc_type"] == "mask" and start < case.address


def as_behind_header(case):
    """It reads functions right behind the header, and rows right behind them."""
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
    """It finds nothing, because the end of the function, as a distance from the section, wraps in so many bits."""
    def holds(case):
        start, function = nearest(case)
        if not function or not case.found_nothing:
            return False
        offset = start - case.address
        return (offset < 0 <= offset + function["size"]) if bits == 32 and offset < 0 else \
            offset + function["size"] >= 1 << bits
    return holds


# --- 2.47 -------------------------------------------------------------------------------------------------------


def foreign_with_more(case):
    """It fails at an auxiliary header, or a gap behind the header, in the other byte order."""
    section = case.section
    return case.refused and "SFrame data" in case.refused and section.order == "big" and section.is_whole and \
        (section.aux_len > 0 or section.fde_off > 0)


def as_without_gap(case):
    """It computes starts as if the entries began right behind the header."""
    section = case.section
    if not section.is_whole or not section.has(PCREL) or section.fde_off == 0:
        return None
    return {"address": (case.address - section.fde_off) % (1 << 64)}


def as_with_flag(case):
    """It counts starts from their fields, whatever the flag says."""
    section = case.section
    if case.operation != "lookup" or not section.is_whole or section.has(PCREL):
        return None
    return {"data": section.with_flag(PCREL), "profile": NEWEST.get(case.profile)}


def as_with_flag_and_type(case):
    """As as_with_flag(); and the adapter reads the row by the type of another function, whose descriptor has the PC."""
    question = as_with_flag(case)
    if not question or case.section.version != 3:
        return None
    number = case.expected.get("function")
    is_flex = number is not None and number < len(case.functions) and case.functions[number][1]["fde_type"] == "flex"
    return question | {"data": Section(case.section.with_type(FLEX if is_flex else 0)).with_flag(PCREL)}


def beyond_signed(case):
    """The function starts less than 2^63 behind the section, and the PC lies farther: as a signed distance, the PC is
    before the start."""
    if not case.found_nothing or case.expected.get("function") is None:
        return False
    start, _ = case.functions[case.expected["function"]]
    return signed(start - case.address) > signed(case.pc - case.address)


def ra_behind_padding(function, raw, row):
    """It skips a flexible row's padding for RA, and reads the next word as its offset."""
    if function.is_flex and raw.words and raw.count > 3 and raw.words[2] == 0:
        row["ra"] = {"base": "cfa", "offset": raw.words[3], "deref": True}


def in_decode(case, answer):
    for _, row, function, raw in gnu.pairs(case, answer):
        ra_behind_padding(function, raw, row)


def in_lookup(case):
    if case.operation != "lookup" or "row" not in case.expected:
        return False
    function, rows = function_and_rows(case, case.expected["function"])
    answer = dict(case.expected)
    ra_behind_padding(function, rows[case.expected["row"]], answer)
    return answer != case.expected and case.came(answer)


def older_descriptor(case):
    return case.outcome == "inconsistent" and "the older sframe_decoder_get_funcdesc" in case.reason


def as_low_half(case):
    """It computes the PC's distance from a function in 32 bits."""
    if case.operation != "lookup":
        return None
    for start, each in case.functions:
        distance = signed(case.pc - case.address) - signed(start - case.address)
        if distance >= 1 << 32 and distance % (1 << 32) < each["size"]:
            return {"pc": start + distance % (1 << 32)}
    return None


def no_descriptor(case):
    """It finds a row as if the flag PCREL were set; by the descriptors, which follow the flag, no function has it."""
    return case.outcome == "inconsistent" and "a descriptor of sframe_decoder_get_funcdesc has the PC" in case.reason and \
        case.expected.get("none") == "function" and "function" in case.ask(**as_with_flag(case) or {})


def word_of_padding(case):
    """It reads padding in the place of the CFA's control word, and the offset behind it, as an offset from the CFA."""
    return any(function.is_flex and raw.words and raw.count > 1 and raw.words[0] == 0 and
               row.get("cfa") == {"base": "cfa", "offset": raw.words[1], "deref": True}
               for _, row, function, raw in gnu.came(case))


def two_rows_at_start(case):
    """If two rows start with the function, the first has no end and answers for all of it."""
    if case.operation != "lookup" or "row" not in case.expected or not case.answered:
        return False
    return [raw.start for raw in function_and_rows(case, case.expected["function"])[1]][:2] == [0, 0]


FORKY = [
    Shows("libsframe-rep-size-zero", divided_by_zero),
    *gnu.CRASHES,
    Shows("libsframe-foreign-aux", foreign_with_more),
    Shows("libsframe-unsorted", unsorted),
    ReadsAs("libsframe-lookup-pcrel", as_with_flag),
    ReadsAs("libsframe-lookup-pcrel", as_with_flag_and_type),
    ReadsAs("libsframe-start-gap", as_without_gap),
    ReadsAs("libsframe-nested", as_searched),
    Shows("libsframe-signed", beyond_signed),
    ReadsAs("libsframe-pc-wraps", as_low_half),
    ReadsAs("libsframe-mask-end", as_inside_mask),
    Shows("libsframe-again", two_rows_at_start),  # the first row's rules are not compared
    Shows("v3-no-rows", no_rows),
    Prints("libsframe-ra-padding", in_decode),
    Shows("libsframe-ra-padding", in_lookup),
    Shows("libsframe-descriptor-v2", older_descriptor),
    Shows("libsframe-lookup-pcrel", no_descriptor),
    *gnu.FLEX,
    Shows("flex-cfa-without-register", word_of_padding),
    *gnu.SHARED,
    *gnu.UNCHECKED_RULES,
]


# --- Rows as bytes ----------------------------------------------------------------------------------------------

IN_ROWS_AS_BYTES = "sframe_decoder_get_fres_buf"


def fenced_rows(section):
    """The library's block of memory with all rows, in this machine's byte order.  adapters/fence.c fills it up to a
    multiple of 16 bytes."""
    data = bytearray(section.bytes[section.rows_at:section.rows_at + section.fre_len])
    if len(data) < section.fre_len:
        return b""
    for function in itertools.takewhile(bool, section.functions() if section.order == "big" else ()):
        for at, size in section.numbers_of_rows(function):
            at -= section.rows_at
            data[at:at + size] = data[at:at + size][::-1]
    return bytes(data) + b"\xa5" * (-len(data) % 16 if data else 16)


def counted(rows, function, at):
    """The size of all rows of the function, if they begin at AT; None if they leave the block.  A word with an unknown
    size has one byte."""
    size, begin = START_SIZES[function.info & 15], at
    for _ in range(function.count):
        if at + size >= len(rows):
            return None
        info = rows[at + size]
        at += size + 1 + (info >> 1 & 15) * WORD_SIZES.get(info >> 5 & 3, 1)
    return at - begin


def five_bytes_too_far(case):
    """Version 2: it looks for a function's rows five bytes too far, but the size that it returns has these bytes."""
    section = case.section
    if section.version != 2 or case.operation != "decode":
        return False
    words = case.answer.get("inconsistent", "") if isinstance(case.answer, dict) else ""
    rows = fenced_rows(section)
    for function in section.functions():
        if function is None or function.info & 15 not in START_SIZES:
            return False
        at = function.rows_at - section.rows_at
        said, right = counted(rows, function, at + 5), counted(rows, function, at)
        if said is None:
            return case.place.function == IN_ROWS_AS_BYTES
        if right is None or 5 + said < right:
            return case.refused is not None
        if 5 + said > right and words:
            return words == f"bytes behind the last row: 0; {IN_ROWS_AS_BYTES}: {5 + said - right}"
    return False


def none_there(case):
    return case.place.function == IN_ROWS_AS_BYTES and case.section.num_fdes == 0


def fp_without_pointer(case):
    """FP's offset is -1 without an error pointer.  With one all is right, except perhaps RA where it has padding."""
    words = case.answer.get("inconsistent", "") if case.answered else ""
    if not re.match(r"sframe_fre_get_fp_offset: -?\d+; without an error pointer: -1$", words):
        return False
    model = copy.deepcopy(case.expected)
    in_decode(case, model)
    return case.came(case.expected) or case.came(model)


BUFFER = [
    Shows("libsframe-fres-buf-index", none_there),
    Shows("libsframe-fres-buf-v2", five_bytes_too_far),  # it is known by what stands beside the answer
    Shows("libsframe-fp-pointer", fp_without_pointer),
    *FORKY,
]

# --- 2.40 and 2.44 ----------------------------------------------------------------------------------------------


def rows_of_nearest(case):
    """The rows of the function before the PC, and its size."""
    start, function = nearest(case)
    if not function:
        return [], 0
    number = [known for known, _ in case.functions].index(start)
    return function_and_rows(case, number)[1], function["size"]


def row_beyond(case):
    """A row that starts behind its function makes the function longer."""
    if case.operation != "lookup" or not case.answered or "none" not in case.expected:
        return False
    rows, size = rows_of_nearest(case)
    return any(raw.start > size for raw in rows)


def row_refused(case):
    """To find the end of a row it reads the next one, which has more words than allowed."""
    return case.found_nothing and any(raw.count > 3 for raw in rows_of_nearest(case)[0])


def version_1_mask(case):
    """It takes rows of masks for ranges of the PC's low bits."""
    function = nearest(case)[1] if case.operation == "lookup" and case.profile == "v1" else None
    return bool(function) and function["pc_type"] == "mask" and not case.is_broken


def died_among_others(case):
    """It crashes with a sound section: it reads entries or rows elsewhere, and these lead outside."""
    return gnu.outside("rows")(case) and not case.violated and case.section.fde_off > 0


def as_version_2(case):
    """It reads sections of version 1 as version 2."""
    return {"data": case.section.with_(version=2)} if case.section.is_whole and case.section.version == 1 else None


OLD = [
    ReadsAs("libsframe-nested", as_searched),
    Shows("libsframe-nested", hidden),
]

TRIXIE = [
    Shows("libsframe-rep-size-zero", divided_by_zero),
    Shows("libsframe-entries-place", died_among_others),
    *gnu.CRASHES,
    Shows("libsframe-unsorted", unsorted),
    ReadsAs("libsframe-mask-end", as_inside_mask),
    Shows("libsframe-mask-origin", mask_below_section),
    *OLD,
    Shows("libsframe-rows-beyond", row_beyond),  # the row is not compared
    Shows("libsframe-end-wraps", end_wraps(31)),
    ReadsAs("libsframe-version-1", as_version_2),
    ReadsAs("libsframe-entries-place", as_behind_header),
    ReadsAs("rows-behind-entries", as_rows_behind_entries),
    Shows("libsframe-no-words", row_says_nothing),
    *gnu.SHARED,
    *gnu.UNCHECKED_RULES,
]

BOOKWORM = [
    Shows("libsframe-entries-place", died_among_others),
    *gnu.CRASHES,
    Shows("libsframe-unsorted", unsorted),
    Shows("libsframe-mask-v1", version_1_mask),  # rows of several masks may come, by bits of the size too
    *OLD,
    Shows("libsframe-rows-beyond", row_beyond),  # the row is not compared
    Shows("libsframe-rows-refused", row_refused),
    Shows("libsframe-end-wraps", end_wraps(32)),
    ReadsAs("libsframe-entries-place", as_behind_header),
    ReadsAs("rows-behind-entries", as_rows_behind_entries),
    Shows("libsframe-no-words", row_says_nothing),
    *gnu.SHARED,
    *gnu.UNCHECKED_RULES,
]


# --- Functions by address: whether there is one -----------------------------------------------------------------


def found(case):
    return case.answered and case.operation == "lookup"


def behind_end(case):
    """It answers with the last function that starts at or below the PC, also if the function ends before the PC."""
    return found(case) and case.expected.get("none") == "function" and case.section.has(SORTED) and nearest(case)[1] is not None


def nothing_of_rows(case):
    return found(case) and case.expected.get("none") == "row"


def refuses_lookups(words):
    return lambda case: case.operation == "lookup" and case.refused == words


FUNCTION_BOOKWORM = [
    Shows("libsframe-entries-place", died_among_others),
    *gnu.CRASHES,
    Shows("libsframe-unsorted", refuses_lookups("FDEs not sorted.")),
    ReadsAs("libsframe-entries-place", as_behind_header),
    Shows("libsframe-with-addr-end", behind_end),
    Shows("libsframe-with-addr-rows", nothing_of_rows),
    *gnu.UNCHECKED_RULES,
]

FUNCTION_TRIXIE = [
    *gnu.CRASHES,
    Shows("libsframe-with-addr-nothing", refuses_lookups("Corrupt SFrame.")),
]
