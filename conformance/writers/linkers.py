"""The linkers that are asked: where each lies among the toolchains, for which ABIs, and how it reads starts."""
import os

from assemblers import ARM, TRIPLETS

# Name: folder, program and its arguments ({0} is the triplet), the ABIs, and the profile of its own assembler if that lets
# relocations of starts count from the field, where the flag says from the section (ledger: relocatable-start).
LINKERS = {
    "ld-bookworm": ("bookworm", "{0}-ld", ["amd64", *ARM], "v1"),
    "ld-trixie": ("trixie", "{0}-ld", ["amd64", *ARM], "v2"),
    "ld-forky": ("forky", "{0}-ld", ["amd64", *ARM, "s390x"], None),
    "lld-22": ("llvm-22", "ld.lld", ["amd64", *ARM, "s390x"], None),
    "lld-23": ("llvm-23", "ld.lld", ["amd64", *ARM, "s390x"], None),
    "mold-forky": ("mold-forky", "mold", ["amd64", *ARM, "s390x"], None),
    "mold-sid": ("mold-sid", "mold", ["amd64", *ARM, "s390x"], None),
    "wild": ("wild", "wild --wild-experimental-sframe", ["amd64", "aarch64"], None),
}
EMULATIONS = {"amd64": "elf_x86_64", "aarch64": "aarch64linux", "aarch64_be": "aarch64linuxb", "s390x": "elf64_s390"}


class Linker:
    """A command for each ABI: its last arguments are options, -o, the result and the objects."""

    def __init__(self, name, commands, counts_from_field=None):
        self.name, self.commands, self.counts_from_field = name, commands, counts_from_field

    def command(self, abi, options, to, objects):
        return [*self.commands[abi], *options, "-o", to, *objects]


def known(toolchains):
    """Those of the table that are there, and the names of the others."""
    found, missing = [], []
    for name, (folder, words, abis, profile) in LINKERS.items():
        commands = {}
        for abi in abis:
            program, *arguments = words.format(TRIPLETS[abi]).split()
            path = os.path.join(toolchains, folder, "bin", program)
            if os.path.exists(path):
                commands[abi] = [path, *arguments, "-m", EMULATIONS[abi]]
        if commands:
            found.append(Linker(name, commands, profile))
        else:
            missing.append(name)
    return found, missing
