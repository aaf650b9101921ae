/* Each section in an ELF file of its own, for tools that read nothing else: e_machine and byte order of
 * the ABI, a section .sframe of the type that its profile gives, mapped by a loaded segment and named by a
 * PT_GNU_SFRAME one.  Nothing else is in the file: the section describes functions that the file does not
 * hold. */
#include "exports.h"

#include <gelf.h>
#include <string.h>

enum {
    SECTION_TYPE = 0x6ffffff4, /* SHT_GNU_SFRAME, which many elf.h lack */
    SEGMENT_TYPE = 0x6474e554, /* PT_GNU_SFRAME */
    ELF_HEADER_SIZE = 64,
    DATA_OFFSET = 0x100, /* behind the ELF header and two program headers */
    PAGE = 16,           /* offset and address are the same modulo this */
};

static const char names[] = "\0.sframe\0.shstrtab";

/* The section type came with the first erratum of version 2; before it, ordinary contents. */
static uint32_t section_type(enum profile profile)
{
    return gen_profile_facts[profile].has_section_type ? SECTION_TYPE : SHT_PROGBITS;
}

static bool write_elf_header(Elf *elf, const struct vector *vector)
{
    GElf_Ehdr header;
    if (gelf_newehdr(elf, ELFCLASS64) == 0 || gelf_getehdr(elf, &header) == NULL)
        return false;
    header.e_ident[EI_DATA] = gen_abi_facts[vector->abi].order == ORDER_BIG ? ELFDATA2MSB : ELFDATA2LSB;
    header.e_type = ET_DYN;
    header.e_machine = gen_abi_facts[vector->abi].elf_machine;
    header.e_version = EV_CURRENT;
    header.e_phoff = ELF_HEADER_SIZE;
    header.e_shstrndx = 2;
    return gelf_update_ehdr(elf, &header) != 0;
}

static bool write_contents(Elf *elf, GElf_Shdr *wanted, const void *bytes)
{
    Elf_Scn *section = elf_newscn(elf);
    Elf_Data *data = section == NULL ? NULL : elf_newdata(section);
    GElf_Shdr header;
    if (data == NULL || gelf_getshdr(section, &header) == NULL)
        return false;
    /* d_buf is not const, but libelf only reads what it writes to a file. */
    memcpy(&data->d_buf, &bytes, sizeof bytes);
    data->d_size = (size_t)wanted->sh_size;
    data->d_align = 1;
    data->d_type = ELF_T_BYTE;
    wanted->sh_addralign = 1;
    return gelf_update_shdr(section, wanted) != 0;
}

static bool write_segments(Elf *elf, const GElf_Shdr *section)
{
    static const uint32_t types[] = {PT_LOAD, SEGMENT_TYPE};
    if (gelf_newphdr(elf, sizeof types / sizeof *types) == 0)
        return false;
    for (int i = 0; i < (int)(sizeof types / sizeof *types); i++) {
        GElf_Phdr segment = {
            .p_type = types[i],
            .p_flags = PF_R,
            .p_offset = section->sh_offset,
            .p_vaddr = section->sh_addr,
            .p_paddr = section->sh_addr,
            .p_filesz = section->sh_size,
            .p_memsz = section->sh_size,
            .p_align = types[i] == PT_LOAD ? PAGE : 1,
        };
        if (gelf_update_phdr(elf, i, &segment) == 0)
            return false;
    }
    return true;
}

/* We lay out the file, and not libelf: so the section's offset agrees with its address, as loaders demand. */
static bool write_elf(Elf *elf, const struct vector *vector)
{
    GElf_Shdr section = {
        .sh_name = 1,
        .sh_type = section_type(vector->profile),
        .sh_flags = SHF_ALLOC,
        .sh_addr = vector->address,
        .sh_offset = DATA_OFFSET + vector->address % PAGE,
        .sh_size = vector->length,
    };
    GElf_Shdr strings = {
        .sh_name = 9,
        .sh_type = SHT_STRTAB,
        .sh_offset = section.sh_offset + section.sh_size,
        .sh_size = sizeof names,
    };
    elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT);
    GElf_Ehdr header;
    if (!write_elf_header(elf, vector) || !write_segments(elf, &section) ||
        !write_contents(elf, &section, gen_vector_bytes(vector)) || !write_contents(elf, &strings, names) ||
        gelf_getehdr(elf, &header) == NULL)
        return false;
    header.e_shoff = (strings.sh_offset + strings.sh_size + 7) & ~(GElf_Off)7;
    return gelf_update_ehdr(elf, &header) != 0 && elf_update(elf, ELF_C_WRITE) >= 0;
}

const char *gen_write_elf(FILE *file, const struct vector *vector)
{
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fileno(file), ELF_C_WRITE, NULL);
    const char *const trouble = elf != NULL && write_elf(elf, vector) ? NULL : elf_errmsg(-1);
    elf_end(elf);
    return trouble;
}

bool gen_export_elf_take(struct sink *sink, const struct vector *vector)
{
    struct export *export = (struct export *)sink;
    FILE *file = gen_outlet_file(&export->outlet, vector->id, ".elf");
    if (file == NULL)
        return false;
    const char *const trouble = gen_write_elf(file, vector);
    if (trouble != NULL)
        snprintf(export->outlet.trouble, sizeof export->outlet.trouble, "cannot write %s.elf: %s", vector->id,
                 trouble);
    if (!gen_outlet_close_file(&export->outlet, file, vector->id) || trouble != NULL)
        return false;
    file = gen_outlet_file(&export->outlet, vector->id, ".json");
    if (file == NULL)
        return false;
    gen_write_line(file, vector);
    return gen_outlet_close_file(&export->outlet, file, vector->id);
}
