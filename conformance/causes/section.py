"""The header of a section, as far as its bytes go, and sections that differ from it in one thing."""
SORTED, FRAME_POINTER, PCREL = 1, 2, 4  # flags
HEADER_SIZE = 28
MEMBERS = {  # name: offset, bytes, signed
    "version": (2, 1, False), "flags": (3, 1, False), "abi": (4, 1, False), "fixed_fp": (5, 1, True),
    "fixed_ra": (6, 1, True), "aux_len": (7, 1, False), "num_fdes": (8, 4, False), "num_fres": (12, 4, False),
    "fre_len": (16, 4, False), "fde_off": (20, 4, False), "fre_off": (24, 4, False),
}
ENTRY_SIZES = {1: 17, 2: 20, 3: 16}
FOREIGN_ON_LITTLE = "big"


class Section:
    """Members that the bytes are too short for are None."""

    def __init__(self, data):
        self.bytes = data
        self.order = "big" if data[:2] == b"\xde\xe2" else "little"

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
        return ENTRY_SIZES.get(self.version)

    def entry(self, number):
        """The bytes of a function's entry, or None."""
        if not self.is_whole or not self.entry_size or not 0 <= number < self.num_fdes:
            return None
        at = self.entries_at + number * self.entry_size
        part = self.bytes[at:at + self.entry_size]
        return part if len(part) == self.entry_size else None

    def entries(self):
        """Those whose bytes are there."""
        number = 0
        while (part := self.entry(number)) is not None:
            yield part
            number += 1

    def start_field(self, part):
        """What an entry's start field says: from the section or from the field, by the flag."""
        return int.from_bytes(part[:8 if self.version == 3 else 4], self.order, signed=True)

    def with_(self, **values):
        """The same bytes, with other values in the header."""
        data = bytearray(self.bytes)
        for name, value in values.items():
            at, size, signed = MEMBERS[name]
            data[at:at + size] = (value % (1 << 8 * size)).to_bytes(size, self.order)
        return bytes(data)

    def with_flag(self, flag):
        return self.with_(flags=self.flags | flag)
