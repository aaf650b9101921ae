/* The command line's options. */
#ifndef GENERATOR_EXPORTS_ARGUMENTS_H
#define GENERATOR_EXPORTS_ARGUMENTS_H

#include "emit/vector.h"

struct arguments {
    struct selection selection;
    uint64_t seed;
    bool core;
    const char *to;    /* null: standard output */
    const char *cases; /* a folder of cases; null: those that are compiled in */
};

/* False: the reason is on standard error. */
bool gen_parse_arguments(int count, char **strings, struct arguments *arguments);

/* "sframe-gen: what: about", or without the colon if there is nothing about it; returns false. */
bool gen_complain(const char *what, const char *about);

#endif
