#include "modules.h"

#include "../../common/bounded.h"
#include "../crosscheck/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct wishes nothing = {.finding_limit = 0};

/* --- One file ------------------------------------------------------------------------------------------ */

const struct arch *live_program_arch(const char *path)
{
    struct file file = {.wishes = &nothing};
    struct input input;
    const struct arch *arch = NULL;
    if (tool_input_read(&input, path) && cfi_file_take(&file, &nothing, &input))
        arch = live_arch_of(file.view.file.e_machine, file.view.file.e_ident[EI_DATA] == ELFDATA2MSB);
    cfi_file_close(&file);
    return arch;
}

/* Reads the file's sections and symbols.  NULL: it is no ELF file, is no longer there (a deleted one has no
 * description any more), or is too large (then it is data). */
static struct file *read_file(const char *path)
{
    static char why[160];
    struct file *const file = live_zeros(1, sizeof *file);
    struct input input = {.path = path, .why = why, .why_size = sizeof why};
    const bool read = bounded_read(BOUNDED_BINARY, path, &input.bytes, &input.size);
    if (!read && errno != ENOENT && errno != EFBIG)
        live_fail("%s: cannot be read: %s", path, bounded_trouble());
    if (!read || !tool_elf_is(&input))
        return NULL;
    if (!cfi_file_take(file, &nothing, &input) || !cfi_file_mark(file))
        live_fail("%s: cannot be read: %s", path, why);
    return file;
}

/* The addresses that the segments take, as the file has them. */
static void find_extent(struct module *module)
{
    Elf *const elf = module->file->input.elf;
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
    struct module *const module = add(modules, path);
    module->file = read_file(module->path);
    if (module->file == NULL)
        return;
    find_extent(module);
    if (mapped_at != ANY_ADDRESS)
        module->bias = mapped_at - module->start / PAGE * PAGE;
    module->start += module->bias;
    module->end += module->bias;
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

static void open_sections_of(struct modules *modules, const struct module *module)
{
    const struct input *const input = &module->file->input;
    for (size_t i = 0; i < input->count; i++) {
        const struct source *const source = &input->sources[i];
        modules->sections = live_room(modules->sections, modules->section_count, sizeof *modules->sections);
        struct sfr_section *const section = &modules->sections[modules->section_count++];
        if (sfr_open(section, source->bytes, source->size, source->address + module->bias, modules->profile,
                     NULL) == SFR_MALFORMED)
            live_fail("%s: its section is malformed", module->path);
        sfr_survey(section);
    }
}

void live_modules_find(struct modules *modules, const struct target *target)
{
    if (target->way == &live_native_way)
        find_mapped(modules, target);
    else if (modules->count == 0)
        add_file(modules, target->program, ANY_ADDRESS);
    modules->section_count = 0;
    for (size_t i = 0; i < modules->count; i++)
        if (modules->list[i].file != NULL)
            open_sections_of(modules, &modules->list[i]);
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

void live_place_of(const struct modules *modules, uint64_t pc, char place[PLACE_SIZE])
{
    const struct module *const module = live_module_at(modules, pc);
    if (module != NULL && module->file != NULL)
        cfi_name_pc(&module->file->landmarks, pc - module->bias, place);
    else
        (void)snprintf(place, PLACE_SIZE, "%.120s+0x%" PRIx64, module != NULL ? module->path : "nowhere", pc);
}

void live_function_of(const struct modules *modules, uint64_t pc, char place[PLACE_SIZE])
{
    live_place_of(modules, pc, place);
    place[strcspn(place, "+")] = '\0';
}
