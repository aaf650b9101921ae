/* Directives with operands that are usual on an ABI: what the families combine.  They are
 * corpus/assembly/directives.s, where each stands as a function of its name. */
#pragma once

#include "program_emitter.h"

enum { MAX_DIRECTIVES = 96, DIRECTIVE_NAME = 32 };

struct directive {
    char name[DIRECTIVE_NAME];
    struct step step;
};

struct directives {
    unsigned count;
    unsigned first; /* how many are not marked as later ones: families use these first, so that units stay
                       as they are when directives are added */
    struct directive list[MAX_DIRECTIVES];
    char first_names[MAX_DIRECTIVES * DIRECTIVE_NAME],
        later_names[MAX_DIRECTIVES * DIRECTIVE_NAME]; /* of each part, with blanks between them */
};

/* The directives of the emitter's ABI, in an order that does not change. */
const struct directives *gen_directives(struct program_emitter *emitter);

/* Null: no directive has the name, or DIRECTIVES is null. */
const struct step *gen_directive_named(const struct directives *directives, const char *name);
