/* Sections that are described by parts, made from a template: two functions, or two rows, are modelled and
 * encoded, and whatever differs between the two counts up by that difference.
 * gen_counted_begin() comes behind gen_make_bytes() of the template, gen_counted_end() at the end; between them the
 * parts are appended in the order of the bytes.
 *
 * To answer, the model then is a window: the functions or rows around the PC, with how many the bytes hold
 * before them. */
#pragma once

#include "emit/vector.h"

extern struct parts gen_counted; /* of the present section */

void gen_counted_begin(struct emitter *emitter);

/* Adds to a number of the template: of the header, or of a function. */
void gen_count_more(struct emitter *emitter, enum field_name name, int function, uint32_t by);

/* The template's bytes from `begin` to `end`, once. */
void gen_append_encoded(struct emitter *emitter, uint32_t begin, uint32_t end);

/* Those from `begin` on, so many times: what differs from the same field in what follows them counts up. */
void gen_repeat_encoded(struct emitter *emitter, uint32_t begin, uint32_t length, uint32_t times);

/* The parts are those of the section.  If the model now is that of the whole, it must give the same bytes. */
bool gen_counted_end(struct emitter *emitter, bool is_whole);
