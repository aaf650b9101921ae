#include "judging.h"

#include "implementation.h"
#include "law.h"
#include "values.h"

#include "../../conformance/runner/judge/judge.h"
#include "../../conformance/runner/judge/declaration.h"

#include <stdio.h>
#include <string.h>

/* --- MSan ----------------------------------------------------------------------------------------------- */

/* MSan does not see the writes of jansson, of the judge and of this file, which are built without it.  So
 * their memory (values.h) counts as written.  Their stack is cleared, as calls before may have left bytes
 * there that MSan takes for uninitialised. */
static __attribute__((noinline)) void clear_stack(void)
{
#ifdef UNSEEN_BY_MSAN
    char room[1 << 16];
    memset(room, 0, sizeof room);                  /* MSan's own memset: it marks the room as written */
    __asm__ volatile("" : : "r"(room) : "memory"); /* keeps the room */
#endif
}

/* --- Declarations --------------------------------------------------------------------------------------- */

static const struct declaration *declared(void)
{
    static struct declaration declaration;
    char words[WORDS_MAX];
    if (declaration.hello != NULL)
        return &declaration;
    struct span line;
    json_set_alloc_funcs(values_allocate, values_keep);
    line.at = implementation_answer(NULL, &line.size);
    clear_stack();
    LAW(runner_declaration_read(&declaration, line, words), "%s", words);
    return &declaration;
}

static unsigned number_of(const char *const *names, unsigned count, const char *name)
{
    const unsigned number = runner_name_number(names, count, runner_span_of(name));
    LAW(number < count, "the runner knows nothing that is called %s", name);
    return number;
}

bool is_declared(const char *profile, const char *abi, const char *operation, bool foreign_byte_order)
{
    const struct declaration *const declaration = declared();
    return declaration->profiles[number_of(runner_profile_names, PROFILE_COUNT, profile)] &&
           declaration->abis[number_of(runner_abi_names, ABI_COUNT, abi)] &&
           declaration->operations[number_of(runner_operation_names, OPERATION_COUNT, operation)] &&
           (declaration->foreign_byte_order || !foreign_byte_order);
}

/* --- Answers -------------------------------------------------------------------------------------------- */

/* Whether LEFT begins with two texts; if so, passes them.  The second may be empty. */
static bool take(struct span *left, const char *text, struct span then)
{
    const size_t size = strlen(text);
    if (left->size < size + then.size || memcmp(left->at, text, size) != 0 ||
        memcmp(left->at + size, then.at, then.size) != 0)
        return false;
    left->at += size + then.size;
    left->size -= size + then.size;
    return true;
}

static const struct span nothing = {"", 0};

/* The members of an object; empty if it is none. */
static struct span inside_of(struct span object)
{
    const bool is_object = object.size > 2 && object.at[0] == '{' && object.at[object.size - 1] == '}';
    return is_object ? (struct span){object.at + 1, object.size - 2} : nothing;
}

static bool is_answer_of_valid(const struct vector *vector, struct span members)
{
    struct span expected = inside_of(vector->expect);
    if (vector->operation == CHECK && runner_span_is(members, "\"verdict\":\"valid\""))
        return true;
    if (vector->operation == DECODE && members.at[1] != 'v' &&
        !runner_is_exposed(declared(), "decode.verdict"))
        (void)take(&expected, "\"verdict\":\"valid\",", nothing);
    return runner_span_same(members, expected);
}

/* Whether what is left is nothing, or violations, whatever they are: the contract compares none. */
static bool is_end(struct span left)
{
    struct json_cut cut = runner_json_cut_of(left);
    struct span violations;
    return left.size == 0 || (runner_json_take(&cut, ',') && runner_json_quoted(&cut, &violations) &&
                              runner_span_is(violations, "violations") && runner_json_take(&cut, ':') &&
                              runner_json_value(&cut, &violations) && cut.at == cut.end);
}

/* Passes the members of an answer that says of a PC: nothing was found because of an error. */
static bool take_error(struct span *members)
{
    struct span left = *members, pc;
    if (!take(&left, "\"pc\":", nothing))
        return false;
    struct json_cut cut = runner_json_cut_of(left);
    if (!runner_json_quoted(&cut, &pc))
        return false;
    left = (struct span){cut.at, (size_t)(cut.end - cut.at)};
    if (!take(&left, ",\"none\":\"error\"", nothing))
        return false;
    *members = left;
    return true;
}

/* Whether MEMBERS answer right about a malformed or irregular section: with the expected answer, perhaps
 * behind the oracle's verdict, or with a refusal, which is the verdict or an error. */
static bool is_answer_of_broken(const struct vector *vector, struct span members)
{
    const struct span oracle = runner_json_of_name(vector->expect, "oracle"),
                      accept = runner_json_of_name(vector->expect, "accept"),
                      expected = inside_of(runner_json_of_name(vector->expect, "answer"));
    const bool states = take(&members, "\"verdict\":", runner_json_of_name(oracle, "verdict")),
               refuses = states ? vector->class == MALFORMED : take_error(&members);
    const char *const word = refuses ? "\"error\"" : "\"answer\"", *comma = states ? "," : "";
    if (memmem(accept.at, accept.size, word, strlen(word)) == NULL ||
        (!refuses && !states && expected.size == 0) ||
        (!refuses && expected.size > 0 && !take(&members, comma, expected)))
        return false;
    if (refuses && take(&members, ",\"profile\":\"", runner_span_of(runner_profile_names[vector->profile])))
        (void)take(&members, "\"", nothing);
    return is_end(members);
}

/* A reading of a contested vector. */
struct reading {
    struct span name;
    bool fits; /* the answer is its answer */
};

/* Passes a reading; false: it has no name or says nothing. */
static bool take_reading(struct json_cut *cut, const struct vector *vector, enum measure measure,
                         struct span members, struct reading *reading)
{
    struct span key, value, accept = nothing, answer = nothing;
    bool more = runner_json_take(cut, '{');
    *reading = (struct reading){nothing, false};
    while (more) {
        if (!runner_json_member(cut, &key, &value, &more))
            return false;
        if (runner_span_is(key, "reading"))
            reading->name = value;
        else if (runner_span_is(key, "answer"))
            answer = value;
        else if (runner_span_is(key, "accept"))
            accept = value;
    }
    reading->fits = answer.size > 2 && take(&members, "", inside_of(answer)) &&
                    (measure == EXACT && vector->operation == CHECK ? members.size == 0 : is_end(members));
    return runner_json_take(cut, '}') && reading->name.size > 2 && (answer.size > 2 || accept.size > 2);
}

/* Whether MEMBERS answer right to a contested vector: as one of its readings does or, if the measure is not
 * CONTRACT, as the oracle's reading does.  All readings are parsed. */
static bool is_answer_of_reading(const struct vector *vector, enum measure measure, struct span members)
{
    enum { MOST = 32 };
    struct reading readings[MOST];
    struct span left = vector->expect;
    size_t count = 0;
    unsigned own = 0, fitting = 0;
    if (!take(&left, "{\"readings\":[", nothing))
        return false;
    struct json_cut cut = runner_json_cut_of(left);
    do
        if (count == MOST || !take_reading(&cut, vector, measure, members, &readings[count++]))
            return false;
    while (runner_json_take(&cut, ','));
    left = (struct span){cut.at, (size_t)(cut.end - cut.at)};
    for (size_t i = 0; i < count; i++) {
        struct span end = left;
        const bool is_own = take(&end, "],\"oracle\":", readings[i].name) && runner_span_is(end, "}");
        own += is_own;
        fitting += readings[i].fits && (measure == CONTRACT || is_own);
    }
    return fitting > 0 && (measure == CONTRACT || own == 1);
}

/* Whether the answer is an expected one, byte for byte: nearly all are, and so need no parser. */
static bool is_word_for_word(const struct vector *vector, enum measure measure, struct span answer)
{
    struct span members = inside_of(answer);
    if (!take(&members, "\"request\":0,", nothing) || members.size < 2)
        return false;
    if (vector->class == CONTESTED)
        return is_answer_of_reading(vector, measure, members);
    if (measure != CONTRACT)
        return false;
    return vector->class == VALID ? is_answer_of_valid(vector, members)
                                  : is_answer_of_broken(vector, members);
}

/* Whether the answer is a plain refusal of a broken section, which is right for any operation. */
static bool is_plain_refusal(const struct vector *vector, struct span answer)
{
    static const char refusal[] = "{\"request\":0,\"error\":\"";
    return (vector->class == MALFORMED || vector->class == IRREGULAR) && answer.size > sizeof refusal + 1 &&
           memcmp(answer.at, refusal, sizeof refusal - 1) == 0 &&
           memcmp(answer.at + answer.size - 2, "\"}", 2) == 0;
}

static void cut_vector(struct vector *vector, const struct asked *asked)
{
    vector->profile = (enum profile)number_of(runner_profile_names, PROFILE_COUNT, asked->profile);
    vector->abi = (enum abi)number_of(runner_abi_names, ABI_COUNT, asked->abi);
    vector->operation = (enum operation)number_of(runner_operation_names, OPERATION_COUNT, asked->operation);
    vector->class = (enum vector_class)number_of(runner_class_names, CLASS_COUNT, asked->vector_class);
    vector->expect = (struct span){asked->expectation, asked->expectation_size};
    vector->breaches = runner_span_of(asked->breaches);
}

static bool is_fine(const struct vector *vector, enum measure measure, const char *answer, size_t size,
                    char words[JUDGED_MAX])
{
    static struct judgement judgement;
    while (size > 0 && answer[size - 1] == '\n')
        size--;
    const struct span line = {answer, size};
    if (is_word_for_word(vector, measure, line) || is_plain_refusal(vector, line))
        return true;
    clear_stack();
    const struct declaration *const declaration = declared();
    const size_t mark = values_mark();
    runner_judge(vector, declaration, measure, 0, line, &judgement);
    values_forget(mark);
    (void)snprintf(words, JUDGED_MAX, "%s: %s", runner_outcome_names[judgement.outcome], judgement.reason);
    return !runner_outcome_counts_against[judgement.outcome];
}

bool may_be_answered(const struct asked *asked, const char *answer, size_t size, char words[JUDGED_MAX])
{
    static struct vector vector;
    cut_vector(&vector, asked);
    return is_fine(&vector, CONTRACT, answer, size, words);
}

bool is_own_reading(const struct asked *asked, const char *answer, size_t size, char words[JUDGED_MAX])
{
    static struct vector vector;
    cut_vector(&vector, asked);
    return is_fine(&vector, EXACT, answer, size, words);
}
