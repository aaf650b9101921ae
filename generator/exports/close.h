/* The closing line for vectors that come from elsewhere. */
#pragma once

#include "export_place.h"

/* Copies lines from standard input, without the closing lines that are among them, and closes them.  Null,
 * or what is wrong. */
const char *gen_close_corpus(struct outlet *outlet);
