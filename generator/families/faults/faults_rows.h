/* What the files of faults_rows share: twins, and their encodings. */
#ifndef GENERATOR_FAMILIES_FAULTS_FAULTS_ROWS_H
#define GENERATOR_FAMILIES_FAULTS_FAULTS_ROWS_H

#include "shapes/faults.h"
#include "shapes/tables.h"

struct encoding {
    enum fre_type fre_type;
    uint8_t word_size;
};

/* Rows are laid out alike in all versions: the oldest and the newest try each width, and the newest every
 * encoding on AMD64. */
enum encodings { ONE, DIAGONAL, EVERY, WIDEST };

enum kind { PLAIN, MASKED };

enum { ENCODINGS = 9, FIRST = 0, LAST = 1, FUNCTION_SIZE = 32, BLOCK = 16, BLOCKS = 3 };

struct encoding gen_encoding_of(unsigned number);
bool gen_has_encoding(enum encodings encodings, enum profile profile, enum abi abi, unsigned number);

const char *gen_row_twin_shape(enum kind kind, const struct encoding *encoding);
struct section *gen_begin_row_fault(struct emitter *emitter, const char *name, enum kind kind,
                                    const struct encoding *encoding);

struct questions gen_questions_of_whole(void);
/* And a lookup in a row of the last function. */
struct questions gen_questions_of_row(uint32_t start);

/* All three one after the other. */
const char *gen_numbered_name(char buffer[MAX_ID], const char *before, uint32_t number, const char *after);

/* Every fault that is a lie. */
void gen_every_row_lie(struct emitter *emitter);

#endif
