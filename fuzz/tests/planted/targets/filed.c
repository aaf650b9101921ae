/* A target that reads ELF files of 64 bits, little-endian, and believes what they say. */
#include "law.h"
#include "memory.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { SHT_SFRAME = 0x6ffffff4, STEPS_LEAST = 1000, MEMORY_LEAST = 1 << 16, CLAIM_MOST = 1 << 26 };

struct file {
    const uint8_t *bytes;
    size_t size, count;
    Elf64_Shdr *sections;
};

static int read_sections(struct file *file)
{
    Elf64_Ehdr header;
    if (file->size < sizeof header)
        return 0;
    memcpy(&header, file->bytes, sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_shoff > file->size ||
        (file->size - header.e_shoff) / sizeof(Elf64_Shdr) < header.e_shnum)
        return 0;
    file->count = header.e_shnum;
    file->sections =
        (Elf64_Shdr *)(void *)fuzz_block(file->bytes + header.e_shoff, file->count * sizeof(Elf64_Shdr));
    return 1;
}

/* This is quadratic: for each section it looks at all sections that relocate it. */
static void relocate(const struct file *file)
{
    uint64_t steps = 0;
    for (size_t i = 0; i < file->count; i++)
        for (size_t j = 0; file->sections[i].sh_type == SHT_SFRAME && j < file->count; j++)
            steps++;
    LAW(steps <= STEPS_LEAST + file->size / 16, "%llu steps for a file of %zu bytes",
        (unsigned long long)steps, file->size);
}

/* The link of a section with relocations is not checked. */
static void follow_links(const struct file *file)
{
    for (size_t i = 1; i < file->count; i++)
        if (file->sections[i].sh_type == SHT_RELA &&
            file->sections[file->sections[i].sh_link].sh_type == SHT_GROUP)
            return;
}

/* It believes the size in a compressed section. */
static void decompress(const struct file *file)
{
    Elf64_Chdr header;
    for (size_t i = 0; i < file->count; i++) {
        const Elf64_Shdr *const section = &file->sections[i];
        if ((section->sh_flags & SHF_COMPRESSED) == 0 || section->sh_offset > file->size ||
            file->size - section->sh_offset < sizeof header)
            continue;
        memcpy(&header, file->bytes + section->sh_offset, sizeof header);
        if (header.ch_size < CLAIM_MOST) {
            void *volatile block = malloc((size_t)header.ch_size); /* volatile, or none would be allocated */
            free(block);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct file file = {.bytes = data, .size = size};
    memory_begin();
    if (read_sections(&file)) {
        relocate(&file);
        follow_links(&file);
        decompress(&file);
        free(file.sections);
    }
    const uint64_t taken = memory_end();
    LAW(taken <= MEMORY_LEAST + 4 * (uint64_t)size, "%llu bytes of memory for %zu", (unsigned long long)taken,
        size);
    return 0;
}
