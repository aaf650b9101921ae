"""Keeps sections open as opens.c does."""
import sys

import sframe_adapter as kit


class Section:
    def __init__(self, data):
        self.bytes, self.asked = data, 0


def open_section(request):
    if request.bytes == b"no":
        raise kit.Refused("not this one")
    return Section(request.bytes)


def lookup(request):
    section = request.opened
    section.asked += 1
    return ({"function": section.asked} if request.pc == 1 else {}) | {"bytes": section.bytes.hex()}


def unwind(request):
    return {"limit": request.scenario.limit, "sp": kit.address(request.scenario.registers.get("sp", 0))}


def close_section(section):
    print(f"closed after {section.asked}", file=sys.stderr)


if __name__ == "__main__":
    kit.run("opens", "0", "v2", "amd64", lookup=lookup, unwind=unwind, open=open_section, close=close_section)
