/* Writes what was assembled as an ELF object. */
#include "bug.h"
#include "elf_out.h"

#include <string.h>

struct object {
    struct elf_out out;
    struct unit *unit;
    size_t *places; /* for each section of the unit, its index in the file */
    size_t group_count;
    struct elf_group {
        const char *name;
        struct bytes words;
    } * group;
    size_t group_room;
};

/* --- Groups --------------------------------------------------------------------------------------------- */

static void put_word(struct elf_group *group, uint32_t word)
{
    put_bytes(&group->words, &word, sizeof word);
}

/* Finds or adds a group.  All are added before other sections get numbers: groups come first in the file. */
static struct elf_group *group_of(struct object *object, const char *name)
{
    for (size_t i = 0; i < object->group_count; i++)
        if (strcmp(object->group[i].name, name) == 0)
            return &object->group[i];
    object->group = grown(object->group, object->group_count, &object->group_room, sizeof *object->group);
    struct elf_group *const group = &object->group[object->group_count++];
    *group = (struct elf_group){.name = name};
    put_word(group, GRP_COMDAT);
    return group;
}

static void plan_groups(struct object *object)
{
    const struct unit *const unit = object->unit;
    for (size_t i = 0; i < unit->section_count; i++)
        if (unit->sections[i].group != NULL)
            (void)group_of(object, unit->sections[i].group);
    for (size_t i = 0; i < unit->section_count; i++) {
        object->places[i] = 1 + object->group_count + i;
        if (unit->sections[i].group != NULL)
            put_word(group_of(object, unit->sections[i].group), (uint32_t)object->places[i]);
    }
}

/* The symbol that identifies a group. */
static size_t signature_of(const struct unit *unit, const char *name)
{
    for (size_t i = 0; i < unit->symbol_count; i++)
        if (strcmp(unit->symbols[i].name, name) == 0)
            return unit->symbols[i].number;
    return 0;
}

static void put_groups(struct object *object)
{
    for (size_t i = 0; i < object->group_count; i++) {
        const GElf_Shdr header = {.sh_type = SHT_GROUP,
                                  .sh_entsize = 4,
                                  .sh_addralign = 4,
                                  .sh_info = (GElf_Word)signature_of(object->unit, object->group[i].name)};
        (void)elf_out_section(&object->out, ".group", header, &object->group[i].words);
    }
}

/* --- Symbols and sections ------------------------------------------------------------------------------- */

static void put_symbols(struct object *object)
{
    const struct unit *const unit = object->unit;
    for (size_t i = 0; i < unit->section_count; i++)
        (void)elf_out_symbol(&object->out, "",
                             (GElf_Sym){.st_info = GELF_ST_INFO(STB_LOCAL, STT_SECTION),
                                        .st_shndx = (GElf_Section)object->places[i]});
    for (int outside = 0; outside < 2; outside++) /* local symbols come first */
        for (size_t i = 0; i < unit->symbol_count; i++) {
            struct symbol *const symbol = &unit->symbols[i];
            if ((symbol->section == SECTION_NONE) != outside)
                continue;
            const unsigned binding = outside ? STB_GLOBAL : STB_LOCAL;
            symbol->number = elf_out_symbol(
                &object->out, symbol->name,
                (GElf_Sym){.st_info = (unsigned char)GELF_ST_INFO(binding, symbol->is_function ? STT_FUNC
                                                                                               : STT_NOTYPE),
                           .st_shndx = (GElf_Section)(outside != 0 ? SHN_UNDEF : object->places[symbol->section]),
                           .st_value = symbol->value,
                           .st_size = symbol->size});
        }
}

static void put_sections(struct object *object)
{
    const struct unit *const unit = object->unit;
    for (size_t i = 0; i < unit->section_count; i++) {
        const struct text_section *const section = &unit->sections[i];
        const GElf_Shdr header = {
            .sh_type = SHT_PROGBITS, .sh_flags = section->flags, .sh_addralign = section->alignment};
        (void)elf_out_section(&object->out, section->name, header, &section->code);
    }
}

static void put_sframe(struct object *object, const struct sframe *sframe)
{
    const GElf_Shdr header = {.sh_type = BUG(section_type_progbits) ? SHT_PROGBITS : (GElf_Word)SECTION_TYPE,
                              .sh_flags = SHF_ALLOC,
                              .sh_addralign = 8};
    const size_t own = elf_out_section(&object->out, ".sframe", header, &sframe->bytes);
    elf_out_relocations(&object->out, ".rela.sframe", own, &sframe->relocations);
}

bool write_object(struct unit *unit, const struct sframe *sframe, const char *path)
{
    struct object object = {.unit = unit};
    object.places = zeroed(unit->section_count, sizeof *object.places);
    const bool begun = elf_out_begin(&object.out, path, unit->abi, ET_REL);
    if (begun) {
        plan_groups(&object);
        put_symbols(&object);
        put_groups(&object);
        put_sections(&object);
        if (sframe != NULL)
            put_sframe(&object, sframe);
        elf_out_tables(&object.out);
    }
    return elf_out_end(&object.out) && begun;
}
