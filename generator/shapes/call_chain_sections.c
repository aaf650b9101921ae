/* Writes a walk's sections and memory, and emits the vector made of them. */
#include "walk_parts.h"

#include <string.h>

enum { MAX_MODULE_BYTES = 1 << 13, WIDEST_GAP = 32 };
enum { MAX_MEMORY = MAX_WORDS_LAID * (WIDEST_GAP + 8) };

/* The bytes of the memory, and of all modules but the first. */
static uint8_t memory_bytes[MAX_MEMORY];
static uint8_t module_bytes[MAX_MODULES][MAX_MODULE_BYTES];
static struct section module_models[MAX_MODULES];

static uint8_t byte_of(const struct walk *walk, const struct laid_word *word, uint32_t number)
{
    bool big = abi_of(walk)->order == ORDER_BIG;
    return (uint8_t)(word->value >> (8 * (big ? 7 - number : number)));
}

static struct piece *begin_piece(struct walk *walk, uint64_t address, const uint8_t *bytes)
{
    if (walk->scenario.piece_count == MAX_PIECES) {
        gen_family_fails(walk->emitter, "a walk has too many pieces of memory");
        walk->scenario.piece_count = 0;
    }
    struct piece *piece = &walk->scenario.memory[walk->scenario.piece_count++];
    *piece = (struct piece){address, 0, bytes};
    return piece;
}

/* Words near each other lie in one piece, with random bytes between them. */
static void write_memory(struct walk *walk)
{
    struct piece *piece = NULL;
    uint32_t length = 0;
    for (uint32_t i = 0; i < walk->word_count; i++) {
        const struct laid_word *word = &walk->words[i];
        uint64_t gap = piece == NULL ? 0 : word->address - (piece->address + piece->length);
        if (gap > WIDEST_GAP)
            piece = NULL;
        for (; piece != NULL && word->present > 0 && gap > 0; gap--, piece->length++)
            memory_bytes[length++] = (uint8_t)gen_draw(walk, 256);
        for (uint32_t k = 0; k < word->present; k++, piece->length++) {
            if (piece == NULL || (word->cuts >> k & 1) != 0)
                piece = begin_piece(walk, word->address + k, memory_bytes + length);
            memory_bytes[length++] = byte_of(walk, word, k);
        }
        if (word->present < 8)
            piece = NULL;
    }
}

static void describe_routine(struct section *section, const struct routine *routine)
{
    struct function *function =
        gen_add_function(section, (int64_t)(routine->address - section->address), routine->size);
    function->pc_type = routine->pc_type;
    function->fde_type = routine->fde_type;
    function->rep_size = routine->rep_size;
    function->signal = routine->signal;
    function->key_b = routine->key_b;
    function->fre_type = routine->size <= 0x100     ? FRE_ADDR1
                         : routine->size <= 0x10000 ? FRE_ADDR2
                                                    : FRE_ADDR4;
    for (uint32_t i = 0; i < routine->stage_count; i++)
        *gen_add_row(section, 0) = routine->stages[i].row;
}

static bool describe_module(struct walk *walk, unsigned number)
{
    struct section *section = &walk->emitter->section;
    gen_section_init(section, walk->profile, walk->abi);
    section->flags = walk->flags;
    section->address = walk->modules[number].section;
    if (walk->modules[number].foreign)
        section->order = section->order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG;
    for (uint32_t i = 0; i < walk->routine_count; i++)
        if (walk->routines[i].module == number)
            describe_routine(section, &walk->routines[i]);
    walk->emitter->violations.count = 0;
    return gen_make_bytes(walk->emitter);
}

static bool keep_module(struct walk *walk, unsigned number)
{
    const struct encoded *encoded = &walk->emitter->encoded;
    if (!describe_module(walk, number))
        return false;
    bool valid = walk->emitter->violations.count == 0 || walk->modules[number].foreign;
    if (encoded->length > MAX_MODULE_BYTES || !valid) {
        gen_family_fails(walk->emitter, "a module of a walk is too large or not valid");
        return false;
    }
    memcpy(module_bytes[number], encoded->bytes, encoded->length);
    gen_copy_section(&module_models[number], &walk->emitter->section);
    walk->scenario.models[walk->scenario.module_count] = &module_models[number];
    walk->scenario.modules[walk->scenario.module_count++] =
        (struct piece){walk->modules[number].section, encoded->length, module_bytes[number]};
    walk->module_open |= gen_open_point_of_trace(walk->emitter, &walk->trace) != NULL;
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
    walk->emitter->vector.scenario = &walk->scenario;
    walk->emitter->vector.trace = &walk->trace;
    return true;
}

/* The memory is written even if the vector is not wanted: it draws numbers, on which later walks depend. */
bool gen_describe(struct walk *walk, const char *name)
{
    write_memory(walk);
    return gen_asks_for(walk->emitter, OPERATION_UNWIND, name) && describe_modules(walk);
}

/* A family must not make a valid walk that rests on an open point: the generator stops if it does. */
void gen_emit_walk(struct walk *walk, const char *name)
{
    struct emitter *emitter = walk->emitter;
    bool valid = emitter->violations.count == 0;
    emitter->open_point = NULL;
    gen_emit_unwind(emitter, walk->calls[0].frame.pc, &walk->scenario, &walk->trace, name);
    if (valid && (emitter->open_point != NULL || walk->module_open))
        gen_family_fails(emitter, "a valid unwinding rests on an open point");
}
