"""Writes vectors as requests of the protocol (docs/protocol.md), for scripts that ask readers themselves."""
import json

from common.section import bytes_of_input


class Vector:
    """A line, and those of its members that are needed often; there may be very many vectors."""
    __slots__ = ("line", "id", "family", "operation", "length", "is_described", "words", "bytes")

    def __init__(self, line):
        whole, self.line = json.loads(line), line
        self.id, self.family, self.operation = whole["id"], whole["family"], whole["operation"]
        given = whole["input"]
        section = bytes_of_input(given)
        self.length, self.is_described = len(section), "parts" in given
        self.words = " ".join((whole["profile"], whole["abi"], given["address"][2:], str(len(section)),
                               given.get("pc", "0x0")[2:]))
        self.bytes = section
        if self.operation == "unwind":
            self.put_scenario(given)

    def put_scenario(self, given):
        """Writes what an unwinding needs besides a section and a PC: counts in the request's line, and text."""
        registers = {**given["registers"], **({"pac_mask": given["pac_mask"]} if "pac_mask" in given else {})}
        modules, memory = given.get("modules", []), given.get("memory", [])
        self.words += f" {given.get('limit', 128)} {len(registers)} {len(modules)} {len(memory)}"
        self.bytes += "".join(f"{name} {value[2:]}\n" for name, value in registers.items()).encode()
        for piece in modules + memory:
            held = bytes.fromhex(piece["bytes"])
            self.bytes += f"{piece['address'][2:]} {len(held)}\n".encode() + held

    def request(self, number):
        return f"{self.operation} {number} {self.words}\n".encode() + self.bytes

    def __getitem__(self, name):
        return json.loads(self.line)[name]

    def is_asked(self, hello):
        """Whether an adapter with this HELLO is asked the vector."""
        profile, abi, *_ = self.words.split(" ", 2)
        is_foreign = (self.bytes[:2] == b"\xde\xe2") != (abi in ("aarch64_be", "s390x"))
        return profile in hello["profiles"] and abi in hello["abis"] and self.operation in hello["operations"] and \
            (hello.get("foreign_byte_order", True) or not is_foreign)
