/* What the header in one file and the header in parts have in common. */
#pragma once

#include "exports.h"

/* header/NAME.txt, compiled in: the types, up to the last member of a vector; the types of readings, which only
 * a header in parts has; and code that makes large sections from the parts that describe them. */
enum { HEADER_OPENING, HEADER_READINGS, HEADER_SECTIONS, HEADER_TEXTS };
extern const char *const gen_header_texts[HEADER_TEXTS];

/* What a reader owes on a vector, by a requirement set. */
enum header_owed { OWED_AS_IT_IS, OWED_RIGHT_OR_REFUSAL, OWED_REFUSAL, OWED_NOTHING };

/* Writes a vector with what a reader OWEs on it.  SHARED: the number of a vector that has the same bytes; null: they
 * are written here.  The caller may write more members before the vector's end. */
void gen_header_begin_vector(FILE *file, const struct vector *vector, uint64_t number, const uint64_t *shared,
                             enum header_owed owed);
void gen_header_end_vector(FILE *file);

/* The table of vectors by number, and the header's end. */
void gen_header_table(FILE *file, uint64_t first, uint64_t end);

/* Write members that vectors and readings have. */
void gen_header_list(FILE *file, const uint8_t *bytes, uint32_t length);
void gen_header_found(FILE *file, const struct section *section, uint64_t pc);
void gen_header_frames(FILE *file, const struct trace *trace);

/* With --split. */
bool gen_export_header_part_take(struct export *export, const struct vector *vector, enum header_owed owed);
void gen_export_header_parts_end(struct export *export);
