/* Sizes of the file's sections, its CFI, its own SFrame, and what SFrame of each version would need. */
#include "measure.h"

#include "../cfi/orc.h"
#include "../crosscheck/file.h"
#include "tool/elf.h"
#include "tool/json.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FINDINGS = 1000, WHY_SIZE = 160, PRODUCERS = 8, PRODUCER_SIZE = 96 };

struct measured {
    struct json json;
    struct file file;
    bool checked;
    char why[WHY_SIZE];
    const uint8_t *entries; /* the CFI section, as it is in the file */
    uint64_t entries_size;
};

static void put(struct measured *measured, const char *key, uint64_t value)
{
    tool_json_int(&measured->json, key, (int64_t)value);
}

/* --- The file ------------------------------------------------------------------------------------------ */

/* The bytes of all sections of that name. */
static uint64_t named_bytes(const struct elf_view *view, const char *name)
{
    uint64_t size = 0;
    for (size_t i = 1; i < view->section_count; i++)
        if (view->sections[i].header.sh_type != SHT_NOBITS && strcmp(tool_elf_name(view, i), name) == 0)
            size += view->sections[i].header.sh_size;
    return size;
}

static uint64_t executable_bytes(const struct elf_view *view)
{
    uint64_t size = 0;
    for (size_t i = 1; i < view->section_count; i++)
        if ((view->sections[i].header.sh_flags & SHF_EXECINSTR) != 0)
            size += view->sections[i].header.sh_size;
    return size;
}

/* The section's bytes in the file; NULL: there are none. */
static const uint8_t *bytes_of(const struct elf_view *view, const char *name, uint64_t *size)
{
    for (size_t i = 1; i < view->section_count; i++) {
        const GElf_Shdr *const header = &view->sections[i].header;
        if (strcmp(tool_elf_name(view, i), name) != 0 || header->sh_type == SHT_NOBITS ||
            !tool_input_holds(view->input, header->sh_offset, header->sh_size))
            continue;
        *size = header->sh_size;
        return view->input->bytes + header->sh_offset;
    }
    return NULL;
}

/* The texts of .comment, each once: compilers leave them there, and some linkers. */
static void put_producers(struct measured *measured)
{
    char texts[PRODUCERS][PRODUCER_SIZE];
    size_t count = 0;
    uint64_t size = 0;
    const uint8_t *const comment = bytes_of(&measured->file.view, ".comment", &size);
    tool_json_begin(&measured->json, "producers", '[');
    for (uint64_t at = 0, length; comment != NULL && at < size && count < PRODUCERS; at += length + 1) {
        const char *const text = (const char *)comment + at;
        length = strnlen(text, (size_t)(size - at));
        (void)snprintf(texts[count], PRODUCER_SIZE, "%.*s",
                       (int)(length < PRODUCER_SIZE ? length : PRODUCER_SIZE - 1), text);
        bool known = length == 0;
        for (size_t i = 0; i < count; i++)
            known = known || strcmp(texts[i], texts[count]) == 0;
        if (!known)
            tool_json_text(&measured->json, NULL, texts[count++]);
    }
    tool_json_end(&measured->json, ']');
}

static void put_sections(struct measured *measured)
{
    static const char *const names[] = {"eh_frame", "eh_frame_hdr", "debug_frame"};
    const struct elf_view *const view = &measured->file.view;
    char name[16];
    put(measured, "elf_machine", view->file.e_machine);
    put(measured, "elf_type", view->file.e_type);
    put(measured, "text", executable_bytes(view));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)snprintf(name, sizeof name, ".%s", names[i]);
        put(measured, names[i], named_bytes(view, name));
    }
    put_producers(measured);
}

/* --- What a section consists of ------------------------------------------------------------------------ */

enum { WIDTHS = 3, SIZE_CLASSES = 33 }; /* 1, 2 or 4 bytes; class C: code of 2^C bytes up to twice that */

/* Sums over the functions of one class; each sum is over the same functions. */
struct size_class {
    uint64_t functions, code, eh_frame, sframe;
};

struct extent {
    uint64_t functions, rows, flexible, repeating, signals;
    uint64_t starts[WIDTHS];  /* functions, by the width of their rows' starts */
    uint64_t offsets[WIDTHS]; /* rows that have words, by the width of these */
    struct size_class classes[SIZE_CLASSES];
};

/* The bytes of rows, as many as can be read. */
static uint64_t add_rows(struct extent *extent, const struct sfr_section *section,
                         const struct sfr_function *function)
{
    size_t place = function->rows;
    struct sfr_row row;
    struct sfr_violation fault;
    for (uint32_t i = 0; i < function->num_fres; i++, place = row.next) {
        if (!sfr_row(section, function, place, &row, &fault))
            break;
        extent->rows++;
        if (row.word_count != 0)
            extent->offsets[row.word_size == 4 ? 2 : row.word_size - 1]++;
    }
    return place - function->rows;
}

static uint64_t add_function(struct extent *extent, const struct sfr_section *section,
                             const struct sfr_function *function)
{
    const struct sfr_text_facts *const text = sfr_text_facts(section->profile);
    uint64_t size = text->entry_size + add_rows(extent, section, function);
    for (const uint8_t *width = text->attribute_fields; width != NULL && *width != 0; width++)
        size += *width;
    extent->functions++;
    extent->flexible += function->fde_type == SFR_FLEX;
    extent->repeating += function->pc_type == SFR_MASK;
    extent->signals += function->signal;
    extent->starts[function->fre_type == SFR_ADDR1 ? 0 : function->fre_type == SFR_ADDR2 ? 1 : 2]++;
    return size;
}

/* The bytes of an FDE with its length field; 0: it is not all in ENTRIES. */
static uint64_t entry_bytes(const struct cfi_table *table, const uint8_t *entries, uint64_t size,
                            uint64_t offset)
{
    const bool big_endian = facts_of(table->machine)->big_endian;
    if (offset > size || size - offset < 12)
        return 0;
    const uint64_t length = tool_load(entries + offset, 4, big_endian);
    return length == UINT32_MAX ? 12 + tool_load(entries + offset + 4, 8, big_endian) : 4 + length;
}

/* Adds what can be read of SECTION.  TABLE: the CFI that it was made of, whose entries lie in ENTRIES, of
 * SIZE bytes; NULL: no class is counted. */
static void add_section(struct extent *extent, const struct sfr_section *section,
                       const struct cfi_table *table, const uint8_t *entries, uint64_t size)
{
    const size_t count = table != NULL ? table->function_count : 0;
    size_t at = 0, counted = SIZE_MAX;
    struct sfr_function function;
    struct sfr_violation fault;
    for (uint32_t i = 0; i < section->function_count; i++) {
        if (!sfr_function(section, i, &function, &fault))
            continue;
        const uint64_t bytes = add_function(extent, section, &function);
        /* Both lists are sorted.  One function of the CFI may be several of SFrame. */
        while (at + 1 < count && table->functions[at].end <= function.start)
            at++;
        if (at >= count)
            continue;
        const struct cfi_function *const of = &table->functions[at];
        struct size_class *class = extent->classes;
        for (uint64_t left = of->end - of->start; left > 1 && class + 1 < extent->classes + SIZE_CLASSES;
             left >>= 1)
            class ++;
        class->sframe += bytes;
        if (at == counted)
            continue;
        counted = at;
        class->functions++;
        class->code += of->end - of->start;
        class->eh_frame += entry_bytes(table, entries, size, of->offset);
    }
}

/* --- The same in JSON ---------------------------------------------------------------------------------- */

static void put_widths(struct measured *measured, const char *key, const uint64_t widths[WIDTHS])
{
    tool_json_begin(&measured->json, key, '[');
    for (size_t i = 0; i < WIDTHS; i++)
        put(measured, NULL, widths[i]);
    tool_json_end(&measured->json, ']');
}

static void put_extent(struct measured *measured, const struct extent *extent)
{
    put(measured, "functions", extent->functions);
    put(measured, "rows", extent->rows);
    put(measured, "flexible", extent->flexible);
    put(measured, "repeating", extent->repeating);
    put(measured, "signals", extent->signals);
    put_widths(measured, "starts", extent->starts);
    put_widths(measured, "offsets", extent->offsets);
}

static void put_classes(struct measured *measured, const struct extent *extent)
{
    char key[8];
    tool_json_begin(&measured->json, "by_size", '{');
    for (unsigned i = 0; i < SIZE_CLASSES; i++) {
        const struct size_class *const class = &extent->classes[i];
        if (class->functions == 0)
            continue;
        (void)snprintf(key, sizeof key, "%u", i);
        tool_json_begin(&measured->json, key, '[');
        put(measured, NULL, class->functions);
        put(measured, NULL, class->code);
        put(measured, NULL, class->eh_frame);
        put(measured, NULL, class->sframe);
        tool_json_end(&measured->json, ']');
    }
    tool_json_end(&measured->json, '}');
}

/* How often each page of a finding was met, among those that are listed. */
static void put_pages(struct measured *measured)
{
    const struct comparison *const comparison = &measured->file.comparison;
    json_t *const counts = json_object(), *count;
    const char *name;
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const char *const page = cfi_page_of(&measured->file, &comparison->findings[i]);
        name = page != NULL ? page : "none";
        const json_int_t before = json_integer_value(json_object_get(counts, name));
        (void)json_object_set_new(counts, name, json_integer(before + 1));
    }
    tool_json_begin(&measured->json, "pages", '{');
    json_object_foreach(counts, name, count)
        put(measured, name, (uint64_t)json_integer_value(count));
    tool_json_end(&measured->json, '}');
    json_decref(counts);
}

/* What a comparison that is done has found. */
static void put_comparison(struct measured *measured)
{
    const struct comparison *const comparison = &measured->file.comparison;
    put(measured, "rows_compared", comparison->all.rows);
    put(measured, "rows_same", comparison->same.rows);
    put(measured, "unexplained", cfi_unexplained(comparison).rows);
    cfi_report_kinds(&measured->json, comparison);
    put_pages(measured);
}

/* The file's own sections, by the text that each says. */
static bool put_own(struct measured *measured)
{
    struct file *const file = &measured->file;
    const bool compared = cfi_file_compare(file, SFR_PROFILE_BY_VERSION);
    if (!compared)
        return false;
    tool_json_begin(&measured->json, "sframe", '[');
    for (size_t i = 0; i < file->input.count; i++) {
        struct extent extent = {.functions = 0};
        add_section(&extent, &file->sections[i], NULL, NULL, 0);
        tool_json_begin(&measured->json, NULL, '{');
        put(measured, "version", file->sections[i].version);
        tool_json_text(&measured->json, "profile", sfr_profile_name(file->sections[i].profile));
        put(measured, "bytes", file->input.sources[i].size);
        put_extent(measured, &extent);
        tool_json_end(&measured->json, '}');
    }
    tool_json_end(&measured->json, ']');
    tool_json_begin(&measured->json, "compared", '{');
    tool_json_text(&measured->json, "verdict", sfr_verdict_name(file->verdict));
    put_comparison(measured);
    tool_json_end(&measured->json, '}');
    return true;
}

/* --- As each version would be -------------------------------------------------------------------------- */

static void put_share(struct measured *measured, const char *key, const struct share *share)
{
    tool_json_begin(&measured->json, key, '{');
    put(measured, "functions", share->functions);
    put(measured, "code", share->code);
    tool_json_end(&measured->json, '}');
}

static void put_left_out(struct measured *measured, const struct converted *converted)
{
    tool_json_begin(&measured->json, "left_out", '{');
    for (size_t kind = 1; kind < KIND_COUNT; kind++)
        if (converted->by_limit[kind].functions != 0)
            put_share(measured, cfi_kind_texts[kind].id, &converted->by_limit[kind]);
    if (converted->by_limit[OVERLAPS].functions != 0)
        put_share(measured, "overlap", &converted->by_limit[OVERLAPS]);
    tool_json_end(&measured->json, '}');
}

static bool put_version(struct measured *measured, const char *key, enum sfr_profile profile)
{
    struct file *const file = &measured->file;
    struct extent extent = {.functions = 0};
    struct sfr_section section;
    if (!cfi_file_convert(file, profile) || (measured->checked && !cfi_file_compare(file, profile)))
        return false;
    const struct converted *const converted = &file->converted;
    (void)sfr_open(&section, converted->bytes, converted->size, converted->address, profile, NULL);
    add_section(&extent, &section, &file->cfi, measured->entries, measured->entries_size);
    tool_json_begin(&measured->json, key, '{');
    put(measured, "bytes", converted->size);
    put_extent(measured, &extent);
    put_share(measured, "said", &converted->by_limit[KIND_NONE]);
    put_left_out(measured, converted);
    put_classes(measured, &extent);
    if (measured->checked) {
        tool_json_text(&measured->json, "verdict", sfr_verdict_name(file->verdict));
        put_comparison(measured);
    }
    tool_json_end(&measured->json, '}');
    return true;
}

/* Writes what SFrame of each version would be, by the newest text of the version. */
static bool put_versions(struct measured *measured)
{
    bool well = true;
    char key[4];
    tool_json_begin(&measured->json, "as", '{');
    for (int i = 0; well && i < SFR_PROFILE_COUNT; i++) {
        const enum sfr_profile profile = (enum sfr_profile)i;
        const uint8_t version = sfr_text_facts(profile)->version;
        const bool newest =
            i + 1 == SFR_PROFILE_COUNT || sfr_text_facts((enum sfr_profile)(i + 1))->version != version;
        (void)snprintf(key, sizeof key, "%u", version);
        if (newest && cfi_text_knows(profile, measured->file.cfi.machine))
            well = put_version(measured, key, profile);
    }
    tool_json_end(&measured->json, '}');
    return well;
}

/* --- All of it ----------------------------------------------------------------------------------------- */

static void put_cfi(struct measured *measured)
{
    const struct cfi_table *const cfi = &measured->file.cfi;
    uint64_t code = 0, signals = 0;
    for (size_t i = 0; i < cfi->function_count; i++) {
        code += cfi->functions[i].end - cfi->functions[i].start;
        signals += cfi->functions[i].signal;
    }
    tool_json_begin(&measured->json, "cfi", '{');
    if (cfi->section != NULL)
        tool_json_text(&measured->json, "section", cfi->section);
    put(measured, "functions", cfi->function_count);
    put(measured, "code", code);
    put(measured, "rows", cfi->row_count);
    put(measured, "signals", signals);
    put(measured, "odd", cfi->odd_count);
    tool_json_end(&measured->json, '}');
}

/* What the Linux kernel unwinds by, where the file has it, in the place of its CFI. */
static bool put_orc(struct measured *measured)
{
    struct file *const file = &measured->file;
    const uint64_t bytes =
        named_bytes(&file->view, ".orc_unwind") + named_bytes(&file->view, ".orc_unwind_ip");
    if (bytes == 0)
        return true;
    if (!cfi_file_mark(file))
        return false;
    cfi_free(&file->cfi);
    if (!orc_read(&file->cfi, &file->view, &file->landmarks, ""))
        return false;
    measured->entries_size = 0;
    tool_json_begin(&measured->json, "orc", '{');
    put(measured, "bytes", bytes);
    put_cfi(measured);
    const bool well = put_versions(measured);
    tool_json_end(&measured->json, '}');
    return well;
}

static bool put_all(struct measured *measured, bool read)
{
    struct file *const file = &measured->file;
    if (file->view.section_count != 0)
        put_sections(measured);
    if (!read)
        return false;
    tool_json_text(&measured->json, "machine", file->cfi.machine->name);
    if (!cfi_read(&file->cfi, &file->view))
        return false;
    put_cfi(measured);
    if (file->input.count != 0 && !put_own(measured))
        return false;
    if (cfi_file_lacks(file) != NULL)
        return put_orc(measured);
    measured->entries = bytes_of(&file->view, file->cfi.section, &measured->entries_size);
    return put_versions(measured) && put_orc(measured);
}

/* Maps the bytes of a regular file.  If the file gets shorter meanwhile, this process may die. */
static bool map_file(struct input *input, const char *path)
{
    struct stat status;
    *input = (struct input){.path = path};
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const bool there = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    void *const bytes = there && status.st_size > 0
                            ? mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0)
                            : MAP_FAILED;
    if (file >= 0)
        (void)close(file);
    if (bytes != MAP_FAILED) {
        input->bytes = bytes;
        input->size = (size_t)status.st_size;
    }
    return there && (bytes != MAP_FAILED || status.st_size == 0);
}

/* The mapped bytes are not freed: libelf still looks at them while the file is closed. */
static void close_file(struct file *file)
{
    file->input.bytes = NULL;
    cfi_file_close(file);
}

void census_measure(FILE *out, const char *path, bool checked)
{
    static const struct wishes wishes = {.finding_limit = FINDINGS};
    struct measured measured = {.json = {.out = out}, .checked = checked};
    struct input input;
    tool_json_begin(&measured.json, NULL, '{');
    tool_json_text(&measured.json, "file", path);
    const bool there = map_file(&input, path);
    input.why = measured.why;
    input.why_size = sizeof measured.why;
    measured.file = (struct file){.wishes = &wishes, .input = input};
    const bool read = there && cfi_file_take(&measured.file, &wishes, &input);
    put(&measured, "bytes", input.size);
    if (!there)
        tool_json_text(&measured.json, "refused", "cannot be read");
    else if (!put_all(&measured, read))
        tool_json_text(&measured.json, "refused", measured.why);
    tool_json_end(&measured.json, '}');
    close_file(&measured.file);
}
