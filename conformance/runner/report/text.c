/* Writes the summary for people: the outcomes, the unexpected ones in detail, and one line about the whole.
 */
#include "../../../common/safe_text.h"
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 20, FAULTS_SHOWN = 10, MEMBERS_SHOWN = 3, REPLAY_SHOWN = 4096, NOTE_SHOWN = 100, FEW = 1000 };

struct listing {
    FILE *out;
    const struct report *report;
    const struct implementation_report *about;
};

/* The last line that is not indented: of a traceback in Python it says what happened. */
static const char *last_line(const char *text)
{
    const char *last = text;
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n"), line += *line != '\0')
        if (strchr(" \t\n", *line) == NULL)
            last = line;
    return last;
}

/* Writes the first line of standard error that has words, as those of panics, assertions and sanitizers have;
 * or else the first line. */
static void put_complaint(FILE *out, const struct entry *entry)
{
    static const char traceback[] = "Traceback (most recent call last):";
    const char *const all = runner_string_of(entry->object, "stderr"), *line = all;
    while (*line != '\0' && strcspn(line, "\n") == strcspn(line, "\nabcdefghijklmnopqrstuvwxyz"))
        line += strcspn(line, "\n") + (line[strcspn(line, "\n")] != '\0');
    if (*line == '\0')
        line = all;
    if (strncmp(line, traceback, sizeof traceback - 1) == 0)
        line = last_line(line);
    char words[WORDS_MAX];
    const size_t size = strcspn(line, "\n");
    (void)snprintf(words, sizeof words, "%.*s", (int)(size < sizeof words ? size : sizeof words - 1), line);
    if (*all != '\0')
        safe_print(out, SAFE_LINE, "    stderr: %s\n", words);
}

/* Writes the ledger entry of a section that only one reading of the texts calls broken. */
static void put_open_point(FILE *out, const struct entry *entry)
{
    const char *const open = runner_string_of(json_object_get(entry->object, "expect"), "open");
    if (open[0] != '\0')
        safe_print(out, SAFE_LINE, "    rests on the open point %s: an error and an answer both pass\n",
                   open);
}

/* Writes the case as a text, after a run of one vector: somebody looks into that case. */
static void put_notation(FILE *out, const struct entry *entry)
{
    const json_t *const lines = json_object_get(entry->object, "notation");
    for (size_t i = 0; i < json_array_size(lines); i++)
        safe_print(out, SAFE_LINE, "    | %s\n", json_string_value(json_array_get(lines, i)));
}

/* Writes the requests that show an unsteady answer again, as a command; long ones are in the JSON report
 * alone. */
static void put_requests(FILE *out, const json_t *requests, const char *command)
{
    size_t size = 0;
    for (size_t i = 0; i < json_array_size(requests); i++)
        size += json_string_length(json_array_get(requests, i));
    if (size > REPLAY_SHOWN) {
        safe_print(out, SAFE_LINE, "%zu requests; the JSON report has them as `replay`\n",
                   json_array_size(requests));
        return;
    }
    (void)fputs("printf '", out);
    for (size_t i = 0; i < json_array_size(requests); i++)
        safe_print(out, SAFE_LINE, "%s", json_string_value(json_array_get(requests, i)));
    safe_print(out, SAFE_LINE, "' | %s\n", command);
}

/* Writes the requests that show an unsteady answer again.  Short sequences are searched for a few vectors only:
 * if this one has none, the first other one that has one is taken. */
static void put_replay(const struct listing *listing, const struct entry *entry)
{
    json_t *shown = json_object_get(entry->object, "replay") != NULL ? json_incref(entry->object) : NULL;
    struct entry other;
    if (shown == NULL)
        for (struct log_walk walk = runner_log_begin(listing->about); runner_entry_next(&walk, &other);)
            if (shown == NULL && json_object_get(other.object, "replay") != NULL)
                shown = json_incref(other.object);
    if (shown != NULL && shown != entry->object)
        safe_print(listing->out, SAFE_LINE, "    again, of %s: ", runner_string_of(shown, "id"));
    else if (shown != NULL)
        (void)fputs("    again: ", listing->out);
    if (shown != NULL)
        put_requests(listing->out, json_object_get(shown, "replay"), listing->about->command);
    json_decref(shown);
}

/* Writes the next members in which the answer differs; the reason has the first one. */
static void put_differences(FILE *out, const struct entry *entry)
{
    char *const all = runner_differences_of(entry->object, 1, MEMBERS_SHOWN, "\n");
    char *rest = NULL;
    for (char *line = strtok_r(all, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        safe_print(out, SAFE_LINE, "    also: %s\n", line);
    free(all);
}

/* Writes the clause on which the failure likely rests, with its words. */
static void put_decided_by(const struct listing *listing, const struct entry *entry, const char *known)
{
    char *const words = runner_decided_by(listing->report, entry->object, known);
    if (words != NULL)
        safe_print(listing->out, SAFE_LINE, "    likely decided by %s\n", words);
    free(words);
}

/* Writes the clause or the ledger's question, and what the vector says of itself. */
static void put_about(FILE *out, const struct entry *entry)
{
    const char *const about = runner_entry_is_about(entry), *const title = runner_title_of(about);
    const char *const note = runner_string_of(entry->object, "note");
    if (about[0] != '\0')
        safe_print(out, SAFE_LINE, "    about: %s%s%s\n", about, title[0] != '\0' ? ": " : "", title);
    if (note[0] != '\0' && strlen(note) <= NOTE_SHOWN)
        safe_print(out, SAFE_LINE, "    note: %s\n", note);
}

/* Writes the entry that stands for all of a cause. */
static void put_entry(const struct listing *listing, const struct cause *cause)
{
    FILE *const out = listing->out;
    const struct entry *const first = &cause->example;
    const bool is_unsteady = runner_record_outcome(first->object) == UNSTEADY;
    safe_print(out, SAFE_LINE, "  %s: %s", first->id, first->outcome);
    if (strcmp(first->expected, "pass") != 0)
        safe_print(out, SAFE_LINE, " where %s was expected", first->expected);
    safe_print(out, SAFE_LINE, "%s%s\n", first->reason[0] != '\0' ? ": " : "", first->reason);
    put_differences(out, first);
    if (cause->count > 1)
        safe_print(out, SAFE_LINE, "    and %" PRIu64 " more that look like it\n", cause->count - 1);
    put_about(out, first);
    put_decided_by(listing, first, cause->clause);
    put_open_point(out, first);
    put_complaint(out, first);
    if (is_unsteady)
        put_replay(listing, first);
    if (listing->about->asked == 1)
        put_notation(out, first);
    /* If it is asked alone, an unsteady vector is answered rightly. */
    char *const command = !is_unsteady ? runner_command_for(listing->report, listing->about, first->id) : NULL;
    if (command != NULL)
        safe_print(out, SAFE_LINE, "    alone: %s\n", command);
    free(command);
}

/* Writes what has a cause in common, and then the others. */
static void put_causes(FILE *out, const struct report *report, const struct implementation_report *each)
{
    const struct listing listing = {out, report, each};
    const uint64_t others = each->unexpected - runner_found_explain(each);
    struct cause cause;
    uint64_t causes = 0;
    for (struct cause_walk walk = runner_found_begin(each); runner_cause_next(&walk, &cause);) {
        safe_print(out, SAFE_LINE, "  cause %" PRIu64 " explains %" PRIu64 " of %" PRIu64 " failures: %s\n", ++causes,
                   cause.count, each->unexpected, cause.words);
        put_entry(&listing, &cause);
    }
    if (causes > 0 && others > 0)
        safe_print(out, SAFE_LINE, "  %" PRIu64 " other%s, grouped by clause:\n", others, others > 1 ? "s" : "");
    if (others == 0)
        return;
    causes = 0;
    for (struct cause_walk walk = runner_cause_begin(each, true); runner_cause_next(&walk, &cause);)
        if (causes++ < SHOWN)
            put_entry(&listing, &cause);
    if (causes > SHOWN)
        (void)fprintf(out, "  and %" PRIu64 " more causes\n", causes - SHOWN);
}

static void put_counts(FILE *out, const char *const *names, const uint64_t *counts, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (counts[i] > 0)
            safe_print(out, SAFE_LINE, " %" PRIu64 " %s", counts[i], names[i]);
}

/* Writes the faults about an implementation or, if ABOUT is null, about the run.  Some are written elsewhere:
 * that an implementation is missing, behind its label; faults of the corpus, and why nothing was asked, on
 * standard error. */
static void put_faults(FILE *out, const struct report *report, const struct implementation_report *about)
{
    const char *const indent = about != NULL ? "  " : "";
    const bool nothing = runner_asked_nothing(report);
    unsigned shown = 0;
    for (size_t i = 0; i < report->fault_count; i++) {
        const char *const name = report->faults[i].name;
        const bool is_said = strcmp(name, "missing") == 0 || strcmp(name, "corpus") == 0 ||
                             (nothing && (strcmp(name, "not asked") == 0 || strcmp(name, "selection") == 0));
        if (report->faults[i].implementation == about && !is_said && shown++ < FAULTS_SHOWN)
            safe_print(out, SAFE_LINE, "%s%s\n", indent, report->faults[i].words);
    }
    if (shown > FAULTS_SHOWN)
        safe_print(out, SAFE_LINE, "%sand %u more\n", indent, shown - FAULTS_SHOWN);
}

/* Writes what came of the vectors outside of a requirement set, with the lines that put some there. */
static void put_requires(FILE *out, const struct implementation_report *each)
{
    const struct requirement_set *const set = &each->requires.set;
    uint64_t outside = 0;
    for (unsigned i = 0; i < set->count; i++) {
        const uint64_t kept = each->requires.counts[i].kept, broke = each->requires.counts[i].broke;
        if (kept + broke == 0)
            continue;
        if (outside == 0)
            safe_print(out, SAFE_LINE, "  outside of %s:\n", set->name);
        outside += kept + broke;
        safe_print(out, SAFE_LINE, "    line %u, wants %s else %s: %" PRIu64 " kept, %" PRIu64 " not\n",
                   set->lines[i].number, set->lines[i].text, requirement_debt_names[set->lines[i].debt], kept,
                   broke);
    }
    if (set->name[0] != '\0')
        safe_print(out, SAFE_LINE, "  inside of %s: %" PRIu64 " of %" PRIu64 " asked\n", set->name,
                   each->asked - outside, each->asked);
}

/* Writes that the core has few questions for what is declared, unless the caller selected vectors. */
static void put_thin_core(FILE *out, const struct report *report, const struct implementation_report *each)
{
    const struct selection *const chosen = report->selection;
    if (report->core && each->asked > 0 && each->asked < FEW && chosen->shards == 0 &&
        chosen->select.count + chosen->skip.count == 0)
        (void)fprintf(out,
                      "  the core asks only %" PRIu64 " question%s of this adapter; without --core it is asked all\n",
                      each->asked, each->asked == 1 ? "" : "s");
}

/* Writes how many questions --sequences asked, and how much --growth could measure. */
static void put_more_asked(FILE *out, const struct implementation_report *each)
{
    const json_t *const growth = each->growth;
    unsigned measured = 0, grows = 0;
    for (size_t i = 0; i < json_array_size(growth); i++) {
        measured += json_is_real(json_object_get(json_array_get(growth, i), "ratio"));
        grows += json_is_true(json_object_get(json_array_get(growth, i), "grows"));
    }
    if (each->orders > 0)
        (void)fprintf(out, "  sequences: %" PRIu64 " questions in %u orders, %" PRIu64 " unsteady\n", each->in_orders,
                      each->orders, each->outcomes[UNSTEADY]);
    if (growth != NULL)
        (void)fprintf(out, "  growth: of %zu measures %u were large enough to be compared, and %u grow\n",
                      json_array_size(growth), measured, grows);
}

static void put_implementation(FILE *out, const struct report *report,
                               const struct implementation_report *each)
{
    safe_print(out, SAFE_LINE, "%s", each->label);
    if (each->missing[0] != '\0') {
        safe_print(out, SAFE_LINE, ": %s%s: %s\n", runner_missing_word(each), each->excused ? ", as known" : "",
                   each->missing);
        return;
    }
    if (each->declaration.hello != NULL)
        safe_print(out, SAFE_LINE, " (%s %s)", each->declaration.name, each->declaration.version);
    safe_print(out, SAFE_LINE, ": %" PRIu64 " asked:", each->asked);
    put_counts(out, runner_outcome_names, each->outcomes, OUTCOME_COUNT);
    (void)fprintf(out, "; %" PRIu64 " judged", runner_judged(each->outcomes));
    for (unsigned i = 0, before = 0; i<SKIP_COUNT; before += each->skipped[i++]> 0)
        if (before == 0 && each->skipped[i] > 0)
            (void)fputs("; not declared:", out);
    put_counts(out, runner_skip_names, each->skipped, SKIP_COUNT);
    (void)fputc('\n', out);
    put_requires(out, each);
    put_causes(out, report, each);
    put_more_asked(out, each);
    put_thin_core(out, report, each);
    put_faults(out, report, each);
}

/* Whether its expectation file lists vectors as failing that pass. */
static bool lists_too_much(const struct implementation_report *each)
{
    bool fewer = each->listed_pass > 0;
    for (size_t i = 0; i < each->expectations.count; i++) {
        const struct expectation *const entry = &each->expectations.lines[i];
        fewer = fewer || (runner_expectation_is_changed(entry) && entry->matched.count < entry->some.count);
    }
    return fewer;
}

/* Writes what became of the expectation file, or what --fix would do. */
static void put_rewritten(FILE *out, const struct report *report, const struct implementation_report *each)
{
    const char *const path = each->expectations.path;
    if (each->rewritten[0] != '\0')
        safe_print(out, SAFE_LINE, "%s: %s%s\n", path, each->rewritten,
                   report->good ? "" : "; this run still ends with 1");
    else if (each->others.out == NULL && lists_too_much(each))
        safe_print(out, SAFE_LINE, "%s lists vectors as failing that pass: --fix removes such lines\n", path);
}

static void put_needless(FILE *out, const struct report *report, const struct implementation_report *each)
{
    const struct requirement_set *const set = &each->requires.set;
    for (unsigned i = 0; i < set->count; i++)
        if (runner_is_needless(report, each, i))
            safe_print(out, SAFE_LINE, "%s line %u (%s) puts none of these vectors outside\n", set->name,
                       set->lines[i].number, set->lines[i].text);
}

/* Writes remarks: what is a fault only if the run is strict, but makes the run say less than it seems to. */
static void put_remarks(FILE *out, const struct report *report)
{
    const bool with_idle = !report->strict && !runner_asked_nothing(report);
    for (struct idle idle = {.place = 0}; with_idle && runner_idle_next(report, &idle);)
        safe_print(out, SAFE_LINE, "%s\n", idle.words);
    for (unsigned i = 0; !runner_report_judges_needs(report) && i < report->count; i++)
        put_needless(out, report, &report->implementations[i]);
    if (!report->closed && report->fault[0] == '\0' && report->complete)
        (void)fputs("the corpus has no closing line, so nobody knows whether it is whole\n", out);
}

/* Writes whether all was as expected.  If all vectors were but something else was not, the kinds of faults
 * follow, without missing implementations, which are counted at the end of the line. */
static void put_verdict(FILE *out, const struct report *report, uint64_t unexpected)
{
    char names[WORDS_MAX] = "";
    size_t size = 0;
    for (size_t i = 0; unexpected == 0 && report->complete && i < report->fault_count && size < sizeof names; i++)
        if (strstr(names, report->faults[i].name) == NULL && strcmp(report->faults[i].name, "missing") != 0)
            size += (size_t)snprintf(names + size, sizeof names - size, "%s%s", size > 0 ? ", " : " (",
                                     report->faults[i].name);
    safe_print(out, SAFE_LINE, "%s%s%s%s: %u implementation%s",
                report->good ? "as expected" : "NOT as expected", names,
                names[0] != '\0' ? ")" : "", report->complete ? "" : ", and not complete", report->count,
                report->count == 1 ? "" : "s");
}

void runner_write_text(FILE *out, const struct report *report)
{
    uint64_t asked = 0, judged = 0, unexpected = 0;
    unsigned missing = 0, unasked = 0;
    bool listed = true; /* each implementation that fails has a list of known failures */
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        put_implementation(out, report, each);
        asked += each->asked;
        judged += runner_judged(each->outcomes);
        unexpected += each->unexpected;
        const bool is_missing = strcmp(runner_missing_word(each), "missing") == 0;
        missing += each->missing[0] != '\0' && is_missing;
        unasked += !is_missing;
        listed = listed && (each->unexpected == 0 || each->expectations.path != NULL);
    }
    put_remarks(out, report);
    if (!listed)
        (void)fputs("To go on with failures that are known, run this again with --expect FILE --accept: it "
                    "begins FILE\n",
                    out);
    for (unsigned i = 0; i < report->count; i++)
        put_rewritten(out, report, &report->implementations[i]);
    put_faults(out, report, NULL);
    put_verdict(out, report, unexpected);
    if (missing + unasked > 0)
        (void)fprintf(out, unasked == 0 ? " (%u missing)" : " (%u missing, %u cannot be asked)", missing, unasked);
    (void)fprintf(out,
                  ", %" PRIu64 " vectors, %" PRIu64 " asked, %" PRIu64 " unexpected, %" PRIu64
                  " judged, %.1f s\n",
                  report->vectors, asked, unexpected, judged, report->seconds);
}
