"""For scripts what bounded.h is for programs: a file that a user names is read up to the limit of its kind."""
import errno
import io
import os
import pathlib
import re
import sys

LIMITS = {kind: (what, int(file) << 20, int(line) << 20) for kind, what, file, line in re.findall(
    r'^KIND\((\w+), "(.*)", (\d+), (\d+)\)', pathlib.Path(__file__).with_name("limits.def").read_text("ascii"), re.M)}


class _Bounded(io.RawIOBase):
    def __init__(self, kind, path):
        super().__init__()
        standard = path == "-"
        self.file = io.FileIO(sys.stdin.fileno() if standard else path, closefd=not standard)
        self.name, self.limits = path, LIMITS[kind]
        self.size = self.lines = self.line_size = 0

    def readable(self):
        return True

    def close(self):
        self.file.close()
        super().close()

    def refuse(self, limit, place=""):
        raise OSError(errno.EFBIG, f"{place}more than {limit >> 20} MiB, the most that is read of {self.limits[0]}", self.name)

    def readinto(self, buffer):
        _, most, most_of_line = self.limits
        got = self.file.readinto(buffer)
        self.size += got
        if self.size > most > 0:
            self.refuse(most)
        for i, piece in enumerate(bytes(buffer[:got]).split(b"\n") if most_of_line else ()):
            if i > 0:
                self.lines, self.line_size = self.lines + 1, 0
            self.line_size += len(piece)
            if self.line_size > most_of_line:
                self.refuse(most_of_line, f"line {self.lines + 1}: ")
        return got


def open_bytes(kind, path):
    """PATH "-" is standard input, for the functions below too."""
    return io.BufferedReader(_Bounded(kind, os.fspath(path)))


def open_text(kind, path, errors="strict"):
    return io.TextIOWrapper(open_bytes(kind, path), encoding="utf-8", errors=errors)


def read_bytes(kind, path):
    with open_bytes(kind, path) as file:
        return file.read()


def read_text(kind, path, errors="strict"):
    with open_text(kind, path, errors) as file:
        return file.read()


def rows(path, kind, name=None):
    """Number and cells, as KIND names them, of each line of a table.  Cells stand between | with blanks around them, and
    have \\| for such a | of their own; lines that begin with # are comments.  NAME is the table's name in messages."""
    for number, line in enumerate(read_text("LIST", path).splitlines(), 1):
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<=\s)\|(?=\s|$)", line)]
        if line.startswith("#") or not line.strip():
            continue
        if len(cells) != len(kind._fields):
            raise SystemExit(f"{name or path}: line {number}: {len(cells)} cells, not {len(kind._fields)}")
        yield number, kind(*cells)
