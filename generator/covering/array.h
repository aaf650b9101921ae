/* A covering array: few rows, each with a value for every dimension of a section, in which every allowed
 * combination of `strength` values occurs.
 *
 * A fault can hide another, and whatever else stands beside it.  So a row covers a combination only if all
 * the values of the row that break something belong to the combination: combinations that break nothing stand
 * in valid sections, and one that breaks something stands where nothing else is broken. */
#pragma once

#include "dimensions.h"

enum { MIN_STRENGTH = 2, MAX_STRENGTH = 4 };

struct covering_row {
    uint8_t values[DIMENSIONS];
};

struct covering_array {
    uint32_t count;
    const struct covering_row *rows;
};

/* What is combined: at most DIMENSIONS dimensions, each with up to MAX_VALUES values.  `breaks` says whether
 * a value breaks something; null: none does.  `allow` is like gen_domains_allow(); null: nothing is
 * forbidden. */
struct array_space {
    unsigned dimensions;
    uint8_t value_counts[DIMENSIONS];
    bool (*breaks)(enum dimension dimension, unsigned value);
    bool (*allow)(const struct domains *domains, uint8_t values[DIMENSIONS]);
    struct covering_array old; /* rows that the array begins with */
};

/* Computes an array, always the same one.  It is kept: to ask for it again costs nothing. */
struct covering_array gen_cover_space(const struct array_space *space, unsigned strength);

/* The array of sections. */
struct covering_array gen_covering_array(unsigned strength);

/* The same, but computed.  gen_covering_array() reads the rows of DEFAULT_STRENGTH from covering.txt, as
 * computing them takes longer than making the vectors of the core.  Those rows stay, as ids have their
 * numbers: what they do not cover, such as an ABI that is new, gets rows behind them. */
struct covering_array gen_compute_covering_array(unsigned strength);
