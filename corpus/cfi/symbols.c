#include "symbols.h"

#include "../../common/bounded.h"
#include "../../common/safe_text.h"
#include "../../common/sorted.h"
#include "cfi.h"

#include <errno.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Walking symbols ----------------------------------------------------------------------------------- */

enum { FUNCTIONS = 1 << STT_FUNC | 1 << STT_GNU_IFUNC, LABELS = 1 << STT_NOTYPE };

/* VISIT gets each symbol of these types that is defined here; false ends the walk. */
typedef bool visit_symbol(void *context, const GElf_Sym *symbol, const char *name);

/* A table of strings; the last byte is 0. */
struct strings {
    const char *bytes;
    size_t size;
};

/* *STEPS: how many bytes were cut off at the end, as no 0 ends them. */
static struct strings strings_of(Elf *elf, size_t index, uint64_t *steps)
{
    GElf_Shdr header;
    Elf_Scn *const section = elf_getscn(elf, index);
    const bool plain = section != NULL && gelf_getshdr(section, &header) != NULL &&
                       header.sh_type == SHT_STRTAB && (header.sh_flags & SHF_COMPRESSED) == 0;
    const Elf_Data *const data = plain ? elf_rawdata(section, NULL) : NULL;
    struct strings strings = {NULL, 0};
    if (data != NULL && data->d_buf != NULL)
        strings = (struct strings){data->d_buf, data->d_size};
    *steps = strings.size;
    while (strings.size != 0 && strings.bytes[strings.size - 1] != '\0')
        strings.size--;
    *steps -= strings.size;
    return strings;
}

static bool is_symbols(const GElf_Shdr *header)
{
    return header->sh_entsize != 0 && (header->sh_type == SHT_SYMTAB || header->sh_type == SHT_DYNSYM);
}

/* Calls VISIT for each symbol of TYPES.  False: VISIT ended the walk. */
static bool each_symbol(Elf_Data *data, struct strings strings, unsigned types, visit_symbol *visit,
                        void *context)
{
    GElf_Sym symbol;
    for (int i = 0; data != NULL && gelf_getsym(data, i, &symbol) != NULL; i++) {
        const bool wanted = (types >> GELF_ST_TYPE(symbol.st_info) & 1) != 0;
        if (wanted && symbol.st_shndx != SHN_UNDEF && symbol.st_name < strings.size &&
            !visit(context, &symbol, strings.bytes + symbol.st_name))
            return false;
    }
    return true;
}

/* --- Landmarks ----------------------------------------------------------------------------------------- */

struct finder {
    const struct elf_view *view;
    unsigned types;
    struct landmark **items;
    size_t *count, *room;
};

static bool add_landmark(struct input *input, struct landmark **items, size_t *count, size_t *room,
                         const struct landmark *landmark)
{
    struct landmark *const grown = cfi_grow(input, *items, *count, room, sizeof *grown);
    if (grown == NULL)
        return false;
    *items = grown;
    grown[*count] = *landmark;
    grown[*count].order = *count;
    ++*count;
    return true;
}

static bool add_symbol(void *context, const GElf_Sym *symbol, const char *name)
{
    const struct finder *const finder = context;
    const struct elf_view *const view = finder->view;
    const bool object = view->file.e_type == ET_REL && symbol->st_shndx < view->section_count;
    const uint64_t start = symbol->st_value + (object ? view->sections[symbol->st_shndx].address : 0);
    return add_landmark(view->input, finder->items, finder->count, finder->room,
                        &(struct landmark){.start = start, .size = symbol->st_size, .name = name});
}

static bool add_symbols(struct finder *finder, size_t index)
{
    const struct elf_view *const view = finder->view;
    Elf_Data *data;
    uint64_t steps;
    if (!tool_elf_data(view, index, &data))
        return false;
    const struct strings strings = strings_of(view->input->elf, view->sections[index].header.sh_link, &steps);
    return tool_input_spend(view->input, RESOURCE_WORK, steps) &&
           each_symbol(data, strings, finder->types, add_symbol, finder);
}

static int by_place(const void *left, const void *right)
{
    const struct landmark *const a = left, *const b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static void sort(struct landmark *items, size_t count)
{
    if (count != 0)
        qsort(items, count, sizeof *items, by_place);
}

bool cfi_landmarks_find(struct landmarks *landmarks, const struct elf_view *view)
{
    struct finder finder = {view, FUNCTIONS, &landmarks->symbols, &landmarks->symbol_count,
                            &landmarks->symbol_room};
    *landmarks = (struct landmarks){.symbols = NULL};
    for (size_t i = 1; i < view->section_count; i++) {
        const GElf_Shdr *const header = &view->sections[i].header;
        const struct landmark section = {.start = view->sections[i].address,
                                         .size = header->sh_size,
                                         .entry_size = header->sh_entsize,
                                         .name = tool_elf_name(view, i)};
        if ((is_symbols(header) && !add_symbols(&finder, i)) ||
            ((header->sh_flags & SHF_EXECINSTR) != 0 &&
             !add_landmark(view->input, &landmarks->sections, &landmarks->section_count,
                           &landmarks->section_room, &section)))
            return false;
    }
    sort(landmarks->symbols, landmarks->symbol_count);
    sort(landmarks->sections, landmarks->section_count);
    return true;
}

int cfi_name_order(const void *left, const void *right)
{
    return strcmp(((const struct landmark *)left)->name, ((const struct landmark *)right)->name);
}

bool cfi_labels_find(struct landmark **labels, size_t *count, const struct elf_view *view)
{
    size_t room = 0, found = 0;
    struct finder finder = {view, LABELS, labels, &found, &room};
    for (size_t i = 1; i < view->section_count; i++)
        if (is_symbols(&view->sections[i].header) && !add_symbols(&finder, i))
            return false;
    if (found != 0)
        qsort(*labels, found, sizeof **labels, cfi_name_order);
    *count = found;
    return true;
}

void cfi_landmarks_free(struct landmarks *landmarks)
{
    free(landmarks->symbols);
    free(landmarks->sections);
}

/* Of the items with the highest start that is not above PC, the first; COUNT if all start later. */
static size_t last_before(const struct landmark *items, size_t count, uint64_t pc)
{
    const size_t past = sorted_until(items, count, sizeof *items, pc);
    if (past == 0)
        return count;
    const uint64_t start = items[past - 1].start;
    return start == 0 ? 0 : sorted_until(items, past, sizeof *items, start - 1);
}

static bool holds(const struct landmark *landmark, uint64_t pc)
{
    return pc == landmark->start || pc - landmark->start < landmark->size;
}

enum { NESTED = 64 }; /* how many landmarks are looked at that start alike or lie in one another */

/* The landmark that holds PC: one of those with the highest start that is not above PC or, as symbols may lie
 * in one another, the nearest of NESTED before them. */
static const struct landmark *landmark_at(const struct landmark *items, size_t count, uint64_t pc)
{
    const size_t first = last_before(items, count, pc);
    for (size_t i = first; i < count && i - first < NESTED && items[i].start == items[first].start; i++)
        if (holds(&items[i], pc))
            return &items[i];
    for (size_t i = first; first != count && i-- > 0 && first - i <= NESTED;)
        if (holds(&items[i], pc))
            return &items[i];
    return NULL;
}

bool cfi_in_plt(const struct landmarks *landmarks, uint64_t pc)
{
    const struct landmark *const section = landmark_at(landmarks->sections, landmarks->section_count, pc);
    return section != NULL && strncmp(section->name, ".plt", 4) == 0;
}

uint64_t cfi_entry_size(const struct landmarks *landmarks, uint64_t pc)
{
    const struct landmark *const section = landmark_at(landmarks->sections, landmarks->section_count, pc);
    return section != NULL ? section->entry_size : 0;
}

void cfi_name_pc(const struct landmarks *landmarks, uint64_t pc, char text[NAME_TEXT])
{
    const struct landmark *const symbol = landmark_at(landmarks->symbols, landmarks->symbol_count, pc),
                                *const section =
                                    landmark_at(landmarks->sections, landmarks->section_count, pc);
    if (symbol != NULL)
        (void)snprintf(text, NAME_TEXT, pc != symbol->start ? "%.72s+0x%llx" : "%.72s", symbol->name,
                       (unsigned long long)(pc - symbol->start));
    else
        (void)snprintf(text, NAME_TEXT, section != NULL ? "%.72s+0x%llx" : "?",
                       section != NULL && section->name[0] != '\0' ? section->name : "?",
                       (unsigned long long)(section != NULL ? pc - section->start : 0));
}

/* --- Inputs without SFrame ------------------------------------------------------------------------------ */

struct addition {
    struct names *names;
    bool failed;
};

static bool add_name(void *context, const GElf_Sym *symbol, const char *name)
{
    struct addition *const addition = context;
    struct names *const names = addition->names;
    (void)symbol;
    char **const items = cfi_grow(NULL, names->items, names->count, &names->room, sizeof *items);
    if (items != NULL)
        names->items = items;
    char *const copy = items != NULL ? strdup(name) : NULL;
    if (copy != NULL)
        items[names->count++] = copy;
    addition->failed = copy == NULL;
    return !addition->failed;
}

static void add_names_of(Elf *elf, struct addition *addition)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    uint64_t steps;
    while ((section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, &header) != NULL && is_symbols(&header) &&
            !each_symbol(elf_getdata(section, NULL), strings_of(elf, header.sh_link, &steps), FUNCTIONS,
                         add_name, addition))
            return;
}

bool cfi_names_add(struct names *names, const char *path)
{
    struct addition addition = {.names = names};
    uint8_t *bytes;
    size_t size;
    (void)elf_version(EV_CURRENT);
    const bool read = bounded_read(BOUNDED_BINARY, path, &bytes, &size);
    Elf *const whole = read ? elf_memory((char *)bytes, size) : NULL;
    if (elf_kind(whole) == ELF_K_NONE) {
        safe_complain(program_invocation_short_name, "%s: %s", path,
                       read ? "neither an ELF file nor an archive" : bounded_trouble());
        addition.failed = true;
    } else if (elf_kind(whole) == ELF_K_AR) {
        Elf *member;
        Elf_Cmd command = ELF_C_READ;
        while (!addition.failed && (member = elf_begin(-1, command, whole)) != NULL) {
            add_names_of(member, &addition);
            command = elf_next(member);
            (void)elf_end(member);
        }
    } else {
        add_names_of(whole, &addition);
    }
    (void)elf_end(whole);
    free(bytes);
    return !addition.failed;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

void cfi_names_sort(struct names *names)
{
    if (names->count != 0)
        qsort(names->items, names->count, sizeof *names->items, by_name);
}

void cfi_names_free(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->items[i]);
    free(names->items);
}

bool cfi_names_hold(const struct names *names, const struct landmarks *landmarks, uint64_t pc)
{
    const struct landmark *const symbols = landmarks->symbols;
    const size_t count = names->count != 0 ? landmarks->symbol_count : 0,
                 first = last_before(symbols, count, pc);
    for (size_t i = first; i < count && i - first < NESTED && symbols[i].start == symbols[first].start; i++)
        if (bsearch(&symbols[i].name, names->items, names->count, sizeof symbols[i].name, by_name) != NULL)
            return true;
    return false;
}
