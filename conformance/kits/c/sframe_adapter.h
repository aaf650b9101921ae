/*
 * An adapter for sframe-conform in C99: copy this header and sframe_adapter.c, fill in a `struct adapter`
 * with functions that call your own reader, and end main() with `return adapter_run(&adapter);`.
 *
 * The kit reads requests from standard input and writes answers to standard output, as docs/protocol.md
 * describes them. So your reader must print nothing to standard output. The members of an answer are written
 * in the order in which you give them. Use the order of the examples: the runner compares that fastest.
 */
#ifndef SFRAME_ADAPTER_H
#define SFRAME_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits in bytes; a longer section or answer ends the adapter with a message. You may change them by -D. */
#ifndef ADAPTER_LENGTH_LIMIT
#define ADAPTER_LENGTH_LIMIT (64 << 20)
#endif
#ifndef ADAPTER_ANSWER_LIMIT
#define ADAPTER_ANSWER_LIMIT (256 << 20)
#endif

/* Bytes at an address: a section, or a piece of readable memory. */
struct piece {
    uint64_t address;
    const uint8_t *bytes;
    size_t length;
};

/* What an unwinding starts from, besides a section and the topmost PC: docs/unwinding.md. */
struct scenario {
    unsigned limit; /* how many frames to give at most */
    struct register_value {
        char name[16]; /* "sp", "fp", "r30" and so on, or "pac_mask" */
        uint64_t value;
    } * registers;
    struct piece *modules, *memory; /* modules: further sections */
    size_t register_count, module_count, piece_count;
};

/* The section's bytes are in a block of their own, so that a sanitizer notices a read beyond them. */
struct request {
    const char *profile; /* "v1", "v2", "v2e1", "v2e2", "v3" */
    const char *abi;     /* "amd64", "aarch64", "aarch64_be", "s390x" */
    uint64_t address;    /* where the section lies in memory */
    uint64_t pc;         /* the PC of a lookup or of the topmost frame; else 0 */
    const uint8_t *bytes;
    size_t length;
    const struct scenario *scenario; /* for an unwinding; else NULL */
    void *opened;                    /* what the adapter's `open` returned; NULL if it has none */
};

struct answer;
struct adapter;

/* One of several questions about an opened section. */
struct question {
    const char *operation;
    struct request request;
};

/* Lists are words with one space between them. If the function for an operation is NULL, the adapter does not
 * declare that operation, and the runner never asks for it. */
struct adapter {
    const char *name;
    const char *version;
    const char *profiles;
    const char *abis;
    bool one_byte_order; /* the reader only reads sections in the ABI's own byte order */
    const char *exposes; /* members that it states, such as "decode.functions.start lookup.cfa"; NULL: all */
    void (*decode)(const struct request *request, struct answer *answer);
    void (*check)(const struct request *request, struct answer *answer);
    void (*lookup)(const struct request *request, struct answer *answer);
    void (*flip)(const struct request *request, struct answer *answer);
    void (*unwind)(const struct request *request, struct answer *answer);
    void (*encode)(const struct request *request, struct answer *answer); /* its bytes: a model in JSON */
    const char *requirement_set; /* questions that it means to answer: docs/requirements.md; NULL: all */

    /* For a reader that opens a section once and is asked about it many times: docs/protocol.md, "Opened
     * sections"; NULL for other readers.  `open` returns what your reader keeps of the section.  Each request
     * about the section has that as `opened`, also a request that brings its own section.  The section's
     * bytes stay valid until `close`.  If your reader refuses the section, `open` returns something that says
     * so, and each operation answers with the refusal. */
    void *(*open)(const struct request *section);
    void (*close)(void *opened);
    /* adapter_concurrently, if an opened section may be asked by several threads at once; else NULL. */
    size_t (*concurrently)(const struct adapter *adapter, const struct question *questions, size_t count,
                           unsigned threads, char **alone, char **together);
};

/* Answers requests until the input ends. Returns main's exit status: 0, or 2 after a message on stderr. */
int adapter_run(const struct adapter *adapter);

/* Answers without a pipe, for programs that fuzz or time a reader in their own process. Returns the line
 * that answers OPERATION, such as "lookup", as request 0; if OPERATION is NULL, the answer to `hello`. It is
 * valid until the next call. */
const char *adapter_answer(const struct adapter *adapter, const char *operation, const struct request *request,
                           size_t *length);

/* Answers a question about an opened section, in any thread. Returns the line, which the caller frees. */
char *adapter_answer_opened(const struct adapter *adapter, const struct question *question);

/* In sframe_threads.c, which needs POSIX threads.  Asks the questions one by one, and then from several
 * threads at once.  If an answer then differs, returns the index of its question, and both answers in ALONE
 * and TOGETHER, which the caller frees.  Returns COUNT if no answer differs. */
size_t adapter_concurrently(const struct adapter *adapter, const struct question *questions, size_t count,
                            unsigned threads, char **alone, char **together);

/* --- Refusals: other members of the answer are dropped -------------------------------------------------- */

/* answer_error(): the section cannot be read. answer_unsupported(): the reader cannot do what was asked. */
void answer_error(struct answer *answer, const char *why);
void answer_unsupported(struct answer *answer, const char *why);

/* The encoder cannot or will not write what was asked; WHY is the first line of its error. */
void answer_refused(struct answer *answer, const char *why);

/* For readers that return NULL, or words that say why they refuse. If WHY is not NULL, answers with an error
 * and returns true. */
bool answer_refusal(struct answer *answer, const char *why);

/* For readers with several ways to the same answer, two of which contradict each other; WHAT says how in a
 * few words. The first contradiction of an answer is stored, and the vector fails, also if the answer is
 * otherwise right. */
void answer_inconsistent(struct answer *answer, const char *what);

/* --- Members: key and value ----------------------------------------------------------------------------- */

void answer_number(struct answer *answer, const char *key, int64_t value);
void answer_bool(struct answer *answer, const char *key, bool value);

/* ASCII; any other byte becomes a question mark. */
void answer_string(struct answer *answer, const char *key, const char *value);

/* "0x11000" */
void answer_address(struct answer *answer, const char *key, uint64_t value);

/* "aux" of a decode, "bytes" of a flip, "section" of an encode. */
void answer_hex(struct answer *answer, const char *key, const uint8_t *bytes, size_t size);

/* "flags", by the names that the request's profile gives the bits. */
void answer_flags(struct answer *answer, unsigned bits);

/* Rules, of "cfa", "ra" and "fp"; leave out a rule that the reader does not state.
 *     answer_sum(answer, "cfa", "sp", 16)    base plus offset
 *     answer_load(answer, "ra", "cfa", -8)   the word in memory at base plus offset
 *     answer_same(answer, "fp")              still in its register
 *     answer_undefined(answer, "ra")         there is none: an outermost frame
 * A base is "sp", "fp", "cfa" or a DWARF number: answer_register(answer, 10) is "r10" until the next call. */
void answer_sum(struct answer *answer, const char *key, const char *base, int64_t offset);
void answer_load(struct answer *answer, const char *key, const char *base, int64_t offset);
void answer_same(struct answer *answer, const char *key);
void answer_undefined(struct answer *answer, const char *key);
const char *answer_register(struct answer *answer, unsigned number);

/* --- Lookup: "function", "row", rules, "mangled_ra", "signal"; "pc" is written for you ------------------ */

/* The lookup finds nothing. WHAT is missing: "function", "row", or "unknown" if it may be either. */
void answer_none(struct answer *answer, const char *what);

/* --- Check: "verdict", and perhaps violations ----------------------------------------------------------- */

/* At the end of any answer you may list what is wrong with the section; only `sframe-conform --exact`
 * compares this. Call answer_violations(), and then answer_violation() for each violation, with the clause's
 * id, the offset in the section, and "malformed", "irregular" or "note". */
void answer_violations(struct answer *answer);
void answer_violation(struct answer *answer, const char *clause, uint64_t offset, const char *severity);

/* --- Decode --------------------------------------------------------------------------------------------- */

/* The header first: "verdict", "profile", "version", "byte_order", "abi", "flags", "fixed_fp", "fixed_ra",
 * "aux", "address". Then answer_functions(); for each function answer_function_begin(), "start", "size",
 * "pc_type", "fre_type", "rep_size", "fde_type", "signal", "pauth_key", answer_rows(), for each row
 * answer_row_begin(), "start", "mangled_ra", rules, answer_row_end(), and answer_function_end(). The kit
 * closes the lists. */
void answer_functions(struct answer *answer);
void answer_function_begin(struct answer *answer);
void answer_function_end(struct answer *answer);
void answer_rows(struct answer *answer);
void answer_row_begin(struct answer *answer);
void answer_row_end(struct answer *answer);

/* --- Unwind --------------------------------------------------------------------------------------------- */

/* Store the value of a register, or the 8 bytes at an address as a number in the ABI's byte order. Return
 * false if the scenario does not have the register, or not all of these bytes. */
bool scenario_register(const struct request *request, const char *name, uint64_t *value);
bool scenario_word(const struct request *request, uint64_t address, uint64_t *value);

/* answer_frames(); for each frame, outwards, answer_frame_begin(), the addresses "pc", "sp", "fp", "cfa",
 * answer_frame_end(); and then answer_stop() with the reason why there are no more (docs/unwinding.md). */
void answer_frames(struct answer *answer);
void answer_frame_begin(struct answer *answer);
void answer_frame_end(struct answer *answer);
void answer_stop(struct answer *answer, const char *why);

#ifdef __cplusplus
}
#endif

#endif
