/* A section in an ELF file of its own, for tools that read nothing else: machine and byte order of the ABI, a section
 * .sframe of the type that its profile gives, mapped by a loaded segment and named by a PT_GNU_SFRAME one.  Nothing
 * else is in the file: the section describes functions that the file does not hold. */
#include "elf_out.h"
#include "exports.h"

enum {
    SECTION_TYPE = 0x6ffffff4, /* SHT_GNU_SFRAME, which many elf.h lack */
    SEGMENT_TYPE = 0x6474e554, /* PT_GNU_SFRAME */
    DATA_OFFSET = 0x100,       /* behind the ELF header and two program headers */
    PAGE = 16,                 /* offset and address are the same modulo this, as loaders demand */
};

static void add_segment(struct elf_out *out, const Elf64_Shdr *section, uint32_t type, uint64_t align)
{
    out->segments[out->segment_count++] = (Elf64_Phdr){.p_type = type,
                                                       .p_flags = PF_R,
                                                       .p_offset = section->sh_offset,
                                                       .p_vaddr = section->sh_addr,
                                                       .p_paddr = section->sh_addr,
                                                       .p_filesz = section->sh_size,
                                                       .p_memsz = section->sh_size,
                                                       .p_align = align};
}

void gen_write_elf(struct text *text, const struct vector *vector)
{
    static struct elf_out out;
    /* The section type came with the first erratum of version 2; before it, ordinary contents. */
    const bool has_type = gen_profile_facts[vector->profile].has_section_type;
    const Elf64_Shdr section = {.sh_type = has_type ? SECTION_TYPE : SHT_PROGBITS,
                                .sh_flags = SHF_ALLOC,
                                .sh_addr = vector->address,
                                .sh_offset = DATA_OFFSET + vector->address % PAGE,
                                .sh_size = vector->length,
                                .sh_addralign = 1};
    gen_elf_begin(&out, vector->abi, ET_DYN);
    add_segment(&out, &section, PT_LOAD, PAGE);
    add_segment(&out, &section, SEGMENT_TYPE, 1);
    (void)gen_elf_section(&out, ".sframe", section, gen_vector_bytes(vector));
    gen_elf_write(&out, text);
}
