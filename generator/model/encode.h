/* The encoder, which makes bytes from a model, and the raw layer, which can make any of these bytes lie.
 *
 * Every byte is stored on its own, so the host's byte order and struct layout have no say.  The encoder
 * records where each field lies.  The raw layer changes bytes, but not the model, and so not the answers. */
#pragma once

#include "model.h"

#include <stddef.h>

enum { HEADER_SIZE = 28, MAX_BYTES = 65536, MAX_FIELDS = 12288 };

/*   FIELD(enumerator, "name, as annotations print it") */
#define FIELDS(FIELD)                                                                                        \
    FIELD(MAGIC, "magic")                                                                                    \
    FIELD(VERSION, "version")                                                                                \
    FIELD(FLAGS, "flags")                                                                                    \
    FIELD(ABI_ARCH, "abi_arch")                                                                              \
    FIELD(FIXED_FP, "fixed_fp")                                                                              \
    FIELD(FIXED_RA, "fixed_ra")                                                                              \
    FIELD(AUX_LEN, "auxhdr_len")                                                                             \
    FIELD(NUM_FDES, "num_fdes")                                                                              \
    FIELD(NUM_FRES, "num_fres")                                                                              \
    FIELD(FRE_LEN, "fre_len")                                                                                \
    FIELD(FDEOFF, "fdeoff")                                                                                  \
    FIELD(FREOFF, "freoff")                                                                                  \
    FIELD(AUX, "aux")                                                                                        \
    FIELD(START, "func_start")                                                                               \
    FIELD(SIZE, "func_size")                                                                                 \
    FIELD(FRE_OFF, "func_start_fre_off")                                                                     \
    FIELD(FUNC_NUM_FRES, "func_num_fres")                                                                    \
    FIELD(INFO, "func_info")                                                                                 \
    FIELD(INFO2, "func_info2")                                                                               \
    FIELD(REP_SIZE, "func_rep_size")                                                                         \
    FIELD(PADDING, "func_padding2")                                                                          \
    FIELD(ROW_START, "fre_start")                                                                            \
    FIELD(ROW_INFO, "fre_info")                                                                              \
    FIELD(WORD, "word")                                                                                      \
    FIELD(GAP, "gap")

enum field_name {
#define FIELD(enumerator, name) FIELD_##enumerator,
    FIELDS(FIELD)
#undef FIELD
        FIELD_NAMES
};

struct field {
    enum field_name name;
    int function; /* the function that owns it; -1 in the header and in gaps */
    int row;      /* in that function; -1 elsewhere */
    int word;     /* in that row; -1 elsewhere */
    uint32_t offset;
    uint32_t width;
};

/* The bytes of a section, and where its parts lie in them.  Of the raw layer only gen_raw_insert() changes
 * these offsets. */
struct encoded {
    uint8_t bytes[MAX_BYTES];
    uint32_t length;
    bool big;
    const char *error; /* the first reason why the model cannot be encoded; null: none */

    uint32_t header_end; /* with the auxiliary header */
    uint32_t functions_begin, functions_end;
    uint32_t rows_begin, rows_end;
    uint32_t start_at[MAX_FUNCTIONS]; /* the start field */
    uint32_t info_at[MAX_FUNCTIONS];
    uint32_t rep_size_at[MAX_FUNCTIONS];
    uint32_t data_at[MAX_FUNCTIONS]; /* V3: the attribute; else the first row */
    uint32_t row_at[MAX_ROWS];       /* by the section's pool of rows */
    uint32_t row_info_at[MAX_ROWS];

    uint32_t field_count;
    struct field fields[MAX_FIELDS];
};

/* The words of a row.  `control` marks the unsigned ones of a flexible row. */
struct words {
    unsigned count;
    uint8_t size; /* in bytes */
    int64_t value[4 * MAX_WORDS];
    bool control[4 * MAX_WORDS];
    int extra_at; /* the first word that belongs to no rule, or -1 */
    const char *error;
};

/* False: the model cannot be encoded, and encoded->error says why. */
bool gen_encode(struct encoded *encoded, const struct section *section);

/* Makes the words that say a row's rules. */
void gen_row_words(const struct section *section, const struct function *function, const struct row *row,
                   struct words *words);

const char *gen_field_name(enum field_name name);

/* Null if there is none; -1 for function, row and word where they do not apply. */
const struct field *gen_find_field(const struct encoded *encoded, enum field_name name, int function, int row,
                                   int word);

/* --- The raw layer -------------------------------------------------------------------------------------- */

void gen_raw_store(struct encoded *encoded, uint32_t offset, uint64_t value, uint32_t width);
uint64_t gen_raw_value(const struct encoded *encoded, const struct field *field);
void gen_lie_field(struct encoded *encoded, const struct field *field, uint64_t value);
void gen_lie_bits(struct encoded *encoded, const struct field *field, uint64_t set, uint64_t clear);
void gen_lie_bytes(struct encoded *encoded, uint32_t offset, const uint8_t *bytes, uint32_t count);
void gen_raw_cut(struct encoded *encoded, uint32_t length);
void gen_raw_append(struct encoded *encoded, const uint8_t *bytes, uint32_t count);

/* Inserts bytes, and moves what follows and the records of where it lies.  Counts and offsets in the bytes
 * stay as they are. */
void gen_raw_insert(struct encoded *encoded, uint32_t offset, const uint8_t *bytes, uint32_t count);
