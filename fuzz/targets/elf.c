/* Any bytes, read as an ELF file: the sections found in it lie in the file, or in copies; relocated, opened
 * and checked, they give a verdict.  What a file takes is bounded by its size, whatever it claims. */
#include "check.h"
#include "law.h"
#include "memory.h"
#include "ref/tool/input.h"

#include <stdlib.h>
#include <string.h>

/* Limits for the size of all sections together, and for memory at any time: a constant (LEAST), and more for
 * each byte of the file (PER_BYTE).  They are this target's own, above those that the reader sets itself. */
enum { SECTIONS_LEAST = 1 << 20, SECTIONS_PER_BYTE = 4, MEMORY_LEAST = 64 << 20, MEMORY_PER_BYTE = 4 };

static void see_violation(void *context, const struct sfr_violation *violation)
{
    enum sfr_verdict *const worst = context;
    LAW(sfr_clause_text(violation->clause) != NULL, "violation of clause %d, which is none",
        (int)violation->clause);
    if (violation->severity > *worst)
        *worst = violation->severity;
}

static void check_source(const struct input *input, const struct source *source)
{
    enum sfr_verdict worst = SFR_VALID;
    const struct sfr_report report = {see_violation, &worst};
    const size_t length = strnlen(source->name, sizeof source->name); /* unprintable ones would forge lines */
    LAW(length < sizeof source->name, "a name without an end");
    for (size_t i = 0; i < length; i++)
        LAW(source->name[i] > ' ' && source->name[i] < 0x7f, "a name of byte 0x%x",
            (unsigned char)source->name[i]);
    LAW(source->copy == NULL || source->bytes == source->copy, "a copy that nobody reads");
    /* A section that libelf decompressed lies outside of the file; it is only read to its end, below. */
    if (source->copy == NULL &&
        (!source->container.section_header ||
         (source->bytes >= input->bytes && source->bytes <= input->bytes + input->size)))
        LAW(tool_input_holds(input, (uint64_t)(source->bytes - input->bytes), source->size),
            "section [%zu] reaches beyond the file", source->index);
    tool_elf_check(source, SFR_V2, &report);
    tool_elf_check(source, SFR_V2E1, &report);
    LAW(worst == SFR_VALID, "what is around a section makes it %s", sfr_verdict_name(worst));
    /* The section is checked in a block of its own, so that a sanitizer notices reads behind it. */
    uint8_t *const bytes = fuzz_block(source->bytes, source->size);
    const enum sfr_verdict verdict =
        check_section(bytes, source->size, source->address, SFR_PROFILE_BY_VERSION, &report);
    LAW(verdict == worst, "the check gives %s, its worst violation is %s", sfr_verdict_name(verdict),
        sfr_verdict_name(worst));
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_quiet();
    memory_begin();
    struct input input = {.path = "input", .bytes = fuzz_block(data, size), .size = size};
    if (tool_elf_is(&input)) {
        const bool read = tool_elf_sources(&input);
        LAW(!read || input.count > 0, "read, and there is no section");
        /* Many headers for the same bytes, or a few compressed bytes, must not make a
         * small file into sections of any size. */
        const uint64_t most = SECTIONS_LEAST + SECTIONS_PER_BYTE * (uint64_t)input.size;
        uint64_t left = most;
        for (size_t i = 0; i < input.count; i++) {
            LAW(input.sources[i].size <= left, "more than %llu bytes of sections in a file of %zu",
                (unsigned long long)most, input.size);
            left -= input.sources[i].size;
            check_source(&input, &input.sources[i]);
        }
    }
    tool_input_close(&input);
    const uint64_t taken = memory_end();
    LAW(taken <= MEMORY_LEAST + MEMORY_PER_BYTE * (uint64_t)size, "%llu bytes of memory for a file of %zu",
        (unsigned long long)taken, size);
    return 0;
}
