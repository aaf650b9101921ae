/* Tests two mutators with different pasts: whatever they are given, both stay in their bounds and make the
 * same. */
#pragma once

#include "files.h"
#include "mutate.h"

extern struct mutator *one, *two;

/* All files of the folder that the program's argument names.  Ends the program if there are none. */
struct files twins_begin(int argc, char **argv);
void twins_end(struct files *files);

/* Mutates and crosses so many inputs of at most MOST bytes; sometimes in exactly as much room as the input
 * takes, or up to SLACK bytes more.  Like cmocka's tests, this ends by a failed assertion. */
void twins_are_alike(size_t (*any_input)(uint8_t *out, struct random *random), unsigned rounds, uint32_t most,
                     uint32_t slack);

/* In the engine's place: changes, inserts or removes some bytes. */
mutate_bytes havoc;

uint8_t *copy_of(const uint8_t *bytes, size_t size, size_t room);

/* A percentage, rounded down. */
unsigned percent(unsigned part, unsigned whole);
