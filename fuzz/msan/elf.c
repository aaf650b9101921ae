/* Reports to MSan what libelf writes: see json.c. */
#include <gelf.h>
#include <sanitizer/msan_interface.h>

/* Only the linker knows these names. */
#pragma clang diagnostic ignored "-Wmissing-prototypes"

Elf_Data *__real_elf_getdata(Elf_Scn *section, Elf_Data *data);
Elf_Data *__wrap_elf_getdata(Elf_Scn *section, Elf_Data *data)
{
    Elf_Data *const got = __real_elf_getdata(section, data);
    if (got != NULL) {
        __msan_unpoison(got, sizeof *got);
        __msan_unpoison(got->d_buf, got->d_size);
    }
    return got;
}

/* Functions that write one thing, through their last argument, and whose result says whether they did. */
#define WRITES(result, name, type, parameters, arguments)                                                    \
    result __real_##name parameters;                                                                         \
    result __wrap_##name parameters                                                                          \
    {                                                                                                        \
        const result done = __real_##name arguments;                                                         \
        __msan_unpoison(written, sizeof(type));                                                              \
        return done;                                                                                         \
    }

WRITES(int, elf_getphdrnum, size_t, (Elf * elf, size_t *written), (elf, written))
WRITES(int, elf_getshdrnum, size_t, (Elf * elf, size_t *written), (elf, written))
WRITES(int, elf_getshdrstrndx, size_t, (Elf * elf, size_t *written), (elf, written))

/* Functions that return where they wrote, or null if they wrote nothing. */
#define GIVES(name, type, parameters, arguments)                                                             \
    type *__real_##name parameters;                                                                          \
    type *__wrap_##name parameters                                                                           \
    {                                                                                                        \
        type *const given = __real_##name arguments;                                                         \
        if (given != NULL)                                                                                   \
            __msan_unpoison(given, sizeof *given);                                                           \
        return given;                                                                                        \
    }

GIVES(gelf_getchdr, GElf_Chdr, (Elf_Scn * section, GElf_Chdr *written), (section, written))
GIVES(gelf_getehdr, GElf_Ehdr, (Elf * elf, GElf_Ehdr *written), (elf, written))
GIVES(gelf_getphdr, GElf_Phdr, (Elf * elf, int index, GElf_Phdr *written), (elf, index, written))
GIVES(gelf_getshdr, GElf_Shdr, (Elf_Scn * section, GElf_Shdr *written), (section, written))

GElf_Sym *__real_gelf_getsymshndx(Elf_Data *symbols, Elf_Data *indices, int index, GElf_Sym *symbol,
                                  Elf32_Word *section);

GElf_Sym *__wrap_gelf_getsymshndx(Elf_Data *symbols, Elf_Data *indices, int index, GElf_Sym *symbol,
                                  Elf32_Word *section)
{
    GElf_Sym *const given = __real_gelf_getsymshndx(symbols, indices, index, symbol, section);
    if (given != NULL) {
        __msan_unpoison(given, sizeof *given);
        __msan_unpoison(section, sizeof *section);
    }
    return given;
}
