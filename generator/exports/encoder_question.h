/* A question to an encoder: to write a section that says what a model says, or to refuse one that no section
 * says. */
#pragma once

#include "notation/notation.h"

/* Whether it is to be refused; MAY: or put right. */
enum refusal { SAYABLE, MAY, MUST };

struct encoder_question {
    const char *id, *family;
    bool family_first;             /* before the class: so the family `unsayable` came to be */
    const char *ledger;            /* what leaves open whether to refuse is right; null: nothing */
    const struct section *section; /* what must come */
    struct to_encode asked;
    const uint8_t *bytes; /* that are to be read and written again */
    uint32_t length;
    uint32_t rows, functions; /* so many of the model's one; 0: as it has them */
    enum refusal refuse;
    const char *why; /* it is refused */
};

/* Where questions go; false ends them. */
struct encoder_sink {
    bool (*take)(void *into, const struct encoder_question *question);
    void *into;
};

/* Those of a valid decode whose model has all that the bytes have; of other vectors there are none. */
bool gen_has_encoder_questions(const struct vector *vector);
bool gen_encoder_questions(const struct vector *vector, const struct encoder_sink *sink);

/* Which a section has, one after the other; NUMBER is 0 at first.  False: there is no other. */
bool gen_next_to_encode(const struct section *section, unsigned *number, struct to_encode *asked);

/* What stands behind the ids of such questions. */
const char *gen_encode_ending(enum encode_from from);

void gen_write_encoder_question(struct text *text, const struct encoder_question *question);
