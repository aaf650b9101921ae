/* Procedure linkage tables: what the instructions of each stub do to the stack. */
#pragma once

#include "../cfi/recovery.h"

/* The state at one byte of a table. */
struct stub_state {
    bool runs;           /* false: a stub has ended, and no other has begun */
    bool saved;          /* RA is in memory, one word below the CFA */
    int64_t cfa_from_sp; /* how far the CFA is from SP */
};

/* Writes the state at each byte; STATES has room for them.  False: there is an instruction that is not known,
 * at *UNKNOWN. */
bool cfi_stub_states(enum sfr_abi abi, const uint8_t *code, size_t size, struct stub_state *states,
                     size_t *unknown);

/* The rules that a state means. */
struct recovery cfi_stub_recovery(const struct machine *machine, const struct stub_state *state);
