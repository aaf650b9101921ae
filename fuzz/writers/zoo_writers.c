#include "zoo_writers.h"

#include "law.h"

#include "linker.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* --- Files in memory ------------------------------------------------------------------------------------ */

enum { PATH_SIZE = 40 };

struct memory_file {
    int file;
    char path[PATH_SIZE];
};

static void memory_open(struct memory_file *memory)
{
    memory->file = memfd_create("zoo", MFD_CLOEXEC);
    LAW(memory->file >= 0, "no file in memory can be made");
    (void)snprintf(memory->path, sizeof memory->path, "/proc/self/fd/%d", memory->file);
}

static void memory_fill(const struct memory_file *memory, const struct zoo_file *from)
{
    for (size_t at = 0; at < from->size;) {
        const ssize_t written = pwrite(memory->file, from->bytes + at, from->size - at, (off_t)at);
        LAW(written > 0, "a file in memory cannot be written");
        at += (size_t)written;
    }
}

static void memory_take(const struct memory_file *memory, struct zoo_file *to)
{
    const off_t end = lseek(memory->file, 0, SEEK_END);
    LAW(end >= 0, "a file in memory has no size");
    to->size = (size_t)end;
    to->bytes = malloc(to->size + 1);
    LAW(to->bytes != NULL, "out of memory for a file of %zu bytes", to->size);
    for (size_t at = 0; at < to->size;) {
        const ssize_t got = pread(memory->file, to->bytes + at, to->size - at, (off_t)at);
        LAW(got > 0, "a file in memory cannot be read");
        at += (size_t)got;
    }
}

/* --- The assembler -------------------------------------------------------------------------------------- */

static void write_and_take(const struct unit *unit, const struct sframe *sframe, struct zoo_file *object)
{
    struct memory_file memory;
    memory_open(&memory);
    LAW(write_object(unit, sframe, memory.path), "the assembler cannot write its object");
    memory_take(&memory, object);
    (void)close(memory.file);
}

bool zoo_assemble(const char *abi, unsigned version, const char *text, size_t length, bool *refused,
                  size_t functions, struct zoo_file *object)
{
    struct unit unit = {
        .path = "", .abi = abi_of_name(abi), .version = version_of(version), .is_quiet = true};
    struct sframe sframe = {.count = 0};
    char *const copy = (char *)fuzz_block((const uint8_t *)text, length);
    FILE *const file = fmemopen(copy, length, "r");
    LAW(file != NULL && unit.abi != NULL && unit.version != NULL, "the assembler cannot be asked");
    if (file != NULL) {
        assemble_text(&unit, file);
        (void)fclose(file);
    }
    free(copy);
    const bool has_sframe = make_sframe(&unit, &sframe);
    const bool all = unit.function_count == functions;
    for (size_t i = 0; all && i < functions; i++)
        refused[i] = unit.functions[i].refused;
    write_and_take(&unit, has_sframe ? &sframe : NULL, object);
    free_sframe(&sframe);
    free_unit(&unit);
    return all;
}

/* --- The linker ----------------------------------------------------------------------------------------- */

static void take_words(struct linker *linker, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count;) {
        const int taken = link_take_option(linker, &words[i], (int)(count - i));
        LAW(taken > 0, "the linker does not know the option %s", words[i]);
        i += (size_t)taken;
    }
}

void zoo_link(const struct zoo_file *objects, size_t count, const char *const *words, size_t word_count,
              struct zoo_file *result)
{
    struct memory_file inputs[ZOO_OBJECTS], output;
    char *paths[ZOO_OBJECTS];
    struct linker linker = {.abi = NULL};
    LAW(count <= ZOO_OBJECTS, "more objects than there is room for");
    for (size_t i = 0; i < count; i++) {
        memory_open(&inputs[i]);
        memory_fill(&inputs[i], &objects[i]);
        paths[i] = inputs[i].path;
    }
    memory_open(&output);
    linker.output = output.path;
    take_words(&linker, words, word_count);
    *result = (struct zoo_file){.bytes = NULL};
    if (link_all(&linker, paths, (int)count))
        memory_take(&output, result);
    link_free(&linker);
    (void)close(output.file);
    for (size_t i = 0; i < count; i++)
        (void)close(inputs[i].file);
}

void zoo_part_of(const struct zoo_file *object, unsigned number, uint32_t *begin, uint32_t *size)
{
    Elf *const elf = elf_memory((char *)object->bytes, object->size);
    GElf_Shdr header;
    *begin = *size = 0;
    for (Elf_Scn *section = NULL; elf != NULL && (section = elf_nextscn(elf, section)) != NULL;)
        if (gelf_getshdr(section, &header) != NULL &&
            (header.sh_type == (GElf_Word)SECTION_TYPE || header.sh_type == SHT_RELA) && number-- == 0) {
            *begin = (uint32_t)header.sh_offset;
            *size = (uint32_t)header.sh_size;
        }
    (void)elf_end(elf);
}
