"""What is compiled here for each target, and what sframe-crosscheck, sframe-convert and the oracle say of it."""
import json
import os
import pathlib
import struct
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
CROSSCHECK, CONVERT, MEASURE, REF = (str(BUILD / f"sframe-{name}") for name in ("crosscheck", "convert", "measure", "ref"))
CENSUS = str(ROOT / "corpus" / "census" / "sframe-census")
ODD = str(ROOT / "corpus" / "tests" / "odd.s")
CODE = str(ROOT / "corpus" / "tests" / "code.c")
PROFILES = ["v1", "v2", "v2e1", "v2e2", "v3"]
# Binaries of this machine, where it has them.
SYSTEM = ["/bin/bash", "/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
          "/usr/aarch64-linux-gnu/lib/libc.so.6", "/usr/s390x-linux-gnu/lib/libc.so.6", CROSSCHECK, REF]

# Name: compiler prefix, flags, linker's flags.
TARGETS = {
    "amd64": ("", ["-O2"], []),
    "amd64-fp": ("", ["-O0"], []),
    "aarch64": ("aarch64-linux-gnu-", ["-O2"], []),
    "aarch64-pac": ("aarch64-linux-gnu-", ["-O2", "-mbranch-protection=pac-ret+leaf+b-key"], []),
    "aarch64-big": ("aarch64-linux-gnu-", ["-O2", "-mbig-endian"], ["-EB", "-maarch64linuxb"]),
    "s390x": ("s390x-linux-gnu-", ["-O2"], []),
    "s390x-fp": ("s390x-linux-gnu-", ["-O0"], []),
}


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def must(*command):
    done = run(*command)
    assert done.returncode == 0, done.stderr
    return done.stdout


def records(*arguments):
    done = run(CROSSCHECK, "--json", *arguments)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def with_section(target, profile, change=None):
    """The shared object with the section that its CFI converts to, changed by CHANGE."""
    folder = target["folder"]
    raw, out = str(folder / "raw.sframe"), str(folder / f"{profile}.so")
    done = run(CONVERT, "--json", "-p", profile, "-o", raw, target["shared"])
    assert done.returncode in (0, 1), done.stderr
    address = json.loads(done.stdout)["converted"]["address"]
    section = bytearray(pathlib.Path(raw).read_bytes())
    if change:
        change(section)
        pathlib.Path(raw).write_bytes(section)
    must(target["prefix"] + "objcopy", "--add-section", f".sframe={raw}", "--change-section-address",
         f".sframe={address}", target["shared"], out)
    return out


def rows_of(path):
    """Rows by libdw, function by function."""
    functions = [json.loads(line) for line in must(CROSSCHECK, "--cfi", path).splitlines()]
    assert functions
    return {int(function["start"], 16): function for function in functions}


class Section:
    """The places of one section, to change them."""

    def __init__(self, section):
        self.order = "<" if section[0] == 0xE2 else ">"
        self.v3 = section[2] == 3
        self.count, _, _, _, freoff = struct.unpack_from(self.order + "5I", section, 8)
        self.entries = [28 + index * (16 if self.v3 else 20) for index in range(self.count)]
        self.rows = 28 + freoff
        self.bytes = section

    def attribute(self, index):
        return self.rows + struct.unpack_from(self.order + "I", self.bytes, self.entries[index] + 12)[0]

    def info(self, index):
        return self.attribute(index) + 2 if self.v3 else self.entries[index] + 16

    def each_row(self):
        """Offset of the info byte, count of words, their size, which row of how many, whether flexible."""
        for index, entry in enumerate(self.entries):
            start_width = 1 << (self.bytes[self.info(index)] & 0xF)
            flexible = False
            if self.v3:
                at = self.attribute(index)
                flexible = self.bytes[at + 3] == 1
                count = struct.unpack_from(self.order + "H", self.bytes, at)[0]
                at += 5
            else:
                at, count = struct.unpack_from(self.order + "2I", self.bytes, entry + 8)
                at += self.rows
            for number in range(count):
                info = self.bytes[at + start_width]
                words, size = info >> 1 & 15, 1 << (info >> 5 & 3)
                yield at + start_width, words, size, number, count, flexible
                at += start_width + 1 + words * size

    def word(self, info, size, word, signed):
        at = info + 1 + word * size
        order = "big" if self.order == ">" else "little"
        return int.from_bytes(self.bytes[at:at + size], order, signed=signed)

    def last_byte_of_word(self, info, size, word):
        return info + 1 + word * size + (size - 1 if self.order == ">" else 0)
