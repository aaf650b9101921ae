"""The linkers of the table in toolchains.py that are here, as link-judge asks them."""
import toolchains as table

# The profile of a linker's own assembler, if that lets relocations of starts count from the field, where the flag says from
# the section (ledger: relocatable-start).
COUNTS_FROM_FIELD = {"ld-bookworm": "v1", "ld-trixie": "v2"}
EMULATIONS = {"amd64": "elf_x86_64", "aarch64": "aarch64linux", "aarch64_be": "aarch64linuxb", "s390x": "elf64_s390"}


class Linker:
    """A command for each ABI: its last arguments are options, -o, the result and the objects."""

    def __init__(self, name, commands, counts_from_field=None):
        self.name, self.commands, self.counts_from_field = name, commands, counts_from_field

    def command(self, abi, options, to, objects):
        return [*self.commands[abi], *options, "-o", to, *objects]


def commands_of(tool, toolchains):
    programs = {abi: table.program_of(tool, toolchains, abi) for abi in tool.abis}
    return {abi: [*words, "-m", EMULATIONS[abi]] for abi, words in programs.items() if words}


def known(toolchains):
    """Those that are there, and the names of the others."""
    found = [Linker(tool.name, commands_of(tool, toolchains), COUNTS_FROM_FIELD.get(tool.name)) for tool in table.LINKERS]
    return [each for each in found if each.commands], [each.name for each in found if not each.commands]
