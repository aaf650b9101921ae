/* ORC, the Linux kernel's own unwinding table on AMD64, as a table of functions and rows like CFI's. */
#ifndef CORPUS_CFI_ORC_H
#define CORPUS_CFI_ORC_H

#include "cfi.h"
#include "symbols.h"

/* Of .orc_unwind and .orc_unwind_ip.  FORMAT: the release of Linux that brought it, "5.12" or "6.4";
 * empty: what .orc_header says.  False: no such table, or none that can be read, which is reported. */
bool orc_read(struct cfi_table *table, const struct elf_view *view, const struct landmarks *landmarks,
              const char *format);

/* Whether FORMAT is one of those. */
bool orc_knows(const char *format);

#endif
