"""What is compiled here for each target, and what sframe-crosscheck, sframe-convert and the oracle say of it."""
import json
import os
import pathlib
import re

from common.commands import must, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
CROSSCHECK, CONVERT, MEASURE, REF, GENERATOR = (str(BUILD / f"sframe-{name}") for name in
                                                ("crosscheck", "convert", "measure", "ref", "gen"))
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


def limited(megabytes, path, *command):
    """Runs COMMAND on the file PATH, with as much memory as MEGABYTES and four times the file's size."""
    kilobytes = (megabytes << 10) + 4 * os.path.getsize(path) // 1024
    return run("sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh", *command, path)


def steps(done):
    """Steps of work, as --cost prints them: how many were used, how many the budget has."""
    return tuple(map(int, re.search(r"(\d+) of (\d+) steps of work", done.stderr).groups()))


def records(*arguments):
    done = run(CROSSCHECK, "--json", *arguments)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def converted(target, profile):
    """The section that sframe-convert makes of the target's shared object: its file, its address, and its notation."""
    raw = str(target["folder"] / "raw.sframe")
    done = run(CONVERT, "--json", "-p", profile, "-o", raw, target["shared"])
    assert done.returncode in (0, 1), done.stderr
    address = json.loads(done.stdout)["converted"]["address"]
    return raw, address, must(REF, "dump", "--notation", "--profile", profile, "--address", address, raw)


def with_section(target, profile, *change):
    """The shared object with the section that its CFI converts to.  CHANGE: a pattern and what replaces its first match
    in the section's notation."""
    raw, address, text = converted(target, profile)
    out = str(target["folder"] / f"{profile}.so")
    if change:
        changed = re.sub(*change, text, count=1)
        made = run(GENERATOR, "make", "-", "-o", raw, input=changed)
        assert changed != text and made.returncode == 0, made.stderr
    must(target["prefix"] + "objcopy", "--add-section", f".sframe={raw}", "--change-section-address",
         f".sframe={address}", target["shared"], out)
    return out


def rows_of(path):
    """Rows by libdw, function by function."""
    functions = [json.loads(line) for line in must(CROSSCHECK, "--cfi", path).splitlines()]
    assert functions
    return {int(function["start"], 16): function for function in functions}
