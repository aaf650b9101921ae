/* Writes what was assembled as an ELF object.  Groups of sections are left out, as only linkers look at them. */
#include "bug.h"
#include "elf_out.h"

#include <string.h>

/* Sections of the unit come first in the file, in their order, behind the null section. */
static GElf_Section place_of(size_t section)
{
    return (GElf_Section)(1 + section);
}

static void put_symbols(struct elf_out *out, const struct unit *unit)
{
    for (size_t i = 0; i < unit->section_count; i++)
        elf_out_symbol(out, "",
                       (GElf_Sym){.st_info = GELF_ST_INFO(STB_LOCAL, STT_SECTION), .st_shndx = place_of(i)});
    for (size_t i = 0; i < unit->symbol_count; i++) {
        const struct symbol *const symbol = &unit->symbols[i];
        const unsigned char type = symbol->is_function ? STT_FUNC : STT_NOTYPE;
        if (symbol->section != SECTION_NONE)
            elf_out_symbol(out, symbol->name,
                           (GElf_Sym){.st_info = GELF_ST_INFO(STB_LOCAL, type),
                                      .st_shndx = place_of((size_t)symbol->section),
                                      .st_value = symbol->value,
                                      .st_size = symbol->size});
    }
}

static void put_sections(struct elf_out *out, const struct unit *unit, const struct sframe *sframe)
{
    for (size_t i = 0; i < unit->section_count; i++) {
        const struct text_section *const section = &unit->sections[i];
        const GElf_Shdr header = {
            .sh_type = SHT_PROGBITS, .sh_flags = section->flags, .sh_addralign = section->alignment};
        (void)elf_out_section(out, section->name, header, &section->code);
    }
    if (sframe == NULL)
        return;
    const GElf_Shdr header = {.sh_type = BUG(section_type_progbits) ? SHT_PROGBITS : (GElf_Word)SECTION_TYPE,
                              .sh_flags = SHF_ALLOC,
                              .sh_addralign = 8};
    const size_t own = elf_out_section(out, ".sframe", header, &sframe->bytes);
    elf_out_relocations(out, ".rela.sframe", own, &sframe->relocations);
}

bool write_object(const struct unit *unit, const struct sframe *sframe, const char *path)
{
    struct elf_out out;
    const bool begun = elf_out_begin(&out, path, unit->abi, ET_REL);
    if (begun) {
        put_symbols(&out, unit);
        put_sections(&out, unit, sframe);
        elf_out_tables(&out);
    }
    return elf_out_end(&out) && begun;
}
