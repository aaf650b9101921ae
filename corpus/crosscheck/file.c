#include "file.h"

#include "../cfi/truth.h"

#include <libelf.h>
#include <stdlib.h>

bool cfi_file_mark(struct file *file)
{
    file->marked = file->marked || cfi_landmarks_find(&file->landmarks, &file->view);
    return file->marked;
}

bool cfi_file_take(struct file *file, const struct wishes *wishes, const struct input *input)
{
    *file = (struct file){.wishes = wishes, .input = *input};
    if (!tool_elf_is(&file->input))
        return tool_input_fail(&file->input, "not an ELF file");
    return tool_elf_view_open(&file->view, &file->input) && cfi_find_machine(&file->cfi, &file->view) &&
           tool_elf_add_sources(&file->view);
}

static void forget_judgement(struct file *file)
{
    cfi_comparison_free(&file->comparison);
    free(file->sections);
    file->comparison = (struct comparison){.cfi = NULL};
    file->sections = NULL;
    file->verdict = SFR_VALID;
}

void cfi_file_close(struct file *file)
{
    forget_judgement(file);
    cfi_converted_free(&file->converted);
    cfi_free(&file->cfi);
    cfi_landmarks_free(&file->landmarks);
    tool_elf_view_close(&file->view);
    tool_input_close(&file->input);
}

const char *cfi_file_lacks(const struct file *file)
{
    if (file->cfi.function_count != 0)
        return NULL;
    return file->wishes->orc != NULL ? ".orc_unwind tells of no code"
                                     : "neither .eh_frame nor .debug_frame tells of any function";
}

/* --- Another truth -------------------------------------------------------------------------------------- */

bool cfi_file_take_truth(struct file *file, const json_t *functions)
{
    return cfi_file_mark(file) && cfi_take_truth(&file->cfi, &file->view, &file->landmarks, functions);
}

/* --- Converting ---------------------------------------------------------------------------------------- */

uint64_t cfi_file_end(const struct file *file)
{
    uint64_t end = 0;
    size_t count = 0;
    GElf_Phdr segment;
    for (size_t i = 1; i < file->view.section_count; i++) {
        const struct elf_section *const section = &file->view.sections[i];
        const uint64_t reach = section->address + section->header.sh_size;
        if ((section->header.sh_flags & SHF_ALLOC) != 0 && reach > end)
            end = reach;
    }
    (void)elf_getphdrnum(file->input.elf, &count);
    for (size_t i = 0; i < count; i++)
        if (gelf_getphdr(file->input.elf, (int)i, &segment) != NULL && segment.p_type == PT_LOAD &&
            segment.p_vaddr + segment.p_memsz > end)
            end = segment.p_vaddr + segment.p_memsz;
    return (end + 7) & ~(uint64_t)7;
}

bool cfi_file_convert(struct file *file, enum sfr_profile profile)
{
    struct input *const input = &file->input;
    forget_judgement(file);
    cfi_converted_free(&file->converted);
    for (size_t i = 0; i < input->count; i++)
        free(input->sources[i].copy);
    input->count = 0;
    if (!cfi_convert(&file->cfi, profile, cfi_file_end(file), &file->converted))
        return tool_input_fail(input, "out of memory");
    return tool_input_add(input, &(struct source){.bytes = file->converted.bytes,
                                                  .size = file->converted.size,
                                                  .address = file->converted.address});
}

/* --- Judging ------------------------------------------------------------------------------------------- */

/* Version 2 does not say which errata apply, but flag 0x4 and s390x came with errata 1.  A section that has
 * neither is judged by the text before that. */
static enum sfr_profile profile_of(const struct sfr_section *section)
{
    const enum sfr_profile older = SFR_V2;
    const struct sfr_abi_facts *const abi = sfr_abi_facts(section->abi);
    const bool errata_unknown = sfr_text_facts(older)->version == section->version;
    const bool said_before = (section->flags & SFR_PCREL) == 0 && (abi == NULL || abi->since <= older);
    return errata_unknown && said_before ? older : section->profile;
}

/* SFR_UNFINISHED if there is no memory. */
static enum sfr_verdict check(const struct file *file, const struct source *source,
                              const struct sfr_section *section)
{
    if (file->around != NULL)
        tool_elf_check(source, section->profile, file->around);
    const size_t size = sfr_check_scratch(source->size);
    void *const scratch = malloc(size);
    const enum sfr_verdict verdict = sfr_check(source->bytes, source->size, source->address, section->profile,
                                               scratch, scratch != NULL ? size : 0, file->report);
    free(scratch);
    return verdict;
}

static bool open_section(struct file *file, size_t index, enum sfr_profile profile)
{
    const struct source *const source = &file->input.sources[index];
    struct sfr_section *const section = &file->sections[index];
    (void)sfr_open(section, source->bytes, source->size, source->address, profile, NULL);
    if (profile == SFR_PROFILE_BY_VERSION) {
        profile = profile_of(section);
        (void)sfr_open(section, source->bytes, source->size, source->address, profile, NULL);
    }
    const enum sfr_verdict verdict = check(file, source, section);
    if (verdict == SFR_UNFINISHED)
        return tool_input_fail(&file->input, "out of memory");
    file->verdict = verdict > file->verdict ? verdict : file->verdict;
    if (section->function_count == 0 && verdict == SFR_MALFORMED)
        return true;
    file->is_foreign = section->abi != file->cfi.machine->abi;
    return !file->is_foreign || tool_input_fail(&file->input, "its SFrame section is for ABI %u, its code for %s",
                                                section->abi, file->cfi.machine->name);
}

bool cfi_file_judge(struct file *file, enum sfr_profile profile)
{
    const struct input *const input = &file->input;
    if (input->count == 0)
        return tool_input_fail(input, "no SFrame section");
    if (cfi_file_lacks(file) != NULL)
        return tool_input_fail(input, "%s", cfi_file_lacks(file));
    return cfi_file_compare(file, profile);
}

bool cfi_file_compare(struct file *file, enum sfr_profile profile)
{
    struct input *const input = &file->input;
    if (!cfi_file_mark(file))
        return false;
    file->sections = calloc(input->count, sizeof *file->sections);
    if (file->sections == NULL)
        return tool_input_fail(input, "out of memory");
    for (size_t i = 0; i < input->count; i++)
        if (!open_section(file, i, profile))
            return false;
    file->comparison = (struct comparison){.cfi = &file->cfi,
                                           .sections = file->sections,
                                           .section_count = input->count,
                                           .profile = file->sections[0].profile,
                                           .landmarks = &file->landmarks,
                                           .foreign = &file->wishes->foreign,
                                           .finding_limit = file->wishes->finding_limit,
                                           .keep_explained = file->wishes->keep_explained,
                                           .folds_missing = file->wishes->folds_missing,
                                           .input = input};
    return cfi_compare(&file->comparison);
}
