"""Files of vectors: JSON Lines, and a closing line that counts them, so that a missing vector is noticed."""
import json

HASH_BEGIN, HASH_PRIME, HASH_MASK = 0xcbf29ce484222325, 0x100000001b3, (1 << 64) - 1


def hash_of(lines):
    """FNV-1a-64 of lines of bytes, without their ends."""
    value = HASH_BEGIN
    for line in lines:
        for byte in line:
            value = (value ^ byte) * HASH_PRIME & HASH_MASK
    return value


def closed(lines):
    """Lines of text, each with its end, and the line that closes them."""
    lines = list(lines)
    value = hash_of(line.rstrip("\n").encode() for line in lines)
    said = {"corpus": {"vectors": len(lines), "hash": f"{value:016x}"}}
    return [*lines, json.dumps(said, separators=(",", ":")) + "\n"]


def vectors(lines):
    """The lines that are vectors, text or bytes, from a file or a list.  ValueError: a closing line counts others."""
    since = 0
    for line in lines:
        start = line[:10]
        if start not in ('{"corpus":', b'{"corpus":'):
            since += 1
            yield line
            continue
        said = json.loads(line)["corpus"]["vectors"]
        if said != since:
            raise ValueError(f"the closing line speaks of {said} vectors, and {since} came")
        since = 0


def parsed(lines, having=()):
    """Each vector as JSON, or only those whose line contains one of HAVING.  ValueError: also if a line is no JSON."""
    for number, line in enumerate(vectors(lines), 1):
        if having and line.startswith('{"id":') and not any(text in line for text in having):
            continue
        try:
            yield json.loads(line)
        except ValueError as error:
            raise ValueError(f"{getattr(lines, 'name', 'vectors')}: vector {number}: no JSON, as sframe-gen emit writes it") from error
