#include "linked.h"

#include "file.h"
#include "stubs.h"

#include <inttypes.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct judging {
    const struct linked *linked;
    struct file *file;
    struct faults *faults;
    struct fault *spare;
};

/* --- Faults --------------------------------------------------------------------------------------------- */

/* Adds a fault, for the caller to fill in: the spare one, if its kind is known or there is no room. */
__attribute__((format(printf, 3, 4))) static struct fault *add(const struct judging *judging,
                                                               enum fault_sort sort, const char *format, ...)
{
    struct faults *const faults = judging->faults;
    struct fault fault = {.sort = sort};
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(fault.kind, sizeof fault.kind, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < faults->count && i < FAULTS_MAX; i++)
        if (strcmp(faults->faults[i].kind, fault.kind) == 0)
            return judging->spare;
    if (faults->count++ >= FAULTS_MAX)
        return judging->spare;
    faults->faults[faults->count - 1] = fault;
    return &faults->faults[faults->count - 1];
}

/* WHAT should be there and is not.  If the linker has warned, it is left out; else it is lost. */
static struct fault *add_lost(const struct judging *judging, const char *what)
{
    return judging->linked->warned ? add(judging, FAULT_LEFT_OUT, "omits: %s", what)
                                   : add(judging, FAULT_FUNCTION, "lost: %s", what);
}

static void set_place(struct fault *fault, const char *name)
{
    (void)snprintf(fault->place, sizeof fault->place, "%.90s", name);
}

/* --- Names ---------------------------------------------------------------------------------------------- */

static bool is_among(const json_t *names, const char *name, size_t size)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *const each = json_string_value(json_array_get(names, i));
        if (each != NULL && strlen(each) == size && memcmp(each, name, size) == 0)
            return true;
    }
    return false;
}

/* Whether NAME begins with that of a PLT section, which the linker makes and describes by itself. */
static bool is_stub_name(const char *name)
{
    return strncmp(name, ".plt", 4) == 0 || strncmp(name, ".iplt", 5) == 0;
}

static void find_kept(const struct judging *judging)
{
    const struct landmarks *const landmarks = &judging->file->landmarks;
    for (size_t i = 0; i < landmarks->symbol_count; i++) {
        const char *const name = landmarks->symbols[i].name;
        if (is_among(judging->linked->gone, name, strlen(name)))
            set_place(add(judging, FAULT_FILE, "keeps: code"), name);
    }
}

/* --- What is around a section --------------------------------------------------------------------------- */

enum { PT_GNU_SFRAME_ = 0x6474e554 };

static enum sfr_verdict open_by_version(const struct source *source, struct sfr_section *section)
{
    return sfr_open(section, source->bytes, source->size, source->address, SFR_PROFILE_BY_VERSION, NULL);
}

/* Whether the file has one SFrame segment (*COUNT: how many), and that begins where the section is loaded.
 * HEADERS: how many program headers there are. */
static bool has_own_segment(const struct file *file, const struct source *source, size_t headers,
                            size_t *count)
{
    GElf_Phdr segment;
    bool is_own = false;
    *count = 0;
    for (size_t i = 0; i < headers; i++)
        if (gelf_getphdr(file->input.elf, (int)i, &segment) != NULL && segment.p_type == PT_GNU_SFRAME_) {
            ++*count;
            is_own = segment.p_vaddr == source->address && segment.p_memsz >= source->size;
        }
    return is_own && *count == 1;
}

/* Whether every text of the section's version asks for a section type.  Version 2 without errata does not,
 * and a section does not say which errata apply (section-type-errata). */
static bool wants_type(const struct sfr_section *section)
{
    unsigned texts = 0, asking = 0;
    for (unsigned i = 0; i < SFR_PROFILE_COUNT; i++) {
        const enum sfr_profile profile = (enum sfr_profile)(int)i;
        if (sfr_text_facts(profile)->version != section->version)
            continue;
        texts++;
        asking += sfr_text_states(profile, SFR_overview_section_type);
    }
    return texts != 0 && asking == texts;
}

/* False: the reason is reported. */
static bool look_at_container(const struct judging *judging, const struct source *source)
{
    const struct container *const container = &source->container;
    struct sfr_section section;
    size_t segments = 0, headers = 0;
    (void)elf_getphdrnum(judging->file->input.elf, &headers);
    if (!tool_input_spend(&judging->file->input, RESOURCE_WORK, headers))
        return false;
    (void)open_by_version(source, &section);
    if (container->section_header && !container->loaded)
        (void)add(judging, FAULT_FILE, "container: not loaded");
    if (container->section_header && !container->typed && wants_type(&section))
        (void)add(judging, FAULT_FILE, "container: the section's type");
    if (container->linked && !has_own_segment(judging->file, source, headers, &segments))
        (void)add(judging, FAULT_FILE,
                  segments == 0 ? "container: no segment" : "container: the segment is elsewhere");
    return true;
}

/* --- Sections ------------------------------------------------------------------------------------------- */

/* Before errata 1 of version 2 there are two readings: tables are always sorted, or only if flagged so. */
static void add_unsorted(const struct judging *judging)
{
    (void)add(judging, FAULT_READING, "reading: sorted-unflagged");
}

/* Makes a fault of a violation that the oracle's check reports, unless it is a note. */
static void take_violation(void *context, const struct sfr_violation *violation)
{
    const bool unreadable = violation->severity == SFR_MALFORMED;
    if (!unreadable && violation->severity != SFR_IRREGULAR)
        return;
    if (violation->clause == SFR_fde_sorted_array) {
        add_unsorted(context);
        return;
    }
    struct fault *const fault =
        add(context, unreadable ? FAULT_UNREADABLE : FAULT_FILE, "%s: %s",
            unreadable ? "unreadable" : "irregular", sfr_clause_text(violation->clause)->id);
    (void)snprintf(fault->place, sizeof fault->place, "offset 0x%llx", (unsigned long long)violation->offset);
}

/* The text of the objects, which knows the errata, if all sections are of its version; else the text that
 * each section's version means. */
static enum sfr_profile profile_of(const struct judging *judging)
{
    const enum sfr_profile profile = judging->linked->profile;
    for (size_t i = 0; profile != SFR_PROFILE_BY_VERSION && i < judging->file->input.count; i++) {
        const struct source *const source = &judging->file->input.sources[i];
        struct sfr_section section;
        (void)open_by_version(source, &section);
        if (section.version != sfr_text_facts(profile)->version)
            return SFR_PROFILE_BY_VERSION;
    }
    return profile;
}

static void look_at_flags(const struct judging *judging)
{
    const struct file *const file = judging->file;
    const bool wanted = sfr_text_states(file->comparison.profile, SFR_fde_sorted_linked);
    for (size_t i = 0; judging->linked->sorted && i < file->input.count; i++) {
        if (file->sections[i].function_count == 0 || (file->sections[i].flags & SFR_SORTED) != 0)
            continue;
        if (wanted)
            (void)add(judging, FAULT_FILE, "unsorted: the table does not say that it is sorted");
        else
            add_unsorted(judging);
    }
}

/* --- Relocations ---------------------------------------------------------------------------------------- */

enum { RELOCATION_WORK = 8 };

/* What is wrong with a relocation at PLACE by TARGET; NULL: nothing.  It is right if TARGET is where the
 * function starts, or if TARGET less PLACE is the value of the field. */
static const char *fault_of(const struct sfr_section *section, uint64_t place, uint64_t target)
{
    const uint8_t entry_size = sfr_text_facts(section->profile)->entry_size;
    const uint64_t offset = place - section->address;
    struct sfr_function function;
    struct sfr_violation fault;
    if (offset < section->fdes || offset >= section->fdes_end || (offset - section->fdes) % entry_size != 0)
        return "relocations: where no start is";
    (void)sfr_function(section, (uint32_t)((offset - section->fdes) / entry_size), &function, &fault);
    return target == function.start || target - place == (uint64_t)function.start_field
               ? NULL
               : "relocations: of another function";
}

/* Adds a fault for the first relocation in section HOLDER that is wrong, if any (*FOUND).  False: the reason
 * is reported. */
static bool look_through(const struct judging *judging, size_t holder, const struct sfr_section *section,
                         bool *found)
{
    struct file *const file = judging->file;
    const GElf_Shdr *const header = &file->view.sections[holder].header;
    Elf_Data *data, *symbols = NULL;
    GElf_Rela relocation;
    GElf_Sym symbol;
    if (header->sh_type != SHT_RELA || header->sh_link >= file->view.section_count)
        return true;
    if (!tool_elf_data(&file->view, holder, &data) || !tool_elf_data(&file->view, header->sh_link, &symbols))
        return false;
    for (int i = 0; !*found && data != NULL && gelf_getrela(data, i, &relocation) != NULL; i++) {
        if (!tool_input_spend(&file->input, RESOURCE_WORK, RELOCATION_WORK))
            return false;
        if (GELF_R_TYPE(relocation.r_info) == 0 || symbols == NULL ||
            gelf_getsym(symbols, (int)GELF_R_SYM(relocation.r_info), &symbol) == NULL)
            continue;
        const char *const kind =
            fault_of(section, relocation.r_offset, symbol.st_value + (uint64_t)relocation.r_addend);
        *found = kind != NULL;
        if (*found)
            (void)snprintf(add(judging, FAULT_FILE, "%s", kind)->place, NAME_TEXT, "0x%" PRIx64,
                           relocation.r_offset);
    }
    return true;
}

/* Judges relocations that the linker has left in the file, for programs that move code afterwards.  False:
 * the reason is reported. */
static bool look_at_relocations(const struct judging *judging)
{
    const struct file *const file = judging->file;
    const struct elf_section *const headers = file->view.sections;
    for (size_t number = 0; number < file->input.count; number++) {
        const struct source *const source = &file->input.sources[number];
        bool found = false;
        if (!source->container.linked || !source->container.section_header ||
            file->sections[number].malformed)
            continue;
        for (size_t i = headers[source->index].relocations; i != 0; i = headers[i].next_relocations)
            if ((headers[i].header.sh_flags & SHF_ALLOC) == 0 &&
                !look_through(judging, i, &file->sections[number], &found))
                return false;
    }
    return true;
}

/* --- Functions ------------------------------------------------------------------------------------------ */

/* What the format cannot say must not be there in another form, but may be missing.  What the linker makes is
 * judged as PLTs, below, and what the ledger leaves open is nobody's fault. */
static bool is_fault(const struct finding *finding)
{
    const enum owner owner = cfi_kind_texts[finding->kind].owner;
    return owner == OWNER_FORMAT ? finding->has_sframe : owner != OWNER_LINKER && owner != OWNER_LEDGER;
}

static void take_finding(const struct judging *judging, const struct finding *finding)
{
    const struct file *const file = judging->file;
    char name[NAME_TEXT];
    struct fault *fault;
    cfi_name_pc(&file->landmarks, finding->pc, name);
    if (!is_fault(finding) || is_stub_name(name) || is_among(judging->linked->free, name, strcspn(name, "+")))
        return;
    if (finding->kind == KIND_MISSING)
        fault = add_lost(judging, "functions");
    else if (finding->kind == KIND_EXTRA)
        fault =
            add(judging, FAULT_FILE, "extra: %s", name[0] == '?' ? "where there is no code" : "a function");
    else
        fault = add(judging, FAULT_FUNCTION, "%s", cfi_kind_texts[finding->kind].id);
    set_place(fault, name);
    if (finding->has_cfi)
        cfi_recovery_text(file->cfi.machine, &finding->cfi, fault->is_true);
    if (finding->has_sframe)
        cfi_recovery_text(file->cfi.machine, &finding->sframe, fault->stated);
}

/* --- PLTs ----------------------------------------------------------------------------------------------- */

/* What was found of the bytes of a PLT that run. */
struct stubs_found {
    size_t run, described, wrong;
    bool by_bits; /* all wrong ones are described by rows of version 1 that match bits */
    uint64_t first_wrong;
    struct recovery is_true, stated; /* at the first wrong one */
};

static bool says(const struct recovery *stated, const struct recovery *is_true)
{
    return cfi_place_equal(&stated->cfa, &is_true->cfa) &&
           (stated->ra.kind == PLACE_UNSTATED || cfi_place_equal(&stated->ra, &is_true->ra)) &&
           (stated->fp.kind == PLACE_UNSTATED || cfi_place_equal(&stated->fp, &is_true->fp));
}

/* False: the reason is reported. */
static bool look_at_byte(const struct judging *judging, uint64_t pc, const struct stub_state *state,
                         struct stubs_found *found)
{
    struct file *const file = judging->file;
    struct sfr_answer answer;
    struct recovery stated;
    const uint64_t steps = cfi_look_up(&file->comparison, pc, &answer, &stated);
    const struct recovery is_true = cfi_stub_recovery(file->cfi.machine, state);
    found->run++;
    found->described += answer.found == SFR_FOUND;
    if (answer.found == SFR_FOUND && !says(&stated, &is_true)) {
        if (found->wrong++ == 0) {
            found->first_wrong = pc;
            found->is_true = is_true;
            found->stated = stated;
        }
        found->by_bits = found->by_bits && answer.function.pc_type == SFR_MASK &&
                         !sfr_text_facts(file->comparison.profile)->blocks;
    }
    return tool_input_spend(&file->input, RESOURCE_WORK, steps);
}

static void add_stubs(const struct judging *judging, const char *name, const struct stubs_found *found)
{
    struct fault *fault = judging->spare;
    if (found->run == 0)
        return;
    if (found->described == 0)
        (void)add(judging, FAULT_LEFT_OUT, "omits: %.32s", name);
    else if (found->described != found->run && found->wrong == 0 && judging->linked->warned)
        (void)add(judging, FAULT_LEFT_OUT, "omits: %.32s in part", name);
    else if (found->described != found->run)
        (void)add(judging, FAULT_FILE, "plt: %.32s: described in part", name);
    else if (found->wrong != 0 && found->by_bits)
        (void)add(judging, FAULT_READING, "reading: pcmask-v1-formula");
    else if (found->wrong != 0)
        fault = add(judging, FAULT_FILE, "plt: %.32s: another rule", name);
    cfi_name_pc(&judging->file->landmarks, found->first_wrong, fault->place);
    cfi_recovery_text(judging->file->cfi.machine, &found->is_true, fault->is_true);
    cfi_recovery_text(judging->file->cfi.machine, &found->stated, fault->stated);
}

static bool judge_states(const struct judging *judging, const struct elf_section *section, const char *name,
                         struct stub_state *states)
{
    const uint8_t *const code = judging->file->input.bytes + section->header.sh_offset;
    const size_t size = (size_t)section->header.sh_size;
    struct stubs_found found = {.by_bits = true};
    size_t unknown;
    if (!cfi_stub_states(judging->file->cfi.machine->abi, code, size, states, &unknown)) {
        struct fault *const fault = add(judging, FAULT_FILE, "plt: %.32s: unknown instructions", name);
        (void)snprintf(fault->place, sizeof fault->place, "%.32s+0x%zx", name, unknown);
        return true;
    }
    for (size_t at = 0; at < size; at++)
        if (states[at].runs && !look_at_byte(judging, section->address + at, &states[at], &found))
            return false;
    add_stubs(judging, name, &found);
    return true;
}

/* False: the reason is reported. */
static bool judge_stubs(const struct judging *judging, const struct elf_section *section, const char *name)
{
    struct input *const input = &judging->file->input;
    const uint64_t size = section->header.sh_size;
    if (section->header.sh_type == SHT_NOBITS || size == 0 ||
        !tool_input_holds(input, section->header.sh_offset, size))
        return true;
    const uint64_t cost = size * sizeof(struct stub_state); /* the file has as many bytes, so it fits */
    if (!tool_input_spend(input, RESOURCE_WORK, size) || !tool_input_spend(input, RESOURCE_MEMORY, cost))
        return false;
    struct stub_state *const states = malloc((size_t)cost);
    const bool judged = states != NULL ? judge_states(judging, section, name, states)
                                       : tool_input_fail(input, "out of memory");
    free(states);
    tool_input_give_back(input, RESOURCE_MEMORY, cost);
    return judged;
}

static bool judge_all_stubs(const struct judging *judging)
{
    const struct elf_view *const view = &judging->file->view;
    for (size_t i = 1; i < view->section_count; i++) {
        const char *const name = tool_elf_name(view, i);
        if ((view->sections[i].header.sh_flags & SHF_EXECINSTR) != 0 && is_stub_name(name) &&
            !judge_stubs(judging, &view->sections[i], name))
            return false;
    }
    return true;
}

/* --- All together --------------------------------------------------------------------------------------- */

static bool has_bytes(const struct input *input)
{
    size_t size = 0;
    for (size_t i = 0; i < input->count; i++)
        size += input->sources[i].size;
    return size != 0;
}

static bool has_section(const struct input *input)
{
    return input->count != 0 && input->sources[0].container.section_header;
}

/* False: the reason is reported. */
static bool compare(const struct judging *judging)
{
    struct file *const file = judging->file;
    for (size_t i = 0; i < file->input.count; i++)
        if (!look_at_container(judging, &file->input.sources[i]))
            return false;
    if (!cfi_file_compare(file, profile_of(judging))) {
        if (file->is_foreign)
            (void)add(judging, FAULT_UNREADABLE, "unreadable: it is for another ABI");
        return file->is_foreign;
    }
    look_at_flags(judging);
    for (size_t i = 0; i < file->comparison.finding_count; i++)
        take_finding(judging, &file->comparison.findings[i]);
    return look_at_relocations(judging);
}

/* False: the reason is reported. */
static bool judge(const struct judging *judging, bool taken)
{
    const struct linked *const linked = judging->linked;
    struct file *const file = judging->file;
    const struct machine *const machine = file->cfi.machine;
    if (machine == NULL)
        return false;
    if (machine != cfi_machine_of(linked->machine, linked->big_endian))
        return tool_input_fail(&file->input, "it is for %s", machine->name);
    if (linked->sorted && file->view.file.e_type == ET_REL)
        return tool_input_fail(&file->input, "it is an object, which is not linked");
    if (!taken) { /* in an object, a relocation cannot be applied; else, a section is not all in the file */
        const bool object = file->view.file.e_type == ET_REL;
        struct fault *const fault = add(judging, object ? FAULT_FILE : FAULT_UNREADABLE,
                                        object ? "irregular: relocations" : "unreadable: its bytes");
        (void)snprintf(fault->stated, sizeof fault->stated, "%.180s", file->input.why);
        return true;
    }
    if (!cfi_file_take_truth(file, linked->functions))
        return false;
    find_kept(judging);
    if (has_bytes(&file->input) && !compare(judging))
        return false;
    if (!has_bytes(&file->input) && json_array_size(linked->functions) != 0)
        (void)add_lost(judging, has_section(&file->input) ? "an empty section" : "no section");
    return judge_all_stubs(judging);
}

bool cfi_judge_linked(const struct linked *linked, struct faults *faults, char *why, size_t why_size)
{
    const struct wishes wishes = {.finding_limit = SIZE_MAX, .keep_explained = true};
    struct file file;
    struct fault spare;
    struct judging judging = {.linked = linked, .file = &file, .faults = faults, .spare = &spare};
    const struct sfr_report report = {take_violation, &judging};
    const struct input input = {
        .path = "", .why = why, .why_size = why_size, .bytes = linked->bytes, .size = linked->size};
    faults->count = 0;
    why[0] = '\0';
    const bool taken = cfi_file_take(&file, &wishes, &input);
    file.report = &report;
    const bool judged = judge(&judging, taken);
    cfi_file_close(&file);
    return judged;
}
