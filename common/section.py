"""The section of a vector: its bytes; its header and rows, read as far as its bytes go; sections that differ in one thing."""
import dataclasses
import functools
import json
import struct

SORTED, FRAME_POINTER, PCREL = 1, 2, 4  # flags
ABIS = {1: "aarch64_be", 2: "aarch64", 3: "amd64", 4: "s390x"}
HEADER_SIZE = 28
HEADER = "xxBBBbbBIIIII"  # all members
MEMBERS = {  # name: offset, bytes, signed
    "version": (2, 1, False), "flags": (3, 1, False), "abi": (4, 1, False), "fixed_fp": (5, 1, True),
    "fixed_ra": (6, 1, True), "aux_len": (7, 1, False), "num_fdes": (8, 4, False), "num_fres": (12, 4, False),
    "fre_len": (16, 4, False), "fde_off": (20, 4, False), "fre_off": (24, 4, False),
}
# By the version: start, size, where rows are, number of rows, info, repetition size, padding.  Version 3 has the rest in
# an attribute before the rows: number of rows, info, second info, repetition size.
ENTRIES = {1: "iIIIB", 2: "iIIIBBH", 3: "qII"}
ATTRIBUTE = "HBBB"
MASK, KEY_B, SIGNAL = 0x10, 0x20, 0x80  # in the info of a function
FLEX = 1  # function type, in the second info
START_SIZES = {0: 1, 1: 2, 2: 4}
WORD_SIZES = {0: 1, 1: 2, 2: 4}
STARTS, WORDS = {0: "BB", 1: "HB", 2: "IB"}, {0: "b", 1: "h", 2: "i"}  # a start and info; a word
ORDERS = {"big": ">", "little": "<"}


@functools.cache
def layout(order, form):
    return struct.Struct(ORDERS[order] + form)


@dataclasses.dataclass
class Function:
    """An entry.  Its start counts from the section, and its rows are behind its data, of which version 3 has some."""
    start: int
    size: int
    data_at: int
    count: int
    info: int
    info2: int  # 0 before version 3
    rep_size: int  # None in version 1
    rows_at: int

    @property
    def is_flex(self):
        return self.info2 & 31 == FLEX


@dataclasses.dataclass
class Row:
    """A row.  Its words are None if the bits have no size for them, or the bytes end too early."""
    start: int
    info: int
    words: list
    end: int

    @property
    def count(self):
        return self.info >> 1 & 15


class Section:
    """A section.  Members for which the bytes are too short are None."""

    def __init__(self, data):
        self.bytes = data
        self.order = "big" if data[:2] == b"\xde\xe2" else "little"
        if self.is_whole:
            self.__dict__.update(zip(MEMBERS, self.unpack(HEADER, 0)))

    def __getattr__(self, name):
        if name not in MEMBERS:
            raise AttributeError(name)
        at, size, signed = MEMBERS[name]
        part = self.bytes[at:at + size]
        return int.from_bytes(part, self.order, signed=signed) if len(part) == size else None

    def has(self, flag):
        return bool((self.flags or 0) & flag)

    @property
    def is_whole(self):
        """Whether the fixed part of the header is there."""
        return len(self.bytes) >= HEADER_SIZE

    @property
    def end_of_header(self):
        return HEADER_SIZE + self.aux_len

    @property
    def entries_at(self):
        return self.end_of_header + self.fde_off

    @property
    def rows_at(self):
        return self.end_of_header + self.fre_off

    @property
    def entry_size(self):
        return layout(self.order, ENTRIES[self.version]).size if self.version in ENTRIES else None

    def entry(self, number):
        """The bytes of a function's entry, or None."""
        if not self.is_whole or not self.entry_size or not 0 <= number < self.num_fdes:
            return None
        at = self.entries_at + number * self.entry_size
        part = self.bytes[at:at + self.entry_size]
        return part if len(part) == self.entry_size else None

    def entries(self):
        """The entries whose bytes are there."""
        number = 0
        while (part := self.entry(number)) is not None:
            yield part
            number += 1

    def number(self, at, size, signed=False):
        part = self.bytes[at:at + size] if at >= 0 else b""
        return int.from_bytes(part, self.order, signed=signed) if len(part) == size else None

    def unpack(self, form, at):
        """The numbers of this form at a place; None if the bytes end too early."""
        numbers = layout(self.order, form)
        return numbers.unpack_from(self.bytes, at) if at + numbers.size <= len(self.bytes) else None

    def function(self, number, rows_at=None):
        """A function by its number.  ROWS_AT is where rows begin, if not where the header says."""
        if self.entry(number) is None:
            return None
        at = self.entries_at + number * self.entry_size
        start, size, data_at, *rest = self.unpack(ENTRIES[self.version], at)
        start += at if self.has(PCREL) else 0
        data_at += self.rows_at if rows_at is None else rows_at
        if self.version == 3:
            rest = self.unpack(ATTRIBUTE, data_at)
            return rest and Function(start, size, data_at, *rest, data_at + layout(self.order, ATTRIBUTE).size)
        return Function(start, size, data_at, *rest[:2], 0, rest[2] if self.version == 2 else None, data_at)

    def functions(self, rows_at=None):
        return (self.function(number, rows_at) for number in range(self.num_fdes if self.is_whole else 0)) \
            if self.entry_size else ()

    def whole_functions(self):
        """Each function with its rows, up to the first that cannot be read."""
        for function in self.functions():
            rows = list(self.rows(function)) if function else ()
            if function is None or len(rows) < function.count:
                return
            yield function, rows

    def rows(self, function):
        """The rows of a function, up to one that cannot be read."""
        at, kind = function.rows_at, function.info & 15
        for _ in range(function.count if kind in STARTS else 0):
            begin = self.unpack(STARTS[kind], at)
            if begin is None:
                return
            start, info = begin
            at += START_SIZES[kind] + 1
            word = info >> 5 & 3
            if word not in WORDS:
                yield Row(start, info, None, at)
                return
            count = info >> 1 & 15
            words = self.unpack(f"{count}{WORDS[word]}", at)
            at += count * WORD_SIZES[word]
            yield Row(start, info, None if words is None else list(words), at)

    def numbers_of_rows(self, function):
        """The place and size of each start and of each word."""
        size, begin = START_SIZES.get(function.info & 15), function.rows_at
        for row in self.rows(function):
            width = WORD_SIZES.get(row.info >> 5 & 3) or 1
            yield begin, size
            yield from ((at, width) for at in range(begin + size + 1, row.end, width))
            begin = row.end

    def with_(self, **values):
        """The section with other values in the header."""
        data = bytearray(self.bytes)
        for name, value in values.items():
            at, size, signed = MEMBERS[name]
            data[at:at + size] = (value % (1 << 8 * size)).to_bytes(size, self.order)
        return bytes(data)

    def with_flag(self, flag):
        return self.with_(flags=self.flags | flag)

    def with_bytes(self, changes):
        """The section with other numbers, in its byte order: place, bytes, value."""
        data = bytearray(self.bytes)
        for at, size, value in changes:
            data[at:at + size] = value.to_bytes(size, self.order)
        return bytes(data)

    def without_functions_but(self, kept):
        """The section in which all functions but KEPT have size 0, so that no PC is in them."""
        at = self.entries_at + (8 if self.version == 3 else 4)
        return self.with_bytes((at + number * self.entry_size, 4, 0) for number in range(self.num_fdes) if number != kept)

    def with_type(self, fde_type):
        """The section, of version 3, in which all functions have this type."""
        places = [self.rows_at + self.number(self.entries_at + number * self.entry_size + 12, 4) + 3
                  for number in range(self.num_fdes)]
        return self.with_bytes((at, 1, self.bytes[at] & ~31 | fde_type) for at in places)


# --- The bytes of a vector's section: as they stand in its input, or made of the parts that describe a large one ----

MOST = 1 << 22  # bytes of a section that parts make
NUMBERS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # by their width, as `struct` names them


class PartsError(ValueError):
    """Parts that make no section."""


def bytes_of_input(given):
    """The section of a vector's member `input`."""
    return bytes.fromhex(given["bytes"]) if "bytes" in given else _made_once(json.dumps(given["parts"]))


def size_of_input(given):
    """How many bytes that section has; they are not made."""
    parts = given["parts"] if "parts" in given else [{"times": 1, "bytes": given.get("bytes", "")}]
    return sum(part["times"] * len(part["bytes"]) // 2 for part in parts)


@functools.lru_cache(maxsize=4)  # vectors of one section follow each other
def _made_once(parts):
    return bytes_of_parts(json.loads(parts))


def bytes_of_parts(parts):
    """A section from its parts: see docs/vectors.md."""
    try:
        first = bytes.fromhex(parts[0]["bytes"])
        section = bytearray()
        for part in parts:
            _append(section, part, ">" if first[:1] == b"\xde" else "<")
    except (LookupError, TypeError, struct.error) as error:
        raise PartsError(f"no parts of a section: {error!r}") from error
    return bytes(section)


def _append(section, part, order):
    """Appends the part's bytes, `times` times.  Each number of `count` grows by `step` from one time to the next."""
    piece, times, begin = bytes.fromhex(part["bytes"]), part["times"], len(section)
    if not piece or times < 1 or times > (MOST - begin) // len(piece):
        raise PartsError("a part is of no bytes, or parts make more than 4 MiB")
    section += piece * times
    for number in part.get("count", ()):
        at, width, step = number["at"], number["width"], number["step"]
        if width not in NUMBERS or not 0 <= at <= len(piece) - width:
            raise PartsError("a number that counts does not lie in its part")
        value, = struct.unpack_from(order + NUMBERS[width], piece, at)
        values = [value + step * time & (1 << 8 * width) - 1 for time in range(times)]
        packed = struct.pack(f"{order}{times}{NUMBERS[width]}", *values)
        for byte in range(width):
            section[begin + at + byte::len(piece)] = packed[byte::width]
