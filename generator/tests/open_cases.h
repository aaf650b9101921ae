/* Cases for the tests of the guard (open.h): for each open point that a vector can touch a section that
 * touches it, and the same section with the one thing undone, or the PC beside it, which does not. */
#ifndef GENERATOR_TESTS_OPEN_CASES_H
#define GENERATOR_TESTS_OPEN_CASES_H

#include "emit/open.h"
#include "small_sections.h"
#include "emit/vector.h"

enum { RULES = DECODE | LOOKUP, ANY = BOTH | LOOKUP, NOWHERE = 0 };

typedef void build_section(struct section *section);
typedef void lie_about(struct emitter *emitter);

struct side {
    build_section *change; /* null: nothing more is built */
    lie_about *lie;        /* null: the bytes are the model's */
    uint64_t pc;           /* beside: the PC is all that differs; 0: it does not */
    bool refused;          /* for one reason more, which no reading contests */
    const char *first;     /* beside: a point that cannot be avoided there */
};

struct touch {
    const char *ledger;
    unsigned profiles, abis;
    enum vector_class vector_class; /* irregular ones have trailing bytes, which touch nothing */
    unsigned asked;                 /* of which operations the point is named; of the others it is not */
    build_section *build;           /* both sides */
    struct side at, beside;
    const char *first[OPERATION_LOOKUP + 1]; /* the point that is named of the other operations */
};

#define TOUCH(point, profile_set, abi_set, class_name, operations, builder, ...)                             \
    {                                                                                                        \
        .ledger = point, .profiles = profile_set, .abis = abi_set, .vector_class = CLASS_##class_name,       \
        .asked = operations, .build = builder, __VA_ARGS__                                                   \
    }

/* The usual place: the first byte of the first function. */
enum { PC = 0x11000 };

struct touches {
    const struct touch *list;
    unsigned count;
};

extern const struct touches row_touches, function_touches, section_touches;

#define TOUCHES(list)                                                                                        \
    {                                                                                                        \
        list, sizeof(list) / sizeof *(list)                                                                  \
    }

/* As CHANGE of sets.h, of bytes that were made. */
#define LIE(name, ...)                                                                                       \
    static void name(struct emitter *emitter)                                                                \
    {                                                                                                        \
        __VA_ARGS__;                                                                                         \
    }

#define UNDONE                                                                                               \
    {                                                                                                        \
        .change = NULL                                                                                       \
    }
#define AT_ROW_8 (PC + 8)

#endif
