/* Sections that are described by parts, made from a template: two functions, or two rows, are modelled and
 * encoded, and each number that differs between the two counts up by the difference.  gen_counted_begin()
 * follows gen_make_bytes() of the template, and gen_counted_end() comes last; between them the parts are
 * appended in the order of the bytes.
 *
 * For the answers, the family then makes the model a window: the functions or rows around the PC, and how
 * many the bytes hold before them. */
#pragma once

#include "emit/vector.h"

extern struct parts gen_counted; /* of the present section */

void gen_counted_begin(struct emitter *emitter);

/* Adds to a field of the template's header (function -1) or of one of its functions. */
void gen_count_more(struct emitter *emitter, enum field_name name, int function, uint32_t by);

/* Appends the template's bytes from `begin` to `end`, once. */
void gen_append_encoded(struct emitter *emitter, uint32_t begin, uint32_t end);

/* Appends `length` of its bytes, `times` times.  A field that differs from the same field `length` bytes
 * further on counts up by the difference. */
void gen_repeat_encoded(struct emitter *emitter, uint32_t begin, uint32_t length, uint32_t times);

/* Hands the parts to the emitter.  `is_whole`: the model is now that of the whole section, and must give the
 * same bytes.  False: they differ, or the run has stopped. */
bool gen_counted_end(struct emitter *emitter, bool is_whole);
