/* Writes a case as a line of JSON: what a report stores about a vector that did not pass. */
#include "../../../common/safe_text.h"
#include "../process/memory.h"
#include "report.h"

#include <string.h>

enum { RAW_MAX = 4096 }; /* the bytes that are kept of an answer that is not JSON */

/* --- Strings -------------------------------------------------------------------------------------------- */

void runner_put_string(FILE *out, struct span text)
{
    (void)putc('"', out);
    safe_put(out, SAFE_STRING, text.at, text.size);
    (void)putc('"', out);
}

static void put_member(FILE *out, const char *key, struct span text)
{
    (void)fprintf(out, ",\"%s\":", key);
    runner_put_string(out, text);
}

static void put_raw(FILE *out, const char *key, struct span json)
{
    if (json.size == 0)
        return;
    (void)fprintf(out, ",\"%s\":", key);
    safe_put(out, SAFE_JSON, json.at, json.size);
}

/* Writes the input or the expectation.  For a link, the objects and the truth about their functions are left
 * out, as they may have megabytes: the id of the vector names them. */
static void put_question(FILE *out, const struct vector *vector, const char *key, struct span json)
{
    if (vector->operation != LINK) {
        put_raw(out, key, json);
        return;
    }
    const char *before = "";
    (void)fprintf(out, ",\"%s\":{", key);
    for (struct json_walk walk = runner_json_walk(json); runner_json_next(&walk);) {
        if (runner_span_is(walk.key, "objects") || runner_span_is(walk.key, "functions"))
            continue;
        (void)fputs(before, out);
        runner_put_string(out, walk.key);
        (void)putc(':', out);
        safe_put(out, SAFE_JSON, walk.value.at, walk.value.size);
        before = ",";
    }
    (void)putc('}', out);
}

/* --- The cause ------------------------------------------------------------------------------------------ */

/* The clause of the vector's fault.  If it names none and the vector is not valid, the first clause that the
 * vector exercises. */
static struct span clause_of(const struct vector *vector)
{
    const struct span broken = runner_json_of_name(vector->fault, "clause");
    struct json_walk clauses = runner_json_walk(vector->clauses);
    if (broken.size >= 2)
        return (struct span){broken.at + 1, broken.size - 2};
    if (vector->class == VALID || !runner_json_next(&clauses))
        return (struct span){"", 0};
    return runner_json_plain(clauses.value);
}

static bool keep_first(void *context, struct span ledger)
{
    *(struct span *)context = ledger;
    return true;
}

static struct span ledger_of(const struct vector *vector)
{
    struct span ledger = {"", 0};
    (void)runner_each_ledger(vector, keep_first, &ledger);
    return ledger;
}

/* Writes the cause.  Cases that differ only in places and numbers have the same cause, so indices and all
 * behind a colon are left out.  Cases of a reader that states less than its adapter declares have one cause,
 * too. */
static void put_cause(FILE *out, const struct vector *vector, const struct judgement *judgement)
{
    char cause[CAUSE_MAX];
    const struct span ledger = ledger_of(vector), clause = clause_of(vector);
    /* An unsteady answer comes from what a reader keeps between questions: no clause is about that. */
    const bool is_steady = judgement->outcome != UNSTEADY;
    const struct span nothing = {"", 0}, about = judgement->outside || !is_steady ? nothing
                                                 : ledger.size > 0                ? ledger
                                                                                  : clause;
    if (judgement->lacks) {
        put_member(out, "cause", runner_span_of("members are missing, and hello has no exposes"));
        return;
    }
    const bool by_member = judgement->count > 0 && is_steady && judgement->outcome != UNREAD;
    const char *from = by_member ? judgement->differences[0].path : judgement->reason;
    size_t size = (size_t)snprintf(cause, sizeof cause, "%s %s ", runner_outcome_names[judgement->outcome],
                                   runner_operation_names[vector->operation]);
    size += runner_without_indices(cause + size, sizeof cause - 69 - size, (struct span){from, strcspn(from, ":")});
    if (about.size > 0 && about.size < 60)
        size += (size_t)snprintf(cause + size, sizeof cause - size, " (%.*s)", (int)about.size, about.at);
    put_member(out, "cause", (struct span){cause, size});
}

/* --- Members -------------------------------------------------------------------------------------------- */

static void put_value(FILE *out, const char *key, const char *words)
{
    put_raw(out, key, runner_span_of(strcmp(words, "nothing") == 0 ? "null" : words));
}

static void put_differences(FILE *out, const struct judgement *judgement)
{
    (void)fputs(",\"differences\":[", out);
    for (unsigned i = 0; i < judgement->count && i < DIFFERENCES_MAX; i++) {
        (void)fputs(i > 0 ? ",{\"path\":" : "{\"path\":", out);
        runner_put_string(out, runner_span_of(judgement->differences[i].path));
        put_value(out, "expected", judgement->differences[i].expected);
        put_value(out, "actual", judgement->differences[i].actual);
        (void)putc('}', out);
    }
    (void)putc(']', out);
}

/* Writes an answer as an object, or as text if it is none or is too deep for readers of the report. */
static void put_answer(FILE *out, struct span answer)
{
    json_error_t error;
    json_t *const parsed = runner_json_of(answer, JSON_DECODE_ANY, &error);
    if (parsed != NULL && runner_json_depth(answer) <= ANSWER_DEPTH)
        put_raw(out, "answer", answer);
    else if (answer.size > 0)
        put_member(out, "answer", (struct span){answer.at, answer.size < RAW_MAX ? answer.size : RAW_MAX});
    json_decref(parsed);
}

/* Writes what the adapter reports about the end of a program that it outlived. */
static void put_reported_end(FILE *out, const struct judgement *judgement, struct span answer)
{
    for (struct json_walk walk = runner_json_walk(answer); runner_json_next(&walk);)
        if (runner_span_is(walk.key, "stderr") || runner_span_is(walk.key, "messages"))
            put_raw(out, "stderr", walk.value);
    if (judgement->signal[0] != '\0')
        put_member(out, "signal", runner_span_of(judgement->signal));
}

/* Writes what is known of a process that ended, or how to see an unsteady answer again. */
static void put_end(FILE *out, const struct evidence *evidence)
{
    if (evidence->complaint.size > 0)
        put_member(out, "stderr", evidence->complaint);
    if (evidence->signal != NULL)
        put_member(out, "signal", runner_span_of(evidence->signal));
    if (evidence->replay != NULL)
        put_raw(out, "replay", runner_span_of(evidence->replay));
}

static void put_details(FILE *out, const struct vector *vector, const struct judgement *judgement,
                        const struct evidence *evidence)
{
    const struct span ledger = ledger_of(vector);
    if (judgement->outcome == READING)
        put_member(out, "reading", runner_span_of(judgement->reading));
    if (judgement->outcome == UNREAD)
        put_member(out, "closest", runner_span_of(judgement->closest));
    put_differences(out, judgement);
    put_raw(out, "clauses", vector->clauses);
    if (judgement->outside)
        put_raw(out, "decides", runner_span_of("[]")); /* what is owed there stands in the set, in no text */
    put_raw(out, "note", vector->note);
    put_raw(out, "fault", vector->fault);
    if (ledger.size > 0)
        put_member(out, "ledger", ledger);
    put_question(out, vector, "input", vector->input);
    if (runner_outcome_counts_against[judgement->outcome] && !runner_is_writing(vector->operation))
        runner_put_section(out, vector);
    put_question(out, vector, "expect", vector->expect);
    if (judgement->reported || runner_is_writing(vector->operation)) /* a writer's answer is a whole file */
        put_reported_end(out, judgement, evidence->answer);
    else
        put_answer(out, evidence->answer);
    if (!judgement->reported)
        put_end(out, evidence);
    put_cause(out, vector, judgement);
}

char *runner_record_of(const struct vector *vector, const struct judgement *judgement,
                       const struct evidence *evidence)
{
    struct written_text record;
    FILE *const out = written_begin(&record);
    put_member(out, "reason", runner_span_of(judgement->reason));
    /* There are many of these, and they show nothing. */
    if (judgement->outcome != UNSUPPORTED && judgement->outcome != UNJUDGED &&
        judgement->outcome != OUTSIDE)
        put_details(out, vector, judgement, evidence);
    return written_end(&record);
}

void runner_log_result(FILE *log, const struct vector *vector, enum outcome outcome, const char *expected,
                       bool unexpected, const char *record)
{
    (void)fputs("{\"id\":", log);
    runner_put_string(log, vector->id);
    (void)fprintf(log, ",\"class\":\"%s\",\"outcome\":\"%s\",\"expected\":\"%s\",\"unexpected\":%s%s}\n",
                  runner_class_names[vector->class], runner_outcome_names[outcome], expected,
                  unexpected ? "true" : "false", record != NULL ? record : "");
}
