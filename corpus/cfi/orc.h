/* ORC, the Linux kernel's own unwinding table on AMD64, as a table of functions and rows like CFI's. */
#pragma once

#include "cfi.h"
#include "symbols.h"

/* Of .orc_unwind and .orc_unwind_ip.  FORMAT: the release of Linux that brought it, "5.12" or "6.4";
 * empty: what .orc_header says.  False: no such table, or none that can be read, which is reported. */
bool orc_read(struct cfi_table *table, const struct elf_view *view, const struct landmarks *landmarks,
              const char *format);

/* Of --orc, for a table of options: TO is a const char *, one of those. */
bool orc_take(void *to, const char *text);
extern const char orc_must[];
