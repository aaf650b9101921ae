/* What the files of a walk share: call_chain.c draws routines and calls, call_chain_stack.c lets the calls
 * happen, and call_chain_sections.c writes the sections and the memory. */
#pragma once

#include "call_chain.h"

/* A register that nothing has been said of; it counts as said of then. */
uint32_t gen_fresh_register(struct walk *walk);

static inline const struct abi_facts *abi_of(const struct walk *walk)
{
    return &gen_abi_facts[walk->abi];
}

/* Whether a register holds the return address, as far as this rule goes. */
static inline bool ra_in_register(const struct walk *walk, const struct rule *ra)
{
    return !abi_of(walk)->call_pushes_ra && !gen_is_said(ra);
}
