"""Files in packages: .deb, .rpm and archives of tar, which are read from front to back and never stored."""
import bz2
import gzip
import io
import lzma
import re
import shutil
import subprocess
import tarfile
import threading

PACKAGE = re.compile(r"\.(deb|udeb|ddeb|rpm|tar|tgz|txz|tar\.(gz|xz|bz2|zst))$")
COMPRESSED = re.compile(r"\.ko\.(gz|xz|zst)$")
MOST = 16 << 30  # bytes of a package's contents: a file that unpacks to more is hostile
ERRORS = (OSError, EOFError, ValueError, lzma.LZMAError, tarfile.TarError)


class _Part(io.RawIOBase):
    """The next SIZE bytes of a stream."""

    def __init__(self, stream, size):
        super().__init__()
        self.stream, self.left = stream, size

    def readable(self):
        return True

    def readinto(self, buffer):
        got = self.stream.read(min(len(buffer), self.left))
        buffer[:len(got)] = got
        self.left -= len(got)
        return len(got)


def part(stream, size):
    return io.BufferedReader(_Part(stream, size))


class _Zstd(io.RawIOBase):
    """A stream, decompressed by the program zstd, as older Python cannot do that."""

    def __init__(self, stream):
        super().__init__()
        self.program = subprocess.Popen(["zstd", "-dcq"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.feeder = threading.Thread(target=self.feed, args=(stream,), daemon=True)
        self.feeder.start()

    def feed(self, stream):
        try:
            with self.program.stdin as to:
                shutil.copyfileobj(stream, to)
        except ERRORS:
            pass  # zstd has ended, and its status says why

    def readable(self):
        return True

    def readinto(self, buffer):
        got = self.program.stdout.readinto(buffer)
        if got == 0 and len(buffer) > 0 and self.program.wait() != 0:
            raise OSError("its zstd is damaged")
        return got

    def close(self):
        if not self.closed:
            self.program.kill()
            self.program.wait()
            self.feeder.join()
            self.program.stdout.close()
        super().close()


def plain(stream):
    """The stream, decompressed if its first bytes are those of a known format."""
    head = stream.peek(6)
    for magic, opened in ((b"\x1f\x8b", lambda file: gzip.GzipFile(fileobj=file)), (b"\xfd7zXZ", lzma.open),
                          (b"BZh", bz2.open), (b"\x28\xb5\x2f\xfd", lambda file: io.BufferedReader(_Zstd(file)))):
        if head.startswith(magic):
            return opened(stream)
    return stream


def exactly(stream, size):
    data = stream.read(size)
    if len(data) != size:
        raise ValueError("it breaks off")
    return data


def number(text, base, what):
    if not re.fullmatch(rb" *[0-9a-fA-F]+ *", text):
        raise ValueError(f"{what} is no number")
    return int(text, base)


def of_tar(stream):
    with plain(stream) as contents, tarfile.open(fileobj=contents, mode="r|", errors="surrogateescape") as archive:
        passed = 0
        for member in archive:
            archive.members = []  # else tarfile keeps all members in memory
            passed += member.size
            if passed > MOST:
                raise ValueError("it holds too much")
            if member.isreg():
                yield member.name, archive.extractfile(member)


def of_deb(stream):
    if exactly(stream, 8) != b"!<arch>\n":
        raise ValueError("it is no Debian package")
    while True:
        head = stream.read(60)
        if len(head) < 60:
            raise ValueError("it has no data.tar")
        size = number(head[48:58], 10, "the size of a part")
        if head.startswith(b"data.tar"):
            yield from of_tar(part(stream, size))
            return
        for skipped in range(0, size + size % 2, 1 << 16):
            exactly(stream, min(1 << 16, size + size % 2 - skipped))


def of_cpio(stream):
    """Names and contents of the regular files of a cpio archive, in the newer format with numbers in hexadecimal."""
    passed = 0
    while True:
        head = exactly(stream, 110)
        if head[:6] not in (b"070701", b"070702"):
            raise ValueError("its cpio is of another format")
        mode, size, name_size = (number(head[at:at + 8], 16, "a field of cpio") for at in (14, 54, 94))
        passed += size
        if name_size > 1 << 16 or passed > MOST:
            raise ValueError("it holds too much")
        name = exactly(stream, name_size + -(110 + name_size) % 4)[:name_size - 1].decode(errors="surrogateescape")
        if name == "TRAILER!!!":
            return
        data = part(stream, size)
        if mode & 0o170000 == 0o100000:
            yield name, data
        while data.read(1 << 16):
            pass
        exactly(stream, -size % 4)


def of_rpm(stream):
    exactly(stream, 96)
    for aligned in (8, 1):  # the signature, the header
        head = exactly(stream, 16)
        if head[:3] != b"\x8e\xad\xe8":
            raise ValueError("it is no RPM package")
        size = 16 * int.from_bytes(head[8:12], "big") + int.from_bytes(head[12:16], "big")
        if size > 256 << 20:
            raise ValueError("its header is too large")
        exactly(stream, size + -(16 + size) % aligned)
    with plain(stream) as payload:
        yield from of_cpio(payload)


def members(name, stream):
    """Names and streams of the regular files of a package; each stream must be read before the next is asked for.
    Raises one of ERRORS if it is damaged, or no package."""
    kind = of_deb if re.search(r"deb$", name) else of_rpm if name.endswith(".rpm") else of_tar
    for member, contents in kind(stream):
        yield member.removeprefix("./").lstrip("/"), contents
