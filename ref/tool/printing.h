/* A section as a command works on it, and what the commands print of it: violations, JSON, text for
 * people. */
#pragma once

#include "input.h"
#include "json.h"

/* What the command line asked for. */
struct request {
    enum sfr_profile profile;
    bool address_given, json, annotate, notation, colour, cost;
    uint64_t address;
};

/* One section as a command works on it. */
struct subject {
    const struct request *request;
    const struct source *source;
    bool several; /* the input has others, so output says which one it is */
    struct sfr_section section;
    enum sfr_verdict opened, verdict; /* of sfr_open; of the whole check */
    uint64_t violations;        /* how many, with notes */
    struct sfr_violation fault; /* the first that makes it malformed */
    void *scratch;
    size_t scratch_size;
};

/* Opens the section; if CHECKS, also checks it.  Counts violations.  False if there is no memory. */
bool tool_subject_begin(struct subject *subject, bool checks);
void tool_subject_end(struct subject *subject);

/* Whether the rows of each function can be printed: see rows_fit.h.  Of a malformed section none are. */
bool tool_subject_rows_fit(const struct subject *subject);

/* Looks up PC.  If the header cannot be read, the answer is SFR_ERROR with the fault of the header. */
void tool_subject_look_up(const struct subject *subject, uint64_t pc, struct sfr_answer *answer);

/* Reports each violation, those of the file around the section first.  It checks once more to find them. */
void tool_subject_violations(const struct subject *subject, const struct sfr_report *report);

/* A list of violations; {0} is an empty one.  The user frees the list. */
struct violations {
    struct sfr_violation *list;
    size_t count;
    bool out_of_memory;
};
/* For a report: its context is the list. */
void tool_violations_add(void *context, const struct sfr_violation *violation);
int tool_violations_order(const void *left, const void *right); /* by offset, then by clause */
void tool_violations_sort(struct violations *violations);

/* Prints what the clause says, and then what was there. */
void tool_print_violation_words(FILE *out, const struct sfr_violation *violation);

void tool_print_check_line(const struct subject *subject);
void tool_print_check_json(const struct subject *subject);
void tool_print_model(const struct subject *subject);     /* model.c */
void tool_print_dump(const struct subject *subject);      /* dump.c */
bool tool_print_annotated(const struct subject *subject); /* annotate.c; false: no memory */

/* Prints the section in the notation of docs/notation.md (notation.c), with what SCENARIO, which may be NULL, gives
 * an unwinding besides it.  NULL, or why it could not. */
struct scenario;
const char *tool_print_notation(FILE *out, const struct subject *subject, const struct scenario *scenario);
extern const char tool_out_of_memory[];

/* For a report: its context is a struct json, in an array; model.c. */
void tool_json_violation(void *context, const struct sfr_violation *violation);

/* The model as a value of JSON: model.c. */
void tool_json_model(struct json *json, const struct subject *subject);

/* The members of an answer, without brackets: model.c. */
void tool_json_answer(struct json *json, const struct subject *subject, uint64_t pc,
                      const struct sfr_answer *answer);

/* Every byte of the section once, as elements of an array "fields": annotate.c.  False: no memory. */
bool tool_json_fields(struct json *json, const struct subject *subject);
/* The same for bytes FROM to TO only: the fields that overlap or touch them.  Before them stand objects that
 * name the header, function, attribute or row that they are part of. */
bool tool_json_fields_within(struct json *json, const struct subject *subject, size_t from, size_t to);

/* Escape sequences for a terminal: one before a text, `plain` after it; empty if colours are not wanted. */
struct colours {
    const char *heading, *bad, *place, *name, *plain;
};
struct colours tool_colours(const struct subject *subject);

/* Names and texts that several of these use: model.c. */
extern const char *const tool_pc_type_names[], *const tool_fre_type_names[], *const tool_fde_type_names[];
void tool_each_flag(const struct sfr_section *section, void (*visit)(void *context, const char *name),
                    void *context);
void tool_base_name(const struct sfr_rule *rule, char name[16]);
enum { RULE_TEXT = 48 };
void tool_rule_text(const struct sfr_rule *rule, char text[RULE_TEXT]);
