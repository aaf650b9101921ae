/* What the families of faults in a section's layout share: the valid twins beside which faults stand, the
 * places at which both are looked up, and ids made from the words that say in which way a clause is broken.
 */
#ifndef GENERATOR_LAYOUT_FAULTS_H
#define GENERATOR_LAYOUT_FAULTS_H

#include "sets.h"

/* What is emitted of a section: operations, and lookups at places. */
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
enum show {
#define PLACE(name, words, offset) AT_##name = FIRST_PLACE << PLACE_NUMBER_##name,
    PLACES(PLACE)
#undef PLACE
        EVERYWHERE = (FIRST_PLACE << PLACE_COUNT) - 1
};

/* A valid section beside which faults stand. */
struct twin {
    const char *shape;
    void (*build)(struct section *section);
    unsigned shows;
};

extern const struct twin twin_plain; /* three functions of three rows, at 0x1000, 0x1100 and 0x1200 */
extern const struct twin twin_small; /* one function of one row */
extern const struct twin twin_empty; /* no function */
extern const struct twin twin_aux;   /* the plain one with eight bytes of auxiliary header */

/* How a vector differs from its twin. */
struct apart {
    const struct twin *twin;
    const char *clause;
    const char *way; /* lower case words; the end of the id too */
};

/* applies(), but the three texts of version 2 share one layout, so of TWO the second comes only with the last
 * of them. */
enum { TWO = BOTH_ORDERS };
bool is_for(unsigned profiles, unsigned abis, enum profile profile, enum abi abi);

/* The functions of the plain twin, from function number `first` on. */
void add_plain_functions(struct section *section, uint32_t first);

/* Gives every start and word of a row four bytes; as info stays one byte, most of them lie at odd places. */
void make_wide(struct section *section);

void emit_twin(struct emitter *emitter, enum profile profile, enum abi abi, const struct twin *twin);

/* A fresh copy of the twin, to be broken.  The shape is "fault-" and the clause. */
struct section *begin_fault(struct emitter *emitter, enum profile profile, enum abi abi,
                            const struct apart *apart);

/* The vectors that `shows` names, of the bytes as they stand. */
void emit_fault(struct emitter *emitter, const struct apart *apart, unsigned shows);

/* For a contested decode: before its readings are given, and after. */
void contest_fault(struct emitter *emitter, const struct apart *apart);
void emit_contested_fault(struct emitter *emitter, const struct apart *apart, const char *oracle_reading);

/* A field of the header or, from START on, of a function. */
const struct field *fault_field(const struct emitter *emitter, enum field_name name, int function);

/* Words with a number, for ways that are counted through; they hold until the next call. */
const char *numbered_way(const char *before, uint64_t number, const char *after);

#endif
