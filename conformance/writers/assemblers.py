"""The assemblers that are asked: where each lies among the toolchains, and for which ABIs it writes SFrame."""
import os

TRIPLETS = {"amd64": "x86_64-linux-gnu", "aarch64": "aarch64-linux-gnu", "aarch64_be": "aarch64-linux-gnu",
            "s390x": "s390x-linux-gnu"}
ARM = ["aarch64", "aarch64_be"]

# Name: folder, program and its arguments ({0} is the triplet), the ABIs.
ASSEMBLERS = {
    "gas-bookworm": ("bookworm", "{0}-as", ["amd64", *ARM]),
    "gas-trixie": ("trixie", "{0}-as", ["amd64", *ARM]),
    "gas-forky": ("forky", "{0}-as", ["amd64", *ARM, "s390x"]),
    "llvm-mc-22": ("llvm-22", "llvm-mc -triple={0} -filetype=obj", ["amd64"]),
    "llvm-mc-23": ("llvm-23", "llvm-mc -triple={0} -filetype=obj", ["amd64"]),
}
ORDERS = {"aarch64_be": ["-EB"]}  # more arguments, for gas


class Assembler:
    """A command for each ABI: its last arguments are -o, the object and the source."""

    def __init__(self, name, commands):
        self.name, self.commands = name, commands

    def command(self, abi, source, to):
        return [*self.commands[abi], "-o", to, source]


def known(toolchains):
    """Those of the table that are there, and the names of the others."""
    found, missing = [], []
    for name, (folder, words, abis) in ASSEMBLERS.items():
        commands = {}
        for abi in abis:
            program, *arguments = words.format(TRIPLETS[abi]).split()
            path = os.path.join(toolchains, folder, "bin", program)
            if os.path.exists(path):
                commands[abi] = [path, *arguments, *ORDERS.get(abi, [])]
        if commands:
            found.append(Assembler(name, commands))
        else:
            missing.append(name)
    return found, missing
