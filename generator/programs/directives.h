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
    unsigned first; /* how many of these there were at first; what is made of the others comes behind what is
                       made of them, so that units stay as they are */
    struct directive list[MAX_DIRECTIVES];
    char first_names[MAX_DIRECTIVES * DIRECTIVE_NAME],
        later_names[MAX_DIRECTIVES * DIRECTIVE_NAME]; /* as lists */
};

/* Those of the emitter's ABI, in an order that does not change. */
const struct directives *gen_directives(struct program_emitter *emitter);

/* Null: there is none. */
const struct step *gen_directive_named(const struct directives *directives, const char *name);
