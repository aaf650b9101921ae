/* What is true of a function, from its rows: in the form of sframe-programs' truth. */
#ifndef GENERATOR_LINKS_LINK_TRUTH_H
#define GENERATOR_LINKS_LINK_TRUTH_H

#include "model/model.h"
#include "model/text_buffer.h"

void gen_write_link_truth(struct text *text, const char *name, const struct section *section,
                          const struct function *function);

#endif
