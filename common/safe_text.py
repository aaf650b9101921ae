"""For scripts what safe_text.h and whole_file.h are for programs: text from outside is printed so that all it can do is
be read, and files appear complete or not at all."""
import errno
import os
import re
import stat
import sys
import tempfile
import unicodedata

IGNORED = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\ufdd0-\ufdef"
                     "\U000e0000-\U000e0fff]")
COMMAND = re.compile(r"(?:(?<=\n)|\A)(\s*):(?=:)|(?<=#)#")


def _name(character):
    number = ord(character)
    return f"\\x{{{number - 0xdc00:02x}}}" if 0xdc80 <= number < 0xdd00 else f"\\u{{{number:x}}}"


def _is_unseen(character):
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") or ord(character) & 0xfffe == 0xfffe or \
        IGNORED.match(character) is not None


def safe(text, keep=""):
    """As safe_text.h has it; characters of KEEP stay."""
    text = re.sub(r"\\(?=[ux]\{)", r"\\u{5c}", text)
    text = COMMAND.sub(lambda found: (found[1] or "") + _name(found[0][-1]), text)
    return "".join(_name(c) if not (" " <= c <= "~" or c in keep) and _is_unseen(c) else c for c in text)


class _Shown:
    """A stream that prints what cannot be seen as \\u{...}.  Ends of lines stay, but no command begins behind them."""

    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        self.stream.write(safe(text, "\n\t"))
        return len(text)

    def __getattr__(self, name):
        return getattr(self.stream, name)


def guard(output=True):
    """From here on, what a script prints goes through safe(): its messages, and its OUTPUT if that is text."""
    sys.stderr = _Shown(sys.stderr)
    if output:
        sys.stdout = _Shown(sys.stdout)


def write_whole(path, data):
    """Replaces the file behind all links, and keeps mode, owner and attributes.  OSError: that is impossible."""
    target = os.path.realpath(path)
    try:
        before = os.stat(target)
    except FileNotFoundError:
        before = None
    if before is not None and stat.S_ISDIR(before.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if before is not None and before.st_nlink > 1:
        raise OSError(errno.EMLINK, "the file has other names (hard links), which would go on naming the old one", path)
    if before is not None and not stat.S_ISREG(before.st_mode):
        with open(target, "wb") as file:  # a device or a pipe
            file.write(data)
        return
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    handle, unfinished = tempfile.mkstemp(prefix=os.path.basename(target) + ".", dir=os.path.dirname(target))
    try:
        with open(handle, "wb") as file:
            file.write(data)
            if before is None:
                mask = os.umask(0)
                os.umask(mask)
                os.fchmod(handle, 0o666 & ~mask)
            else:
                made = os.fstat(handle)
                if (made.st_uid, made.st_gid) != (before.st_uid, before.st_gid):
                    os.fchown(handle, before.st_uid, before.st_gid)
                os.fchmod(handle, stat.S_IMODE(before.st_mode))
                for name in os.listxattr(target):
                    os.setxattr(handle, name, os.getxattr(target, name))
        os.replace(unfinished, target)
    except BaseException:
        os.unlink(unfinished)
        raise
