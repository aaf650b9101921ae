"""The bytes of a vector's section: as they stand in its input, or made of the parts that describe a large one."""
import functools
import json
import struct

MOST = 1 << 22  # bytes of a section that parts make
NUMBERS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # by their width, as `struct` names them


class PartsError(ValueError):
    """Parts that make no section."""


def of_input(given):
    """The section of a vector's member `input`."""
    return bytes.fromhex(given["bytes"]) if "bytes" in given else _made_once(json.dumps(given["parts"]))


def size_of_input(given):
    """How many bytes that section has; they are not made."""
    parts = given["parts"] if "parts" in given else [{"times": 1, "bytes": given.get("bytes", "")}]
    return sum(part["times"] * len(part["bytes"]) // 2 for part in parts)


@functools.lru_cache(maxsize=4)  # vectors of one section follow each other
def _made_once(parts):
    return made(json.loads(parts))


def made(parts):
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
