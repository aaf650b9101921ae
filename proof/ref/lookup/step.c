/* sfr_step and its halves: safe, at most three reads of memory, and SP rises. */
#include "unwind.h"

static unsigned memory_reads;
static bool refused, found_fault; /* a register was; the lookup met a fault, or a row without a rule for RA */
static bool signal, mangled_ra;   /* of what the lookup found */

enum sfr_found noted_lookup(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer)
{
    const enum sfr_found found = any_lookup(section, pc, answer);
    found_fault = section->malformed || found == SFR_ERROR ||
                  (found == SFR_FOUND && answer->rules.ra.kind == SFR_UNSTATED);
    signal = answer->function.signal;
    mangled_ra = answer->row.mangled_ra;
    return found;
}

static bool any_memory(void *context, uint64_t address, uint64_t *value)
{
    (void)context;
    assert(address % 8 == 0 && __CPROVER_w_ok(value, sizeof *value));
    memory_reads++;
    if (nondet_bool())
        *value = nondet_u64();
    return nondet_bool();
}

static bool any_register(void *context, uint32_t regnum, uint64_t *value)
{
    (void)context;
    (void)regnum;
    assert(__CPROVER_w_ok(value, sizeof *value));
    if (nondet_bool())
        *value = nondet_u64();
    refused = nondet_bool();
    return !refused;
}

/* ask_section() gives what sfr_lookup() found. */
static void find(const struct sfr_section *section)
{
    struct sfr_answer answer;
    const bool found = ask_section(section, nondet_u64(), &answer) == SFR_STEPPED;
    assert(!found || (!section->malformed && answer.function.signal == signal &&
                      answer.row.mangled_ra == mangled_ra));
    REACHES(found);
}

/* Whatever sfr_lookup answers, whatever memory and registers hold. */
void proof_step(void)
{
    const struct sfr_section section = any_section();
    find(&section);
    const struct sfr_machine machine = {any_memory, any_register, NULL, nondet_u64()};
    struct sfr_frame frame, caller, unset;
    caller = unset;
    const struct sfr_frame before = frame;
    const enum sfr_step step = sfr_step(&section, &frame, &machine, &caller);
    assert((unsigned)step <= SFR_STOP_ERROR && memory_reads <= 3);
    assert(frame.pc == before.pc && frame.sp == before.sp && frame.fp == before.fp);
    assert(step != SFR_STOP_ERROR || refused || found_fault);
    /* SP rises; but signals have stacks of their own, and a leaf may have left it alone. */
    assert(step != SFR_STEPPED || caller.interrupted || caller.sp > frame.sp ||
           (frame.topmost && caller.sp == frame.sp));
    assert(step != SFR_STEPPED || (frame.cfa_known && !caller.topmost));
    assert(step == SFR_STEPPED || (caller.pc == unset.pc && caller.sp == unset.sp && caller.fp == unset.fp));
    REACHES(step == SFR_STEPPED && memory_reads == 3);
    REACHES(step == SFR_STOP_LOOP);
    REACHES(step == SFR_STOP_ERROR && !refused);
    REACHES(step == SFR_STOP_UNSAFE);
    REACHES(step == SFR_STOP_OUTERMOST);
    REACHES(step == SFR_STOP_MEMORY && frame.cfa_known);
}
