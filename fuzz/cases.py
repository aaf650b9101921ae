"""Packs cases, the inputs of targets that read a section, from vectors, and unpacks them for people.

The layout is that of fuzz/common/case.h; each target decides what follows the section.
"""
import dataclasses
import struct

from common.section import bytes_of_input

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


def _piece(piece, size_format):
    data = bytes.fromhex(piece["bytes"])
    return struct.pack("<Q", int(piece["address"], 16)), struct.pack(size_format, len(data)), data


def _scenario(asked):
    """What the target `unwind` reads behind the section: see fuzz/targets/unwind.c."""
    registers = dict(asked["registers"])
    words = (registers.pop("sp"), registers.pop("fp"), asked.get("pac_mask", "0x0"))
    rest = struct.pack("<QQQ", *(int(word, 16) for word in words))
    rest += bytes([len(registers)])
    for name, value in registers.items():
        rest += struct.pack("<BQ", int(name[1:]) & 0xff, int(value, 16))
    modules = asked.get("modules", [])
    rest += bytes([len(modules)])
    for address, size, data in (_piece(module, "<I") for module in modules):
        rest += size + address + data
    for address, size, data in (_piece(piece, "<H") for piece in asked.get("memory", [])):
        rest += address + size + data
    return rest


def of_vector(vector):
    """The case that asks what a vector (a parsed line of the corpus) asks."""
    asked = vector["input"]
    case = Case(vector["profile"], bytes_of_input(asked), int(asked["address"], 16),
                int(asked.get("pc", "0"), 16))
    if vector["operation"] == "unwind":
        case.options = vector["abi"] in ("aarch64_be", "s390x")
        case.count = asked.get("limit", 128)
        case.rest = _scenario(asked)
    return case
