/* The notation: what a section says as a text that people read and write.  docs/notation.md is its page.
 *
 * A text is a model (model.h), perhaps with those of further modules and what an unwinding is given; then
 * edits of the bytes beneath it, what these break, the answers of several readings, and questions.  A text
 * may be for several profiles and ABIs; a file has several texts. */
#pragma once

#include "emit/vector.h"

enum { MAX_EDITS = 1024, MAX_DECLARED = 64, MAX_QUESTIONS = 256, MAX_NAME = 64,
       MAX_ANSWERS = 5, MAX_JSON = 1 << 14, MAX_FURTHER = MAX_MODULES - 1, MAX_NOTE = 1024,
       MAX_EXERCISES = 4 };

enum edit_kind { EDIT_HEADER, EDIT_FUNCTION, EDIT_ROW, EDIT_WORD, EDIT_BYTE, EDIT_BYTES, EDIT_CUT, EDIT_KEEP,
                 EDIT_INSERT, EDIT_TWICE,
                 /* no bytes change: they say only the model's first functions, or the first rows of one */
                 EDIT_LEAVES_FUNCTIONS, EDIT_LEAVES_ROWS };

/* An edit's value: the new number, what is added to the old one, or how far behind the end the field leads. */
enum value_is { VALUE_ITSELF, VALUE_ADDED, VALUE_BEHIND_END };

struct edit {
    enum edit_kind kind;
    enum field_name field;
    int place[3];   /* function, row, word; -1 where they do not apply */
    enum value_is value_is;
    uint32_t at;    /* byte, bytes, insert: the offset */
    uint32_t count; /* bytes, cut, keep, insert: how many bytes; leaves: how many are left */
    uint32_t first; /* bytes, insert: in the notation's pool of bytes */
    int64_t value;  /* of a field or a byte */
    unsigned line;
};

/* Where a clause is broken. */
enum where { AT_FIRST_EDIT, AT_OFFSET, AT_END /* of the section */, AT_FIELD };

struct declared {
    char clause[MAX_NAME];
    enum severity severity;
    bool of_model; /* the model itself breaks it; it becomes the first of what is broken */
    enum where where;
    uint32_t offset;
    struct edit field; /* AT_FIELD: names the field, as an edit that sets it does */
    unsigned line;
};

struct broken {
    bool forgets; /* `forget`: what the model breaks does not count */
    bool nothing; /* `breaks nothing` */
    uint32_t count;
    struct declared list[MAX_DECLARED];
};

/* How a reading of the open point answers: from its own model (has_model) or that of the text, and with what it
 * finds broken besides. */
struct reply {
    char name[MAX_NAME];
    bool refuses, is_oracle, has_model;
    uint32_t json_at, json_length; /* in the notation's `json`: an answer that no model gives; length 0: none */
    struct section section;
    struct broken broken;
};

struct asked {
    enum operation operation;
    bool fails; /* of a flip: no bytes say the same in the other order */
    uint64_t pc;
    char name[MAX_NAME]; /* with which the id ends; empty: the usual one */
    unsigned line;
};

/* What an encoder is given: the model, the same with its functions in reverse, or the section's bytes, to be
 * read and written again. */
enum encode_from { ENCODE_MODEL, ENCODE_REVERSED, ENCODE_AGAIN };

struct to_encode {
    enum encode_from from;
    const char *member; /* of the model as JSON: NUMBER replaces its name where it stands first; null: none */
    uint32_t number;
    char name[MAX_NAME]; /* as in struct asked */
    unsigned line;
};

/* What vectors say of themselves.  An empty string was not said. */
struct about {
    char note[MAX_NOTE], origin[MAX_NOTE], shape[MAX_NAME];
    char ledger[MAX_NAME]; /* the point that it is about; `open` names one that has no right answer */
    /* What sets it apart from its twin, and the twin's shape. */
    char fault[MAX_NAME], way[MAX_NOTE], twin[MAX_NAME];
    uint32_t exercise_count;
    char exercises[MAX_EXERCISES][MAX_NAME]; /* clauses that it is about and does not break */
};

/* A family of cases runs twice: the second time with the flag that starts count from their own fields.  A text
 * may be for one of these runs only. */
enum run { RUN_BOTH, RUN_PLAIN, RUN_FLAGGED };

/* The profile and the ABI for which a text is read. */
struct choice {
    enum profile profile;
    enum abi abi;
};

struct notation {
    struct about about;
    unsigned abis[PROFILES]; /* by profile: the ABIs that the text is for, a bit each */
    enum run run;
    unsigned line; /* of the section */
    struct section section;
    uint32_t module_count; /* further ones */
    struct section modules[MAX_FURTHER];
    unsigned module_lines[MAX_FURTHER];

    bool has_sp, has_fp;
    struct scenario scenario; /* its memory lies in `memory`; modules are in it once they have bytes */
    uint32_t memory_count;
    uint8_t memory[MAX_BYTES];

    uint32_t edit_count, pool_count;
    struct edit edits[MAX_EDITS];
    uint8_t pool[MAX_BYTES];
    struct broken broken;

    char ledger[MAX_NAME]; /* the open point; empty: none */
    uint32_t answer_count, json_count;
    struct reply answers[MAX_ANSWERS];
    char json[MAX_JSON];

    uint32_t question_count;
    struct asked questions[MAX_QUESTIONS];

    /* Of encoders. */
    char unsayable[MAX_NOTE]; /* why no section says the model; empty: one does */
    uint32_t encode_count;
    struct to_encode encodes[MAX_QUESTIONS];
};

/* Empties the notation.  What `about` says stays, and `section` is to be set. */
void gen_notation_init(struct notation *notation);

/* Whether a name in an id can have the character: small letters, digits, `-`. */
bool gen_is_of_id(char character);

/* Where a text is wrong: "3:12: expected ...". */
struct mistake {
    char words[256];
};

/* Sets the mistake to "LINE:1: WHAT ABOUT"; returns false. */
bool gen_refuse(struct mistake *mistake, unsigned line, const char *what, const char *about);

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
    int64_t least, most; /* the range of a number; `least` is what WORD_IS, WORD_BIT and WORD_BITS stand for */
};

/* Each table ends with a null name. */
extern const struct word gen_section_words[], gen_function_words[], gen_row_words_said[];

int64_t gen_word_load(const struct word *word, const void *object);
void gen_word_store(const struct word *word, void *object, int64_t value);

/* The word for a rule's base; behind that of PLACE_REGISTER comes its number.  Places that follow in the enum
 * can only stand in the model of an answer. */
const char *gen_place_name(enum place place);
/* Whether an offset may follow. */
bool gen_place_has_offset(enum place place);

/* Whether a rule of the row has a place that only the model of an answer can have. */
bool gen_is_read_alone(const struct row *row);

/* --- From text to notation and back --------------------------------------------------------------------- */

/* A text of a file: a line `---` ends it, and the next begins. */
struct one_text {
    const char *begin, *end, *file_end;
    unsigned lines_before, lines;
    bool is_first;
};

struct one_text gen_first_text(const char *file, size_t length);
/* False: there is no other. */
bool gen_next_text(struct one_text *text);

/* Reads a text for CHOICE; null: for the first profile and ABI that it names.  What earlier texts of the file
 * say of themselves still holds, so they must be read before. */
bool gen_notation_parse(struct notation *notation, const struct one_text *text, const struct choice *choice,
                        struct mistake *mistake);
/* Reads only what the text says of itself. */
bool gen_notation_pass(struct notation *notation, const struct one_text *text, struct mistake *mistake);
/* Gives in CHOICE, one after the other, each profile and ABI that the text is for.  If there are several, pairs
 * are left out in which the profile does not have the ABI.  NUMBER is 0 at first.  False: there is no other. */
bool gen_notation_choice(const struct notation *notation, unsigned *number, struct choice *choice);

/* Reads the text again for this choice, if it was read for another. */
bool gen_notation_parse_for(struct notation *notation, const struct one_text *text, struct choice choice,
                            struct mistake *mistake);
/* Whether it is for one profile and one ABI. */
bool gen_notation_is_for_one(const struct notation *notation);

/* False: WHY says why there is no such text. */
bool gen_notation_print(struct text *text, const struct notation *notation, const char **why);

/* Print the line of a section, for PROFILES (a bit each) and its ABI; and the lines of a function. */
void gen_notation_print_section(struct text *text, const struct section *section, unsigned profiles);
void gen_notation_print_function(struct text *text, const struct section *section,
                                 const struct function *function);

/* Whether two models are the same text. */
bool gen_notation_same_model(const struct section *one, const struct section *other);

/* Adds the edits that make the model's bytes those of the vector; FIRST is where the first of them lies, or 0.
 * False: WHY says why there are none. */
bool gen_notation_edits(struct notation *notation, const uint8_t *bytes, uint32_t length, uint32_t *first,
                        const char **why);

/* Edits the model's bytes. */
bool gen_notation_apply(struct encoded *encoded, const struct notation *notation, struct mistake *mistake);

/* Cuts off the model what the edited bytes do not say any more (EDIT_LEAVES_...). */
bool gen_notation_leave(struct section *section, const struct notation *notation, struct mistake *mistake);

/* Whether there is the field that an edit sets. */
bool gen_notation_has_field(const struct encoded *encoded, const struct edit *edit);

/* The offset of an edit in the edited bytes. */
uint32_t gen_notation_place(const struct encoded *encoded, const struct edit *edit);

/* The end of the JSON object that begins at AT; null: there is none, or it is wrong. */
const char *gen_json_object_end(const char *at, const char *end);

/* --- Unwinding ------------------------------------------------------------------------------------------ */

/* What a trace follows from.  The first section may be unreadable. */
struct unwinding {
    unsigned section_count;
    const struct section *sections[MAX_MODULES];
    bool unreadable;
    const struct scenario *scenario;
    const char *ledger, *reading; /* a reading of an open point; null: that of docs/unwinding.md */
};

/* The trace that models and memory give; no bytes of a section are read.  Null, or why there is none.
 * `refused`: it ends at a section that cannot be read. */
const char *gen_unwind(struct trace *trace, const struct unwinding *unwinding, uint64_t pc, bool *refused);

/* An open point of which some reading has another trace than this one; null: there is none. */
const char *gen_open_point_of_unwinding(const struct trace *trace, const struct unwinding *unwinding,
                                        uint64_t pc);

/* --- Questions ------------------------------------------------------------------------------------------ */

/* How ids end if a text does not say it. */
struct usual_names {
    const char *shape;
    const char *name; /* null: questions are numbered, and none is left out */
};

/* Whether a question of the text is selected for CHOICE; the text may have been read for another. */
bool gen_notation_is_asked(struct emitter *emitter, const struct notation *notation, struct choice choice,
                           struct usual_names usual);

/* Emits the vectors of the notation's questions.  False: MISTAKE says why. */
bool gen_notation_ask(struct emitter *emitter, struct notation *notation, struct usual_names usual,
                      struct mistake *mistake);
