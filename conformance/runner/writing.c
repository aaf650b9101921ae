#include "writing.h"

#include "../../corpus/crosscheck/written.h"
#include "process/memory.h"
#include "process/spans.h"
#include "judge/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Requests ------------------------------------------------------------------------------------------- */

static const char *text_of(const struct vector *function)
{
    return json_string_value(json_object_get(function->function, "text"));
}

char *runner_part_text(const struct part *part, size_t *size)
{
    const struct span input = part->vectors[0]->input;
    struct written_text written;
    FILE *const out = written_begin(&written);
    if (part->vectors[0]->operation != ASSEMBLE)
        (void)fwrite(input.at, 1, input.size, out);
    else
        (void)fputs(json_string_value(part->vectors[0]->head), out); /* what stands before all functions */
    for (unsigned i = 0; part->vectors[0]->operation == ASSEMBLE && i < part->count; i++)
        (void)fputs(text_of(part->vectors[i]), out);
    char *const text = written_end(&written);
    *size = written.size;
    return text;
}

/* --- Answers -------------------------------------------------------------------------------------------- */

/* The members of which an answer has exactly one: what the writer made, or why it made nothing. */
static const char *const answers[] = {"object",  "section",      "refused",    "crash",
                                      "trouble", "inconsistent", "unsupported"};

static bool are_lines(const json_t *value)
{
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!json_is_integer(json_array_get(value, i)))
            return false;
    return json_is_array(value);
}

/* The one member of these that the answer has.  Null if it has none or several, or a member that no writer's
 * answer has; WORDS then says so. */
static const char *answer_word(json_t *answer, char words[WORDS_MAX])
{
    const char *key, *found = NULL;
    json_t *value;
    json_object_foreach(answer, key, value)
    {
        const unsigned count = sizeof answers / sizeof *answers;
        const bool is_answer = runner_name_number(answers, count, runner_span_of(key)) < count;
        const bool is_known = is_answer || strcmp(key, "messages") == 0 ? json_is_string(value)
                              : strcmp(key, "lines") == 0               ? are_lines(value)
                                                                        : strcmp(key, "request") == 0;
        if (!is_known || (is_answer && found != NULL)) {
            (void)snprintf(words, WORDS_MAX, "%s %.80s",
                           is_known ? "a second answer:" : "wrong type of, or no such member as,", key);
            return NULL;
        }
        found = is_answer ? key : found;
    }
    if (found == NULL)
        (void)snprintf(words, WORDS_MAX,
                       "neither object, section, refused, crash, trouble, inconsistent nor unsupported");
    return found;
}

/* --- What is judged ------------------------------------------------------------------------------------- */

struct trying {
    const struct part *part;
    const struct part_visitor *visitor;
    json_t *answer;
    struct section_found *section;
    struct judgement *judgement;
};

static void settle(const struct trying *trying, unsigned number)
{
    runner_fail_if_basic(trying->part->vectors[number], trying->part->declaration, trying->judgement);
    if (trying->visitor != NULL)
        trying->visitor->settle(trying->visitor->context, number, trying->judgement);
}

/* Settles the outcome of a vector that was asked alone.  Several vectors are asked again in smaller parts. */
static enum part_end settle_alone(const struct trying *trying, enum outcome outcome, const char *words)
{
    if (trying->part->count > 1) {
        trying->section->parted = true;
        return PART_TOO_LARGE;
    }
    runner_judge_begin(trying->judgement, SAME);
    runner_judge_as(trying->judgement, outcome, "%.400s", words);
    trying->judgement->reported = outcome == CRASH;
    settle(trying, 0);
    return PART_SETTLED;
}

static void judge_function(struct judgement *judgement, const struct said_function *found)
{
    static const enum outcome outcomes[] = {[SAID_SAME] = SAME,
                                            [SAID_ABSENT] = ABSENT,
                                            [SAID_OMITS] = OMITS,
                                            [SAID_HIDES] = HIDES,
                                            [SAID_WRONG] = WRONG};
    runner_judge_begin(judgement, SAME);
    if (found->said == SAID_SAME)
        return;
    runner_add_quoted(judgement, found->kind, found->is_true, found->stated);
    runner_judge_as(judgement, outcomes[found->said], "%s: at byte %" PRIu64 ": expected %s, got %s",
                    found->kind, found->at, found->is_true[0] != '\0' ? found->is_true : "nothing",
                    found->stated[0] != '\0' ? found->stated : "nothing");
}

/* Judges a function of a unit.  If the unit's text asks for no SFrame, only the lack of a section is right; if
 * the vector is contested, a fault stays open. */
static void judge_of_unit(struct judgement *judgement, const struct vector *vector,
                          const struct said_function *found, bool there)
{
    judge_function(judgement, found);
    if (vector->not_asked && !there)
        runner_judge_as(judgement, ABSENT, "not-asked: for SFrame");
    else if (vector->not_asked)
        runner_judge_as(judgement, WRONG, "not-asked: the text asks for no SFrame, and there is a section");
    else if (vector->class == CONTESTED)
        runner_leave_open(judgement);
}

/* --- By operation --------------------------------------------------------------------------------------- */

static void note_section(struct section_found *section, const struct said_section *said)
{
    section->there = section->there || said->there;
    if (section->broken[0] != '\0')
        return;
    if (said->broken != NULL)
        (void)snprintf(section->broken, sizeof section->broken, "%s: %s, at offset 0x%" PRIx64, said->broken,
                       said->how, said->offset);
    else if (said->strangers != 0)
        (void)snprintf(section->broken, sizeof section->broken,
                       "extra: %" PRIu64 " pieces of code that no function has, the first at 0x%" PRIx64,
                       said->strangers, said->first_stranger);
}

static enum part_end judge_assembled(const struct trying *trying, struct written written)
{
    const struct part *const part = trying->part;
    const struct abi_facts *const facts = &runner_abi_facts[part->vectors[0]->abi];
    json_t *const truths = json_array();
    struct said_function *const found = memory_of(part->count, sizeof *found);
    struct said_section said;
    char why[WORDS_MAX];
    for (unsigned i = 0; i < part->count; i++)
        (void)json_array_append(truths, part->vectors[i]->truth);
    written.machine = facts->machine;
    written.big_endian = facts->big;
    written.functions = truths;
    const bool judged = cfi_judge_written(&written, found, &said, why, sizeof why);
    if (judged)
        note_section(trying->section, &said);
    trying->section->together = trying->section->together || (judged && part->count > 1);
    for (unsigned i = 0; judged && i < part->count; i++) {
        judge_of_unit(trying->judgement, part->vectors[i], &found[i], said.there);
        settle(trying, i);
    }
    json_decref(truths);
    free(found);
    return judged ? PART_SETTLED : settle_alone(trying, TROUBLE, why);
}

/* A link has one vector, number 0. */
static enum part_end judge_linked(const struct trying *trying, uint8_t *bytes, size_t size)
{
    char why[WORDS_MAX];
    const struct part *const part = trying->part;
    const char *const messages = json_string_value(json_object_get(trying->answer, "messages"));
    runner_judge_begin(trying->judgement, SAME);
    if (!runner_judge_linked_file(part->vectors[0], part->declaration, messages, bytes, size,
                                  trying->judgement, why))
        return settle_alone(trying, TROUBLE, why);
    settle(trying, 0);
    return PART_SETTLED;
}

/* Judges what was made: an `object` or a `section`, as WORD says. */
static enum part_end judge_made(const struct trying *trying, const char *word, const char *text)
{
    const enum operation operation = trying->part->vectors[0]->operation;
    const char *fault;
    size_t size;
    uint8_t *const bytes = word[0] == 'o' ? runner_base64_read(text, strlen(text), &size, &fault)
                                          : runner_hex_read(text, strlen(text), &size, &fault);
    if (bytes == NULL) {
        runner_judge_as(trying->judgement, GARBAGE, "%s: %s", word, fault);
        return PART_NO_ANSWER;
    }
    if (operation == ASSEMBLE)
        return judge_assembled(trying, (struct written){.bytes = bytes, .size = size});
    if (operation == LINK)
        return judge_linked(trying, bytes, size);
    runner_judge_begin(trying->judgement, SAME);
    runner_judge_written_section(trying->part->vectors[0], bytes, size, trying->judgement);
    free(bytes);
    settle(trying, 0);
    return PART_SETTLED;
}

/* --- Answers without a result --------------------------------------------------------------------------- */

static unsigned lines_in(const char *text)
{
    unsigned count = 0;
    for (; text != NULL && *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

/* Marks the functions whose text has one of the lines that the error message names. */
static void find_named(const struct trying *trying)
{
    const json_t *const lines = json_object_get(trying->answer, "lines");
    json_int_t end = lines_in(json_string_value(trying->part->vectors[0]->head));
    for (unsigned i = 0; i < trying->part->count && json_array_size(lines) != 0; i++) {
        const json_int_t begin = end;
        end += lines_in(text_of(trying->part->vectors[i]));
        for (size_t k = 0; k < json_array_size(lines) && !trying->part->named[i]; k++) {
            const json_int_t line = json_integer_value(json_array_get(lines, k));
            trying->part->named[i] = begin < line && line <= end;
        }
    }
}

/* Judges a refusal.  An assembler or a linker need not accept everything; but an encoder must write any model
 * that a section can express. */
static enum part_end judge_refusal(const struct trying *trying, const char *words)
{
    const struct vector *const vector = trying->part->vectors[0];
    char why[WORDS_MAX];
    if (vector->operation == ASSEMBLE)
        find_named(trying);
    if (vector->operation == ASSEMBLE || vector->operation == LINK || runner_may_be_refused(vector))
        return settle_alone(trying, REFUSED, words);
    (void)snprintf(why, sizeof why, "refused: %.200s", words);
    return settle_alone(trying, WRONG, why);
}

static enum part_end judge_answer(const struct trying *trying)
{
    static const enum outcome without_result[] = {INCONSISTENT, CRASH, TROUBLE, UNSUPPORTED}; /* by their names */
    char words[WORDS_MAX];
    const bool makes_elf =
        trying->part->vectors[0]->operation == ASSEMBLE || trying->part->vectors[0]->operation == LINK;
    const char *const word = answer_word(trying->answer, words);
    const char *const text = word != NULL ? json_string_value(json_object_get(trying->answer, word)) : "";
    if (word != NULL && strcmp(word, "refused") == 0)
        return judge_refusal(trying, text);
    for (size_t i = 0; word != NULL && i < sizeof without_result / sizeof *without_result; i++)
        if (strcmp(word, runner_outcome_names[without_result[i]]) == 0)
            return settle_alone(trying, without_result[i], text);
    if (word != NULL && strcmp(word, makes_elf ? "object" : "section") == 0)
        return judge_made(trying, word, text);
    runner_judge_as(trying->judgement, GARBAGE, "%s", word != NULL ? "not what this operation makes" : words);
    return PART_NO_ANSWER;
}

enum part_end runner_judge_part(const struct part *part, uint64_t number, struct span line,
                                const struct part_visitor *visitor, struct section_found *section,
                                struct judgement *judgement)
{
    runner_judge_begin(judgement, SAME);
    json_t *const answer = runner_object_of(line, judgement);
    const struct trying trying = {part, visitor, answer, section, judgement};
    const enum part_end end = answer != NULL && runner_answers_request(answer, number, judgement)
                                  ? judge_answer(&trying)
                                  : PART_NO_ANSWER;
    json_decref(answer);
    return end;
}

void runner_judge_section(const struct vector *vector, const struct declaration *declaration,
                          const struct section_found *section, struct judgement *judgement)
{
    runner_judge_begin(judgement, SAME);
    if (section->broken[0] != '\0')
        runner_judge_as(judgement, WRONG, "%s", section->broken);
    else if (!section->there)
        runner_judge_as(judgement, ABSENT, "no section came");
    else if (section->parted && !section->together && runner_is_basic(vector, declaration))
        runner_judge_as(judgement, REFUSED, "whatever is more than one function");
    runner_fail_if_basic(vector, declaration, judgement);
}
