"""Finds where a process crashed: the functions of its own file, from the offsets that crash_place.c prints."""
import bisect
import functools
import re

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

TOOLCHAIN = re.compile(r"(\S*toolchains/[^/ ]+)/bin/")
SECRET = "(static)"
LINE = re.compile(r"^crashed at:((?: \S+\+0x[0-9a-f]+)+)$", re.MULTILINE)
FRAME = re.compile(r"(\S+)\+0x([0-9a-f]+)")
ASSERTION = re.compile(r": ([\w.]+): Assertion `(.*)' failed\.$", re.MULTILINE)
PANIC = re.compile(r"panicked at ([^:]+:\d+):\d+:\n(.*)")
SANITIZER = re.compile(r"^(?:SUMMARY: \w+: (\S+)|\S+: runtime error: (.*))", re.MULTILINE)
OURS = ("__wrap", "print_place", "__asan_", "access_of", "raise", "gsignal", "__pthread_kill")  # adapters add them


@functools.cache
def functions_of(path, table):
    """The functions in a file's .symtab or .dynsym: beginnings, ends and names, sorted; empty if it has none."""
    try:
        with open(path, "rb") as file:
            symbols = ELFFile(file).get_section_by_name(table)
            return sorted((symbol["st_value"], symbol["st_value"] + symbol["st_size"], symbol.name)
                          for symbol in symbols.iter_symbols()
                          if symbol["st_info"]["type"] == "STT_FUNC") if symbols else []
    except (OSError, ELFError):
        return []


def name_at(path, table, offset):
    """The function at this offset; None if there is none."""
    functions = functions_of(path, table)
    at = bisect.bisect_right(functions, (offset, 1 << 64, "")) - 1
    return functions[at][2].partition(".")[0] if at >= 0 and offset < functions[at][1] else None


class Place:
    """What standard error says about a crash, or nothing."""

    def __init__(self, stderr, command):
        assertion, panic = ASSERTION.search(stderr), PANIC.search(stderr)
        self.assertion = f"{assertion[1]}: {assertion[2]}" if assertion else None
        # The part of a source file's path behind the folder of all crates: the crate, and the file in it.
        self.panic = f"{panic[1].rpartition('/vendor/')[2]}: {re.sub(r'[0-9]+', 'N', panic[2])}" if panic else None
        line = LINE.search(stderr)
        self.frames = [(name, int(offset, 16)) for name, offset in FRAME.findall(line[1])] if line else []
        # The program may follow an emulator's name.  With dump.py the last word is not the program that crashed.
        program = ([""] + command.split())[-1] if "dump.py" not in command else ""
        own = program.rpartition("/")[2]
        # Frames behind the first are return addresses: the byte before is in the function that called.
        named = [name_at(program, ".symtab", offset - (number > 0)) for number, (name, offset) in enumerate(self.frames)
                 if name == own]
        self.functions = [name for name in named if name and not name.startswith(OURS)]
        self.functions = self.functions or self.of_library(TOOLCHAIN.search(command))

    def of_library(self, root):
        """The functions of libsframe in which a tool of a toolchain crashed; SECRET for one without a name."""
        inside = [(number, name, offset) for number, (name, offset) in enumerate(self.frames)
                  if name.startswith("libsframe.so")] if root else []
        return [name_at(f"{root[1]}/usr/lib/x86_64-linux-gnu/{name}", ".dynsym", offset - (number > 0)) or SECRET
                for number, name, offset in inside]

    @property
    def function(self):
        """The innermost function of the program itself."""
        return self.functions[0] if self.functions else None

    def __str__(self):
        # The C library comes from another package, and the fence is ours: both move by themselves.
        own = [frame for frame in self.frames if not frame[0].startswith(("libc.so", "fence.so"))] or self.frames
        at = " ".join(f"{name}+{offset:#x}" for name, offset in own[:2])
        return self.assertion or self.panic or self.function or at or "somewhere"
