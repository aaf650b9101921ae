"""Reads the features of a section from its bytes: those in which sections of assemblers and linkers differ."""
import collections

from common.section import ABIS, FRAME_POINTER, KEY_B, MASK, PCREL, SIGNAL, SORTED, Section

SIZES = {0: "1 byte", 1: "2 bytes", 2: "4 bytes"}  # of row starts and of words
SECTION, FUNCTION, ROW = "section", "function", "row"


def bucket(number, *edges):
    """The name of the range that a number lies in; each edge begins one."""
    low = max(edge for edge in (0, *edges) if edge <= number)
    high = min((edge for edge in edges if edge > number), default=None)
    return f"{low} or more" if high is None else str(low) if high == low + 1 else f"{low} to {high - 1}"


def among(value, names):
    return names.get(value, "another")


def of_row(row, flexible):
    yield f"words in a row: {bucket(row.count, 0, 1, 2, 3, 4)}"
    if row.count:
        yield f"size of words: {SIZES.get(row.info >> 5 & 3, 'unknown')}"
        yield "CFA of a flexible row" if flexible else f"CFA from {'SP' if row.info & 1 else 'FP'}"
    if row.info & 0x80:
        yield "RA mangled"


def of_function(section, function, rows, before):
    where = ("below the section" if function.start < 0 else
             "inside the section" if function.start < len(section.bytes) else "above the section")
    yield f"function {where}"
    yield f"size of row starts: {SIZES.get(function.info & 0xf, 'unknown')}"
    yield f"size of a function: {bucket(function.size, 1, 0x100, 0x10000)}"
    yield f"rows of a function: {bucket(len(rows), 0, 1, 2, 4, 10)}"
    if function.info & MASK:
        yield "PC masks"
        yield f"repetition size of masks: {among(function.rep_size, {None: 'no field', 0: 0, 8: 8, 16: 16})}"
    elif function.rep_size:
        yield "repetition size without masks"
    if function.info & KEY_B:
        yield "key B"
    if section.version == 3 and function.info & SIGNAL:
        yield "signal function"
    if function.info2 & 0x1f:
        yield "flexible function"
    if before is not None:
        distance = function.start - before.start - before.size
        yield ("function at the end of the one before" if distance == 0 else
               "gap between functions" if distance > 0 else "function before the end of the one before")


def of_section(section, functions, profile, address):
    yield f"profile {profile}"
    yield f"ABI {ABIS.get(section.abi, 'unknown')}"
    for bit, name in ((SORTED, "sorted"), (FRAME_POINTER, "frame-pointer"), (PCREL, "PC-relative")):
        yield f"flag {name}{'' if section.has(bit) else ' not set'}"
    yield f"fixed RA: {among(section.fixed_ra, {0: 'none', -8: -8})}"
    yield f"fixed FP: {among(section.fixed_fp, {0: 'none'})}"
    yield f"functions: {bucket(section.num_fdes, 0, 1, 2, 4, 10, 100)}"
    yield f"section at {'0' if address == 0 else 'a multiple of 8' if address % 8 == 0 else 'no multiple of 8'}"
    if section.aux_len:
        yield "auxiliary header"
    if section.rows_at < section.entries_at:
        yield "rows before entries"
    entries_end = section.entries_at + section.num_fdes * (section.entry_size or 0)
    data = [(function.data_at, rows[-1].end if rows else function.rows_at) for function, rows in functions]
    spans = sorted([(section.entries_at, entries_end), *set(data), (section.rows_at, section.rows_at)])
    end = section.end_of_header
    for begins, ends in spans:
        if begins > end:
            yield "bytes of nobody inside"
        end = max(end, ends)
    if len(section.bytes) > end:
        yield "bytes of nobody at the end"
    if len({begins for begins, _ in data}) < len(data):
        yield "rows shared"


def features(profile, address, data):
    """For each feature of a section how often it, its functions and its rows have it, as {unit: Counter}, and how
    many there are, as {unit: number}. Of bytes that hold no header: nothing."""
    found = {unit: collections.Counter() for unit in (SECTION, FUNCTION, ROW)}
    section = Section(data)
    functions, before = list(section.whole_functions()), None
    if section.is_whole:
        found[SECTION].update(set(of_section(section, functions, profile, address)))
    for function, rows in functions:
        found[FUNCTION].update(of_function(section, function, rows, before))
        before = function
        for row in rows:
            found[ROW].update(of_row(row, function.info2 & 0x1f))
    return found, {SECTION: 1, FUNCTION: len(functions), ROW: sum(len(rows) for _, rows in functions)}
