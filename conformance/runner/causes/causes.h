/* What the failures of a reader have in common, found without knowing the reader.
 *
 * A cause is one of three: properties of sections of which the reader refuses nearly all; a bug of the zoo that
 * gives the same wrong answers; or an effect, in plain words.  The search takes the best explanation, and then
 * the best one of the failures that are left.  At last causes are sorted by how many failures they explain. */
#pragma once

#include "../judge/expect.h"
#include "../judge/judge.h"

#include <stdio.h>

/* --- In symptom.c and elsewhere.c ------------------------------------------------------------------------ */

/* A symptom is what an answer shows, in a few bytes: words that failures have in common, and a mark by which
 * the same wrong answer is recognised. */

/* What is wrong with an answer, in words of four kinds.  The first is the least specific.  The others say more
 * if they hold for many answers. */
enum effect {
    EFFECT_WIDE,   /* `gives a wrong cfa.offset`, `finds nothing where a row holds` */
    EFFECT_ALWAYS, /* `gives a wrong cfa.offset, always 16` */
    EFFECT_CHANGE, /* `gives a wrong cfa.offset, 8 too large` */
    EFFECT_NARROW, /* `gives the row before`: about the answer and not a member */
    EFFECTS_EACH
};
enum { EFFECT_SIZE = 128 };

/* How the words begin for an answer that breaks what is owed outside of a requirement set. */
#define OUTSIDE_WORDS "answers outside of "

struct symptom {
    char way[WAY_SIZE];       /* how it failed, for expectation files */
    bool refused;             /* the answer is an error */
    bool accepted;            /* no error, though one is due */
    bool telling;             /* members have other values than expected, which may show the cause */
    char effects[EFFECTS_EACH][EFFECT_SIZE]; /* empty: no words of this kind */
    uint32_t mark;            /* a hash of what is wrong, with the values; equal marks: the same wrong answer */
};

void runner_symptom_of(const struct vector *vector, const struct judgement *judgement, struct symptom *symptom);

/* Where in the section the wrong answer would be right, as `gives the row before`; null: no place is found. */
const char *runner_answer_elsewhere(const struct vector *vector, const struct judgement *judgement);

/* What is special about a lookup: about the row that it asks for, and where row and PC lie.  Bit I is set if
 * the words number I (from 0) hold. */
enum { POSITIONS = 23 };
extern const char *const runner_position_names[POSITIONS];
uint64_t runner_lookup_position(const struct vector *vector);

/* --- In facts.c ----------------------------------------------------------------------------------------- */

/* What is kept of each vector that was asked, until causes are searched: in a temporary file, some bytes for each. */

enum { EFFECTS_MAX = 500 };

struct fact {
    uint64_t place;  /* of its line in the log */
    uint64_t breaks; /* runner_properties_of() */
    uint32_t mark, size;
    uint16_t known;  /* its number among the vectors of bugs.h, or NOT_KNOWN */
    uint16_t effects[EFFECTS_EACH]; /* numbers among those that were noted, from 1; 0: none */
    bool failed : 1; /* unexpectedly */
    bool passed : 1; /* it was judged, and does not count against the reader */
    bool refused : 1;
    bool accepted : 1;
    bool listed : 1;  /* a lookup of bugs.h: for each bug it is known whether it fails this vector */
    bool telling : 1; /* its mark comes from members that differ */
};

struct facts {
    FILE *file; /* null: nothing was noted, or there was no room */
    uint64_t count;
    unsigned effect_count;
    uint32_t effect_hashes[EFFECTS_MAX];
    uint8_t effect_kinds[EFFECTS_MAX];
    char effects[EFFECTS_MAX][EFFECT_SIZE];
};

/* Adds the fact of a result whose line begins at PLACE in the log.  UNEXPECTED: it is a failure that nobody expected. */
void runner_fact_note(struct facts *facts, const struct vector *vector, enum outcome outcome, bool unexpected,
                      const struct symptom *symptom, uint64_t place);

/* All facts, which the caller frees; null: there are none, or they cannot be read. */
struct fact *runner_facts_read(struct facts *facts);
void runner_facts_free(struct facts *facts);

/* --- In properties.c ------------------------------------------------------------------------------------ */

/* Properties of vectors, by which causes say where failures lie: the predicates of requirement sets, which are
 * about sections, and the positions of lookups. */

enum { PROPERTIES_MAX = 64 };

/* How many properties there are, and how many of them are about sections: these come first, then the positions
 * of lookups. */
extern const unsigned runner_properties, runner_section_properties;
/* A bit for each property that the vector has. */
uint64_t runner_properties_of(const struct vector *vector);
/* Writes CHOSEN as words: `are not sorted or have an auxiliary header` for properties of sections, or `in the
 * last row` for one position. */
void runner_properties_name(uint64_t chosen, char *words, size_t size);

/* --- In causes.c ---------------------------------------------------------------------------------------- */

enum { CAUSES_MAX = 10, CAUSE_WORDS = 600 };

enum cause_kind { CAUSE_REFUSES, CAUSE_BUG, CAUSE_EFFECT, CAUSE_KINDS };
extern const char *const runner_cause_kinds[CAUSE_KINDS];

struct found_cause {
    enum cause_kind kind;
    char words[CAUSE_WORDS];
    const char *bug;   /* its name in the zoo; else null */
    uint64_t explains; /* failures */
    size_t example;    /* the number of the fact with the smallest section */
};

struct found_causes {
    unsigned count;
    struct found_cause all[CAUSES_MAX];
    uint8_t *explained; /* for each fact the cause that explains it, from 1; 0: none; the caller frees it */
};

/* Searches in COUNT facts. */
void runner_causes_find(const struct facts *facts, const struct fact *all, size_t count, struct found_causes *found);
