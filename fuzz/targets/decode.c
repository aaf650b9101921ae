/* Any bytes, read as a section and checked, give a verdict that fits what can be read.  Option 1: the check
 * has no scratch memory; 2: it has less than it wants; in both cases it judges no more than the header. */
#include "case.h"
#include "law.h"
#include "sframe-ref.h"

#include <stdlib.h>

enum { NO_SCRATCH = 1, LITTLE_SCRATCH = 2, SCRATCHES = 8 };

struct seen {
    const struct fuzz_case *input;
    enum sfr_verdict worst;
};

static void see_violation(void *context, const struct sfr_violation *violation)
{
    struct seen *const seen = context;
    const struct sfr_clause_text *const text = sfr_clause_text(violation->clause);
    LAW(text != NULL && sfr_subject_name(text->subject) != NULL && sfr_strength_name(text->strength) != NULL,
        "violation of clause %d, which is none", (int)violation->clause);
    LAW(violation->offset <= seen->input->size, "a violation at 0x%llx of 0x%zx bytes",
        (unsigned long long)violation->offset, seen->input->size);
    if (violation->severity > seen->worst)
        seen->worst = violation->severity;
}

/* The most rows that are read, for each byte of a section: functions may share rows, so all could be many. */
enum { WALKED_PER_BYTE = 1 };

/* Reads the rows of a function, *LEFT at most, with their words and rules.  False: a row cannot be read. */
static bool read_rows(const struct sfr_section *section, const struct sfr_function *function, size_t *left)
{
    struct sfr_row row = {.next = function->rows};
    for (uint32_t i = 0; i<function->num_fres && * left> 0; i++, --*left) {
        struct sfr_violation fault;
        struct sfr_rules rules;
        const size_t at = row.next;
        if (!sfr_row(section, function, at, &row, &fault))
            return false;
        LAW(row.next > at && row.next <= section->size, "a row from 0x%zx ends at 0x%zx", at, row.next);
        for (unsigned word = 0; word < row.word_count; word++)
            (void)(sfr_word_signed(section, &row, word) + (int64_t)sfr_word_unsigned(section, &row, word));
        (void)sfr_rules(section, function, &row, &rules, &fault);
    }
    return true;
}

static bool read_functions(const struct sfr_section *section)
{
    size_t left = section->size * WALKED_PER_BYTE;
    for (uint32_t i = 0; i < section->function_count; i++) {
        struct sfr_function function;
        struct sfr_violation fault;
        if (!sfr_function(section, i, &function, &fault) || !read_rows(section, &function, &left))
            return false;
    }
    return true;
}

/* Asks for names that do not exist, and for a report without a function that takes it. */
static void name_nothing(const struct fuzz_case *input)
{
    struct sfr_section section;
    const struct sfr_report none = {NULL, NULL};
    LAW(sfr_clause_text(SFR_CLAUSE_NONE) == NULL && sfr_clause_text(SFR_CLAUSE_END) == NULL,
        "what is no clause has a text");
    LAW(sfr_verdict_name((enum sfr_verdict)(SFR_UNFINISHED + 1)) == NULL &&
            sfr_step_name((enum sfr_step)(SFR_STOP_ERROR + 1)) == NULL &&
            sfr_subject_name((enum sfr_subject)(SFR_CONTAINER + 1)) == NULL &&
            sfr_strength_name((enum sfr_strength)(SFR_IMPLIED + 1)) == NULL,
        "what is no word has a name");
    LAW(sfr_profile_name(SFR_PROFILE_BY_VERSION) == NULL && sfr_flag_name(SFR_PROFILE_BY_VERSION, 1) == NULL,
        "what is no profile has a name");
    (void)sfr_open(&section, input->section, input->size, input->address, input->profile, &none);
}

/* Asks for functions and rows that do not exist. */
static void read_beyond(const struct sfr_section *section, uint64_t offset)
{
    struct sfr_function function = {.fre_type = SFR_ADDR1};
    struct sfr_violation fault;
    struct sfr_row row;
    LAW(!sfr_function(section, section->function_count, &function, &fault), "function %u of %u is read",
        section->function_count, section->function_count);
    function.fre_type = (enum sfr_fre_type)(offset % (SFR_ADDR4 + 1));
    LAW(!sfr_row(section, &function, (size_t)offset, &row, &fault) ||
            (offset >= section->fres && row.next <= section->fres_end),
        "a row at 0x%llx is read, outside of the rows", (unsigned long long)offset);
}

/* Returns the verdict of the check. */
static enum sfr_verdict check(const struct fuzz_case *input, enum sfr_verdict opened,
                              const struct sfr_report *report)
{
    const size_t wanted = sfr_check_scratch(input->size);
    const size_t size = input->options % SCRATCHES == LITTLE_SCRATCH ? wanted - 1 : wanted;
    void *const scratch = input->options % SCRATCHES == NO_SCRATCH ? NULL : malloc(size);
    const bool enough = scratch != NULL && size == wanted;
    const enum sfr_verdict verdict =
        sfr_check(input->section, input->size, input->address, input->profile, scratch, size, report);
    free(scratch);
    LAW((verdict == SFR_UNFINISHED) == (opened != SFR_MALFORMED && !enough),
        "%s scratch the check gives %s", enough ? "with all its" : "with too little",
        sfr_verdict_name(verdict));
    return verdict;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_case input;
    struct sfr_section section;
    case_begin(&input, data, size);
    struct seen seen = {&input, SFR_VALID};
    const struct sfr_report report = {see_violation, &seen};
    const enum sfr_verdict opened =
        sfr_open(&section, input.section, input.size, input.address, input.profile, &report);
    LAW(opened == seen.worst, "opening gives %s, its worst violation is %s", sfr_verdict_name(opened),
        sfr_verdict_name(seen.worst));

    seen.worst = SFR_VALID;
    const enum sfr_verdict verdict = check(&input, opened, &report);
    LAW(verdict == seen.worst || verdict == SFR_UNFINISHED, "the check gives %s, its worst violation is %s",
        sfr_verdict_name(verdict), sfr_verdict_name(seen.worst));
    LAW(verdict >= opened, "opening gives %s, the check %s", sfr_verdict_name(opened),
        sfr_verdict_name(verdict));
    const bool readable = read_functions(&section);
    LAW(readable || verdict >= SFR_MALFORMED, "what cannot be read is called %s", sfr_verdict_name(verdict));
    read_beyond(&section, input.choice);
    name_nothing(&input);
    case_end(&input);
    return 0;
}
