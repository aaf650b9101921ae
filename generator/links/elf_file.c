/* Writes an object as an ELF file, by libelf. */
#include "object.h"

#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_NAMES = 1 << 15 };

struct names {
    char bytes[MAX_NAMES];
    size_t length;
};

struct writer {
    const struct link_object *object;
    Elf *elf;
    struct names names, section_names;
    Elf64_Sym symbols[1 + MAX_LINK_SECTIONS + MAX_LINK_SYMBOLS];
    uint32_t symbol_count, local_count;
    uint32_t numbers[MAX_LINK_SYMBOLS]; /* that the object's symbols have in the file */
    Elf64_Rela relocations[MAX_LINK_RELOCATIONS];
    Elf32_Word groups[MAX_LINK_SECTIONS][1 + MAX_LINK_SECTIONS];
    uint32_t first; /* in the file, the number of the object's first section: groups come before it */
    bool failed;
};

static uint32_t add_name(struct names *names, const char *name)
{
    const size_t size = strlen(name) + 1;
    if (names->length == 0)
        names->bytes[names->length++] = '\0';
    if (size == 1 || size > sizeof names->bytes - names->length)
        return 0;
    memcpy(names->bytes + names->length, name, size);
    names->length += size;
    return (uint32_t)(names->length - size);
}

static void put_section(struct writer *writer, const char *name, GElf_Shdr wanted, const void *bytes,
                        Elf_Type type)
{
    Elf_Scn *const section = elf_newscn(writer->elf);
    Elf_Data *const data = section == NULL ? NULL : elf_newdata(section);
    GElf_Shdr header;
    if (data == NULL || gelf_getshdr(section, &header) == NULL) {
        writer->failed = true;
        return;
    }
    /* d_buf is not const, but libelf only reads what it writes to a file. */
    memcpy(&data->d_buf, &bytes, sizeof bytes);
    data->d_size = (size_t)wanted.sh_size;
    data->d_align = (size_t)wanted.sh_addralign;
    data->d_type = type;
    wanted.sh_name = add_name(&writer->section_names, name);
    writer->failed |= gelf_update_shdr(section, &wanted) == 0;
}

/* --- Symbols -------------------------------------------------------------------------------------------- */

static void put_symbol(struct writer *writer, const Elf64_Sym *symbol)
{
    writer->symbols[writer->symbol_count++] = *symbol;
}

static void put_symbols_of(struct writer *writer, bool local)
{
    const struct link_object *const object = writer->object;
    for (uint32_t i = 0; i < object->symbol_count; i++) {
        const struct link_symbol *const symbol = &object->symbols[i];
        if ((symbol->binding == STB_LOCAL) != local)
            continue;
        writer->numbers[i] = writer->symbol_count;
        const Elf64_Sym entry = {.st_name = add_name(&writer->names, symbol->name),
                                 .st_info =
                                     (unsigned char)ELF64_ST_INFO((unsigned)symbol->binding, symbol->type),
                                 .st_shndx = symbol->section == NO_SECTION
                                                 ? SHN_UNDEF
                                                 : (Elf64_Section)((uint32_t)symbol->section + writer->first),
                                 .st_value = symbol->at,
                                 .st_size = symbol->size};
        put_symbol(writer, &entry);
    }
}

static void collect_symbols(struct writer *writer)
{
    writer->symbol_count = 0;
    put_symbol(writer, &(Elf64_Sym){0});
    for (uint32_t i = 0; i < writer->object->section_count; i++) {
        const Elf64_Sym entry = {.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION),
                                 .st_shndx = (Elf64_Section)(i + writer->first)};
        put_symbol(writer, &entry);
    }
    put_symbols_of(writer, true);
    writer->local_count = writer->symbol_count;
    put_symbols_of(writer, false);
}

static uint32_t symbol_number(const struct writer *writer, uint32_t symbol)
{
    if (symbol >= SECTION_SYMBOL)
        return symbol - SECTION_SYMBOL + 1;
    return symbol < writer->object->symbol_count ? writer->numbers[symbol] : symbol;
}

/* --- Sections ------------------------------------------------------------------------------------------- */

static void put_contents(struct writer *writer)
{
    const struct link_object *const object = writer->object;
    for (uint32_t i = 0; i < object->section_count; i++) {
        const struct link_section *const section = &object->sections[i];
        put_section(writer, section->name,
                    (GElf_Shdr){.sh_type = section->type,
                                .sh_flags = section->flags | (section->group != 0 ? SHF_GROUP : 0),
                                .sh_size = section->size,
                                .sh_addralign = section->align},
                    object->bytes + section->offset, ELF_T_BYTE);
    }
}

static void put_relocations(struct writer *writer, uint32_t symbols)
{
    const struct link_object *const object = writer->object;
    uint32_t done = 0;
    for (uint32_t i = 0; i < object->section_count; i++) {
        char name[LINK_NAME + 8];
        const uint32_t first = done;
        for (uint32_t j = 0; j < object->relocation_count; j++) {
            const struct link_relocation *const relocation = &object->relocations[j];
            if (relocation->section == (int)i)
                writer->relocations[done++] = (Elf64_Rela){
                    .r_offset = relocation->at,
                    .r_info = ELF64_R_INFO((Elf64_Xword)symbol_number(writer, relocation->symbol),
                                           relocation->type),
                    .r_addend = relocation->addend};
        }
        if (done == first)
            continue;
        (void)snprintf(name, sizeof name, ".rela%s", object->sections[i].name);
        put_section(writer, name,
                    (GElf_Shdr){.sh_type = SHT_RELA,
                                .sh_flags = SHF_INFO_LINK,
                                .sh_link = symbols,
                                .sh_info = i + writer->first,
                                .sh_size = (done - first) * sizeof *writer->relocations,
                                .sh_entsize = sizeof *writer->relocations,
                                .sh_addralign = 8},
                    writer->relocations + first, ELF_T_RELA);
    }
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
        Elf32_Word *const words = writer->groups[group - 1];
        uint32_t count = 0;
        words[count++] = GRP_COMDAT;
        for (uint32_t i = 0; i < object->section_count; i++)
            if (object->sections[i].group == group)
                words[count++] = i + writer->first;
        put_section(writer, ".group",
                    (GElf_Shdr){.sh_type = SHT_GROUP,
                                .sh_link = symbols,
                                .sh_info = signature(writer, object->groups[group - 1]),
                                .sh_size = count * sizeof(Elf32_Word),
                                .sh_entsize = sizeof(Elf32_Word),
                                .sh_addralign = 4},
                    words, ELF_T_WORD);
    }
}

/* All sections.  Groups come first, and the names of sections last. */
static void put_all(struct writer *writer)
{
    writer->first = 1 + writer->object->group_count;
    const uint32_t symbols = writer->first + writer->object->section_count;
    collect_symbols(writer);
    put_groups(writer, symbols);
    put_contents(writer);
    put_section(writer, ".symtab",
                (GElf_Shdr){.sh_type = SHT_SYMTAB,
                            .sh_link = symbols + 1,
                            .sh_info = writer->local_count,
                            .sh_size = writer->symbol_count * sizeof *writer->symbols,
                            .sh_entsize = sizeof *writer->symbols,
                            .sh_addralign = 8},
                writer->symbols, ELF_T_SYM);
    put_section(writer, ".strtab",
                (GElf_Shdr){.sh_type = SHT_STRTAB, .sh_size = writer->names.length, .sh_addralign = 1},
                writer->names.bytes, ELF_T_BYTE);
    put_relocations(writer, symbols);
    put_section(writer, ".note.GNU-stack", (GElf_Shdr){.sh_type = SHT_PROGBITS, .sh_addralign = 1}, "",
                ELF_T_BYTE);
    put_section(writer, ".shstrtab",
                (GElf_Shdr){.sh_type = SHT_STRTAB,
                            .sh_size = writer->section_names.length + sizeof ".shstrtab",
                            .sh_addralign = 1},
                writer->section_names.bytes, ELF_T_BYTE);
}

/* The names of sections stand in the last section. */
static void put_header(struct writer *writer)
{
    const enum abi abi = writer->object->abi;
    GElf_Ehdr header;
    size_t count;
    if (elf_getshdrnum(writer->elf, &count) != 0 || gelf_getehdr(writer->elf, &header) == NULL) {
        writer->failed = true;
        return;
    }
    header.e_ident[EI_DATA] = gen_abi_facts[abi].order == ORDER_BIG ? ELFDATA2MSB : ELFDATA2LSB;
    header.e_type = ET_REL;
    header.e_machine = gen_abi_facts[abi].elf_machine;
    header.e_version = EV_CURRENT;
    header.e_shstrndx = (Elf64_Half)(count - 1);
    writer->failed |= gelf_update_ehdr(writer->elf, &header) == 0;
}

static size_t read_back(FILE *file, uint8_t *bytes, size_t room)
{
    rewind(file);
    const size_t size = fread(bytes, 1, room, file);
    return ferror(file) || size == room ? 0 : size;
}

size_t gen_link_write_elf(struct link_object *object, uint8_t *bytes, size_t room)
{
    static struct writer writer;
    FILE *const file = fdopen(memfd_create("object", MFD_CLOEXEC), "w+");
    size_t size = 0;
    if (file == NULL) {
        object->fault = "cannot make a temporary file";
        return 0;
    }
    writer.object = object;
    writer.names.length = writer.section_names.length = 0;
    elf_version(EV_CURRENT);
    writer.elf = elf_begin(fileno(file), ELF_C_WRITE, NULL);
    if (writer.elf != NULL) {
        writer.failed = gelf_newehdr(writer.elf, ELFCLASS64) == 0;
        put_all(&writer);
        put_header(&writer);
        if (!writer.failed && elf_update(writer.elf, ELF_C_WRITE) >= 0)
            size = read_back(file, bytes, room);
        elf_end(writer.elf);
    }
    (void)fclose(file);
    if (size == 0)
        object->fault = "libelf does not write it";
    return size;
}
