"""The bytes of a vector's section: as they stand in its input, or made of the parts that describe a large one."""

MOST = 1 << 22  # bytes of a section that parts make
WIDTHS = (1, 2, 4, 8)


class PartsError(ValueError):
    """Parts that make no section."""


def of_input(given):
    """The section of a vector's member `input`."""
    return bytes.fromhex(given["bytes"]) if "bytes" in given else made(given["parts"])


def made(parts):
    """A section from its parts: see docs/vectors.md."""
    try:
        first = bytes.fromhex(parts[0]["bytes"])
        section = bytearray()
        for part in parts:
            _append(section, part, "big" if first[:1] == b"\xde" else "little")
    except (LookupError, TypeError, OverflowError) as error:
        raise PartsError(f"no parts of a section: {error!r}") from error
    return bytes(section)


def _append(section, part, order):
    piece, times, begin = bytes.fromhex(part["bytes"]), part["times"], len(section)
    if not piece or times < 1 or times > (MOST - begin) // len(piece):
        raise PartsError("a part is of no bytes, or parts make more than 4 MiB")
    section += piece * times
    for number in part.get("count", ()):
        at, width, step = number["at"], number["width"], number["step"]
        if width not in WIDTHS or not 0 <= at <= len(piece) - width:
            raise PartsError("a number that counts does not lie in its part")
        value, end = int.from_bytes(piece[at:at + width], order), begin + at
        for _ in range(times):
            section[end:end + width] = (value % (1 << 8 * width)).to_bytes(width, order)
            value, end = value + step, end + len(piece)
