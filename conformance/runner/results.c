#include "process/memory.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

/* Counts which reading of the ledger entry was taken, and notes which one the oracle takes.  All names are
 * parsed strings, without escapes of JSON. */
static void count_reading(struct implementation_report *report, const struct result *result)
{
    const struct vector *const vector = result->vector;
    json_t *const expect = json_loadb(vector->expect.at, vector->expect.size, 0, NULL);
    const json_t *const first = json_array_get(json_object_get(expect, "readings"), 0);
    char ledger[64];
    (void)snprintf(ledger, sizeof ledger, "%s", runner_string_of(first, "ledger"));
    if (vector->ledger.size > 0)
        (void)snprintf(ledger, sizeof ledger, "%.*s", (int)vector->ledger.size, vector->ledger.at);
    runner_count_reading(report, ledger, runner_string_of(expect, "oracle"),
                         result->outcome == READING ? result->reading : "unread", 1);
    json_decref(expect);
}

void runner_result_count(struct implementation_report *report, const struct result *result)
{
    const struct vector *const vector = result->vector;
    struct expectation *const entry =
        runner_expectation_of(&report->expectations, vector->id, result->outcome, result->symptom.way);
    struct feature *const feature = &report->features[vector->profile][vector->abi][vector->operation];
    const bool known = !runner_outcome_counts_against[result->outcome];
    const enum outcome good = !runner_is_writing(vector->operation) ? PASS : known ? result->outcome : SAME;
    const enum outcome expected = entry != NULL ? entry->outcome : good;
    bool unexpected =
        entry != NULL ? result->outcome != expected : runner_outcome_counts_against[result->outcome];
    if (result->outcome == NOT_RUN)
        runner_expectations_pass_over(&report->expectations, vector->id);
    else {
        runner_expectations_count(&report->expectations, vector->id);
        if (entry != NULL)
            runner_meant_add(&entry->matched, vector->id);
    }
    if (entry != NULL && unexpected)
        entry->broken = true;
    report->asked += result->outcome != NOT_RUN;
    report->outcomes[result->outcome]++;
    feature->outcomes[result->outcome]++;
    if (result->outside != 0 && result->outcome != NOT_RUN) {
        report->requires.counts[result->outside - 1].kept += result->outcome == OUTSIDE;
        report->requires.counts[result->outside - 1].broke += runner_outcome_counts_against[result->outcome];
    }
    if (vector->class == VALID && result->outcome != NOT_RUN && result->outcome != OUTSIDE) {
        feature->valid_asked++;
        feature->valid_judged += runner_outcome_is_judged[result->outcome];
    }
    report->unexpected += unexpected;
    report->listed_pass += unexpected && result->outcome == good;
    if (runner_outcome_is_judged[result->outcome])
        runner_count_clauses(&report->clauses, vector->clauses);
    runner_fact_note(&report->facts, vector, result->outcome, unexpected, &result->symptom,
                     (uint64_t)ftello(report->log));
    runner_log_result(report->log, vector, result->outcome, runner_outcome_names[expected], unexpected,
                      result->record);
    report->logged++;
    if (result->outcome == READING || result->outcome == UNREAD)
        count_reading(report, result);
}

/* --- Deferred ------------------------------------------------------------------------------------------- */

/* In the file, a result is followed by its record and its vector's line.  These are their sizes. */
struct behind {
    size_t record, line; /* of the record with its final zero; 0: there is none */
};

bool runner_result_defer(FILE *file, const struct result *result)
{
    const struct behind behind = {result->record != NULL ? strlen(result->record) + 1 : 0, result->vector->size};
    return fwrite(result, sizeof *result, 1, file) == 1 && fwrite(&behind, sizeof behind, 1, file) == 1 &&
           fwrite(result->record, 1, behind.record, file) == behind.record &&
           fwrite(result->vector->line, 1, behind.line, file) == behind.line;
}

/* Reads SIZE bytes into a block that the caller frees; null: they cannot be read. */
static char *read_block(FILE *file, size_t size)
{
    char *const block = memory_get(size);
    if (fread(block, 1, size, file) == size)
        return block;
    free(block);
    return NULL;
}

enum taken runner_result_take(FILE *file, struct result *result)
{
    struct behind behind;
    const char *fault;
    const size_t got = fread(result, 1, sizeof *result, file);
    if (got != sizeof *result)
        return got == 0 && ferror(file) == 0 ? TAKEN_ALL : TAKEN_NOT;
    result->vector = NULL;
    result->record = NULL;
    if (fread(&behind, sizeof behind, 1, file) != 1)
        return TAKEN_NOT;
    char *const record = read_block(file, behind.record);
    char *const line = record != NULL ? read_block(file, behind.line) : NULL;
    if (line != NULL)
        result->vector = runner_vector_read((struct span){line, behind.line}, &fault);
    free(line);
    if (behind.record > 0 && result->vector != NULL)
        result->record = record;
    else
        free(record);
    return result->vector != NULL ? TAKEN : TAKEN_NOT;
}

void runner_result_free(struct result *result)
{
    runner_vector_release(result->vector);
    free(result->record);
}
