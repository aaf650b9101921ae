/* Expected answers from the model: what a section says (decode), what holds at a PC (lookup), and which
 * clauses the model breaks (check).  The bytes are never read; `encoded` only gives the offsets to report. */
#pragma once

#include "encode.h"
#include "model.h"
#include "text_buffer.h"

/* --- What a row says ------------------------------------------------------------------------------------ */

enum stated { STATED_NOTHING, STATED_SAME, STATED_UNDEFINED, STATED_VALUE };
enum base { BASE_SP, BASE_FP, BASE_CFA, BASE_REGISTER };

struct answer_rule {
    enum stated stated; /* STATED_NOTHING: the member is left out */
    enum base base;
    uint32_t reg;
    int64_t offset;
    bool deref;
};

struct answer_row {
    struct answer_rule cfa, ra, fp;
    bool usable; /* false: a lookup that arrives here is an error */
};

struct answer_row gen_say_row(const struct section *section, const struct function *function,
                              const struct row *row);

/* --- What holds at a PC --------------------------------------------------------------------------------- */

enum found { FOUND_ROW, FOUND_OUTERMOST, FOUND_NO_FUNCTION, FOUND_NO_ROW, FOUND_ERROR };

struct answer_lookup {
    enum found found;
    uint32_t function, row;
};

struct answer_lookup gen_look_up(const struct section *section, uint64_t pc);

/* --- What the model breaks ------------------------------------------------------------------------------ */

enum severity { SEVERITY_MALFORMED, SEVERITY_IRREGULAR, SEVERITY_NOTE };

struct violation {
    const char *clause;
    uint32_t offset;
    enum severity severity;
};

enum { MAX_VIOLATIONS = 256 };

struct violations {
    uint32_t count;
    bool full;
    struct violation list[MAX_VIOLATIONS];
};

enum verdict { VERDICT_VALID, VERDICT_IRREGULAR, VERDICT_MALFORMED };

void gen_violate(struct violations *violations, const char *clause, uint32_t offset, enum severity severity);
void gen_check_model(const struct section *section, const struct encoded *encoded,
                     struct violations *violations);
enum verdict gen_verdict_of(const struct violations *violations);
const char *gen_verdict_name(enum verdict verdict);

/* --- As JSON: the shapes of the design's model ---------------------------------------------------------- */

void gen_write_decode(struct text *text, const struct section *section, enum verdict verdict);
/* The same without the verdict. */
void gen_write_unjudged(struct text *text, const struct section *section);
void gen_write_lookup(struct text *text, const struct section *section, uint64_t pc);
void gen_write_row(struct text *text, const struct section *section, const struct function *function,
                   const struct row *row);
void gen_write_check(struct text *text, const struct violations *violations);
