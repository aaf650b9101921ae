"""The assemblers of the table in toolchains.py that are installed here."""
from conformance.writers import toolchains as table


class Assembler:
    """A command for each ABI: its last arguments are -o, the object and the source."""

    def __init__(self, name, commands):
        self.name, self.commands = name, commands

    def command(self, abi, source, to):
        return [*self.commands[abi], "-o", to, source]


def known(toolchains):
    """The assemblers that are installed, and the names of the others."""
    found = [Assembler(tool.name, table.commands(tool, toolchains)) for tool in table.ASSEMBLERS]
    return [each for each in found if each.commands], [each.name for each in found if not each.commands]
