"""Reads the features of a section from its bytes: those in which sections of assemblers and linkers differ."""
import collections
import struct

HEADER = "HBBBbbBIIIII"  # magic, version, flags, ABI, fixed FP and RA, length of the auxiliary header, ...
ENTRY = {1: "iIIIB", 2: "iIIIBBH", 3: "qII"}  # version 3 has the rest in an attribute before the rows
ATTRIBUTE = "HBBB"
SORTED, FRAME_POINTER, PCREL = 1, 2, 4
MASK, KEY_B, SIGNAL = 0x10, 0x20, 0x80
ABIS = {1: "aarch64_be", 2: "aarch64", 3: "amd64", 4: "s390x"}
SIZES = {0: "1 byte", 1: "2 bytes", 2: "4 bytes"}  # of row starts and of words

SECTION, FUNCTION, ROW = "section", "function", "row"
Function = collections.namedtuple("Function", "start size info info2 rep_size rows data end")
Row = collections.namedtuple("Row", "info start end")


def bucket(number, *edges):
    """The name of the range that a number lies in; each edge begins one."""
    low = max(edge for edge in (0, *edges) if edge <= number)
    high = min((edge for edge in edges if edge > number), default=None)
    return f"{low} or more" if high is None else str(low) if high == low + 1 else f"{low} to {high - 1}"


def among(value, names):
    return names.get(value, "another")


class Section:
    """The fields of a section, as far as its bytes go."""

    def __init__(self, data):
        self.data, self.order = data, ">" if data[:2] == b"\xde\xe2" else "<"
        (_, version, self.flags, self.abi, self.fixed_fp, self.fixed_ra, aux, self.count, _, self.fre_len,
         fdeoff, freoff) = self.unpack(HEADER, 0)
        self.aux, self.layout = aux, version if version in ENTRY else max(ENTRY)
        self.has_attributes = self.layout >= 3
        self.entry_bytes = struct.calcsize("=" + ENTRY[self.layout])
        self.header_end = struct.calcsize("=" + HEADER) + aux
        self.entries, self.rows_begin = self.header_end + fdeoff, self.header_end + freoff

    def unpack(self, form, at):
        """Raises struct.error if the bytes end too early."""
        return struct.unpack_from(self.order + form, self.data, at)

    def functions(self):
        """Each function with its rows, up to the first whose bytes are missing."""
        for at in range(self.entries, self.entries + self.entry_bytes * self.count, self.entry_bytes):
            try:
                yield self.function(self.unpack(ENTRY[self.layout], at), at)
            except struct.error:
                return

    def function(self, fields, at):
        start, size, data, *rest = fields
        start += at if self.flags & PCREL else 0
        data += self.rows_begin
        if self.has_attributes:
            rest = self.unpack(ATTRIBUTE, data)
            count, info, info2, rep_size = rest
            rows_at = data + struct.calcsize("=" + ATTRIBUTE)
        else:
            count, info, info2, rep_size = rest[0], rest[1], 0, rest[2] if len(rest) > 2 else None
            rows_at = data
        rows = list(self.rows(rows_at, count, info & 0xf))
        return Function(start, size, info, info2, rep_size, rows, data, rows[-1].end if rows else rows_at)

    def rows(self, at, count, kind):
        width = {0: "B", 1: "H", 2: "I"}.get(kind, "I")
        for _ in range(count):
            start, info = self.unpack(width + "B", at)
            end = at + struct.calcsize("=" + width) + 1 + (info >> 1 & 0xf) * (1 << (info >> 5 & 3))
            yield Row(info, start, end)
            at = end


def of_row(row, flexible):
    count = row.info >> 1 & 0xf
    yield f"words in a row: {bucket(count, 0, 1, 2, 3, 4)}"
    if count:
        yield f"size of words: {SIZES.get(row.info >> 5 & 3, 'unknown')}"
        yield "CFA of a flexible row" if flexible else f"CFA from {'SP' if row.info & 1 else 'FP'}"
    if row.info & 0x80:
        yield "RA mangled"


def of_function(section, function, before):
    where = ("below the section" if function.start < 0 else
             "inside the section" if function.start < len(section.data) else "above the section")
    yield f"function {where}"
    yield f"size of row starts: {SIZES.get(function.info & 0xf, 'unknown')}"
    yield f"size of a function: {bucket(function.size, 1, 0x100, 0x10000)}"
    yield f"rows of a function: {bucket(len(function.rows), 0, 1, 2, 4, 10)}"
    if function.info & MASK:
        yield "PC masks"
        yield f"repetition size of masks: {among(function.rep_size, {None: 'no field', 0: 0, 8: 8, 16: 16})}"
    elif function.rep_size:
        yield "repetition size without masks"
    if function.info & KEY_B:
        yield "key B"
    if section.has_attributes and function.info & SIGNAL:
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
        yield f"flag {name}{'' if section.flags & bit else ' not set'}"
    yield f"fixed RA: {among(section.fixed_ra, {0: 'none', -8: -8})}"
    yield f"fixed FP: {among(section.fixed_fp, {0: 'none'})}"
    yield f"functions: {bucket(section.count, 0, 1, 2, 4, 10, 100)}"
    yield f"section at {'0' if address == 0 else 'a multiple of 8' if address % 8 == 0 else 'no multiple of 8'}"
    if section.aux:
        yield "auxiliary header"
    if section.rows_begin < section.entries:
        yield "rows before entries"
    entries_end = section.entries + section.count * section.entry_bytes
    data = [(function.data, function.end) for function in functions]
    spans = sorted([(section.entries, entries_end), *set(data), (section.rows_begin, section.rows_begin)])
    end = section.header_end
    for begins, ends in spans:
        if begins > end:
            yield "bytes of nobody inside"
        end = max(end, ends)
    if len(section.data) > end:
        yield "bytes of nobody at the end"
    if len({begins for begins, _ in data}) < len(data):
        yield "rows shared"


def features(profile, address, data):
    """For each feature of a section how often it, its functions and its rows have it, as {unit: Counter}, and how
    many there are, as {unit: number}. Of bytes that hold no header: nothing."""
    found = {unit: collections.Counter() for unit in (SECTION, FUNCTION, ROW)}
    try:
        section = Section(data)
    except struct.error:
        return found, {SECTION: 1, FUNCTION: 0, ROW: 0}
    functions, before, rows = list(section.functions()), None, 0
    found[SECTION].update(set(of_section(section, functions, profile, address)))
    for function in functions:
        found[FUNCTION].update(of_function(section, function, before))
        before = function
        for row in function.rows:
            found[ROW].update(of_row(row, function.info2 & 0x1f))
            rows += 1
    return found, {SECTION: 1, FUNCTION: len(functions), ROW: rows}
