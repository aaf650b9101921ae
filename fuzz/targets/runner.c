/* Laws of the runner's parsers: text, JSON cut without a tree, vectors, declarations, answers and their
 * judgements, expectation files, globs and selections.  The first byte picks one; its input follows, in lines
 * if it reads several things. */
#include "conformance/runner/judge/declaration.h"
#include "conformance/runner/judge/members.h"
#include "conformance/runner/judge/expect.h"
#include "conformance/runner/asked/select.h"
#include "common/utf8.h"
#include "law.h"

#include <stdlib.h>
#include <string.h>

/* Takes a line, and leaves what is behind it.  Returns false if there is none. */
static bool take_line(struct span *left, struct span *line)
{
    const char *const end = left->size > 0 ? memchr(left->at, '\n', left->size) : NULL;
    line->at = left->at;
    line->size = end != NULL ? (size_t)(end - left->at) : left->size;
    const size_t passed = line->size + (end != NULL);
    left->at += passed;
    left->size -= passed;
    return passed > 0;
}

static char *copy_of(struct span span)
{
    char *const copy = strndup(span.at, span.size);
    LAW(copy != NULL, "out of memory for a copy");
    return copy;
}

static json_t *parse(struct span text)
{
    json_error_t error;
    return runner_json_of(text, JSON_DECODE_ANY, &error);
}

static bool lies_in(struct span inside, struct span text)
{
    return inside.size == 0 || (inside.at >= text.at && inside.size <= text.size &&
                                (size_t)(inside.at - text.at) <= text.size - inside.size);
}

/* --- Text ---------------------------------------------------------------------------------------------- */

static void read_text(struct span text)
{
    uint64_t hex = 0, decimal = 0, again = 0;
    char *const line = copy_of(text);
    runner_make_one_line(line);
    LAW(runner_is_one_line(line), "made one line, it is none: %s", line);
    free(line);
    for (struct span left = text; left.size > 0; left.at++, left.size--)
        LAW(utf8_size(left.at, left.size) <= left.size, "a character reaches beyond its text");
    (void)runner_span_is_utf8(text);
    if (runner_span_decimal(text, &decimal)) {
        char digits[24];
        (void)snprintf(digits, sizeof digits, "%llu", (unsigned long long)decimal);
        LAW(runner_span_decimal(runner_span_of(digits), &again) && again == decimal, "%s is another number",
            digits);
        LAW(!runner_span_hex(text, &hex), "%s is both decimal and hexadecimal", digits);
    }
    if (runner_span_hex(text, &hex)) {
        char digits[24];
        (void)snprintf(digits, sizeof digits, "0x%llx", (unsigned long long)hex);
        LAW(runner_span_hex(runner_span_of(digits), &again) && again == hex, "%s is another number", digits);
    }
}

/* --- JSON, cut ----------------------------------------------------------------------------------------- */

/* Checks that names are found, unless they are written with escapes. */
static void check_names(struct span text, json_t *object)
{
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        const struct span found = runner_json_of_name(text, name);
        json_t *const part = found.size > 0 ? parse(found) : json_incref(value);
        LAW(lies_in(found, text) && json_equal(part, value), "what has the name %s is another", name);
        json_decref(part);
    }
}

/* Checks that the parts cut out of an object or a list are what a parser finds in it, one by one. */
static void check_parts(struct span text, const json_t *whole)
{
    struct json_cut cut = {text.at, text.at + text.size};
    const bool object = json_is_object(whole);
    struct span key, value;
    bool more = true;
    size_t count = 0;
    const size_t expected = object ? json_object_size(whole) : json_array_size(whole);
    LAW(runner_json_take(&cut, object ? '{' : '['), "no bracket is taken");
    while (expected > 0 && more) {
        LAW(object ? runner_json_member(&cut, &key, &value, &more) : runner_json_element(&cut, &value, &more),
            "part %zu is not cut", count);
        json_t *const part = parse(value);
        LAW(part != NULL, "part %zu is no JSON", count);
        LAW(object || json_equal(part, json_array_get(whole, count)), "part %zu is another", count);
        json_decref(part);
        count++;
    }
    LAW(count == expected, "%zu parts of %zu are cut", count, expected);
    LAW(runner_json_take(&cut, object ? '}' : ']') && cut.at == cut.end,
        "something is left behind the parts");
}

static void read_json(struct span text)
{
    struct json_cut cut = {text.at, text.at + text.size};
    struct span value;
    const bool whole = runner_json_value(&cut, &value) && cut.at == cut.end;
    LAW(cut.at >= text.at && cut.at <= text.at + text.size, "cut beyond the text");
    json_t *const parsed = parse(text);
    if (parsed != NULL) {
        LAW(whole || runner_json_depth(text) > JSON_DEPTH, "a parser reads what cannot be cut: %.*s",
            (int)text.size, text.at);
        if (whole && json_is_object(parsed))
            check_names(value, parsed);
        if (whole && (json_is_object(parsed) || json_is_array(parsed)))
            check_parts(value, parsed);
    }
    json_decref(parsed);
}

/* The text is two lines. */
static void read_same(struct span text)
{
    struct span one, other;
    (void)take_line(&text, &one);
    (void)take_line(&text, &other);
    if (!runner_span_same_json(one, other))
        return;
    // NOLINTNEXTLINE(readability-suspicious-call-argument)
    LAW(runner_span_same_json(other, one), "the same, but not the other way round");
    json_t *const first = parse(one), *const second = parse(other);
    LAW((first != NULL) == (second != NULL), "the same, but one of them is no JSON");
    LAW(first == NULL || json_equal(first, second), "the same, but other values");
    json_decref(first);
    json_decref(second);
}

/* --- Globs --------------------------------------------------------------------------------------------- */

enum { GLOB_MOST = 64 };

/* Matches a glob by its definition, slowly.  MATCHES[j] says whether the part of it that was read fits j
 * characters. */
static bool fits(struct span glob, struct span text)
{
    bool matches[GLOB_MOST + 1] = {true};
    for (size_t i = 0; i < glob.size; i++) {
        bool before = matches[0];
        matches[0] = before && glob.at[i] == '*';
        for (size_t j = 0; j < text.size; j++) {
            const bool now = matches[j + 1];
            if (glob.at[i] == '*')
                matches[j + 1] = matches[j] || now;
            else
                matches[j + 1] = before && (glob.at[i] == '?' || glob.at[i] == text.at[j]);
            before = now;
        }
    }
    return matches[text.size];
}

/* The text is a line with the glob, and the text to match. */
static void read_glob(struct span text)
{
    struct span line;
    (void)take_line(&text, &line);
    char *const glob = copy_of(line), *const name = copy_of(text);
    struct span globbed = runner_span_of(glob), named = runner_span_of(name);
    globbed.size = globbed.size < GLOB_MOST ? globbed.size : GLOB_MOST;
    named.size = named.size < GLOB_MOST ? named.size : GLOB_MOST;
    glob[globbed.size] = '\0';
    LAW(runner_span_fits_glob(glob, named) == fits(globbed, named), "glob %s and %.*s", glob, (int)named.size,
        named.at);
    free(glob);
    free(name);
}

/* --- Vectors and what is selected ---------------------------------------------------------------------- */

static bool count_ledgers(void *context, struct span ledger)
{
    size_t *const count = context;
    *count += ledger.size;
    return false;
}

static void check_vector(const struct vector *vector)
{
    const struct span line = {vector->line, vector->size};
    const bool may_lack_clauses =
        runner_is_writing(vector->operation) && runner_span_is(vector->clauses, "[]");
    const struct span spans[] = {vector->id,   vector->family, vector->ledger, vector->origin, vector->clauses,
                                 vector->note, vector->fault,  vector->input,  vector->expect, vector->bytes};
    size_t ledgers = 0;
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        LAW(lies_in(spans[i], line) || (may_lack_clauses && spans[i].at == vector->clauses.at),
            "member %zu of a vector lies outside of it", i);
    LAW(vector->id.size > 0 && vector->bytes.size % 2 == 0, "a vector without id, or with half a byte");
    LAW(runner_span_is_utf8(line), "a vector that is no text");
    (void)runner_each_ledger(vector, count_ledgers, &ledgers);
    (void)runner_vector_foreign(vector);
    /* Parts make as many bytes as they say: a byte more is read or written outside of the block. */
    uint8_t *const bytes = malloc(vector->section_size);
    LAW(vector->section_size == 0 || bytes != NULL, "out of memory for a section");
    runner_vector_section(vector, bytes);
    free(bytes);
}

/* The text is a line with a vector, and lines with wishes; every second one is for --skip. */
static void read_vector(struct span text)
{
    const char *fault, *why;
    struct span line, wish;
    struct selection selection = {0};
    char *words[16];
    size_t count = 0;
    (void)take_line(&text, &line);
    struct vector *const vector = runner_vector_read(line, &fault);
    if (vector == NULL) {
        LAW(fault != NULL, "no vector, and nothing says why");
        return;
    }
    check_vector(vector);
    while (count < sizeof words / sizeof *words && take_line(&text, &wish)) {
        words[count] = copy_of(wish);
        if (!runner_shard_read(&selection, words[count]))
            (void)runner_wishes_add(count % 2 == 0 ? &selection.select : &selection.skip, words[count], &why);
        count++;
    }
    (void)runner_selection_takes(&selection, vector);
    free(selection.select.wishes);
    free(selection.skip.wishes);
    while (count > 0)
        free(words[--count]);
    runner_vector_release(vector);
}

/* --- Declarations and judgements ----------------------------------------------------------------------- */

static const char everything[] =
    "{\"protocol\": 1, \"name\": \"fuzz\", \"version\": \"1\", \"profiles\": [], \"abis\": [], "
    "\"operations\": []}";

/* Reads a declaration; a line that is none declares everything. */
static void declare(struct declaration *declaration, struct span line)
{
    char words[WORDS_MAX] = "";
    if (runner_declaration_read(declaration, line, words))
        return;
    LAW(words[0] != '\0', "no hello, and nothing says why");
    LAW(runner_declaration_read(declaration, runner_span_of(everything), words), "%s", words);
}

static void check_judgement(const struct judgement *judgement, struct span answer)
{
    const enum outcome outcome = judgement->outcome;
    const bool ended = judgement->reported && (outcome == EXIT || outcome == CRASH);
    LAW(outcome <= UNJUDGED || outcome == GARBAGE || outcome == STRAY || ended, "an answer is worth %d",
        (int)outcome);
    LAW((judgement->reason[0] == '\0') == (outcome == PASS || outcome == READING),
        "worth %s, and why: \"%s\"", runner_outcome_names[outcome], judgement->reason);
    LAW(runner_is_one_line(judgement->reason), "the reason is not one line");
    LAW((judgement->reading[0] != '\0') <= (outcome == READING), "a reading of what is worth %s",
        runner_outcome_names[outcome]);
    LAW(judgement->count == 0 || outcome == FAIL || outcome == UNREAD, "%u differences, and worth %s", judgement->count,
        runner_outcome_names[outcome]);
    for (unsigned i = 0; i < judgement->count && i < DIFFERENCES_MAX; i++)
        LAW(memchr(judgement->differences[i].path, '\0', PATH_MAX_SIZE) != NULL &&
                memchr(judgement->differences[i].expected, '\0', WORDS_MAX) != NULL &&
                memchr(judgement->differences[i].actual, '\0', WORDS_MAX) != NULL,
            "difference %u has no end", i);
    json_t *const parsed = parse(answer);
    LAW(parsed != NULL || outcome == GARBAGE, "what is no JSON is worth %s", runner_outcome_names[outcome]);
    json_decref(parsed);
}

/* The expected answer must pass; members that are there twice must not count. */
static void answer_as_expected(const struct vector *vector, const struct declaration *declaration)
{
    static const char *const others[] = {"ended", "error", "none", "unsupported", "request"};
    struct judgement judgement;
    char words[WORDS_MAX];
    json_t *const answer = json_loadb(vector->expect.at, vector->expect.size, JSON_REJECT_DUPLICATES, NULL);
    bool plain = vector->class == VALID && json_is_object(answer) &&
                 runner_is_expectation(answer, vector->operation) &&
                 runner_json_depth(vector->expect) <= ANSWER_DEPTH &&
                 runner_answer_has_shape(answer, vector->operation, words);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        plain = plain && json_object_get(answer, others[i]) == NULL;
    const char *const verdict = json_string_value(json_object_get(answer, "verdict"));
    plain = plain && (vector->operation == CHECK || verdict == NULL || strcmp(verdict, "malformed") != 0);
    if (plain && vector->operation == CHECK)
        (void)json_object_set_new(answer, "verdict", json_string("valid"));
    if (plain) {
        (void)json_object_set_new(answer, "request", json_integer(7));
        char *const line = json_dumps(answer, JSON_SORT_KEYS);
        LAW(line != NULL, "what is expected cannot be written");
        runner_judge(vector, declaration, CONTRACT, 7, runner_span_of(line), &judgement);
        LAW(judgement.outcome == PASS, "what is expected is worth %s: %s",
            runner_outcome_names[judgement.outcome], judgement.reason);
        free(line);
    }
    json_decref(answer);
}

/* The text is three lines: a vector, an answer to request 1, a declaration. */
static void read_answer(struct span text)
{
    const char *fault;
    struct span line, answer, hello, rest;
    struct declaration declaration;
    static struct judgement judgement;
    uint64_t number;
    (void)take_line(&text, &line);
    (void)take_line(&text, &answer);
    (void)take_line(&text, &hello);
    if (runner_read_answer_number(answer, &number, &rest))
        LAW(lies_in(rest, answer), "what follows a number lies outside of the answer");
    struct vector *const vector = runner_vector_read(line, &fault);
    if (vector == NULL)
        return;
    declare(&declaration, hello);
    runner_judge(vector, &declaration, CONTRACT, 1, answer, &judgement);
    check_judgement(&judgement, answer);
    answer_as_expected(vector, &declaration);
    runner_declaration_free(&declaration);
    runner_vector_release(vector);
}

static void read_declaration(struct span text)
{
    struct declaration declaration;
    declare(&declaration, text);
    LAW(declaration.name != NULL && runner_is_one_line(declaration.name), "a name that is not one line");
    LAW(declaration.version != NULL && runner_is_one_line(declaration.version),
        "a version that is not one line");
    for (size_t i = 0; i < json_array_size(declaration.exposes); i++)
        LAW(runner_is_member_path(json_string_value(json_array_get(declaration.exposes, i))),
            "exposed is what no answer has");
    runner_declaration_free(&declaration);
}

/* --- Expectation files --------------------------------------------------------------------------------- */

/* The text is a line with an id, and the file. */
static void read_expectations(struct span text)
{
    struct expectations expectations = {0};
    struct span id;
    (void)take_line(&text, &id);
    char *const bytes = (char *)fuzz_block((const uint8_t *)text.at, text.size);
    FILE *const file = fmemopen(bytes, text.size, "r");
    LAW(file != NULL, "the input cannot be opened");
    const char *const fault = runner_expectations_take(&expectations, file);
    (void)fclose(file); // cppcheck-suppress nullPointerRedundantCheck
    free(bytes);
    for (size_t i = 0; i + (fault != NULL) < expectations.count; i++) {
        const struct expectation *const entry = &expectations.lines[i];
        LAW(entry->line != NULL, "a line that is not kept");
        LAW(entry->glob == NULL || (entry->glob[0] != '\0' && entry->outcome < NOT_RUN),
            "an entry of %s with glob '%s'", runner_outcome_names[entry->outcome], entry->glob);
    }
    const struct expectation *const entry =
        fault == NULL ? runner_expectation_of(&expectations, id, FAIL, "cfa.offset") : NULL;
    LAW(entry == NULL || (runner_span_fits_glob(entry->glob, id) &&
                          (entry->is_some || runner_expectation_is_unmatched(entry))),
        "an entry does not fit");
    if (fault == NULL) {
        runner_expectations_count(&expectations, id);
        runner_expectations_pass_over(&expectations, id);
    }
    LAW(entry == NULL || (!runner_expectation_is_unmatched(entry) && !runner_expectation_is_exceeded(entry)),
        "an entry that was passed over is unmatched");
    runner_expectations_free(&expectations);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_quiet();
    static void (*const readers[])(struct span text) = {read_text,        read_json,        read_same,
                                                        read_glob,        read_vector,      read_answer,
                                                        read_declaration, read_expectations};
    if (size == 0)
        return 0;
    char *const text = (char *)fuzz_block(data + 1, size - 1);
    readers[data[0] % (sizeof readers / sizeof *readers)]((struct span){text, size - 1});
    free(text);
    return 0;
}
