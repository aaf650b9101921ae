/* The results of a run; every report format prints them. */
#pragma once

#include "../process/memory.h"
#include "../judge/declaration.h"
#include "../judge/expect.h"
#include "../judge/requires.h"
#include "../asked/select.h"
#include "../causes/causes.h"
#include "../judge/corpus_line.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { REPORT_FORMAT = 1 }; /* version of the JSON format */

/* Why a vector was not asked. */
enum skip { SKIP_PROFILE, SKIP_ABI, SKIP_OPERATION, SKIP_BYTE_ORDER, SKIP_COUNT };
extern const char *const runner_skip_names[SKIP_COUNT];

/* What came of the vectors of a profile, an ABI and an operation.  Valid ones are counted separately, as only
 * right answers to them prove that a reader reads anything. */
struct feature {
    uint64_t outcomes[OUTCOME_COUNT], valid_asked, valid_judged;
};

struct implementation_report {
    const char *label, *command;
    bool one_shot; /* the command is run for each vector */
    struct declaration declaration;
    char missing[2 * WORDS_MAX + 80]; /* why it could not be run; empty: it was */
    bool excused;                     /* it was known beforehand that it is missing */
    char ended[WORDS_MAX + 40]; /* what a process did wrong that no vector caused; empty: nothing */
    char gave_up[WORDS_MAX];    /* why the runner stopped asking it */
    uint64_t outcomes[OUTCOME_COUNT], asked, unexpected, skipped[SKIP_COUNT];
    struct feature features[PROFILE_COUNT + 1][ABI_COUNT][OPERATION_COUNT];
    json_t *readings; /* a list of how often each reading was taken, as the JSON report has it; null: none was */
    struct expectations expectations;
    struct requires requires; /* its requirement set, from the command line or from `hello` */
    /* A line for each vector that was asked, in order: the object that the JSON report has for the case.  For
     * a vector that passed it has only id, outcome, expected and unexpected. */
    FILE *log;
    uint64_t logged; /* how many lines the log has */
    struct written_text others; /* ids of vectors that it was not asked, a line each; begun only if they are needed */
    char rewritten[120]; /* what became of its expectation file; empty: nothing */
    uint64_t listed_pass; /* how many vectors pass that a line without some= lists as failing */
    uint64_t in_orders; /* how many questions --sequences asked */
    unsigned orders;    /* in how many orders; 0: none */
    json_t *growth;  /* a list of what --growth measured, as the JSON report has it; null: nothing */
    json_t *clauses; /* how many vectors that were judged are about each clause; null: none was */
    struct facts facts;
    json_t *found; /* a list of the causes that were found, as the JSON report has it; null: they were not searched */
    uint8_t *explained; /* for each line of the log the cause in `found` that explains it, from 1; 0: none;
                           null: unknown */
    FILE *deferred;  /* results that are counted after sequences were asked; null: each is counted at once */
};

struct report {
    uint64_t vectors, hash;
    const struct selection *selection;
    bool core, complete, strict, exact;
    bool closed; /* the corpus ended with a closing line */
    char version[32]; /* of the corpus; empty: it states none */
    char started[32];
    double seconds;
    uint64_t seed;      /* by which --sequences shuffled; 0: no sequences were asked */
    const char *corpus; /* the file of vectors; null: sframe-gen wrote them */
    char fault[400];   /* of the corpus */
    json_t *clauses; /* how many vectors of the corpus are about each clause; null: there are none */
    json_t *producers, *causes; /* from --producers and --causes; null: not given */
    struct implementation_report *implementations;
    unsigned count;
    struct fault *faults; /* those of implementations in their order, and then those that are about none */
    size_t fault_count;
    bool good; /* no fault and no unexpected outcome: the exit status follows from it */
};

/* What is wrong with a run besides unexpected outcomes.  Each format reports every fault. */
struct fault {
    const struct implementation_report *implementation; /* null: it is about none */
    const char *name;                                   /* the kind of fault, in a word or two */
    char words[800];
};

/* From the counts of outcomes: how many were judged. */
uint64_t runner_judged(const uint64_t outcomes[OUTCOME_COUNT]);

/* Of an implementation that could not be run: "missing" if its program is not there, else that it cannot be asked. */
const char *runner_missing_word(const struct implementation_report *implementation);

/* Finds all faults, once everything else is known. */
void runner_report_judge(struct report *report);
void runner_add_fault(struct report *report, const struct implementation_report *implementation, const char *name,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));
/* In floor.c: adds each set of questions of which none was judged.  A shard may have few vectors of a kind, so for
 * shards only total silence counts. */
void runner_add_silences(struct report *report, const struct implementation_report *implementation);
/* In required.c: adds a demand of --require, unless it is there already.  Returns false if TEXT is none; *why then says
 * so. */
bool runner_requirement_add(json_t **required, const char *text, const char **why);
/* The same with each of a list. */
bool runner_requirements_add(json_t **required, const json_t *list, const char **why);
/* Adds each demand that the run does not meet. */
void runner_add_unmet(struct report *report);

void runner_report_free(struct report *report);

/* Whether the run was completed and asked nothing, although an implementation could have been asked. */
bool runner_asked_nothing(const struct report *report);
/* A --select or --skip that matches no vector. */
struct idle {
    unsigned place; /* 0 before the first */
    const char *wish;
    char words[IDLE_WORDS];
};
/* Gets the next one.  There are none if the corpus was not read to its end, as later vectors might match. */
bool runner_idle_next(const struct report *report, struct idle *idle);
/* Whether a line of an implementation's requirement set decides about no vector of the corpus: each vector that
 * breaks it breaks a line before it, too.  Unknown, so false, if the corpus was not read to its end. */
bool runner_is_needless(const struct report *report, const struct implementation_report *each, unsigned line);
/* Whether a needless line is a fault: it is if the run is strict, or asks the vectors of sframe-gen.  A file of
 * vectors need not have some for each line. */
bool runner_report_judges_needs(const struct report *report);
/* Whether entries of an expectation file can be called unmatched: only if all vectors that they may match
 * were asked. */
bool runner_report_judges_expectations(const struct report *report);
/* In which way a case failed: runner_way_of(). */
void runner_way_of_case(char way[WAY_SIZE], const json_t *object);

/* Whether the JSON report lists the vector as a case: it does if the outcome was not expected or the vector
 * did not pass, unless it was not tried. */
bool runner_is_case(enum outcome outcome, bool unexpected);
/* About a record: its outcome, which is NOT_RUN if no outcome has that name; and the cause, which similar cases
 * share. */
enum outcome runner_record_outcome(const json_t *record);
const char *runner_cause_of(const json_t *record);

/* A line of the log, as text formats need it. */
struct entry {
    json_t *object;
    const char *id, *outcome, *expected, *reason;
    bool unexpected, against, judged;
};

/* A walk over the lines of a log, in their order. */
struct log_walk {
    FILE *log;
    uint64_t left; /* so many lines */
    char *line;
    size_t room;
    json_t *object; /* of the entry */
};

struct log_walk runner_log_begin(const struct implementation_report *implementation);
/* Gets the next line.  False: there are no more, or it is lost.  Only then the walk has freed what it holds, so
 * each walk must go on until then. */
bool runner_log_next(struct log_walk *walk, struct span *line);
/* Does the same, with the line as an entry, which is valid until the next call. */
bool runner_entry_next(struct log_walk *walk, struct entry *entry);
/* Whether some line of a log could not be read again, so that a report lacks it. */
bool runner_log_is_lost(void);
/* Notes that a report lacks something. */
void runner_log_lose(void);

/* In found.c: searches what the unexpected outcomes of each implementation have in common. */
void runner_find_causes(struct report *report);
/* How many unexpected results they explain. */
uint64_t runner_found_explain(const struct implementation_report *implementation);

/* Unexpected entries that have a cause in common. */
struct cause {
    const char *words, *clause; /* clause: on which it likely rests; null: unknown */
    uint64_t count;
    struct entry example; /* only the id if the log no longer has the line */
};

/* A walk over lists of causes: objects with words, clause, explains, and the example as `entry`. */
struct cause_walk {
    json_t *list;
    size_t next;
};
/* Groups of unexpected entries that probably have the same cause, in the order of their first entries, which
 * are the examples.  OTHERS: without entries that a found cause explains. */
struct cause_walk runner_cause_begin(const struct implementation_report *implementation, bool others);
/* The causes that were found, with their smallest vectors. */
struct cause_walk runner_found_begin(const struct implementation_report *implementation);
/* Gets the next one, which is valid until the next call.  False: there are no more, and the list was freed. */
bool runner_cause_next(struct cause_walk *walk, struct cause *cause);

/* The clause that the vector breaks, or the ledger entry that it is about; "" if there is neither. */
const char *runner_entry_is_about(const struct entry *entry);
/* The question of a ledger entry; "" if TEXT names none. */
const char *runner_title_of(const char *ledger);
/* The shell command that asks this vector alone; the caller frees it.  Null: there is none. */
char *runner_command_for(const struct report *report, const struct implementation_report *implementation,
                         const char *id);

/* Writes a value, and frees it; if not WHOLE, without the brackets around its members.  Null: it cannot be written. */
void runner_put_json(FILE *out, json_t *value, bool whole);

/* Counts that a reading of a ledger entry was taken so many times. */
void runner_count_reading(struct implementation_report *implementation, const char *ledger, const char *oracle,
                          const char *taken, uint64_t times);

/* A string; TEXT may have any bytes.  Null is JSON's null. */
json_t *runner_text_of(const char *text);

/* The name and version of this program, as reports have them. */
extern const char runner_suite[];

/* The formats; each one has a file of its name. */
void runner_write_text(FILE *out, const struct report *report);
void runner_write_json(FILE *out, const struct report *report);
void runner_write_junit(FILE *out, const struct report *report);
void runner_write_tap(FILE *out, const struct report *report);
void runner_write_markdown(FILE *out, const struct report *report);
void runner_write_sarif(FILE *out, const struct report *report);
void runner_write_badge(FILE *out, const struct report *report);         /* JSON for shields.io */
void runner_write_badge_picture(FILE *out, const struct report *report); /* SVG */
void runner_write_github(FILE *out, const struct report *report);

/* In record.c: a case as a line of JSON. */
struct evidence {
    struct span answer, complaint; /* empty: none */
    const char *signal;            /* of a crash; else null */
    const char *replay; /* a list in JSON: what to send to see an unsteady answer again; else null */
};

/* Returns all members of a case except those that depend on the expectation file; the caller frees it. */
char *runner_record_of(const struct vector *vector, const struct judgement *judgement,
                       const struct evidence *evidence);
/* Adds a result to the log.  RECORD may be null: the vector passed. */
void runner_log_result(FILE *log, const struct vector *vector, enum outcome outcome, const char *expected,
                       bool unexpected, const char *record);

/* Writes a JSON string in quotes; TEXT may have any bytes. */
void runner_put_string(FILE *out, struct span text);

/* --- In decides.c: the clauses on which a failure rests ------------------------------------------------- */

/* The clauses on which a failure rests, of those that its vector is about. */

enum { DECIDING_MAX = 3 };

/* Failures that have a cause in common: its words, how many, and how many of them each clause is about. */
struct shared_clauses {
    const char *words;
    const json_t *judged; /* how many of all vectors that were judged each clause is about */
    uint64_t failures;
    json_t *with;
};
/* Counts one of these failures, which has this LINE of the log. */
void runner_share_clauses(struct shared_clauses *shared, struct span line);

/* The ids of the first clauses of a record whose answer was wrong, the likeliest first: a new list, which is empty if
 * there are none.  Reports that are read back have it as `decides`. */
json_t *runner_deciding(const struct report *report, const json_t *record);

/* The id of the clause on which all SHARED failures likely rest: most of them are about it, and few other
 * vectors.  RECORD is one of the failures.  The caller releases the id.  Null: there is none. */
json_t *runner_deciding_all(const struct report *report, const json_t *record,
                            const struct shared_clauses *shared);

/* The clause KNOWN or, if that is null, the likeliest one of a record, with its section and its words in the
 * text of the record's profile; the caller frees it.  Null if there is none. */
char *runner_decided_by(const struct report *report, const json_t *record, const char *known);

/* Counts a vector that is about these clauses. */
void runner_count_clauses(json_t **counts, struct span clauses);

/* A line for each member in which the answer of a record differs, without the first SKIP members, and at most
 * MOST lines; ENDS stands behind each line.  The caller frees it. */
char *runner_differences_of(const json_t *record, size_t skip, size_t most, const char *ends);

/* Appends members to an object that already has some: "fields", the bytes beside the names of their fields, and
 * "notation", the case as a text of docs/notation.md.  Of a large section they are left out or shortened. */
void runner_put_section(FILE *out, const struct vector *vector);

/* --- In ../results.c ------------------------------------------------------------------------------------ */

/* What came of a vector, on its way into the report.  Where sequences are asked, results wait for them in a
 * file. */

struct result {
    struct vector *vector;
    enum outcome outcome;
    char reading[64]; /* which was taken, if the outcome is READING */
    unsigned outside; /* the line of the requirement set that puts the vector outside, from 1; 0: none does */
    struct symptom symptom;
    char *record; /* null: none, as the vector passed */
};

/* Counts a result, and adds it to the log. */
void runner_result_count(struct implementation_report *report, const struct result *result);

/* Writes a result into a file of those that are to be counted later.  False: it cannot be written. */
bool runner_result_defer(FILE *file, const struct result *result);

enum taken { TAKEN, TAKEN_ALL, TAKEN_NOT }; /* a result; there are no more; it cannot be read */

/* Reads one from such a file, with a vector of its own. */
enum taken runner_result_take(FILE *file, struct result *result);
void runner_result_free(struct result *result);

/* --- In html.c ------------------------------------------------------------------------------------------ */

/* Writes the page for a JSON report.  Returns false if the text is not such a report or writing failed. */
bool runner_write_html(FILE *page, const char *json, size_t length);
