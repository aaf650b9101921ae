/* A vector, and the emitter through which a family makes one after the other.
 *
 * A family fills in emitter->section, calls gen_make_bytes, lies if it wants to, and then emits as many
 * vectors from those bytes as it likes:
 *
 *     struct section *section = gen_begin(emitter, PROFILE_V3, ABI_AMD64, "prologue");
 *     gen_add_function(section, 0x1000, 32);
 *     gen_add_prologue(section, 8);
 *     if (!gen_make_bytes(emitter))
 *         return;
 *     gen_emit(emitter, OPERATION_DECODE, 0, "one-function");
 *     gen_emit(emitter, OPERATION_LOOKUP, 0x11000, "first-byte");
 *
 * A family does not choose the class of a vector: it follows from the clauses that the model breaks and those
 * that the family declares broken by its lies.  With gen_demand_class() a family says which class it expects,
 * and the generator stops if that is wrong. */
#pragma once

#include "exercise.h"
#include "model/answer.h"
#include "model/encode.h"
#include "model/glob.h"
#include "model/model.h"
#include "model/parts.h"
#include "model/random.h"
#include "model/unwind_question.h"
#include "model/text_buffer.h"

enum operation {
    OPERATION_DECODE,
    OPERATION_CHECK,
    OPERATION_LOOKUP,
    OPERATION_FLIP,
    OPERATION_UNWIND,
    OPERATIONS
};
enum vector_class { CLASS_VALID, CLASS_MALFORMED, CLASS_IRREGULAR, CLASS_CONTESTED, CLASSES };

enum { MAX_ID = 256, MAX_BREACHES = 8, MAX_CLAUSES = 128, MAX_EXPECTATION = 1 << 19 };

/* One broken statement.  A statement about sections is broken by the vector's bytes.  One about readers is
 * broken by a reader: there the vector and its twin differ in the field that the statement governs, both are
 * valid, and a reader that ignores the statement fails one of the two. */
struct fault {
    const char *clause;
    const char *way; /* how, in a few words: "one byte beyond the section" */
    const char *twin_shape, *twin_detail;
};

/* Of a vector of a covering array: what it is about, and its values there, by name.  The core has a vector for
 * every two of these values: generator/choose sees to that. */
enum { MAX_CELLS = 20 };

struct cells {
    const char *what;
    unsigned count;
    struct {
        const char *name, *value;
    } list[MAX_CELLS];
};

struct vector {
    const char *id; /* profile/abi/operation/shape/detail; stable, unique, append-only */
    enum profile profile;
    enum abi abi;
    enum operation operation;
    enum vector_class vector_class;
    const char *family;
    uint32_t clause_count;
    const char *const *clauses; /* those that it breaks, the one it is about first; then those it exercises */
    const struct exercised *exercised; /* by its model: the last of `clauses`; null: none are */
    const char *origin;         /* where the idea comes from: "generated", a public report, ... */
    const char *note;           /* for people; may be empty */
    const char *group;          /* vectors of one group have one answer; null: it is in none */
    const char *ledger;         /* the point of the ledger that it was made for; null: none */
    const char *open_point;     /* on which the answer rests, if the section is broken; null: on none */
    uint32_t breach_count;
    const char *const *breaches; /* if it is contested: the readings by which its bytes break a statement */
    const struct fault *fault;  /* how it differs from its twin; null: it has none */
    const char *twin;           /* the id of that twin; null if `fault` is */
    const uint8_t *bytes;       /* null: `parts` describe them; see gen_vector_bytes() */
    const struct parts *parts;  /* null: `bytes` has them */
    uint32_t length;
    uint64_t address;
    uint64_t pc;                    /* lookups and unwindings only */
    const struct encoded *flipped;  /* the answer to a flip, if it has one; else null */
    const struct text *expectation; /* JSON, by class: see README.md */
    const struct encoded *encoded;  /* where its fields lie, for annotations; null: it is too large */
    const struct section *section;  /* the model, as it stands after any lies */
    const char *shape;              /* the fourth part of the id */

    /* Of an unwinding: what else it is given, and the trace of the oracle's reading; else null. */
    const struct scenario *scenario;
    const struct trace *trace;

    const struct cells *cells; /* if it is of a covering array; else null */
};

/* What the readings of a contested vector say, each with the model and the violations that it has then, for
 * sinks that want more than the JSON. */
enum { MAX_GIVEN = 8 };
enum given_kind { GIVEN_JSON, GIVEN_ANSWER, GIVEN_TRACE, GIVEN_REFUSAL };

struct given_reply {
    const char *ledger, *reading;
    enum given_kind kind;
    size_t answer_at; /* where its answer begins in the expectation */
    struct trace trace;  /* GIVEN_TRACE */
    bool may_be_refused; /* an error is as good as the trace, and so is to find nothing */
    struct section section;
    struct violations violations;
};

struct replies {
    const char *oracle; /* the oracle's reading */
    uint32_t count;
    struct given_reply list[MAX_GIVEN];
};

/* Where vectors go.  `take` returns false to stop the run (a full disk, say). */
struct sink {
    bool (*take)(struct sink *sink, const struct vector *vector);
    struct replies *replies; /* filled in before each contested vector; null: the sink wants none */
};

enum { DEFAULT_LARGEST = 10000, MAX_LARGEST = 1000000 };

enum { DEFAULT_STRENGTH = 3 };

/* Which vectors are wanted.  A member of -1, a null pointer and an empty list of patterns select all. */
struct selection {
    int profile, abi, operation, vector_class;
    bool core; /* the core alone */
    bool (*has)(const char *id); /* whether a further list has the id; null: no such list */
    const char *family;
    uint32_t largest;  /* how many functions or rows the largest sections have */
    unsigned strength; /* how many values at once the covering family combines */
    struct patterns select, skip;
};

struct emitter {
    struct section section; /* the family's to fill in */
    struct encoded encoded; /* the family's to lie with, after gen_make_bytes */
    struct random random;
    struct sink *sink;
    const struct selection *selection;
    const char *family; /* its name; set by the caller of the family */
    bool pcrel;         /* this run of the family sets the flag: see families.h */
    unsigned profiles;  /* for which this run makes vectors, a bit each */
    bool draws_on;      /* this run goes through all texts and ABIs, wanted or not: see families.h */
    enum profile profile; /* for which the family makes sections now */
    enum abi abi;
    bool sets_pcrel;    /* the present section has the flag from the run, not from the family */
    uint64_t seed;
    uint64_t emitted;
    uint32_t passed_by; /* how many sections to skip: no bytes and no vectors are made of them */
    bool stopped; /* the sink wants no more, or the generator has failed */
    const char *fault;
    bool fault_says_where; /* `fault` names its place in a text */

    /* The bytes of a section that is too large for `encoded`; null: `encoded` has them. */
    const uint8_t *large_bytes;
    uint32_t large_length;

    /* What the vectors of the present section have in common, which families fill in: shape, origin, note, group,
     * ledger, parts and cells; for flips what is flipped; for unwindings scenario and trace, which is the answer. */
    struct vector vector;
    bool passes; /* the section is skipped, as `passed_by` says */
    bool check_is_known;           /* check_point is that of the present bytes */
    const char *check_point;       /* on which a check rests; null: on none */
    const char *open_point;        /* on which the present vector's answer rests; null: on none */
    struct fault fault_of;         /* a null clause: there is no fault; see shapes/faults.h */
    int demanded_class;            /* -1: none */
    struct violations violations;
    uint32_t clause_count;
    const char *clauses[MAX_CLAUSES];
    uint64_t features; /* see exercise.h */

    uint32_t reading_count, breach_count;
    const char *breaches[MAX_BREACHES]; /* the readings by which a statement is broken, though they answer */

    struct text expectation;
    char expectation_buffer[MAX_EXPECTATION];
    char detail[MAX_ID]; /* scratch for a family */
    char id_buffer[MAX_ID];
    char twin_buffer[MAX_ID];
};

void gen_emitter_init(struct emitter *emitter, const struct selection *selection, struct sink *sink,
                      uint64_t seed);

/* Runs one family; its draws depend on the seed and its name, not on what ran before. */
void gen_run_family(struct emitter *emitter, const char *name, void (*family)(struct emitter *));

/* --- For families --------------------------------------------------------------------------------------- */

/* Whether vectors of this profile and ABI are wanted, and the text knows the ABI: lets a family skip work. */
bool gen_wanted(const struct emitter *emitter, enum profile profile, enum abi abi);

/* Calls `make` for each wanted profile and ABI (all, if `draws_on`), which are emitter->profile and ->abi
 * then. */
void gen_for_wanted(struct emitter *emitter, void (*make)(struct emitter *emitter));

/* A fresh plain section.  `shape` is the fourth part of the ids that follow and must outlive them. */
struct section *gen_begin(struct emitter *emitter, enum profile profile, enum abi abi, const char *shape);
/* The same for emitter->profile and emitter->abi. */
struct section *gen_start(struct emitter *emitter, const char *shape);

/* Encodes emitter->section and finds the clauses that the model breaks.  False: no vectors can be made of
 * this section.  It is skipped, or the run has stopped, as the profile cannot express the model. */
bool gen_make_bytes(struct emitter *emitter);

/* Stops the run: the family cannot go on. */
void gen_family_fails(struct emitter *emitter, const char *why);

/* Names a clause that the vectors exercise, besides those that follow from the model (exercises.def). */
void gen_exercises(struct emitter *emitter, const char *clause);

/* After a lie: the clause that it is meant to break, which is listed first; gen_also_breaks: one that it
 * breaks as well. */
void gen_breaks(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity);
/* Lists the clause first that a model is meant to break, of those that it breaks. */
void gen_breaks_model(struct emitter *emitter, const char *clause);
void gen_also_breaks(struct emitter *emitter, const char *clause, uint32_t offset, enum severity severity);

void gen_demand_class(struct emitter *emitter, enum vector_class vector_class);

/* Whether this vector of the present section is wanted, whatever its class: lets a family skip work. */
bool gen_asks_for(struct emitter *emitter, enum operation operation, const char *name);
/* The same before the section has bytes, when it is not known yet whether this run of the family emits it. */
bool gen_may_ask_for(struct emitter *emitter, enum operation operation, const char *name);

/* One vector from the bytes and the model as they now stand: valid, irregular or malformed.  A family whose
 * lie changes what the bytes say changes the model after gen_make_bytes to what they now say. */
void gen_emit(struct emitter *emitter, enum operation operation, uint64_t pc, const char *name);

/* Emits a flip of a valid section; does nothing for others. */
void gen_emit_flip(struct emitter *emitter, const char *name);
/* Emits a flip of an irregular section that can be flipped all the same. */
void gen_emit_flip_of_irregular(struct emitter *emitter, const char *name);

/* Emits an unwinding: what it is given besides the section, and the trace that is the right answer. */
void gen_emit_unwind(struct emitter *emitter, uint64_t pc, const struct scenario *scenario,
                     const struct trace *trace, const char *name);
/* The id of an open point whose readings answer this question about the emitter's section differently; null:
 * there is none.  Answers that a vector accepts in any case do not count as different, such as an error for
 * an irregular section. */
const char *gen_open_point_of_vector(struct emitter *emitter, enum vector_class vector_class,
                                     enum operation operation, uint64_t pc);
/* The open point on which a lookup of one of the trace's frames in the present section rests; null: none. */
const char *gen_open_point_of_trace(struct emitter *emitter, const struct trace *trace);

/* Emits decode and check, if they are in the set of operations (bits by number), under one name. */
void gen_emit_whole(struct emitter *emitter, unsigned operations, const char *name);

/* A contested vector: gen_contest, then one call for each reading, then gen_emit_contested.  A reading's
 * answer is written from the model and the violations as they stand at the call (so change them in between);
 * `operation` and `pc` are those of the vector.  It is never stopped by violations: its class is contested.
 */
void gen_contest(struct emitter *emitter);
void gen_reading_answers(struct emitter *emitter, const char *ledger, const char *reading,
                         enum operation operation, uint64_t pc);
void gen_reading_refuses(struct emitter *emitter, const char *ledger, const char *reading);
/* Says of the reading that answers next that it finds a statement broken: an implementation that refuses the
 * section is then counted among its readers.  gen_reading_answers finds that out by itself. */
void gen_reading_breaks(struct emitter *emitter, const char *reading);
/* `may_be_refused`: it ends at a section which the reading refuses, and an error is as good. */
void gen_reading_traces(struct emitter *emitter, const char *ledger, const char *reading,
                        const struct trace *trace, bool may_be_refused);
/* A reading with any other answer: the family appends its JSON to the text that is returned. */
struct text *gen_reading_says(struct emitter *emitter, const char *ledger, const char *reading);
void gen_emit_contested(struct emitter *emitter, enum operation operation, uint64_t pc,
                        const char *oracle_reading, const char *name);

/* --- Names and selection -------------------------------------------------------------------------------- */

/* Whether the word is in a list of so many. */
bool gen_is_among(const char *const *list, size_t count, const char *word);
/* By their numbers. */
const char *gen_operation_name(unsigned operation);
const char *gen_class_name(unsigned vector_class);
/* Whether the id is of the core: few vectors that cover the format, for people who have no time for all of them, and
 * likewise few CFI programs and few links.  Their ids are compiled in from core.txt in generator/, generator/programs/
 * and generator/links/. */
bool gen_core_has(const char *id);
bool gen_selects_id(const struct selection *selection, const char *id);
struct selection gen_select_all(void);

/* The vector's bytes.  If parts describe them, they are made now and stay until the next call. */
const uint8_t *gen_vector_bytes(const struct vector *vector);

/* --- JSON Lines ----------------------------------------------------------------------------------------- */

void gen_write_input(struct text *text, const struct vector *vector);
void gen_write_breaches(struct text *text, const struct vector *vector); /* a JSON list, which may be empty */
void gen_write_vector(struct text *text, const struct vector *vector);
