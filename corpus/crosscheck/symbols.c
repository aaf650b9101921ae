#include "symbols.h"

#include "../../common/shown.h"
#include "cfi.h"

#include <errno.h>
#include <fcntl.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Walking symbols ----------------------------------------------------------------------------------- */

/* VISIT gets each function symbol that is defined here; false ends the walk. */
typedef bool visit_symbol(void *context, const GElf_Sym *symbol, const char *name);

static void each_function(Elf *elf, visit_symbol *visit, void *context)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    GElf_Sym symbol;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        if (gelf_getshdr(section, &header) == NULL || header.sh_entsize == 0 ||
            (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM))
            continue;
        Elf_Data *const data = elf_getdata(section, NULL);
        for (int i = 0; data != NULL && gelf_getsym(data, i, &symbol) != NULL; i++) {
            const unsigned type = GELF_ST_TYPE(symbol.st_info);
            const char *const name = elf_strptr(elf, header.sh_link, symbol.st_name);
            if ((type == STT_FUNC || type == STT_GNU_IFUNC) && symbol.st_shndx != SHN_UNDEF && name != NULL &&
                !visit(context, &symbol, name))
                return;
        }
    }
}

static uint64_t address_of(const struct elf_view *view, const GElf_Sym *symbol)
{
    const bool object = view->file.e_type == ET_REL && symbol->st_shndx < view->section_count;
    return symbol->st_value + (object ? view->sections[symbol->st_shndx].address : 0);
}

/* --- Naming -------------------------------------------------------------------------------------------- */

static const struct elf_section *section_at(const struct elf_view *view, uint64_t pc)
{
    for (size_t i = 1; i < view->section_count; i++) {
        const struct elf_section *const section = &view->sections[i];
        if ((section->header.sh_flags & SHF_EXECINSTR) != 0 && pc >= section->address &&
            pc - section->address < section->header.sh_size)
            return section;
    }
    return NULL;
}

static const char *section_name(const struct elf_view *view, const struct elf_section *section)
{
    size_t names = 0;
    (void)elf_getshdrstrndx(view->input->elf, &names);
    const char *const name =
        section != NULL ? elf_strptr(view->input->elf, names, section->header.sh_name) : NULL;
    return name != NULL ? name : "?";
}

bool in_plt(const struct elf_view *view, uint64_t pc)
{
    return strncmp(section_name(view, section_at(view, pc)), ".plt", 4) == 0;
}

struct nearest {
    const struct elf_view *view;
    uint64_t pc, start;
    char *text;
    bool found;
};

static bool consider(void *context, const GElf_Sym *symbol, const char *name)
{
    struct nearest *const nearest = context;
    const uint64_t start = address_of(nearest->view, symbol), past = nearest->pc - start;
    if (nearest->pc < start || (past >= symbol->st_size && past != 0) ||
        (nearest->found && start <= nearest->start))
        return true;
    nearest->found = true;
    nearest->start = start;
    (void)snprintf(nearest->text, NAME_TEXT, past != 0 ? "%.72s+0x%llx" : "%.72s", name,
                   (unsigned long long)past);
    return true;
}

void name_pc(const struct elf_view *view, uint64_t pc, char text[NAME_TEXT])
{
    struct nearest nearest = {.view = view, .pc = pc, .text = text};
    each_function(view->input->elf, consider, &nearest);
    if (!nearest.found) {
        const struct elf_section *const section = section_at(view, pc);
        (void)snprintf(text, NAME_TEXT, section != NULL ? "%.72s+0x%llx" : "?", section_name(view, section),
                       (unsigned long long)(section != NULL ? pc - section->address : 0));
    }
}

/* --- Inputs without SFrame -------------------------------------------------------------------------------
 */

struct addition {
    struct names *names;
    bool failed;
};

static bool add_name(void *context, const GElf_Sym *symbol, const char *name)
{
    struct addition *const addition = context;
    struct names *const names = addition->names;
    (void)symbol;
    char **const items = grow(names->items, names->count, &names->room, sizeof *items);
    if (items != NULL)
        names->items = items;
    char *const copy = items != NULL ? strdup(name) : NULL;
    if (copy != NULL)
        items[names->count++] = copy;
    addition->failed = copy == NULL;
    return !addition->failed;
}

bool names_add(struct names *names, const char *path)
{
    struct addition addition = {.names = names};
    (void)elf_version(EV_CURRENT);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    Elf *const whole = file >= 0 ? elf_begin(file, ELF_C_READ, NULL) : NULL;
    if (whole == NULL || elf_kind(whole) == ELF_K_NONE) {
        shown_complain(program_invocation_short_name, "%s: %s", path,
                       file < 0 ? strerror(errno) : "neither an ELF file nor an archive");
        addition.failed = true;
    } else if (elf_kind(whole) == ELF_K_AR) {
        Elf *member;
        Elf_Cmd command = ELF_C_READ;
        while (!addition.failed && (member = elf_begin(file, command, whole)) != NULL) {
            each_function(member, add_name, &addition);
            command = elf_next(member);
            (void)elf_end(member);
        }
    } else {
        each_function(whole, add_name, &addition);
    }
    if (whole != NULL)
        (void)elf_end(whole);
    if (file >= 0)
        (void)close(file);
    return !addition.failed;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

void names_sort(struct names *names)
{
    if (names->count != 0)
        qsort(names->items, names->count, sizeof *names->items, by_name);
}

void names_free(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->items[i]);
    free(names->items);
}

struct search {
    const struct names *names;
    const struct elf_view *view;
    uint64_t pc, start; /* of the last symbol at or before PC, so far */
    bool any, listed;
};

static bool is_listed(void *context, const GElf_Sym *symbol, const char *name)
{
    struct search *const search = context;
    const uint64_t start = address_of(search->view, symbol);
    if (start > search->pc || (search->any && start < search->start))
        return true;
    const bool listed =
        bsearch(&name, search->names->items, search->names->count, sizeof name, by_name) != NULL;
    search->listed = listed || (search->any && start == search->start && search->listed);
    search->any = true;
    search->start = start;
    return true;
}

bool names_hold(const struct names *names, const struct elf_view *view, uint64_t pc)
{
    struct search search = {.names = names, .view = view, .pc = pc};
    if (names->count != 0)
        each_function(view->input->elf, is_listed, &search);
    return search.listed;
}
