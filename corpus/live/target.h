/* The stepped program: registers and memory, one instruction after another, natively or through gdb's remote
 * protocol. */
#pragma once

#include "arch.h"

#include <jansson.h>
#include <stdlib.h>

enum event {
    STEPPED,   /* one instruction later; the first one of a handler if a signal was delivered */
    SIGNALLED, /* nothing was executed: the next step delivers the signal */
    ENDED,
};

struct target;

/* How one is run. A way that cannot go on ends the process with one line. */
struct target_way {
    void (*start)(struct target *target, char *const *arguments);
    enum event (*step)(struct target *target);
    size_t (*read)(struct target *target, uint64_t address, uint8_t *bytes, size_t size); /* how many came */
    bool (*read_register)(struct target *target, unsigned regnum, uint64_t *value); /* an unlisted one; NULL: it gives none */
    void (*stop)(struct target *target);
};

extern const struct target_way live_native_way, live_remote_way;

/* Memory is read in blocks, which hold until the next step; code is kept for good. */
enum { BLOCK = 1024, BLOCKS = 64, CODE_BLOCKS = 4096 };
struct block {
    uint64_t address, stamp;
    size_t size;
    uint8_t bytes[BLOCK];
};

struct target {
    const struct arch *arch;
    const struct target_way *way;
    const char *program, *emulator;
    struct registers registers;
    int status; /* once it ended: its exit status, or 128 and the signal's number */
    int process, connection;
    int signal; /* to be delivered */
    uint64_t stamp;
    struct block *blocks, *code;
};

void live_target_start(struct target *target, char *const *arguments);
enum event live_target_step(struct target *target);
bool live_target_word(struct target *target, uint64_t address, uint64_t *value);
bool live_target_bytes(struct target *target, uint64_t address, uint8_t *bytes, size_t size);
struct instruction live_target_instruction(struct target *target, uint64_t pc);
bool live_target_register(struct target *target, unsigned regnum, uint64_t *value);

/* COUNT elements and one more: zeroed ones, or those that ITEMS points to and new ones.  Without memory the
 * program ends with one line. */
void *live_zeros(size_t count, size_t size);
void *live_room(void *items, size_t count, size_t size);

/* Writes a line of JSON to standard output, and frees it. */
void live_report(json_t *report);

__attribute__((noreturn, format(printf, 1, 2))) void live_fail(const char *format, ...);
