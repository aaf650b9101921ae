/* Inputs of a proof of a parser: text of any length, with a zero at its end or without. */
#pragma once

#define _GNU_SOURCE /* as the make file has it */

#include "../unknowns.h"

/* A macro, as loops.txt uses it, where no function may be called. */
#define BETWEEN(from, at, to)                                                                                \
    (__CPROVER_same_object(from, at) && __CPROVER_same_object(at, to) &&                                     \
     __CPROVER_POINTER_OFFSET(from) <= __CPROVER_POINTER_OFFSET(at) &&                                       \
     __CPROVER_POINTER_OFFSET(at) <= __CPROVER_POINTER_OFFSET(to))

#define is_cut(cut) BETWEEN((cut)->at, (cut)->at, (cut)->end)

/* A piece that was cut out of a text lies in it. */
#define LIES_IN(span, text)                                                                                  \
    ((span).size == 0 || (BETWEEN((text).at, (span).at, (text).at + (text).size) &&                          \
                          (span).size <= (size_t)((text).at + (text).size - (span).at)))

/* The number of some piece: what is proved of it is proved of each. */
static unsigned some;

/* What outline_of() promises of a section of so many bytes. */
#define is_outline(outline, size)                                                                            \
    (((outline)->layout == &layouts[1] || (outline)->layout == &layouts[2] ||                                \
      (outline)->layout == &layouts[3]) &&                                                                   \
     (outline)->base <= (size) && (outline)->fdes <= (size) && (outline)->fres <= (outline)->fres_end &&     \
     (outline)->fres_end <= (size) &&                                                                        \
     (outline)->fdes_count <= ((size) - (outline)->fdes) / (outline)->layout->entry_size)

/* The last byte of any_string(), which is zero; bytes before it may be zero, too. */
extern const char *string_end;
const char *any_string(void);

/* A size of at most LARGEST. */
size_t any_size(void);
