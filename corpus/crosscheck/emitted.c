#include "emitted.h"

enum { RELOCATION_WORK = 8 };

/* TARGET is what the relocation at PLACE names.  Whether the start counts from its field or from the section,
 * it is right if it leads to the function, or if it gives what the field has. */
static enum emitted judge(const struct sfr_section *section, uint64_t place, uint64_t target)
{
    const uint8_t entry_size = sfr_text_facts(section->profile)->entry_size;
    const uint64_t offset = place - section->address;
    struct sfr_function function;
    struct sfr_violation fault;
    if (offset < section->fdes || offset >= section->fdes_end || (offset - section->fdes) % entry_size != 0)
        return EMITTED_ELSEWHERE;
    (void)sfr_function(section, (uint32_t)((offset - section->fdes) / entry_size), &function, &fault);
    return target == function.start || target - place == (uint64_t)function.start_field ? EMITTED_RIGHT
                                                                                        : EMITTED_OF_OTHER;
}

/* False: too little is left. */
static bool judge_all(struct file *file, size_t holder, const struct sfr_section *section,
                      enum emitted *found, uint64_t *where)
{
    const GElf_Shdr *const header = &file->view.sections[holder].header;
    Elf_Data *data, *symbols = NULL;
    GElf_Rela relocation;
    GElf_Sym symbol;
    if (header->sh_type != SHT_RELA || header->sh_link >= file->view.section_count)
        return true;
    if (!tool_elf_data(&file->view, holder, &data) || !tool_elf_data(&file->view, header->sh_link, &symbols))
        return false;
    for (int i = 0; *found == EMITTED_RIGHT && data != NULL && gelf_getrela(data, i, &relocation) != NULL;
         i++) {
        if (!tool_input_spend(&file->input, RESOURCE_WORK, RELOCATION_WORK))
            return false;
        if (GELF_R_TYPE(relocation.r_info) == 0 || symbols == NULL ||
            gelf_getsym(symbols, (int)GELF_R_SYM(relocation.r_info), &symbol) == NULL)
            continue;
        *found = judge(section, relocation.r_offset, symbol.st_value + (uint64_t)relocation.r_addend);
        *where = relocation.r_offset;
    }
    return true;
}

bool cfi_look_at_emitted(struct file *file, size_t number, enum emitted *found, uint64_t *where)
{
    const struct source *const source = &file->input.sources[number];
    *found = EMITTED_RIGHT;
    if (!source->container.linked || !source->container.section_header || file->sections[number].malformed)
        return true;
    for (size_t i = file->view.sections[source->index].relocations; i != 0;
         i = file->view.sections[i].next_relocations)
        if ((file->view.sections[i].header.sh_flags & SHF_ALLOC) == 0 &&
            !judge_all(file, i, &file->sections[number], found, where))
            return false;
    return true;
}
