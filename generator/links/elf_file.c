/* Writes an object as an ELF file. */
#include "exports/elf_out.h"
#include "object.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_SYMBOLS = 1 + MAX_LINK_SECTIONS + MAX_LINK_SYMBOLS,
    MOST_WORDS = MAX_LINK_SECTIONS * (1 + MAX_LINK_SECTIONS) /* of groups */
};

struct writer {
    const struct link_object *object;
    struct elf_out out;
    struct text names, symbols, relocations, groups; /* contents of sections */
    uint32_t local_count, numbers[MAX_LINK_SYMBOLS]; /* that the object's symbols have in the file */
    uint32_t first; /* in the file, the number of the object's first section: groups come before it */
    char names_buffer[1 << 15], symbols_buffer[1 + MOST_SYMBOLS * sizeof(Elf64_Sym)];
    char relocations_buffer[1 + MAX_LINK_RELOCATIONS * sizeof(Elf64_Rela)], groups_buffer[1 + MOST_WORDS * 4];
};

/* --- Symbols -------------------------------------------------------------------------------------------- */

/* Adds a symbol in the section of this number.  Returns its own number. */
static uint32_t put_symbol(struct writer *writer, const struct link_symbol *symbol, uint32_t section)
{
    const size_t number = writer->symbols.length / sizeof(Elf64_Sym);
    const size_t name = symbol->name[0] != '\0' ? writer->names.length : 0;
    if (name != 0)
        gen_text_raw(&writer->names, symbol->name, strlen(symbol->name) + 1);
    gen_elf_numbers(&writer->symbols, writer->object->abi, "411288",
                    (const uint64_t[]){name, ELF64_ST_INFO((unsigned)symbol->binding, symbol->type), 0, section,
                                       symbol->at, symbol->size});
    return (uint32_t)number;
}

static void put_symbols_of(struct writer *writer, bool local)
{
    const struct link_object *const object = writer->object;
    for (uint32_t i = 0; i < object->symbol_count; i++) {
        const struct link_symbol *const symbol = &object->symbols[i];
        const bool is_here = symbol->section != NO_SECTION;
        if ((symbol->binding == STB_LOCAL) == local)
            writer->numbers[i] =
                put_symbol(writer, symbol, is_here ? (uint32_t)symbol->section + writer->first : SHN_UNDEF);
    }
}

static void put_symbols(struct writer *writer)
{
    gen_text_char(&writer->names, '\0');
    (void)put_symbol(writer, &(struct link_symbol){.name = ""}, SHN_UNDEF);
    for (uint32_t i = 0; i < writer->object->section_count; i++)
        (void)put_symbol(writer, &(struct link_symbol){.binding = STB_LOCAL, .type = STT_SECTION}, i + writer->first);
    put_symbols_of(writer, true);
    writer->local_count = (uint32_t)(writer->symbols.length / sizeof(Elf64_Sym));
    put_symbols_of(writer, false);
}

static uint32_t symbol_number(const struct writer *writer, uint32_t symbol)
{
    if (symbol >= SECTION_SYMBOL)
        return symbol - SECTION_SYMBOL + 1;
    return symbol < writer->object->symbol_count ? writer->numbers[symbol] : symbol;
}

/* --- Sections ------------------------------------------------------------------------------------------- */

/* Adds a section with what the text has from an offset on. */
static void put_section(struct writer *writer, const char *name, Elf64_Shdr header, const struct text *text, size_t from)
{
    header.sh_size = text->length - from;
    (void)gen_elf_section(&writer->out, name, header, text->begin + from);
}

static void put_contents(struct writer *writer)
{
    const struct link_object *const object = writer->object;
    for (const struct link_section *section = object->sections; section < object->sections + object->section_count;
         section++)
        (void)gen_elf_section(&writer->out, section->name,
                              (Elf64_Shdr){.sh_type = section->type,
                                           .sh_flags = section->flags | (section->group != 0 ? SHF_GROUP : 0),
                                           .sh_size = section->size,
                                           .sh_addralign = section->align},
                              object->bytes + section->offset);
}

/* Those of the object's section number SECTION, if it has any. */
static void put_relocations_of(struct writer *writer, uint32_t section, uint32_t symbols)
{
    const struct link_object *const object = writer->object;
    const size_t from = writer->relocations.length;
    char name[LINK_NAME + 8];
    for (uint32_t i = 0; i < object->relocation_count; i++) {
        const struct link_relocation *const relocation = &object->relocations[i];
        const uint64_t symbol = symbol_number(writer, relocation->symbol);
        if (relocation->section == (int)section)
            gen_elf_numbers(&writer->relocations, object->abi, "888",
                            (const uint64_t[]){relocation->at, ELF64_R_INFO(symbol, relocation->type),
                                               (uint64_t)relocation->addend});
    }
    if (writer->relocations.length == from)
        return;
    put_section(writer, SAY(name, ".rela%s", object->sections[section].name),
                (Elf64_Shdr){.sh_type = SHT_RELA,
                             .sh_flags = SHF_INFO_LINK,
                             .sh_link = symbols,
                             .sh_info = section + writer->first,
                             .sh_entsize = sizeof(Elf64_Rela),
                             .sh_addralign = 8},
                &writer->relocations, from);
}

static uint32_t signature(const struct writer *writer, const char *name)
{
    for (uint32_t i = 0; i < writer->object->symbol_count; i++)
        if (strcmp(writer->object->symbols[i].name, name) == 0)
            return writer->numbers[i];
    return 0;
}

static void put_groups(struct writer *writer, uint32_t symbols)
{
    const struct link_object *const object = writer->object;
    for (uint32_t group = 1; group <= object->group_count; group++) {
        const size_t from = writer->groups.length;
        gen_elf_numbers(&writer->groups, object->abi, "4", (const uint64_t[]){GRP_COMDAT});
        for (uint32_t i = 0; i < object->section_count; i++)
            if (object->sections[i].group == group)
                gen_elf_numbers(&writer->groups, object->abi, "4", (const uint64_t[]){i + writer->first});
        put_section(writer, ".group",
                    (Elf64_Shdr){.sh_type = SHT_GROUP,
                                 .sh_link = symbols,
                                 .sh_info = signature(writer, object->groups[group - 1]),
                                 .sh_entsize = sizeof(Elf32_Word),
                                 .sh_addralign = 4},
                    &writer->groups, from);
    }
}

size_t gen_link_write_elf(struct link_object *object, uint8_t *bytes, size_t room)
{
    static struct writer writer;
    struct text file;
    const uint32_t symbols = 1 + object->group_count + object->section_count;
    gen_text_init(&file, (char *)bytes, room);
    gen_text_init(&writer.names, writer.names_buffer, sizeof writer.names_buffer);
    gen_text_init(&writer.symbols, writer.symbols_buffer, sizeof writer.symbols_buffer);
    gen_text_init(&writer.relocations, writer.relocations_buffer, sizeof writer.relocations_buffer);
    gen_text_init(&writer.groups, writer.groups_buffer, sizeof writer.groups_buffer);
    writer.object = object;
    writer.first = 1 + object->group_count;
    gen_elf_begin(&writer.out, object->abi, ET_REL);
    put_symbols(&writer);
    put_groups(&writer, symbols);
    put_contents(&writer);
    put_section(&writer, ".symtab",
                (Elf64_Shdr){.sh_type = SHT_SYMTAB,
                             .sh_link = symbols + 1,
                             .sh_info = writer.local_count,
                             .sh_entsize = sizeof(Elf64_Sym),
                             .sh_addralign = 8},
                &writer.symbols, 0);
    put_section(&writer, ".strtab", (Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_addralign = 1}, &writer.names, 0);
    for (uint32_t i = 0; i < object->section_count; i++)
        put_relocations_of(&writer, i, symbols);
    (void)gen_elf_section(&writer.out, ".note.GNU-stack", (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_addralign = 1}, "");
    gen_elf_write(&writer.out, &file);
    if (file.full)
        object->fault = "an object is too large";
    return file.full ? 0 : file.length;
}
