/* What the files of a walk share: call_chain.c draws routines and calls, call_chain_stack.c makes the calls,
 * and call_chain_sections.c writes the sections and the memory. */
#pragma once

#include "call_chain.h"

/* Draws a register that the walk does not use yet; from now on it is used. */
uint32_t gen_fresh_register(struct walk *walk);

static inline const struct abi_facts *abi_of(const struct walk *walk)
{
    return &gen_abi_facts[walk->abi];
}

/* Whether by this rule for RA a register holds the return address. */
static inline bool ra_in_register(const struct walk *walk, const struct rule *ra)
{
    return !abi_of(walk)->call_pushes_ra && !gen_is_said(ra);
}
