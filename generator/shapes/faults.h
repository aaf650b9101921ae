/* Faults: sections that differ from a valid one, their twin, in the one thing that a clause governs.
 *
 * Fault and twin are asked the same questions, under the same names, so that each vector of a fault has its
 * twin.  A clause about the section is broken by the bytes, and a check must report it.  A clause about the
 * reader is broken by a reader: there the section that differs is valid as well.
 *
 *     gen_emit_twin(emitter, &gen_twin_plain);
 *
 *     struct section *section = gen_begin_fault(emitter, &gen_twin_plain, "fde.overlap", "by one byte");
 *     section->functions[0].size = 0x101;
 *     if (!gen_make_bytes(emitter))
 *         return;
 *     gen_report_model(emitter, NULL);
 *     gen_ask_places(emitter, BOTH | AT_FIRST | AT_LAST);
 */
#ifndef GENERATOR_SHAPES_FAULTS_H
#define GENERATOR_SHAPES_FAULTS_H

#include "emit/sets.h"

/* --- Questions ------------------------------------------------------------------------------------------ */

/* Places that are looked up, by their distance from the start of the section. */
#define PLACES(PLACE)                                                                                        \
    PLACE(BELOW, "below-section", -0x1000)                                                                   \
    PLACE(BEFORE, "before", 0xfff)                                                                           \
    PLACE(FIRST, "first", 0x1000)                                                                            \
    PLACE(FIRST_ROW, "first-row", 0x1004)                                                                    \
    PLACE(FIRST_LAST, "first-last", 0x103f)                                                                  \
    PLACE(FIRST_END, "first-end", 0x1040)                                                                    \
    PLACE(SECOND, "second", 0x1100)                                                                          \
    PLACE(SECOND_ROW, "second-row", 0x1104)                                                                  \
    PLACE(SECOND_LATER, "second-later", 0x1118)                                                              \
    PLACE(SECOND_LAST, "second-last", 0x113f)                                                                \
    PLACE(THIRD, "third", 0x1200)                                                                            \
    PLACE(THIRD_ROW, "third-row", 0x1208)                                                                    \
    PLACE(LAST, "last", 0x123f)                                                                              \
    PLACE(END, "end", 0x1240)                                                                                \
    PLACE(FAR, "far", 0x2000)

enum place_number {
#define PLACE(name, words, offset) PLACE_NUMBER_##name,
    PLACES(PLACE)
#undef PLACE
        PLACE_COUNT
};

enum { FIRST_PLACE = 2 * LOOKUP };
enum asked_place {
#define PLACE(name, words, offset) AT_##name = FIRST_PLACE << PLACE_NUMBER_##name,
    PLACES(PLACE)
#undef PLACE
        EVERYWHERE = (FIRST_PLACE << PLACE_COUNT) - 1
};

enum { MAX_LOOKUPS = 3 };

struct questions {
    unsigned asked; /* DECODE, CHECK and places */
    /* Further lookups: the vector's name is `at-` and the distance from `origin`. */
    uint64_t origin;
    unsigned lookup_count;
    uint32_t lookups[MAX_LOOKUPS];
};

/* The questions put to the present bytes: a vector each. */
void gen_ask(struct emitter *emitter, const struct questions *questions);
void gen_ask_places(struct emitter *emitter, unsigned asked);
void gen_ask_one(struct emitter *emitter, enum operation operation, uint64_t pc, const char *name);

/* --- Twins ---------------------------------------------------------------------------------------------- */

struct twin {
    const char *shape;
    void (*build)(struct section *section);
    unsigned asked;
};

extern const struct twin gen_twin_plain; /* three functions of three rows, at 0x1000, 0x1100 and 0x1200 */
extern const struct twin gen_twin_small; /* one function of one row */
extern const struct twin gen_twin_empty; /* no function */
extern const struct twin gen_twin_aux;   /* the plain one with eight bytes of auxiliary header */

void gen_emit_twin(struct emitter *emitter, const struct twin *twin);

/* The functions of the plain twin, from function number `first` on. */
void gen_add_plain_functions(struct section *section, uint32_t first);

/* Gives every start and word of a row four bytes; as info stays one byte, most of them lie at odd places. */
void gen_make_wide(struct section *section);

/* applies(), but the three texts of version 2 share one layout, so of TWO the second comes only with the last
 * of them. */
enum { TWO = BOTH_ORDERS };
bool gen_is_for(const struct emitter *emitter, unsigned profiles, unsigned abis);

/* --- Faults --------------------------------------------------------------------------------------------- */

/* A fresh copy of the twin, to be changed.  Its shape is "fault-" and the clause; as all ways to break a
 * clause share it, the names of vectors begin with the way. */
struct section *gen_begin_fault(struct emitter *emitter, const struct twin *twin, const char *clause,
                                const char *way);

/* The same where only bytes are to be changed: begins and makes them; false if the generator has stopped. */
bool gen_make_fault(struct emitter *emitter, const struct twin *twin, const char *clause, const char *way);

/* The same of a section that gen_begin() has given a shape of its own. */
void gen_differs_from(struct emitter *emitter, const char *twin_shape, const char *clause, const char *way);

#define MAL SEVERITY_MALFORMED
#define IRR SEVERITY_IRREGULAR

/* After gen_make_bytes and any lies: the clause that a check must report first; null: that of the fault. */
void gen_report(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity);
/* The same of a clause that the model breaks. */
void gen_report_model(struct emitter *emitter, const char *clause);

/* The name of a vector of the present fault whose twin has this one. */
const char *gen_fault_name(struct emitter *emitter, const char *twin_name);

/* --- Bytes and words ------------------------------------------------------------------------------------ */

/* A field of the header or, from START on, of a function. */
const struct field *gen_fault_field(const struct emitter *emitter, enum field_name name, int function);

/* Of the rows, the first field that does not end before `end`: what a report points at if they end there. */
uint32_t gen_first_cut(const struct encoded *encoded, uint32_t end);

/* Takes bytes from the end of the section, where its rows are, and mends their length. */
void gen_cut_rows(struct encoded *encoded, uint32_t bytes);

/* Words with a number, for ways that are counted through; they hold until the next call. */
const char *gen_numbered_way(const char *before, uint64_t number, const char *after);

/* The name of a shape: both parts, then -addrN and -wordN where they are not 0. */
const char *gen_shape_of_encoding(char buffer[MAX_ID], const char *before, const char *name,
                                  unsigned start_width, unsigned word_size);

#endif
