/* What a run found; every report format prints it. */
#ifndef CONFORMANCE_RUNNER_REPORT_REPORT_H
#define CONFORMANCE_RUNNER_REPORT_REPORT_H

#include "../judge/declaration.h"
#include "../judge/expect.h"
#include "../asked/select.h"

#include <stdio.h>

enum { REPORT_FORMAT = 1 }; /* of the JSON */

/* Why a vector was not asked. */
enum skip { SKIP_PROFILE, SKIP_ABI, SKIP_OPERATION, SKIP_BYTE_ORDER, SKIP_COUNT };
extern const char *const runner_skip_names[SKIP_COUNT];

/* How often each reading of a point was taken. */
struct reading {
    char ledger[64], oracle[64];
    struct {
        char reading[64];
        uint64_t count;
    } took[16];
    unsigned took_count;
};

struct implementation_report {
    const char *label, *command;
    bool one_shot; /* the command is run for each vector */
    struct declaration declaration;
    char missing[2 * WORDS_MAX + 80]; /* why it could not be run; empty: it was */
    bool excused;                     /* that it is missing was known beforehand */
    char ended[WORDS_MAX + 40]; /* how a process ended that should have ended with its input; empty: well */
    char gave_up[WORDS_MAX];    /* why not all was asked */
    uint64_t outcomes[OUTCOME_COUNT], asked, unexpected, skipped[SKIP_COUNT];
    uint64_t features[PROFILE_COUNT + 1][ABI_COUNT][OPERATION_COUNT][OUTCOME_COUNT];
    /* Of the valid ones among them: what there is to be right about. */
    struct {
        uint64_t asked, judged;
    } valid[PROFILE_COUNT + 1][ABI_COUNT][OPERATION_COUNT];
    struct reading *readings;
    unsigned reading_count;
    struct expectations expectations;
    /* A line for each vector asked, in order: the object that the JSON report has for the case, and of one
     * that passed only id, outcome, expected, unexpected. */
    FILE *log;
    uint64_t logged; /* lines in it */
};

struct report {
    uint64_t vectors, hash;
    const struct selection *selection;
    bool core, complete, strict, exact;
    bool abridged; /* made of JSON reports: the logs lack what these leave out */
    bool closed; /* the corpus ended with a closing line */
    char version[32]; /* of the corpus; empty: it says none */
    char started[32];
    double seconds;
    const char *corpus; /* the file of vectors; null: from sframe-gen */
    char fault[400];   /* of the corpus */
    json_t *producers, *causes; /* what --producers and --causes gave; null: nothing */
    struct implementation_report *implementations;
    unsigned count;
};

/* The point of that name, perhaps a new one; null: out of memory. */
struct reading *runner_report_reading(struct implementation_report *implementation, const char *ledger,
                                      const char *oracle);
void runner_reading_count(struct reading *reading, const char *taken, uint64_t times);

/* Of so many with each outcome: how many were judged. */
uint64_t runner_judged(const uint64_t outcomes[OUTCOME_COUNT]);

/* floor.c: what was asked and not judged: "of v3 lookup on s390x nothing", and what came instead. */
struct silence {
    char what[80], instead[400];
};
/* Of a part of a run (IS_PART) only that there is nothing at all: of a cell it may have few vectors. */
void runner_each_silence(const struct implementation_report *implementation, bool is_part,
                         void (*visit)(void *context, const struct silence *silence), void *context);

/* required.c: what --require demands and the run does not have, in words; of no implementation: null. */
void runner_each_unmet(const struct report *report,
                       void (*visit)(void *context, const struct implementation_report *implementation,
                                     const char *words),
                       void *context);

/* What is wrong with a run beside unexpected outcomes; each format tells of each. */
struct fault {
    const struct implementation_report *implementation; /* null: it is not about one */
    const char *name;                                   /* of the kind, in a word or two */
    char words[800];
};

void runner_report_free(struct report *report);

/* How many there are; VISIT may be null. */
unsigned runner_each_fault(const struct report *report,
                           void (*visit)(void *context, const struct fault *fault), void *context);
/* Whether everything came out as it should: no fault, and no unexpected outcome.  The exit status follows. */
bool runner_report_is_good(const struct report *report);
/* Each --select and --skip that fits no vector, by its option and as it was given; none where the corpus was
 * not seen to its end, as nobody knows then. */
void runner_each_idle(const struct report *report,
                      void (*visit)(void *context, const char *option, const char *wish), void *context);
/* Entries of an expectation file count only where all that they may fit was asked. */
bool runner_report_judges_expectations(const struct report *report);

/* A string of an object; "" if there is none. */
const char *runner_string_of(const json_t *object, const char *key);
/* Whether the JSON report has it as a case: what was not expected and what did not pass, but for those that
 * were not tried. */
bool runner_is_case(enum outcome outcome, bool unexpected);
/* Of a record: whether its outcome counts against the implementation, and what makes it look like others. */
bool runner_record_is_against(const json_t *record);
const char *runner_cause_of(const json_t *record);

/* One line of the log, as text formats need it. */
struct entry {
    json_t *object;
    const char *id, *outcome, *expected, *reason;
    bool unexpected, against, judged;
};

/* Goes through the log from its beginning, until VISIT says false; false: that, or it cannot be read. */
bool runner_each_line(const struct implementation_report *implementation,
                      bool (*visit)(void *context, const char *line, size_t size), void *context);
/* Whether any of it could not be read again, so that some report is without it. */
bool runner_log_is_lost(void);

/* The same, each line as an entry. */
bool runner_each_entry(const struct implementation_report *implementation,
                       void (*visit)(void *context, const struct entry *entry), void *context);

/* Unexpected entries that look like one mistake: how many, and the first of them. */
struct cause {
    const char *words;
    uint64_t count;
    struct entry first;
};

/* In the order of their first entries. */
void runner_each_cause(const struct implementation_report *implementation,
                       void (*visit)(void *context, const struct cause *cause), void *context);

/* The clause that was broken, or the open point that the vector is about; "" if it is about neither. */
const char *runner_entry_is_about(const struct entry *entry);
/* How this vector is asked alone, for a shell; to be freed.  Null: it cannot be, or there is no memory. */
char *runner_command_for(const struct report *report, const struct implementation_report *implementation,
                         const char *id);

/* The version of this program, as reports say it. */
extern const char runner_suite[];

/* The formats: each in a file of its name. */
void runner_write_text(FILE *out, const struct report *report);
void runner_write_json(FILE *out, const struct report *report);
void runner_write_junit(FILE *out, const struct report *report);
void runner_write_tap(FILE *out, const struct report *report);
void runner_write_markdown(FILE *out, const struct report *report);
void runner_write_sarif(FILE *out, const struct report *report);
void runner_write_badge(FILE *out, const struct report *report);         /* JSON for shields.io */
void runner_write_badge_picture(FILE *out, const struct report *report); /* SVG */
void runner_write_github(FILE *out, const struct report *report);

/* record.c: a case as a line of JSON. */
struct evidence {
    struct span answer, complaint; /* empty: none */
    const char *signal;            /* of a crash; else null */
};

/* All that the case has but what the expectation file says of it; to be freed; null: out of memory. */
char *runner_record_of(const struct vector *vector, const struct judgement *judgement,
                       const struct evidence *evidence);
/* RECORD may be null: the vector passed. */
void runner_log_result(FILE *log, const struct vector *vector, enum outcome outcome, const char *expected,
                       bool unexpected, const char *record);

/* A string in quotes, whatever its bytes are. */
void runner_put_string(FILE *out, struct span text);

#endif
