/* The oracle for a page that runs WebAssembly: one section at a time, and what sframe-ref prints of it as
 * JSON.
 *
 * A page writes a section's bytes to page_room(), opens them, and asks.  A text ends with a zero byte and is
 * there until the next question; NULL: no memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define PAGE(name) __attribute__((export_name(#name)))
#else
#define PAGE(name)
#endif

/* Where a section of SIZE bytes is to be written, in place of the one before; NULL: no memory. */
PAGE(page_room) uint8_t *page_room(size_t size);

/* Reads what was written, by a profile of enum sfr_profile.  False: no memory. */
PAGE(page_open) bool page_open(uint64_t address, unsigned profile);

/* The verdict, how many violations there are, and the first thousand of them. */
PAGE(page_check) const char *page_check(void);

/* The fields of the bytes FROM to TO, as `sframe-ref dump --annotate --json` has them; before those of each
 * function, attribute and row an object with its offset and what it is, `part`. */
PAGE(page_fields) const char *page_fields(size_t from, size_t to);

/* An array `model` with what `sframe-ref decode` prints; it is empty if that is too much for a page. */
PAGE(page_model) const char *page_model(void);

/* What `sframe-ref lookup` prints. */
PAGE(page_lookup) const char *page_lookup(uint64_t pc);
