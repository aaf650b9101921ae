"""The .sframe sections of an ELF file, as they would lie in memory."""
import collections

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

PT_GNU_SFRAME = 0x6474E554
SHF_ALLOC = 2
PCREL = 4  # the flag in the preamble's fourth byte
RELATIVE = {  # relocation types that give S + A - P, and how many bytes they write
    "EM_X86_64": {2: 4, 24: 8}, "EM_AARCH64": {261: 4, 260: 8}, "EM_S390": {5: 4, 23: 8},
}
TYPES = {"SHT_PROGBITS": "PROGBITS", "SHT_GNU_SFRAME": "GNU_SFRAME", 0x6FFFFFF4: "GNU_SFRAME"}
PLTS = (".plt", ".plt.sec", ".plt.got", ".iplt")
NOTHING = {"EM_X86_64": (0,), "EM_AARCH64": (0, 256), "EM_S390": (0,)}

# `file` is what the file says of the section, by the names that sidecars have.
Section = collections.namedtuple("Section", "bytes address file")


def addresses(elf):
    """The address of each section. An object has none, so its loaded sections are laid out from 0 on, in order."""
    if elf["e_type"] != "ET_REL":
        return [section["sh_addr"] for section in elf.iter_sections()]
    found, end = [], 0
    for section in elf.iter_sections():
        if not section["sh_flags"] & SHF_ALLOC:
            found.append(0)
            continue
        alignment = max(section["sh_addralign"], 1)
        found.append(-(-end // alignment) * alignment)
        end = found[-1] + section["sh_size"]
    return found


def relocated(elf, index, where):
    """The section's bytes with its relocations applied. Without flag PCREL starts count from the section, but the
    relocations that assemblers write there still count from the field."""
    section = elf.get_section(index)
    data = bytearray(section.data())
    order = "little" if elf.little_endian else "big"
    for table in elf.iter_sections():
        if table["sh_type"] != "SHT_RELA" or table["sh_info"] != index:
            continue
        symbols = elf.get_section(table["sh_link"])
        for entry in table.iter_relocations():
            if entry["r_info_type"] in NOTHING[elf["e_machine"]]:
                continue
            width = RELATIVE[elf["e_machine"]].get(entry["r_info_type"])
            if width is None:
                raise ValueError(f"relocation of type {entry['r_info_type']}")
            symbol = symbols.get_symbol(entry["r_info_sym"])
            if not isinstance(symbol["st_shndx"], int):
                raise ValueError(f"relocation to {symbol['st_shndx']}")
            place = where[index] + (entry["r_offset"] if data[3] & PCREL else 0)
            value = where[symbol["st_shndx"]] + symbol["st_value"] + entry["r_addend"] - place
            data[entry["r_offset"]:entry["r_offset"] + width] = (value % (1 << 8 * width)).to_bytes(width, order)
    return bytes(data)


def facts(elf, section):
    """What the file around a section says of it, and where the PLTs lie that it might describe."""
    segments = [segment for segment in elf.iter_segments() if segment["p_type"] in (PT_GNU_SFRAME, "PT_GNU_SFRAME")]
    return {
        "type": TYPES.get(section["sh_type"], section["sh_type"]), "flags": hex(section["sh_flags"]),
        "alignment": section["sh_addralign"], "relocated": elf["e_type"] == "ET_REL",
        "segments": [{"address": hex(each["p_vaddr"]), "size": each["p_memsz"]} for each in segments],
        "plt": [{"name": each.name, "address": hex(each["sh_addr"]), "size": each["sh_size"]}
                for each in elf.iter_sections() if each.name in PLTS and each["sh_size"]],
    }


def read(path):
    """All .sframe sections; ValueError if the file is not what a producer should have written."""
    try:
        with open(path, "rb") as file:
            elf = ELFFile(file)
            where = addresses(elf)
            return [Section(relocated(elf, index, where), where[index], facts(elf, section))
                    for index, section in enumerate(elf.iter_sections()) if section.name == ".sframe"]
    except ELFError as error:
        raise ValueError(f"not an ELF file that can be read: {error}") from error
