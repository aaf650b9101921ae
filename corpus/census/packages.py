"""Files in packages: .deb, .rpm and archives of tar, which libarchive reads from front to back; none is stored."""
import os
import re

from common import standard

try:
    import libarchive
except ImportError:  # Python has no module for it; all but packages can be read
    libarchive = None

PACKAGE = re.compile(r"\.(deb|udeb|ddeb|rpm|tar|tgz|txz|tar\.(gz|xz|bz2|zst))$")
COMPRESSED = re.compile(r"\.ko\.(gz|xz|zst)$")
MOST = 16 << 30  # bytes of a package's contents: a file that unpacks to more is hostile
MOST_COMPRESSED = 64 << 20  # bytes of a compressed module, which lies in memory
PIECE = 1 << 16
ERRORS = (OSError, ValueError, *([libarchive.ArchiveError] if libarchive else []))


def needs_libarchive(name):
    return PACKAGE.search(name) or COMPRESSED.search(name)


def words(error):
    """What one of ERRORS says, without numbers that differ from run to run."""
    return str(getattr(error, "msg", None) or standard.words(error))


def plain(name, pieces):
    """The contents of a file, piece by piece, decompressed if its name says that it is compressed."""
    if not COMPRESSED.search(name):
        yield from pieces
        return
    data = bytearray()
    for piece in pieces:
        data += piece
        if len(data) > MOST_COMPRESSED:
            raise ValueError("it is too large for a module")
    with libarchive.memory_reader(bytes(data), "raw") as archive:
        for member in archive:
            yield from member.get_blocks(PIECE)


def seek_data(file):
    """Goes to the data.tar in the archive of ar that a .deb is."""
    place, head = 8, b""
    while not head.startswith(b"data.tar"):
        head = os.pread(file, 60, place)
        if not re.fullmatch(rb".{48}[0-9]+ *`\n", head, re.DOTALL):
            raise ValueError("it has no data.tar")
        start, place = place + 60, place + 60 + -(-int(head[48:58]) // 2) * 2
    os.lseek(file, start, os.SEEK_SET)


def members(name, file):
    """Names and pieces of the regular files of a package; the pieces must be read before the next is asked for.  FILE:
    its descriptor.  Raises one of ERRORS if it is damaged, or no package."""
    passed = 0
    os.lseek(file, 0, os.SEEK_SET)
    if name.endswith("deb"):
        seek_data(file)
    with libarchive.fd_reader(file, "cpio" if name.endswith(".rpm") else "tar") as archive:
        for member in archive:
            passed += member.size or 0
            if passed > MOST:
                raise ValueError("it holds too much")
            if member.isreg:
                inside = os.fsdecode(member.pathname).removeprefix("./").lstrip("/")
                yield inside, plain(inside, member.get_blocks(PIECE))
