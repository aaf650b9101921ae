"""Lines of a census: how they are written, recognized and merged."""
import errno
import hashlib
import heapq
import json

MOST = 4 << 20  # of one line
FIRST = ("file", "sha256", "package")


def written(line):
    """The line as bytes, with its file first and its hash second: so lines that are sorted as text are sorted by
    these."""
    ordered = {name: line[name] for name in FIRST if name in line} | line
    return json.dumps(ordered, separators=(",", ":")).encode() + b"\n"


def key(line):
    """Two lines of one key are about the same bytes in the same place."""
    text = f"{line['file']}\0{line['sha256']}"
    return hashlib.sha256(text.encode(errors="surrogateescape")).digest()[:16]


def read(path):
    """Yields the lines of a file, as bytes."""
    with open(path, "rb") as file:
        while line := file.readline(MOST):
            if not line.endswith(b"\n"):
                raise OSError(errno.EINVAL, "a line is cut off, or too long: this is no whole census", path)
            yield line


def parsed(line, path):
    try:
        found = json.loads(line)
        if isinstance(found["file"], str) and isinstance(found["sha256"], str):
            return found
    except (ValueError, KeyError, TypeError):
        pass
    raise OSError(errno.EINVAL, "it has a line that sframe-census did not write", path)


def in_order(path):
    last = b""
    for line in read(path):
        if line < last:
            raise OSError(errno.EINVAL, "its lines are not sorted: LC_ALL=C sort -u does that", path)
        last = line
        yield line, path


def merged(paths):
    """The lines of several files, sorted.  Of lines with one key one is kept: the first that did not fail, if any."""
    kept = None
    for line, path in heapq.merge(*map(in_order, paths)):
        found = parsed(line, path)
        if kept is not None and key(kept) == key(found):
            kept = found if "failed" in kept else kept
            continue
        if kept is not None:
            yield kept
        kept = found
    if kept is not None:
        yield kept
