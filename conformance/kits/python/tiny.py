"""A tiny reader of SFrame version 2 on AMD64; example.py is an adapter for it."""
import dataclasses
import struct

HEADER = struct.Struct("<HBBBbbBIIIII")
FUNCTION = struct.Struct("<iIIIBBH")
MAGIC, VERSION, AMD64 = 0xdee2, 2, 3
PCREL = 4
STARTS, WORDS = ("B", "H", "I"), ("b", "h", "i")


class Unreadable(Exception):
    pass


@dataclasses.dataclass
class Row:
    start: int
    mangled_ra: bool
    cfa_from_sp: bool
    words: list  # the CFA's offset from its base, then perhaps FP's from the CFA


@dataclasses.dataclass
class Function:
    start: int
    size: int
    mask: bool
    row_type: int
    rep_size: int
    key_b: bool
    row_count: int
    rows_at: int


class Section:
    def __init__(self, data, address, text):
        """TEXT is "v2", "v2e1" or "v2e2"."""
        if len(data) < HEADER.size:
            raise Unreadable("the header is not whole")
        (magic, version, self.flags, abi, self.fixed_fp, self.fixed_ra, aux_length, self.function_count, _,
         rows_length, functions, rows) = HEADER.unpack_from(data)
        if (magic, version, abi) != (MAGIC, VERSION, AMD64):
            raise Unreadable("not little-endian SFrame version 2 of AMD64")
        if self.fixed_ra == 0:
            raise Unreadable("rows of AMD64 do not say where the return address is, so the header must")
        end = HEADER.size + aux_length
        self.functions_at, self.rows_at, self.rows_end = end + functions, end + rows, end + rows + rows_length
        if not self.functions_at + self.function_count * FUNCTION.size <= self.rows_at:
            raise Unreadable("the functions are not whole")
        if self.rows_end > len(data):
            raise Unreadable("the rows are not whole")
        self.data, self.address, self.text, self.aux = data, address, text, data[HEADER.size:end]

    def functions(self):
        return map(self.function, range(self.function_count))

    def function(self, index):
        at = self.functions_at + index * FUNCTION.size
        start, size, rows, row_count, info, rep_size, _ = FUNCTION.unpack_from(self.data, at)
        from_field = self.text != "v2" and self.flags & PCREL  # the flag came with erratum 1
        if info & 0x0f > 2:
            raise Unreadable("a type of rows that nobody has defined")
        start += self.address + (at if from_field else 0)
        return Function(start % 2**64, size, bool(info & 0x10), info & 0x0f, rep_size, bool(info & 0x20),
                        row_count, self.rows_at + rows)

    def take(self, at, form):
        """The values at this place, and the offset of their end."""
        end = at + struct.calcsize("<" + form)
        if end > self.rows_end:
            raise Unreadable("a row is not whole")
        return *struct.unpack_from("<" + form, self.data, at), end

    def rows(self, function):
        at = function.rows_at
        for _ in range(function.row_count):
            start, info, at = self.take(at, STARTS[function.row_type] + "B")
            if info >> 5 & 3 > 2:
                raise Unreadable("a size of words that nobody has defined")
            *words, at = self.take(at, WORDS[info >> 5 & 3] * (info >> 1 & 15))
            if len(words) > 2:
                raise Unreadable("a row of AMD64 has no more than two words")
            yield Row(start, bool(info & 0x80), bool(info & 1), words)

    def find(self, pc):
        """Returns the index of the function that has the PC, the index of the row that holds there, and the row;
        None for each that does not exist."""
        for index, function in enumerate(self.functions()):
            offset = (pc - function.start) % 2**64
            if offset < function.size:
                return index, *self.find_row(function, offset)
        return None, None, None

    def find_row(self, function, offset):
        """The last row that starts at or before the offset. If the function repeats a block, rows count from it."""
        if function.mask and function.rep_size == 0:
            raise Unreadable("a block that repeats has no size")
        found = None, None
        for index, row in enumerate(self.rows(function)):
            if row.start > (offset % function.rep_size if function.mask else offset):
                break
            found = index, row
        return found
