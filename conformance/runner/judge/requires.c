#include "requires.h"

#include "../../../common/bounded.h"
#include "../process/memory.h"
#include "corpus_line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The Makefile makes it from conformance/requirements/. */
static const struct {
    const char *name, *text;
} shipped[] = {
#include "requirements.inc"
};
enum { SHIPPED = sizeof shipped / sizeof *shipped };

/* --- Reading -------------------------------------------------------------------------------------------- */

static bool read_file(struct requires *requires, const char *path, char words[REQUIRES_WORDS])
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    char why[REQUIREMENT_WORDS];
    const bool opened = bounded_read(BOUNDED_REQUIREMENTS, path, &bytes, &size);
    if (!opened) {
        const bool is_name = errno == ENOENT && strchr(path, '/') == NULL;
        int used = snprintf(words, REQUIREMENT_WORDS, "%.300s: %s", path, bounded_trouble());
        for (unsigned i = 0; is_name && i < SHIPPED && used < REQUIREMENT_WORDS; i++)
            used += snprintf(words + used, REQUIREMENT_WORDS - (size_t)used, "%s%s",
                             i == 0 ? ", and no set has that name; there are " : ", ", shipped[i].name);
    }
    const bool read = opened && requirement_set_read(&requires->set, (const char *)bytes, size, why);
    if (opened && !read)
        (void)snprintf(words, REQUIRES_WORDS, "%.300s: %s", path, why);
    free(bytes);
    return read;
}

bool runner_requires_read(struct requires *requires, const char *text, char words[REQUIRES_WORDS])
{
    *requires = (struct requires){.given = NULL};
    for (unsigned i = 0; i < SHIPPED; i++)
        if (strcmp(shipped[i].name, text) == 0)
            return requirement_set_read(&requires->set, shipped[i].text, strlen(shipped[i].text), words);
    return read_file(requires, text, words);
}

/* --- Vectors -------------------------------------------------------------------------------------------- */

/* A vector's section.  Where parts describe it, its bytes are made once a set asks for one behind the first part. */
struct asked_section {
    const struct vector *vector;
    uint8_t *made;
};

static uint8_t byte_of_section(void *place, size_t at)
{
    struct asked_section *const section = place;
    const struct vector *const vector = section->vector;
    if (at < vector->bytes.size / 2)
        return runner_digits_byte(vector->bytes.at, at);
    if (section->made == NULL) {
        section->made = memory_of(vector->section_size, 1);
        runner_made_write(vector->parts, section->made);
    }
    return section->made[at];
}

static struct requirement_question question_of(struct asked_section *section)
{
    const struct vector *const vector = section->vector;
    return (struct requirement_question){.profile = runner_profile_names[vector->profile],
                                         .abi = runner_abi_names[vector->abi],
                                         .operation = runner_operation_names[vector->operation],
                                         .section = section,
                                         .size = vector->section_size,
                                         .byte = byte_of_section};
}

uint32_t runner_requires_breaks(const struct requirement_set *set, const struct vector *vector)
{
    if (runner_is_writing(vector->operation))
        return 0;
    struct asked_section section = {.vector = vector};
    struct requirement_question question = question_of(&section);
    if (question.size > vector->bytes.size / 2)
        question.size = vector->bytes.size / 2;
    return requirement_set_breaks(set, &question);
}

unsigned runner_requires_line(const struct requires *requires, const struct vector *vector)
{
    if (requires->set.count == 0 || runner_is_writing(vector->operation))
        return 0;
    struct asked_section section = {.vector = vector};
    const struct requirement_question question = question_of(&section);
    const struct requirement_line *const line = requirement_set_broken(&requires->set, &question);
    free(section.made);
    return line != NULL ? (unsigned)(line - requires->set.lines) + 1 : 0;
}

/* --- Outcomes ------------------------------------------------------------------------------------------- */

/* Whether the adapter lived on and wrote an answer, right or not. */
static bool is_answer(enum outcome outcome)
{
    return !runner_outcome_counts_against[outcome] || outcome == FAIL || outcome == UNREAD ||
           outcome == INCONSISTENT;
}

static bool is_kept(const struct judgement *judgement, enum requirement_debt debt)
{
    if (!is_answer(judgement->outcome))
        return false;
    if (debt == OWES_NOTHING || (judgement->refused && judgement->outcome != INCONSISTENT))
        return true;
    return debt == OWES_RIGHT_OR_REFUSAL && !runner_outcome_counts_against[judgement->outcome];
}

void runner_requires_judge(const struct requires *requires, unsigned line, struct judgement *judgement)
{
    const struct requirement_line *const wish = &requires->set.lines[line - 1];
    const bool kept = is_kept(judgement, wish->debt);
    char reason[sizeof judgement->reason];
    if (judgement->outcome == UNSUPPORTED)
        return;
    if (kept)
        judgement->outcome = OUTSIDE;
    else if (!runner_outcome_counts_against[judgement->outcome])
        runner_judge_as(judgement, FAIL, "an answer where an error is due");
    (void)snprintf(reason, sizeof reason, "%s", judgement->reason);
    judgement->outside = !kept;
    judgement->lacks = false;
    judgement->count = 0; /* the differences are from an answer that is not owed */
    judgement->reading[0] = '\0';
    runner_judge_as(judgement, judgement->outcome, "outside of %s line %u (%s; else %s)%s%s", requires->set.name,
                    wish->number, wish->text, requirement_debt_names[wish->debt], kept ? "" : ": ",
                    kept ? "" : reason);
}
