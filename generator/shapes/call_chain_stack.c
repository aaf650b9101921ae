/* What a walk's calls do to registers and memory. */
#include "walk_parts.h"

#include <string.h>

/* --- Registers and memory ------------------------------------------------------------------------------- */

static struct register_value *find_register(struct walk *walk, uint32_t number)
{
    for (uint32_t i = 0; i < walk->scenario.register_count; i++)
        if (walk->scenario.registers[i].number == number)
            return &walk->scenario.registers[i];
    return NULL;
}

void gen_set_register(struct walk *walk, uint32_t number, uint64_t value)
{
    struct register_value *known = find_register(walk, number);
    if (known == NULL && walk->scenario.register_count == MAX_REGISTERS) {
        gen_family_fails(walk->emitter, "a walk has too many registers");
        return;
    }
    if (known == NULL)
        known = &walk->scenario.registers[walk->scenario.register_count++];
    *known = (struct register_value){number, value};
}

uint32_t gen_fresh_register(struct walk *walk)
{
    uint32_t number;
    do
        number = abi_of(walk)->spare + (uint32_t)gen_draw(walk, abi_of(walk)->spares);
    while (find_register(walk, number) != NULL);
    gen_set_register(walk, number, 0);
    return number;
}

void gen_forget_register(struct walk *walk, uint32_t number)
{
    struct register_value *known = find_register(walk, number);
    if (known != NULL)
        *known = walk->scenario.registers[--walk->scenario.register_count];
}

/* Words are kept in the order of their addresses. */
static void put_word(struct walk *walk, uint64_t address, uint64_t value)
{
    if (walk->word_count == MAX_WORDS_LAID) {
        gen_family_fails(walk->emitter, "a walk lays too many words");
        return;
    }
    struct laid_word *const end = walk->words + walk->word_count, *word = end;
    while (word > walk->words && word[-1].address >= address)
        word--;
    if (word < end && word->address == address && word->value == value)
        return;
    if ((word < end && word->address - address < 8) || (word > walk->words && address - word[-1].address < 8))
        gen_family_fails(walk->emitter, "a walk lays two words at one place");
    memmove(word + 1, word, (size_t)(end - word) * sizeof *word);
    *word = (struct laid_word){address, value, 8, 0};
    walk->word_count++;
}

static struct laid_word *find_word(struct walk *walk, uint64_t address)
{
    for (uint32_t i = 0; i < walk->word_count; i++)
        if (walk->words[i].address == address)
            return &walk->words[i];
    return NULL;
}

static struct laid_word *laid_word_at(struct walk *walk, uint64_t address)
{
    static struct laid_word none;
    struct laid_word *const word = find_word(walk, address);
    if (word == NULL)
        gen_family_fails(walk->emitter, "a walk has no word where one is to be spoiled or cut");
    return word != NULL ? word : &none;
}

void gen_spoil_word(struct walk *walk, uint64_t address, uint32_t present)
{
    laid_word_at(walk, address)->present = present;
}

void gen_cut_word(struct walk *walk, uint64_t address, unsigned cuts)
{
    laid_word_at(walk, address)->cuts = cuts;
}

/* As a processor strips a signature: the bits that are no address become copies of bit 55. */
uint64_t gen_strip(const struct walk *walk, uint64_t address)
{
    uint64_t mask = walk->scenario.pac_mask;
    return (address >> 55 & 1) != 0 ? address | mask : address & ~mask;
}

static uint64_t sign(struct walk *walk, uint64_t address)
{
    uint64_t mask = walk->scenario.pac_mask & ~(UINT64_C(1) << 55);
    return mask == 0 ? address : (address & ~mask) | (random_next(&walk->emitter->random) & mask);
}

/* --- What calls do to the stack ------------------------------------------------------------------------- */

/* The address of a word in the frame that holds nothing yet. */
static uint64_t free_place(struct walk *walk, const struct frame *frame)
{
    uint64_t place = frame->sp + 8 * gen_draw(walk, 4);
    while (find_word(walk, place) != NULL)
        place += 8;
    return place;
}

/* Makes the rule for RA or FP give `value`.  Returns the address of the word in which it lies; 0: in none. */
static uint64_t save(struct walk *walk, const struct rule *rule, const struct frame *frame, uint64_t value)
{
    uint64_t offset = (uint64_t)rule->offset, place = 0;
    if (rule->place == PLACE_REGISTER && !rule->deref) {
        gen_set_register(walk, rule->reg, value - offset);
        return 0;
    }
    if (!rule->deref)
        gen_family_fails(walk->emitter, "a stage says of RA or FP what a walk cannot make true");
    if (rule->place == PLACE_REGISTER) {
        place = free_place(walk, frame);
        gen_set_register(walk, rule->reg, place - offset);
    } else {
        place = (rule->place == PLACE_CFA  ? frame->cfa
                 : rule->place == PLACE_SP ? frame->sp
                                           : frame->fp) +
                offset;
    }
    put_word(walk, place, value);
    return place;
}

/* Makes the CFA's rule give the frame's CFA: sets the register or the word that it counts from. */
static void place_cfa(struct walk *walk, struct call *call, const struct rule *cfa)
{
    struct frame *frame = &call->frame;
    uint64_t offset = (uint64_t)cfa->offset, base = frame->cfa - offset;
    if (cfa->deref) {
        call->cfa_word = cfa->place == PLACE_SP ? frame->sp + offset : free_place(walk, frame);
        put_word(walk, call->cfa_word, frame->cfa);
        base = call->cfa_word - offset;
    }
    if (cfa->place == PLACE_FP)
        frame->fp = base;
    else if (cfa->place == PLACE_REGISTER)
        gen_set_register(walk, cfa->reg, base);
    else if (frame->sp != base)
        gen_family_fails(walk->emitter, "a stage tells another CFA than its frame has");
}

/* Sets SP, FP and what the CFA counts from as the routine's prologue leaves them. */
static void set_frame(struct walk *walk, struct call *call, struct stage *stage, uint64_t callers_fp)
{
    struct frame *frame = &call->frame;
    bool spoils_fp =
        gen_is_said(&stage->row.fp) && !stage->keeps_fp && (gen_draw(walk, 2) != 0 || stage->loses_fp);
    frame->sp = call->stack != 0 ? call->stack : frame->cfa - (uint64_t)stage->size;
    frame->fp = spoils_fp ? random_next(&walk->emitter->random) | 1 : callers_fp;
    if (stage->borrows)
        stage->row.cfa.offset = (int64_t)(frame->cfa - callers_fp);
    place_cfa(walk, call, &stage->row.cfa);
}

static void save_return(struct walk *walk, struct call *call, const struct row *row, uint64_t pc)
{
    struct rule fixed = gen_rule_slot(abi_of(walk)->fixed_ra);
    call->saved_pc = row->mangled ? sign(walk, pc) : pc;
    if (ra_in_register(walk, &row->ra))
        gen_set_register(walk, gen_abi_facts[walk->abi].ra, call->saved_pc);
    else
        call->ra_word = save(walk, gen_is_said(&row->ra) ? &row->ra : &fixed, &call->frame, call->saved_pc);
}

static void enter(struct walk *walk, uint32_t number)
{
    struct call *call = &walk->calls[number];
    struct routine *routine = &walk->routines[call->routine];
    const struct frame *caller =
        number + 1 < walk->call_count ? &walk->calls[number + 1].frame : &walk->world;
    if (routine->stage_count == 0) /* it is the outermost: nothing is known of its frame */
        return;
    struct stage *stage = &routine->stages[call->stage];
    if (stage->row.empty)
        return;
    call->frame.cfa = caller->sp + (uint64_t)abi_of(walk)->cfa_above_sp;
    call->frame.has_cfa = true;
    set_frame(walk, call, stage, caller->fp);
    save_return(walk, call, &stage->row, caller->pc);
    if (gen_is_said(&stage->row.fp))
        call->fp_word = save(walk, &stage->row.fp, &call->frame, caller->fp);
}

void gen_lay_stack(struct walk *walk)
{
    struct call *outermost = &walk->calls[walk->call_count - 1];
    outermost->frame.sp = walk->world.sp - 64;
    outermost->frame.fp = walk->world.fp;
    for (uint32_t i = walk->call_count; i-- > 0;)
        enter(walk, i);
    for (uint32_t i = 0; i < walk->call_count; i++)
        walk->trace.frames[i] = walk->calls[i].frame;
    walk->trace.frames[walk->call_count] = walk->world;
    walk->trace.count = walk->call_count + 1;
    walk->trace.stop = STOP_NO_FUNCTION;
    walk->scenario.sp = walk->calls[0].frame.sp;
    walk->scenario.fp = walk->calls[0].frame.fp;
}

void gen_stop_after(struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop)
{
    walk->trace.count = frames;
    walk->trace.frames[frames - 1].has_cfa = has_cfa;
    walk->trace.stop = stop;
}
