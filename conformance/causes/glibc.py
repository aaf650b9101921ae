"""Rules for the wrong answers of glibc's reader and stack tracer, one for each cause.  In docstrings "it" is glibc."""
from conformance.causes.libsframe import unsorted
from conformance.causes.rule import ReadsAs, Shows
from common.section import MASK, PCREL

ABIS = {"amd64": 3, "aarch64": 2}
ENTRY_SIZE = 20  # it only reads version 2
ROOM = bytes(64)  # more than a row has
AT_ENTRIES = (
    "sframe_get_funcdesc_with_addr_internal", "sframe_decoder_get_secrel_func_start_addr", "sframe_get_fre_type",
)
AT_ROWS = ("__sframe_find_fre", "sframe_decode_fre_start_address", "sframe_get_fre_offset")

# --- What it reads where ----------------------------------------------------------------------------------------


def died_in(case, *functions):
    return case.signal == "SIGSEGV" and case.place.function in functions


def search(case):
    """The number of the function that glibc's binary search finds for the PC; None if it finds none."""
    section, low = case.section, 0
    pc, high = case.pc - case.address, section.num_fdes - 1
    while low <= high:
        middle = (low + high) // 2
        at = section.end_of_header + middle * ENTRY_SIZE
        start, size = section.number(at, 4, True), section.number(at + 4, 4)
        if start is None or size is None:
            return None
        start += at if section.has(PCREL) else 0
        if start <= pc < start + size:
            return middle
        low, high = (middle + 1, high) if start < pc else (low, middle - 1)
    return None


# --- Lookups ----------------------------------------------------------------------------------------------------


def divided_by_zero(case):
    """It divides by the block size of a function of masks, which is 0.  The sanitizer reports that in words."""
    died = case.signal == "SIGFPE" and case.place.function == "sframe_fre_check_range_p"
    said = "sframe-read.c" in case.stderr and "runtime error: division by zero" in case.stderr
    return (died or said) and any(entry[16] & MASK and entry[17] == 0 for entry in case.section.entries())


def distance_overflows(case):
    """The PC lies 2^31 or more behind the start that it is compared with.  Only the sanitizer shows it."""
    return "sframe-read.c" in case.stderr and "signed integer overflow" in case.stderr


def as_own_abi(case):
    own = ABIS[case.abi]
    return {"data": case.section.with_(abi=own)} if case.section.is_whole and case.section.abi != own else None


def as_right_behind(case):
    """It reads functions right behind the header, and rows right behind them."""
    section = case.section
    if case.operation != "lookup" or not section.is_whole:
        return None
    place = section.num_fdes * ENTRY_SIZE % (1 << 32)
    if (section.fde_off, section.fre_off) == (0, place):
        return None
    return {"data": section.with_(fde_off=0, fre_off=place)}


def as_all_rows(case):
    """It reads rows as long as there are bytes, and nothing limits them."""
    section = case.section
    if case.operation != "lookup" or not section.is_whole or section.rows_at > len(section.bytes):
        return None
    return {"data": section.with_(fre_len=len(section.bytes) + len(ROOM) - section.rows_at) + ROOM}


def as_first_row_alone(case):
    """The first row has no end if the second one also starts with the function."""
    section = case.section
    number = search(case) if case.operation == "lookup" and section.is_whole else None
    function = section.function(number) if number is not None else None
    if not function or [row.start for row in section.rows(function)][1:2] != [0]:
        return None
    data, at = bytearray(section.bytes), section.entries_at + number * ENTRY_SIZE + 12
    data[at:at + 4] = (1).to_bytes(4, section.order)
    return {"data": bytes(data)}


def within(case):
    """If a function begins inside the one with the PC, the binary search misses the latter."""
    if not case.found_nothing or "function" not in case.expected:
        return False
    starts = [start for start, _ in case.functions]
    return starts == sorted(starts) and starts[case.expected["function"]] <= case.pc and search(case) is None


# --- Where sections end -----------------------------------------------------------------------------------------


def header_cut(case):
    return died_in(case, "__sframe_decode") and not case.section.is_whole


def entries_outside(case):
    section = case.section
    return section.is_whole and section.entries_at + section.num_fdes * ENTRY_SIZE > len(section.bytes) and \
        died_in(case, *AT_ENTRIES, *AT_ROWS)


def died_at_rows(case):
    """It crashed at rows, although all entries are there."""
    section = case.section
    return section.is_whole and section.entries_at + section.num_fdes * ENTRY_SIZE <= len(section.bytes) and \
        died_in(case, *AT_ROWS)


def rows_outside(case):
    """Some of the rows that the header counts are missing."""
    section = case.section
    return died_at_rows(case) and section.rows_at + section.fre_len > len(section.bytes)


def rows_behind_length(case):
    """All rows that the header counts are there, but some function has more."""
    section = case.section
    if not died_at_rows(case):
        return False
    end = section.rows_at + section.fre_len
    for function in section.functions():
        rows = list(section.rows(function))
        if len(rows) < function.count or any(row.end > end for row in rows):
            return True
    return False


# --- Unwinding --------------------------------------------------------------------------------------------------


def traces(case):
    """All right traces: that of each reading, if the ledger leaves several open."""
    expect = case.record["expect"]
    return [each["answer"] for each in expect.get("readings", [expect]) if "answer" in each] or [expect]


def stack_outside(case):
    return case.operation == "unwind" and died_in(case, "read_stack_value") and \
        any(trace.get("stop") == "memory" for trace in traces(case))


def crossed(case):
    """Code of one module lies between the first and the last code of another one."""
    if case.operation != "unwind":
        return False
    given = case.record["input"]
    whole = [{"bytes": given["bytes"], "address": given["address"]}, *given.get("modules", ())]
    spans = []
    for module in whole:
        model = case.ask(operation="decode", data=bytes.fromhex(module["bytes"]), address=int(module["address"], 16))
        places = [(int(each["start"], 16), each["size"]) for each in model.get("functions", ())]
        if places:
            spans.append((min(start for start, _ in places), max(start + size for start, size in places)))
    spans.sort()
    return any(end > start for (_, end), (start, _) in zip(spans, spans[1:]))


ALL = [
    Shows("glibc-crossed", crossed),
    Shows("glibc-trusts-stack", stack_outside),
    Shows("glibc-rep-size-zero", divided_by_zero),
    Shows("glibc-distance", distance_overflows),
    Shows("glibc-header-cut", header_cut),
    Shows("glibc-entries-outside", entries_outside),
    Shows("glibc-rows-outside", rows_outside),
    Shows("glibc-unsorted", unsorted),
    ReadsAs("glibc-abi", as_own_abi),
    ReadsAs("glibc-places", as_right_behind),
    ReadsAs("glibc-again", as_first_row_alone),
    Shows("glibc-within", within),
    Shows("glibc-rows-length", rows_behind_length),
    ReadsAs("glibc-rows-length", as_all_rows),
]
