/* Tests two mutators with different pasts: whatever they are given, both stay in their bounds and make the
 * same. */
#pragma once

#include "files.h"
#include "mutate.h"

extern struct mutator *one, *two;

/* Returns false if memory ran out. */
bool twins_begin(void);
void twins_end(void);

/* Mutates and crosses so many inputs of at most MOST bytes; sometimes in exactly as much room as the input
 * takes, or up to SLACK bytes more.  Like cmocka's tests, this ends by a failed assertion. */
void twins_are_alike(size_t (*any_input)(uint8_t *out, struct random *random), unsigned rounds, uint32_t most,
                     uint32_t slack);

/* In the engine's place: changes, inserts or removes some bytes. */
mutate_bytes havoc;

uint8_t *copy_of(const uint8_t *bytes, size_t size, size_t room);
/* All files of a folder.  Ends the program if there are none, or one cannot be read. */
struct files read_files(char *folder);

/* A percentage, rounded down. */
unsigned percent(unsigned part, unsigned whole);
