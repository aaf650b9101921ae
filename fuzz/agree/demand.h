/* Compares what the oracle reads in bytes with the generator's model, by value.  A difference is a broken
 * law, which is reported with its place. */
#pragma once

#include "model/answer.h"
#include "model/model.h"
#include "sframe-ref.h"

/* Compares header, functions, rows and rules. */
void demand_reading(const struct section *model, const struct sfr_section *section);

/* Compares the answers at a PC. */
void demand_lookup(const struct section *model, const struct sfr_section *section, uint64_t pc);

/* Compares the answers at and beside the edges of functions and rows: MOST of them, from the one that CHOICE
 * picks. */
void demand_edges(const struct section *model, const struct sfr_section *section, uint64_t choice,
                  unsigned most);

/* A PC at or beside an edge of the model; any number picks one. */
uint64_t edge_of(const struct section *model, uint64_t choice);

/* The result of the oracle's check, in the generator's types: every violation but the notes. */
enum sfr_verdict reported_by_check(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                            struct violations *violations);

/* A law: the oracle's violations are the expected ones, in any order. */
void demand_violations(const struct violations *expected, const struct violations *reported);
