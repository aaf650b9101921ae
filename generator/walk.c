#include "walk.h"

#include <string.h>

enum { MAX_MODULE_BYTES = 1 << 13, STUB = 16, STUBS = 4, WIDEST_GAP = 32 };
enum { MAX_MEMORY = MAX_WORDS_LAID * (WIDEST_GAP + 8) };

/* The one walk, and the bytes of its memory and of all its modules but the first. */
static struct walk the_walk;
static uint8_t memory_bytes[MAX_MEMORY];
static uint8_t module_bytes[MAX_MODULES][MAX_MODULE_BYTES];

static const struct abi_facts *abi_of(const struct walk *walk)
{
    return &abi_facts[walk->abi];
}

uint64_t draw(struct walk *walk, uint64_t bound)
{
    return random_below(&walk->emitter->random, bound);
}

/* --- Places --------------------------------------------------------------------------------------------- */

/* An address of 48 bits or, in the upper half, its like, at a multiple of 16. */
static uint64_t draw_stack(struct walk *walk)
{
    static const uint64_t tops[] = {0x80000000, 0x7ffd00000000, 0xffffc90000000000};
    uint64_t top = tops[draw(walk, sizeof tops / sizeof *tops)];
    return top + 16 * (0x40000 + draw(walk, 0x100000));
}

struct walk *begin_walk(struct emitter *emitter, enum profile profile, enum abi abi, const char *shape)
{
    begin(emitter, profile, abi, shape);
    struct walk *walk = &the_walk;
    walk->emitter = emitter;
    walk->profile = profile;
    walk->abi = abi;
    walk->flags = FLAG_SORTED;
    walk->module_count = walk->routine_count = walk->call_count = walk->word_count = 0;
    walk->scenario.register_count = walk->scenario.module_count = walk->scenario.piece_count = 0;
    walk->scenario.pac_mask = 0;
    walk->scenario.limit = 0;
    walk->world = (struct frame){.pc = 0x2000 + 16 * draw(walk, 0x100)};
    walk->world.sp = draw_stack(walk);
    walk->world.fp = walk->world.sp + 8 * (1 + draw(walk, 64));
    return walk;
}

void add_module(struct walk *walk, uint64_t section, uint64_t text)
{
    walk->modules[walk->module_count++] = (struct module){section, text};
}

/* A program at a fixed place, one at any place, a library, a kernel and its module. */
static const uint64_t bases[] = {0x400000, 0x555555550000, 0x7f1234500000, 0xffff800008000000,
                                 0xffffffff81000000};

void add_usual_modules(struct walk *walk, uint32_t count)
{
    enum { BASES = sizeof bases / sizeof *bases };
    static const uint64_t far = 0x300000000; /* starts of 64 bits lead there */
    uint64_t first = draw(walk, BASES);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t base = bases[(first + i) % BASES] + 0x1000 * draw(walk, 16);
        const uint64_t sections[] = {base + 0x400000, base + 0x400, base + (base >> 63 != 0 ? -far : far)};
        bool can_be_far = profile_facts[walk->profile].start_width == 8;
        add_module(walk, sections[draw(walk, can_be_far ? 3 : 2)], base + 0x1000);
    }
    if ((flags_defined(walk->profile) & FLAG_PCREL) != 0 && draw(walk, 2) != 0)
        walk->flags |= FLAG_PCREL;
}

/* --- Routines ------------------------------------------------------------------------------------------- */

uint32_t add_bare_routine(struct walk *walk, unsigned module)
{
    if (walk->routine_count == MAX_ROUTINES) {
        family_fails(walk->emitter, "a walk has too many routines");
        return 0;
    }
    struct routine *routine = &walk->routines[walk->routine_count];
    memset(routine, 0, offsetof(struct routine, stages));
    routine->module = module;
    routine->address = walk->modules[module].text;
    return walk->routine_count++;
}

static bool in_link_register(const struct walk *walk, const struct rule *ra)
{
    return !abi_of(walk)->call_pushes_ra && (ra->place == PLACE_UNSAID || ra->place == PLACE_PADDED);
}

struct stage *add_stage(struct walk *walk, uint32_t number, int64_t size, struct rule cfa, struct rule ra,
                        struct rule fp)
{
    struct routine *routine = &walk->routines[number];
    struct stage *stage = &routine->stages[routine->stage_count++];
    memset(stage, 0, sizeof *stage);
    stage->length = (uint32_t)(2 + draw(walk, 14)) * abi_of(walk)->code_unit;
    stage->size = size;
    stage->calls = !in_link_register(walk, &ra);
    stage->row.cfa = cfa;
    stage->row.ra = ra;
    stage->row.fp = fp;
    return stage;
}

void end_routine(struct walk *walk, uint32_t number)
{
    struct routine *routine = &walk->routines[number];
    struct module *module = &walk->modules[routine->module];
    uint32_t end = 0;
    for (uint32_t i = 0; i < routine->stage_count; i++) {
        routine->stages[i].row.start = end;
        end += routine->stages[i].length;
    }
    routine->size = routine->pc_type == PC_MASK ? STUB * STUBS : end == 0 ? 16 : end;
    module->text = (routine->address + routine->size + 15) / 16 * 16 + 16 * draw(walk, 2);
}

/* One, two or four bytes hold the offset, mostly one. */
static int64_t draw_size(struct walk *walk)
{
    static const uint64_t most[] = {6, 6, 6, 6, 0x600, 0x600, 0x10000};
    uint64_t units = draw(walk, most[draw(walk, sizeof most / sizeof *most)]);
    return abi_of(walk)->least_frame + abi_of(walk)->frame_unit * (int64_t)units;
}

/* Where a routine keeps what it has saved, from its CFA. */
struct slots {
    struct rule ra, fp;
};

static struct slots draw_slots(struct walk *walk, int64_t size)
{
    if (abi_of(walk)->call_pushes_ra) {
        int64_t words = size > 0x100 ? 32 : size / 8;
        return (struct slots){rule_unsaid(), rule_slot(-8 * (2 + (int64_t)draw(walk, (uint64_t)words - 1)))};
    }
    if (abi_of(walk)->frame_record && draw(walk, 2) != 0)
        return (struct slots){rule_slot(8 - size), rule_slot(-size)};
    int64_t area = abi_of(walk)->save_area;
    int64_t words = area != 0 ? area / 8 : size > 0x100 ? 32 : size / 8;
    int64_t ra = 1 + (int64_t)draw(walk, (uint64_t)words);
    int64_t fp = 1 + (ra - 1 + 1 + (int64_t)draw(walk, (uint64_t)words - 1)) % words;
    return (struct slots){rule_slot(-8 * ra), rule_slot(-8 * fp)};
}

uint32_t add_routine(struct walk *walk, unsigned module, enum style style)
{
    uint32_t number = add_bare_routine(walk, module);
    int64_t entry = cfa_at_entry(walk->abi), size = draw_size(walk);
    struct slots slots = draw_slots(walk, size);
    bool pushes = abi_of(walk)->call_pushes_ra;
    bool saves_fp = style == STYLE_FP || abi_of(walk)->frame_record || draw(walk, 2) != 0;
    if (!saves_fp)
        slots.fp = rule_unsaid();
    if (style == STYLE_FP && pushes)
        slots.fp = rule_slot(-16);
    walk->routines[number].usual = true;
    walk->routines[number].key_b = abi_of(walk)->signs_ra && draw(walk, 8) == 0;
    add_stage(walk, number, entry, rule_sp(entry), rule_unsaid(), rule_unsaid());
    if (style == STYLE_SP)
        add_stage(walk, number, size, rule_sp(size), slots.ra, slots.fp);
    if (style == STYLE_FP) {
        int64_t pushed = pushes ? 16 : size;
        int64_t distance = pushes ? 16 : size - 8 * (int64_t)draw(walk, 3);
        add_stage(walk, number, pushed, rule_sp(pushed), slots.ra, slots.fp);
        add_stage(walk, number, size, rule_fp(distance), slots.ra, slots.fp);
    }
    if (style != STYLE_LEAF)
        add_stage(walk, number, entry, rule_sp(entry), rule_unsaid(), rule_unsaid());
    if (draw(walk, 8) == 0) /* starts of two or of four bytes */
        walk->routines[number].stages[0].length = draw(walk, 2) == 0 ? 0x200 : 0x10400;
    end_routine(walk, number);
    return number;
}

uint32_t add_linkage(struct walk *walk, unsigned module)
{
    uint32_t number = add_bare_routine(walk, module);
    struct routine *routine = &walk->routines[number];
    int64_t entry = cfa_at_entry(walk->abi);
    int64_t pushed = entry + (abi_of(walk)->call_pushes_ra ? 8 : abi_of(walk)->frame_unit);
    routine->pc_type = PC_MASK;
    routine->rep_size = profile_facts[walk->profile].has_block_size ? STUB : 0;
    bool one_row = profile_facts[walk->profile].masks_are_bits; /* of two it is open which answers */
    add_stage(walk, number, entry, rule_sp(entry), rule_unsaid(), rule_unsaid())->length =
        one_row ? STUB : STUB / 2;
    if (!one_row)
        add_stage(walk, number, pushed, rule_sp(pushed), rule_unsaid(), rule_unsaid())->length = STUB / 2;
    end_routine(walk, number);
    return number;
}

/* --- Calls ---------------------------------------------------------------------------------------------- */

uint64_t stage_address(const struct walk *walk, uint32_t routine, uint32_t stage)
{
    return walk->routines[routine].address + walk->routines[routine].stages[stage].row.start;
}

uint64_t last_instruction(const struct walk *walk, uint32_t routine, uint32_t stage)
{
    uint32_t code = abi_of(walk)->code_unit;
    uint32_t length = walk->routines[routine].stages[stage].length;
    return stage_address(walk, routine, stage) + (uint64_t)((length - 1) / code) * code;
}

/* Callers, and who was interrupted, have a byte of the stage before them. */
static void place_pc(struct walk *walk, uint32_t number)
{
    struct call *call = &walk->calls[number];
    const struct routine *routine = &walk->routines[call->routine];
    uint32_t code = abi_of(walk)->code_unit;
    uint64_t pc = routine->address, length = routine->size / code;
    if (routine->stage_count > 0) {
        pc = stage_address(walk, call->routine, call->stage);
        length = routine->stages[call->stage].length / code;
    }
    uint64_t first = number > 0;
    pc += code * (first + draw(walk, length - first));
    if (routine->pc_type == PC_MASK)
        pc += STUB * draw(walk, STUBS);
    call->frame.pc = pc;
}

struct call *add_call(struct walk *walk, uint32_t routine, uint32_t stage)
{
    if (walk->call_count == MAX_CALLS) {
        family_fails(walk->emitter, "a walk has too many calls");
        return &walk->calls[0];
    }
    struct call *call = &walk->calls[walk->call_count++];
    *call = (struct call){.routine = routine, .stage = stage};
    place_pc(walk, walk->call_count - 1);
    return call;
}

/* --- Registers and memory ------------------------------------------------------------------------------- */

static struct register_value *find_register(struct walk *walk, uint32_t number)
{
    for (uint32_t i = 0; i < walk->scenario.register_count; i++)
        if (walk->scenario.registers[i].number == number)
            return &walk->scenario.registers[i];
    return NULL;
}

void set_register(struct walk *walk, uint32_t number, uint64_t value)
{
    struct register_value *known = find_register(walk, number);
    if (known == NULL && walk->scenario.register_count == MAX_REGISTERS) {
        family_fails(walk->emitter, "a walk has too many registers");
        return;
    }
    if (known == NULL)
        known = &walk->scenario.registers[walk->scenario.register_count++];
    *known = (struct register_value){number, value};
}

uint32_t fresh_register(struct walk *walk)
{
    uint32_t number;
    do
        number = abi_of(walk)->spare + (uint32_t)draw(walk, abi_of(walk)->spares);
    while (find_register(walk, number) != NULL);
    set_register(walk, number, 0);
    return number;
}

void forget_register(struct walk *walk, uint32_t number)
{
    struct register_value *known = find_register(walk, number);
    if (known != NULL)
        *known = walk->scenario.registers[--walk->scenario.register_count];
}

void put_word(struct walk *walk, uint64_t address, uint64_t value)
{
    if (walk->word_count == MAX_WORDS_LAID) {
        family_fails(walk->emitter, "a walk lays too many words");
        return;
    }
    for (uint32_t i = 0; i < walk->word_count; i++) {
        const struct laid_word *word = &walk->words[i];
        if (word->address == address && word->value == value)
            return;
        if (word->address - address + 7 < 15)
            family_fails(walk->emitter, "a walk lays two words at one place");
    }
    walk->words[walk->word_count++] = (struct laid_word){address, value, 8};
}

void spoil_word(struct walk *walk, uint64_t address, uint32_t present)
{
    for (uint32_t i = 0; i < walk->word_count; i++) {
        if (walk->words[i].address == address) {
            walk->words[i].present = present;
            return;
        }
    }
    family_fails(walk->emitter, "a walk has no word where one is to be spoiled");
}

/* As a processor strips a signature: the bits that are no address become copies of bit 55. */
uint64_t strip(const struct walk *walk, uint64_t address)
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

static bool is_laid(const struct walk *walk, uint64_t place)
{
    for (uint32_t i = 0; i < walk->word_count; i++)
        if (walk->words[i].address == place)
            return true;
    return false;
}

/* A word in the frame that no rule has put anything into. */
static uint64_t free_place(struct walk *walk, const struct frame *frame)
{
    uint64_t place = frame->sp + 8 * draw(walk, 4);
    while (is_laid(walk, place))
        place += 8;
    return place;
}

/* Makes a rule other than that of the CFA come out at `value`.  Tells which word it takes for that, or 0. */
static uint64_t save(struct walk *walk, const struct rule *rule, const struct frame *frame, uint64_t value)
{
    uint64_t offset = (uint64_t)rule->offset, place = 0;
    if (rule->place == PLACE_REGISTER && !rule->deref) {
        set_register(walk, rule->reg, value - offset);
        return 0;
    }
    if (!rule->deref)
        family_fails(walk->emitter, "a stage says of RA or FP what a walk cannot make true");
    if (rule->place == PLACE_REGISTER) {
        place = free_place(walk, frame);
        set_register(walk, rule->reg, place - offset);
    } else {
        place = (rule->place == PLACE_CFA  ? frame->cfa
                 : rule->place == PLACE_SP ? frame->sp
                                           : frame->fp) +
                offset;
    }
    put_word(walk, place, value);
    return place;
}

/* Makes the rule of the CFA come out at it, by what it is told from. */
static void tell_cfa(struct walk *walk, struct call *call, const struct rule *cfa)
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
        set_register(walk, cfa->reg, base);
    else if (frame->sp != base)
        family_fails(walk->emitter, "a stage tells another CFA than its frame has");
}

static bool is_said(const struct rule *rule)
{
    return rule->place != PLACE_UNSAID && rule->place != PLACE_PADDED;
}

/* What its prologue has made of SP, FP and whatever the CFA is told from. */
static void set_frame(struct walk *walk, struct call *call, struct stage *stage, uint64_t callers_fp)
{
    struct frame *frame = &call->frame;
    bool spoils_fp = is_said(&stage->row.fp) && !stage->keeps_fp && draw(walk, 2) != 0;
    frame->sp = call->stack != 0 ? call->stack : frame->cfa - (uint64_t)stage->size;
    frame->fp = spoils_fp ? random_next(&walk->emitter->random) | 1 : callers_fp;
    if (stage->borrows)
        stage->row.cfa.offset = (int64_t)(frame->cfa - callers_fp);
    tell_cfa(walk, call, &stage->row.cfa);
}

static void save_return(struct walk *walk, struct call *call, const struct row *row, uint64_t pc)
{
    struct rule fixed = rule_slot(abi_of(walk)->fixed_ra);
    call->saved_pc = row->mangled ? sign(walk, pc) : pc;
    if (in_link_register(walk, &row->ra))
        set_register(walk, register_ra(walk->abi), call->saved_pc);
    else
        call->ra_word = save(walk, is_said(&row->ra) ? &row->ra : &fixed, &call->frame, call->saved_pc);
}

static void enter(struct walk *walk, uint32_t number)
{
    struct call *call = &walk->calls[number];
    struct routine *routine = &walk->routines[call->routine];
    const struct frame *caller =
        number + 1 < walk->call_count ? &walk->calls[number + 1].frame : &walk->world;
    if (routine->stage_count == 0) /* the outermost one, of which nothing is known */
        return;
    struct stage *stage = &routine->stages[call->stage];
    if (stage->row.empty)
        return;
    call->frame.cfa = caller->sp + (uint64_t)abi_of(walk)->cfa_above_sp;
    call->frame.has_cfa = true;
    set_frame(walk, call, stage, caller->fp);
    save_return(walk, call, &stage->row, caller->pc);
    if (is_said(&stage->row.fp))
        call->fp_word = save(walk, &stage->row.fp, &call->frame, caller->fp);
}

bool lay_stack(struct walk *walk)
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
    return !walk->emitter->stopped;
}

void stop_after(struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop)
{
    walk->trace.count = frames;
    walk->trace.frames[frames - 1].has_cfa = has_cfa;
    walk->trace.stop = stop;
}

/* --- As bytes ------------------------------------------------------------------------------------------- */

static void sort_words(struct walk *walk)
{
    for (uint32_t i = 1; i < walk->word_count; i++) {
        struct laid_word word = walk->words[i];
        uint32_t at = i;
        for (; at > 0 && walk->words[at - 1].address > word.address; at--)
            walk->words[at] = walk->words[at - 1];
        walk->words[at] = word;
    }
}

static void store(const struct walk *walk, uint8_t *at, uint64_t value, uint32_t count)
{
    bool big = abi_of(walk)->order == ORDER_BIG;
    for (uint32_t i = 0; i < count; i++)
        at[i] = (uint8_t)(value >> (8 * (big ? 7 - i : i)));
}

/* Words near each other lie in one piece, with whatever between them. */
static void write_memory(struct walk *walk)
{
    struct piece *piece = NULL;
    uint32_t length = 0;
    sort_words(walk);
    for (uint32_t i = 0; i < walk->word_count; i++) {
        const struct laid_word *word = &walk->words[i];
        uint64_t gap = piece == NULL ? 0 : word->address - (piece->address + piece->length);
        if (word->present == 0) {
            piece = NULL;
            continue;
        }
        if (piece == NULL || gap > WIDEST_GAP) {
            piece = &walk->scenario.memory[walk->scenario.piece_count++];
            *piece = (struct piece){word->address, 0, memory_bytes + length};
            gap = 0;
        }
        for (; gap > 0; gap--, piece->length++)
            memory_bytes[length++] = (uint8_t)draw(walk, 256);
        store(walk, memory_bytes + length, word->value, word->present);
        length += word->present;
        piece->length += word->present;
        if (word->present < 8)
            piece = NULL;
    }
}

static void describe_routine(struct section *section, const struct routine *routine)
{
    struct function *function =
        add_function(section, (int64_t)(routine->address - section->address), routine->size);
    function->pc_type = routine->pc_type;
    function->fde_type = routine->fde_type;
    function->rep_size = routine->rep_size;
    function->signal = routine->signal;
    function->key_b = routine->key_b;
    function->fre_type = routine->size <= 0x100     ? FRE_ADDR1
                         : routine->size <= 0x10000 ? FRE_ADDR2
                                                    : FRE_ADDR4;
    for (uint32_t i = 0; i < routine->stage_count; i++)
        *add_row(section, 0) = routine->stages[i].row;
}

static bool describe_module(struct walk *walk, unsigned number)
{
    struct section *section = &walk->emitter->section;
    section_init(section, walk->profile, walk->abi);
    section->flags = walk->flags;
    section->address = walk->modules[number].section;
    for (uint32_t i = 0; i < walk->routine_count; i++)
        if (walk->routines[i].module == number)
            describe_routine(section, &walk->routines[i]);
    walk->emitter->violations.count = 0;
    return make_bytes(walk->emitter);
}

static bool keep_module(struct walk *walk, unsigned number)
{
    const struct encoded *encoded = &walk->emitter->encoded;
    if (!describe_module(walk, number))
        return false;
    if (encoded->length > MAX_MODULE_BYTES || walk->emitter->violations.count > 0) {
        family_fails(walk->emitter, "a module of a walk is too large or not valid");
        return false;
    }
    memcpy(module_bytes[number], encoded->bytes, encoded->length);
    walk->scenario.modules[walk->scenario.module_count++] =
        (struct piece){walk->modules[number].section, encoded->length, module_bytes[number]};
    walk->module_open |= open_point_of_trace(walk->emitter, &walk->trace) != NULL;
    return true;
}

static bool describe_modules(struct walk *walk)
{
    walk->module_open = false;
    for (unsigned i = 1; i < walk->module_count; i++)
        if (!keep_module(walk, i))
            return false;
    if (!describe_module(walk, 0))
        return false;
    walk->emitter->scenario = &walk->scenario;
    walk->emitter->trace = &walk->trace;
    return true;
}

bool describe(struct walk *walk)
{
    write_memory(walk);
    return describe_modules(walk);
}

/* What is drawn by chance is drawn in any case, so that the walks that follow are the same. */
bool describe_if_asked(struct walk *walk, const char *name)
{
    write_memory(walk);
    return asks_for(walk->emitter, OPERATION_UNWIND, name) && describe_modules(walk);
}

/* Of a valid walk nothing is open: that is its family's to see to. */
void emit_walk(struct walk *walk, const char *name)
{
    struct emitter *emitter = walk->emitter;
    bool valid = emitter->violations.count == 0;
    emitter->open_point = NULL;
    emit_unwind(emitter, walk->calls[0].frame.pc, &walk->scenario, &walk->trace, name);
    if (valid && (emitter->open_point != NULL || walk->module_open))
        family_fails(emitter, "a valid unwinding rests on an open point");
}
