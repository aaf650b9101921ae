"""The one table of assemblers and linkers: where each lies among the toolchains, and for which ABIs it writes SFrame."""
import collections
import os
import re

from common import standard

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
TRIPLETS = {"amd64": "x86_64-linux-gnu", "aarch64": "aarch64-linux-gnu", "aarch64_be": "aarch64-linux-gnu",
            "s390x": "s390x-linux-gnu"}
TARGETS = {**TRIPLETS, "aarch64_be": "aarch64_be-linux-gnu"}
ORDERS = {"aarch64_be": ["-EB"]}  # more options for GNU assemblers
EMULATIONS = {"amd64": "elf_x86_64", "aarch64": "aarch64linux", "aarch64_be": "aarch64linuxb", "s390x": "elf64_s390"}
ARM = ("aarch64", "aarch64_be")

# Its name in adapters and expectations, and in pages; the folder among the toolchains, the package there, its program and
# arguments ({0} is the triplet of tools, {1} that of what they write); the ABIs for which it writes SFrame.
Tool = collections.namedtuple("Tool", "name page folder package program abis")

ASSEMBLERS = [Tool(*row) for row in (
    ("gas-bookworm", "gas 2.40", "bookworm", "binutils", "{0}-as", ("amd64", *ARM)),
    ("gas-trixie", "gas 2.44", "trixie", "binutils", "{0}-as", ("amd64", *ARM)),
    ("gas-forky", "gas 2.47.50.20261021", "forky", "binutils", "{0}-as", ("amd64", *ARM, "s390x")),
    ("llvm-mc-22", "llvm-mc 22.1.8", "llvm-22", "llvm-22", "llvm-mc -triple={1} -filetype=obj", ("amd64",)),
    ("llvm-mc-23", "llvm-mc 23.1.4", "llvm-23", "llvm-23", "llvm-mc -triple={1} -filetype=obj", ("amd64",)),
)]
LINKERS = [Tool(*row) for row in (
    ("ld-bookworm", "ld 2.40", "bookworm", "binutils", "{0}-ld", ("amd64", *ARM)),
    ("ld-trixie", "ld 2.44", "trixie", "binutils", "{0}-ld", ("amd64", *ARM)),
    ("ld-forky", "ld 2.47.50.20261021", "forky", "binutils", "{0}-ld", ("amd64", *ARM, "s390x")),
    ("lld-22", "LLD 22.1.8", "llvm-22", "lld-22", "ld.lld", ("amd64", *ARM, "s390x")),
    ("lld-23", "LLD 23.1.4", "llvm-23", "lld-23", "ld.lld", ("amd64", *ARM, "s390x")),
    ("mold-forky", "mold 2.42.1", "mold-forky", "mold", "mold", ("amd64", "aarch64", "s390x")),
    ("mold-sid", "mold 3.0.0", "mold-sid", "mold", "mold", ("amd64", "aarch64", "s390x")),
    ("wild", "wild 0.10.0", "wild", "wild-linker", "wild --wild-experimental-sframe", ("amd64", "aarch64")),
)]
TOOLS = {tool.name: tool for tool in (*ASSEMBLERS, *LINKERS)}
# Linkers whose own assembler relocates starts relative to the field, though the flag says relative to the section
# (ledger: relocatable-start); and the profile of these objects.
STARTS_FROM_FIELD = {"ld-bookworm": "v1", "ld-trixie": "v2"}
# Profiles of objects that a linker refuses, or leaves out with a warning, as it knows another version of SFrame. It is
# asked about them all the same, because not all linkers do that well.
LEAVES_OUT = {"ld-bookworm": "v2", "ld-trixie": "v1", "ld-forky": "v1 v2 v2e2", "wild": "v1"}


def parser(description):
    """A parser of arguments with the options that scripts of this folder share."""
    made = standard.parser(description)
    made.add_argument("--build", default="build", help="where the programs of this project are")
    made.add_argument("--toolchains", default=os.path.join(ROOT, ".toolchains"))
    return made


def program_of(tool, toolchains, abi):
    """The program and its first arguments; None if it is not installed."""
    program, *arguments = tool.program.format(TRIPLETS[abi], TARGETS[abi]).split()
    path = os.path.join(toolchains, tool.folder, "bin", program)
    return [path, *arguments] if os.path.exists(path) else None


def command(tool, toolchains, abi):
    """What program_of() returns, with the options for machine and byte order."""
    words = program_of(tool, toolchains, abi)
    if tool in LINKERS:
        return words and [*words, "-m", EMULATIONS[abi]]
    return words and words + (ORDERS.get(abi, []) if tool.package == "binutils" else [])


def commands(tool, toolchains):
    """A command for each ABI for which it writes SFrame; none if it is not installed."""
    found = {abi: command(tool, toolchains, abi) for abi in tool.abis}
    return {abi: words for abi, words in found.items() if words}


def version(tool, toolchains):
    """The version of the installed package; None if it is not known."""
    try:
        with open(os.path.join(toolchains, tool.folder, "VERSIONS"), encoding="utf-8") as file:
            found = re.search(rf"^{re.escape(tool.package)} (.*)$", file.read(), re.MULTILINE)
    except FileNotFoundError:
        return None
    return found and found[1]
