/* ORC, the Linux kernel's own unwinding table on AMD64, as a table of functions and rows like CFI's. */
#pragma once

#include "cfi.h"
#include "symbols.h"

/* Reads .orc_unwind and .orc_unwind_ip.  FORMAT: the release of Linux that brought it, one of orc_must;
 * empty: .orc_header says it.  False: there is no table, or it cannot be read, which is reported. */
bool orc_read(struct cfi_table *table, const struct elf_view *view, const struct landmarks *landmarks,
              const char *format);

/* For the option --orc in a table of options: sets the const char * at TO to TEXT.  False: no such format.
 * orc_must says in words which formats there are. */
bool orc_take(void *to, const char *text);
extern const char orc_must[];
