/* Directives with operands that are usual on an ABI: what the families combine. */
#ifndef GENERATOR_PROGRAMS_DIRECTIVES_H
#define GENERATOR_PROGRAMS_DIRECTIVES_H

#include "unit.h"

enum { MAX_DIRECTIVES = 96 };

struct directive {
    const char *name;
    struct step step;
};

/* A register that functions must keep and that SFrame does not name. */
uint8_t gen_other_register(enum abi abi);

/* So many of them for the ABI, in an order that does not change. */
unsigned gen_list_directives(enum abi abi, struct directive directives[MAX_DIRECTIVES]);

/* How many of these there were at first.  What is made of the others comes behind what is made of them, so
 * that units stay as they are. */
unsigned gen_first_directives(enum abi abi);

/* Bytes of the smallest piece of code. */
int64_t gen_code_piece(enum abi abi);

#endif
