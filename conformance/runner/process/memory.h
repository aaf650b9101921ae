/* Memory, and texts that are made in it.  If memory runs out, the program says so in one line and ends with status 2. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* A new block of so many bytes. */
void *memory_get(size_t size) __attribute__((returns_nonnull));
/* A new block of COUNT things of SIZE bytes each; all bytes are zero. */
void *memory_of(size_t count, size_t size) __attribute__((returns_nonnull));
/* The block, which may be null, with room for COUNT things. */
void *memory_grow(void *block, size_t count, size_t size) __attribute__((returns_nonnull));

/* Copies a text, or the first bytes of one. */
char *memory_copy(const char *text) __attribute__((returns_nonnull));
char *memory_copy_of(const char *text, size_t size) __attribute__((returns_nonnull));
/* A new text, as printf() writes it. */
char *memory_print(const char *format, ...) __attribute__((format(printf, 1, 2), returns_nonnull));

/* A text that is written as a file is. */
struct written_text {
    FILE *out;
    char *text;
    size_t size; /* both are right once it is ended */
};

/* Begins a text, and returns `out`. */
FILE *written_begin(struct written_text *written) __attribute__((returns_nonnull));
/* Ends a text and returns it; the caller frees it. */
char *written_end(struct written_text *written) __attribute__((returns_nonnull));
