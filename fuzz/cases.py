"""Cases: the inputs of targets that read a section, packed from vectors and unpacked for people.

The layout is fuzz/common/case.h's; what follows the section is its target's business.
"""
import dataclasses
import struct

PROFILES = ("v1", "v2", "v2e1", "v2e2", "v3", "by-version")
HEAD = struct.Struct("<BBHIQQQ")
WORD = 2**64 - 1


@dataclasses.dataclass
class Case:
    profile: str
    section: bytes
    address: int = 0
    pc: int = 0
    options: int = 0
    count: int = 0
    choice: int = 0
    rest: bytes = b""

    def pack(self):
        return HEAD.pack(PROFILES.index(self.profile), self.options, self.count, len(self.section),
                         self.address & WORD, self.pc & WORD, self.choice & WORD) + self.section + self.rest


def unpack(data):
    profile, options, count, size, address, pc, choice = HEAD.unpack(data[:HEAD.size].ljust(HEAD.size, b"\0"))
    tail = data[HEAD.size:]
    return Case(PROFILES[profile % len(PROFILES)], tail[:size], address, pc, options, count, choice, tail[size:])


def of_vector(vector):
    """The section that a vector (a line of the corpus, parsed) asks about."""
    asked = vector["input"]
    return Case(vector["profile"], bytes.fromhex(asked["bytes"]), int(asked["address"], 16),
                int(asked.get("pc", "0"), 16))
