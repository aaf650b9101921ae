/* A question to an encoder: to write a section that says what a model says, or to refuse one that no section
 * says. */
#pragma once

#include "notation/notation.h"

/* Whether an encoder must refuse the model; MAY: it may also write a section that is right. */
enum refusal { SAYABLE, MAY, MUST };

struct encoder_question {
    const char *id, *family;
    bool family_first;             /* the JSON has it before the class, as the family `unsayable` always had */
    const char *ledger;            /* the point that leaves open whether to refuse is right; null: none */
    const struct section *section; /* what the written section must say */
    struct to_encode asked;
    const uint8_t *bytes; /* ENCODE_AGAIN: the section that is to be read */
    uint32_t length;
    uint32_t rows, functions; /* so many copies of the model's first one; 0: as the model has them */
    enum refusal refuse;
    const char *why; /* a reason to refuse */
};

/* Where questions go; false ends them. */
struct encoder_sink {
    bool (*take)(void *into, const struct encoder_question *question);
    void *into;
};

/* Whether a vector gives questions, and the questions.  It does if it is a valid decode, and its model says all
 * that the bytes say. */
bool gen_has_encoder_questions(const struct vector *vector);
bool gen_encoder_questions(const struct vector *vector, const struct encoder_sink *sink);

/* Gives SINK the questions of a text in the notation; if it has none, those that sframe-gen encode has for each
 * section.  False: MISTAKE says why. */
bool gen_ask_encoder(struct notation *notation, const char *shape, const struct encoder_sink *sink,
                     struct mistake *mistake);

/* Gives SINK the selected ones of the models that no section says: an encoder refuses them, and cuts nothing
 * silently. */
void gen_unsayable_questions(const struct selection *selection, const struct encoder_sink *sink);

/* Gives what is asked of a section, one after the other; NUMBER is 0 at first.  False: there is no other. */
bool gen_next_to_encode(const struct section *section, unsigned *number, struct to_encode *asked);

/* What stands behind the ids of such questions. */
const char *gen_encode_ending(enum encode_from from);

void gen_write_encoder_question(struct text *text, const struct encoder_question *question);
