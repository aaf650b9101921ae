/* The implementation that is asked in process, by a fuzz target instead of a pipe: an adapter in C on our kit,
 * in a file without main().  One in another language defines adapter_answer() itself. */
#pragma once

/* The generator has structures of these names, too. */
#define piece kit_piece
#define question kit_question
#define register_value kit_register
#define scenario kit_scenario
#include "sframe_adapter.h"
#undef piece
#undef question
#undef register_value
#undef scenario

extern const struct adapter adapter;

/* True: the implementation claims to refuse all that our oracle calls malformed.  Without this function it
 * claims nothing. */
bool implementation_is_strict(void) __attribute__((weak));
