#include "modules.h"

#include "../../common/bounded.h"
#include "../../common/sorted.h"

#include <errno.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- One file ------------------------------------------------------------------------------------------ */

struct image {
    uint8_t *bytes;
    Elf *elf;
};

/* False: it cannot be read, and errno says why. */
static bool open_image(struct image *image, const char *path)
{
    size_t size;
    (void)elf_version(EV_CURRENT);
    const bool read = bounded_read(BOUNDED_BINARY, path, &image->bytes, &size);
    image->elf = read ? elf_memory((char *)image->bytes, size) : NULL;
    return read;
}

static void close_image(struct image *image)
{
    (void)elf_end(image->elf);
    free(image->bytes);
}

const struct arch *live_program_arch(const char *path)
{
    struct image image;
    GElf_Ehdr header;
    if (!open_image(&image, path))
        live_fail("%s: cannot be opened: %s", path, bounded_trouble());
    if (gelf_getehdr(image.elf, &header) == NULL)
        live_fail("%s: is no ELF file", path);
    const struct arch *const arch = live_arch_of(header.e_machine, header.e_ident[EI_DATA] == ELFDATA2MSB);
    if (arch == NULL)
        live_fail("%s: is for a processor that SFrame does not know", path);
    close_image(&image);
    return arch;
}

static void add_symbols(struct module *module, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *const data = elf_getdata(section, NULL);
    const size_t count = header->sh_entsize == 0 ? 0 : (size_t)(header->sh_size / header->sh_entsize);
    module->symbols = live_zeros(count, sizeof *module->symbols);
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(data, (int)i, &symbol) == NULL || GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
            continue;
        const char *const name = elf_strptr(elf, header->sh_link, symbol.st_name);
        module->symbols[module->symbol_count++] =
            (struct symbol){symbol.st_value, symbol.st_size, strdup(name == NULL ? "?" : name)};
    }
    qsort(module->symbols, module->symbol_count, sizeof *module->symbols, sorted_order);
}

static void keep_section(struct module *module, Elf_Scn *section, const GElf_Shdr *header)
{
    const Elf_Data *const data = elf_rawdata(section, NULL);
    module->section_bytes = data == NULL ? NULL : malloc(data->d_size + 1);
    if (module->section_bytes == NULL)
        live_fail("%s: its section cannot be read", module->path);
    memcpy(module->section_bytes, data->d_buf, data->d_size);
    module->section_size = data->d_size;
    module->section_address = header->sh_addr;
    module->has_section = true;
}

static void read_sections(struct module *module, Elf *elf)
{
    size_t names = 0;
    (void)elf_getshdrstrndx(elf, &names);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) == NULL)
            continue;
        const char *const name = elf_strptr(elf, names, header.sh_name);
        if (name != NULL && strcmp(name, ".sframe") == 0)
            keep_section(module, section, &header);
        else if (header.sh_type == SHT_SYMTAB || (header.sh_type == SHT_DYNSYM && module->symbols == NULL))
            add_symbols(module, elf, section, &header);
    }
}

/* The addresses that the segments take, as the file has them. */
static void read_extent(struct module *module, Elf *elf)
{
    size_t count = 0;
    (void)elf_getphdrnum(elf, &count);
    module->start = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(elf, (int)i, &segment) == NULL || segment.p_type != PT_LOAD)
            continue;
        if (segment.p_vaddr < module->start)
            module->start = segment.p_vaddr;
        if (segment.p_vaddr + segment.p_memsz > module->end)
            module->end = segment.p_vaddr + segment.p_memsz;
    }
}

static struct module *add(struct modules *modules, const char *path)
{
    modules->list = live_room(modules->list, modules->count, sizeof *modules->list);
    struct module *const module = &modules->list[modules->count++];
    *module = (struct module){.path = strdup(path)};
    return module;
}

/* MAPPED_AT: where the lowest mapping of the file begins, and so its lowest segment. ANY_ADDRESS: where its
 * segments say. */
enum { PAGE = 4096 };
#define ANY_ADDRESS UINT64_MAX
static void add_file(struct modules *modules, const char *path, uint64_t mapped_at)
{
    struct image image;
    struct module *const module = add(modules, path);
    (void)elf_errno(); /* forgets earlier errors */
    /* A deleted file has no description any more, and one that is too large is data. */
    if (!open_image(&image, path) && errno != ENOENT && errno != EFBIG)
        live_fail("%s: cannot be read: %s", path, bounded_trouble());
    if (elf_kind(image.elf) == ELF_K_ELF) {
        read_extent(module, image.elf);
        read_sections(module, image.elf);
        if (mapped_at != ANY_ADDRESS)
            module->bias = mapped_at - module->start / PAGE * PAGE;
    }
    const int error = elf_errno();
    if (error != 0)
        live_fail("%s: cannot be read: %s", path, elf_errmsg(error));
    module->start += module->bias;
    module->end += module->bias;
    close_image(&image);
}

/* --- All of them ---------------------------------------------------------------------------------------- */

static bool is_known(const struct modules *modules, const char *path)
{
    for (size_t i = 0; i < modules->count; i++)
        if (strcmp(modules->list[i].path, path) == 0)
            return true;
    return false;
}

/* LINE is of /proc/PID/maps: start-end, four more fields, path. A mapping without a path is passed over. */
static void add_mapping(struct modules *modules, char *line)
{
    char *at;
    const uint64_t start = strtoull(line, &at, 16);
    const uint64_t end = *at == '-' ? strtoull(at + 1, &at, 16) : 0;
    const char *const path = strpbrk(at, "/[");
    line[strcspn(line, "\n")] = 0;
    if (path == NULL || is_known(modules, path))
        return;
    if (*path == '/') {
        add_file(modules, path, start);
    } else if (strcmp(path, "[vdso]") == 0) {
        struct module *const module = add(modules, path);
        module->start = start;
        module->end = end;
    }
}

static void find_mapped(struct modules *modules, const struct target *target)
{
    char name[64], line[4352];
    (void)snprintf(name, sizeof name, "/proc/%d/maps", target->process);
    FILE *const maps = fopen(name, "re");
    if (maps == NULL)
        live_fail("%s: cannot be read", name);
    while (fgets(line, sizeof line, maps) != NULL)
        add_mapping(modules, line);
    if (ferror(maps))
        live_fail("%s: cannot be read: %s", name, strerror(errno));
    (void)fclose(maps);
}

static void open_sections(struct modules *modules)
{
    modules->section_count = 0;
    modules->sections = live_room(modules->sections, modules->count, sizeof *modules->sections);
    for (size_t i = 0; i < modules->count; i++) {
        const struct module *const module = &modules->list[i];
        struct sfr_section *const section = &modules->sections[modules->section_count];
        if (!module->has_section)
            continue;
        if (sfr_open(section, module->section_bytes, module->section_size,
                     module->section_address + module->bias, modules->profile, NULL) == SFR_MALFORMED)
            live_fail("%s: its section is malformed", module->path);
        sfr_survey(section);
        modules->section_count++;
    }
}

void live_modules_find(struct modules *modules, const struct target *target)
{
    if (target->way == &live_native_way)
        find_mapped(modules, target);
    else if (modules->count == 0)
        add_file(modules, target->program, target->load_address);
    open_sections(modules);
}

const struct module *live_module_at(const struct modules *modules, uint64_t pc)
{
    for (size_t i = 0; i < modules->count; i++)
        if (pc >= modules->list[i].start && pc < modules->list[i].end)
            return &modules->list[i];
    return NULL;
}

const struct sfr_section *live_section_at(const struct modules *modules, uint64_t pc,
                                          struct sfr_answer *answer)
{
    answer->found = SFR_NO_FUNCTION;
    for (size_t i = 0; i < modules->section_count; i++)
        if (sfr_lookup(&modules->sections[i], pc, answer) != SFR_NO_FUNCTION)
            return &modules->sections[i];
    return NULL;
}

/* --- Names ---------------------------------------------------------------------------------------------- */

static const struct symbol *symbol_at(const struct module *module, uint64_t address)
{
    const size_t count =
        sorted_until(module->symbols, module->symbol_count, sizeof *module->symbols, address);
    const struct symbol *const last = count != 0 ? &module->symbols[count - 1] : NULL;
    return last != NULL && address - last->start < last->size ? last : NULL;
}

static const char *file_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

void live_function_of(const struct modules *modules, uint64_t pc, char place[PLACE_SIZE])
{
    const struct module *const module = live_module_at(modules, pc);
    const struct symbol *const symbol = module == NULL ? NULL : symbol_at(module, pc - module->bias);
    if (symbol != NULL)
        (void)snprintf(place, PLACE_SIZE, "%.120s", symbol->name);
    else
        (void)snprintf(place, PLACE_SIZE, "[%.120s]", module == NULL ? "nowhere" : file_name(module->path));
}

void live_place_of(const struct modules *modules, uint64_t pc, char place[PLACE_SIZE])
{
    const struct module *const module = live_module_at(modules, pc);
    const struct symbol *const symbol = module == NULL ? NULL : symbol_at(module, pc - module->bias);
    const uint64_t base = symbol != NULL ? symbol->start + module->bias : module != NULL ? module->bias : 0;
    live_function_of(modules, pc, place);
    const size_t length = strlen(place);
    (void)snprintf(place + length, PLACE_SIZE - length, "+0x%" PRIx64, pc - base);
}
