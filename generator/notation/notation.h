/* The notation: what a section says as a text that people read and write.  docs/notation.md is its page.
 *
 * A text is a model (model.h), then edits of the bytes beneath it, then what these break, then questions. */
#ifndef GENERATOR_NOTATION_H
#define GENERATOR_NOTATION_H

#include "../export_place.h"
#include "../vector.h"

enum { MAX_EDITS = 1024, MAX_DECLARED = 64, MAX_QUESTIONS = 256, MAX_NAME = 64 };

enum edit_kind { EDIT_HEADER, EDIT_FUNCTION, EDIT_ROW, EDIT_WORD, EDIT_BYTE, EDIT_CUT, EDIT_INSERT };

struct edit {
    enum edit_kind kind;
    enum field_name field;
    int place[3];   /* function, row, word; -1 where they do not apply */
    uint32_t at;    /* byte, insert: the offset; cut, insert: how many bytes */
    uint32_t count;
    uint32_t first; /* insert: in the notation's pool of bytes */
    int64_t value;  /* of a field or a byte */
    unsigned line;
};

struct declared {
    char clause[MAX_NAME];
    enum severity severity;
    bool is_placed; /* else it is where the first edit is */
    uint32_t offset;
};

struct question {
    enum operation operation;
    uint64_t pc;
    unsigned line;
};

struct notation {
    struct section section;
    uint32_t edit_count, pool_count;
    struct edit edits[MAX_EDITS];
    uint8_t pool[MAX_BYTES];
    bool forgets;         /* what the model breaks is not counted */
    bool breaks_nothing;  /* said in so many words */
    uint32_t declared_count;
    struct declared declared[MAX_DECLARED];
    uint32_t question_count;
    struct question questions[MAX_QUESTIONS];
};

/* Where a text is wrong: "3:12: expected ...". */
struct mistake {
    char words[256];
};

/* --- Words: one table of each line's, for the parser and the printer ------------------------------------ */

enum word_kind {
    WORD_IS,      /* stands for a value of a member */
    WORD_BIT,     /* stands for a bit of it */
    WORD_BITS,    /* the other bits, as a number */
    WORD_NUMBER,
    WORD_ADDRESS, /* printed in hexadecimal; anything of 64 bits */
    WORD_HEX,     /* the bytes of the auxiliary header */
    WORD_ORDER,   /* the functions in the order of their rows */
    WORD_RULE,
    WORD_EXTRA,   /* the surplus words of a row */
};

struct word {
    const char *name;
    enum word_kind kind;
    size_t at; /* of the member */
    uint8_t width;
    bool is_signed;
    int64_t least, most; /* of numbers; what the others stand for is `least` */
};

/* Each ends with one without a name. */
extern const struct word gen_section_words[], gen_function_words[], gen_row_words_said[];

int64_t gen_word_load(const struct word *word, const void *object);
void gen_word_store(const struct word *word, void *object, int64_t value);

/* Bases of rules but for registers; null: it cannot be said. */
const char *gen_place_name(enum place place);

/* --- From text to notation and back --------------------------------------------------------------------- */

bool gen_notation_parse(struct notation *notation, const char *text, size_t length, struct mistake *mistake);

/* False: what cannot be said is in `why`. */
bool gen_notation_print(struct text *text, const struct notation *notation, const char **why);

/* Adds the edits that make the model's bytes those of the vector.  False: `why`. */
bool gen_notation_edits(struct notation *notation, const uint8_t *bytes, uint32_t length, const char **why);

/* Edits the model's bytes. */
bool gen_notation_apply(struct encoded *encoded, const struct notation *notation, struct mistake *mistake);

/* Where an edit that was made lies now. */
uint32_t gen_notation_place(const struct encoded *encoded, const struct edit *edit);

/* sframe-gen make: what to leave with. */
int gen_make(int count, char **strings);

/* sframe-gen show: the sink that needs to know who emits, for the clauses that are broken and where. */
void gen_show_emitter(const struct emitter *emitter);

#endif
