#include "machine.h"
#include "edits.h"

#include <string.h>

enum { SP = 0, FP = 8, PAC_MASK = 16, REGISTERS = 24, REGISTER_SIZE = 9 };
enum { MODULE_HEAD = 12, PIECE_HEAD = 10, MOST_PIECES = 16, FRESH_SIZE = 128 };

/* The offsets of the parts. */
struct plan {
    unsigned register_count;
    size_t modules;     /* the offset of their count */
    size_t modules_end; /* the offset at which memory begins */
    unsigned piece_count;
    size_t pieces[MOST_PIECES];
};

static uint64_t little(const uint8_t *at, unsigned width)
{
    return number_at(at, width, false);
}

static size_t piece_size(const uint8_t *bytes, size_t size, size_t piece)
{
    const size_t claimed = (size_t)little(bytes + piece + 8, 2), left = size - piece - PIECE_HEAD;
    return claimed < left ? claimed : left;
}

/* Finds the parts.  Returns false if not even the counts are there. */
static bool find_parts(const uint8_t *bytes, size_t size, struct plan *plan)
{
    if (size <= REGISTERS)
        return false;
    plan->register_count = bytes[REGISTERS];
    plan->modules = REGISTERS + 1 + (size_t)plan->register_count * REGISTER_SIZE;
    plan->piece_count = 0;
    if (plan->modules >= size)
        return false;
    size_t at = plan->modules + 1;
    for (unsigned left = bytes[plan->modules]; left > 0; left--) {
        if (size - at < MODULE_HEAD)
            return false;
        const uint64_t module = little(bytes + at, 4);
        at += MODULE_HEAD;
        if (module > size - at)
            return false;
        at += (size_t)module;
    }
    plan->modules_end = at;
    while (plan->piece_count < MOST_PIECES && size - at > PIECE_HEAD) {
        plan->pieces[plan->piece_count++] = at;
        at += PIECE_HEAD + piece_size(bytes, size, at);
    }
    return true;
}

/* --- Values -------------------------------------------------------------------------------------------- */

/* An address that a call may have come from. */
static uint64_t code_address(const struct surroundings *surroundings, struct random *random)
{
    const struct draft *const draft = surroundings->draft;
    if (draft == NULL || draft->function_count == 0)
        return surroundings->address + below(random, 4096);
    const struct draft_function *const function = &draft->functions[below(random, draft->function_count)];
    if (one_in(random, 3))
        return surroundings->address + (uint64_t)near_edge(draft, random);
    const uint32_t into = function->size < 4096 ? function->size : 4096;
    return surroundings->address + (uint64_t)function->start + below(random, into + 1U);
}

static uint64_t stack_address(const uint8_t *bytes, size_t size, const struct plan *plan,
                              struct random *random)
{
    const uint64_t words = below(random, 16);
    if (plan->piece_count == 0 || one_in(random, 4))
        return little(bytes + (one_in(random, 2) ? SP : FP), 8) + 8 * words;
    const size_t piece = plan->pieces[below(random, plan->piece_count)];
    return (little(bytes + piece, 8) & ~UINT64_C(7)) +
           8 * (uint64_t)below(random, piece_size(bytes, size, piece) / 8 + 2);
}

/* --- Edits --------------------------------------------------------------------------------------------- */

/* Moves the bytes behind AT by COUNT.  Returns false if there is no room. */
static bool make_room(uint8_t *bytes, size_t *size, size_t room, size_t at, size_t count)
{
    if (count > room - *size)
        return false;
    memmove(bytes + at + count, bytes + at, *size - at);
    *size += count;
    return true;
}

/* Adds memory for a stack at SP, with return addresses in every second word. */
static size_t add_piece(uint8_t *bytes, size_t size, size_t room, const struct surroundings *surroundings,
                        struct random *random)
{
    const unsigned words = 1 + below(random, 16);
    const uint64_t sp = little(bytes + SP, 8) & ~UINT64_C(7);
    const size_t at = size;
    if (!make_room(bytes, &size, room, at, PIECE_HEAD + 8 * (size_t)words))
        return size;
    put_number(bytes + at, 8, false, sp);
    put_number(bytes + at + 8, 2, false, (uint64_t)8 * words);
    for (unsigned i = 0; i < words; i++)
        put_number(bytes + at + PIECE_HEAD + (size_t)8 * i, 8, surroundings->big_endian,
                   one_in(random, 2) ? code_address(surroundings, random)
                                     : sp + 8 * (uint64_t)below(random, 32));
    return size;
}

/* Changes a number: a register's value, the place or size of a piece, and mostly a word in one. */
static void edit_number(uint8_t *bytes, size_t size, const struct plan *plan,
                        const struct surroundings *surroundings, struct random *random)
{
    static const uint8_t registers[] = {SP, FP, SP, FP, PAC_MASK};
    const unsigned choice = below(random, 12);
    size_t at = registers[choice % sizeof registers];
    unsigned width = 8;
    bool big_endian = false;
    if (choice == 4 && plan->register_count != 0) {
        at = REGISTERS + 2 + (size_t)below(random, plan->register_count) * REGISTER_SIZE;
    } else if (choice > 4 && plan->piece_count != 0) {
        const size_t piece = plan->pieces[below(random, plan->piece_count)];
        const size_t words = choice == 5 ? 0 : piece_size(bytes, size, piece) / 8;
        width = words == 0 && one_in(random, 3) ? 2 : 8;
        at =
            words != 0 ? piece + PIECE_HEAD + 8 * (size_t)below(random, words) : piece + (width == 2 ? 8 : 0);
        big_endian = words != 0 && surroundings->big_endian;
    }
    const unsigned kind = below(random, 4);
    put_number(bytes + at, width, big_endian,
               width == 2 || kind == 0 ? odd_number(random, number_at(bytes + at, width, big_endian), width)
               : at == PAC_MASK        ? UINT64_MAX << below(random, 64)
               : kind == 1 || at < PAC_MASK ? stack_address(bytes, size, plan, random)
                                            : code_address(surroundings, random));
}

static size_t add_register(uint8_t *bytes, size_t size, size_t room, const struct surroundings *surroundings,
                           struct random *random)
{
    static const uint8_t usual[] = {6, 7, 10, 29, 30, 31, 11, 14, 15};
    const size_t at = REGISTERS + 1;
    if (bytes[REGISTERS] == UINT8_MAX || !make_room(bytes, &size, room, at, REGISTER_SIZE))
        return size;
    bytes[REGISTERS]++;
    bytes[at] = one_in(random, 4) ? (uint8_t)below(random, 64) : usual[below(random, sizeof usual)];
    put_number(bytes + at + 1, 8, false,
               one_in(random, 2) ? stack_address(bytes, size, &(struct plan){0}, random)
                                 : code_address(surroundings, random));
    return size;
}

/* Adds the section as another module, at another address; or removes one module or all. */
static size_t edit_modules(uint8_t *bytes, size_t size, size_t room, const struct plan *plan,
                           const struct surroundings *surroundings, struct random *random)
{
    const struct bytes section = surroundings->section;
    const size_t at = plan->modules + 1;
    if (bytes[plan->modules] != 0 && one_in(random, 2)) {
        memmove(bytes + at, bytes + plan->modules_end, size - plan->modules_end);
        bytes[plan->modules] = 0;
        return size - (plan->modules_end - at);
    }
    if (bytes[plan->modules] == UINT8_MAX || !make_room(bytes, &size, room, at, MODULE_HEAD + section.size))
        return size;
    bytes[plan->modules]++;
    put_number(bytes + at, 4, false, section.size);
    put_number(bytes + at + 4, 8, false, surroundings->address + 0x8000 * (1 + (uint64_t)below(random, 8)));
    memcpy(bytes + at + MODULE_HEAD, section.at, section.size);
    return size;
}

size_t edit_machine(uint8_t *bytes, size_t size, size_t room, const struct surroundings *surroundings,
                    struct random *random)
{
    struct plan plan;
    if (!find_parts(bytes, size, &plan)) {
        if (room < REGISTERS + 2)
            return 0;
        memset(bytes, 0, REGISTERS + 2);
        put_number(bytes + SP, 8, false, 0x7000);
        put_number(bytes + FP, 8, false, 0x7000 + 16 * (uint64_t)below(random, 8));
        return add_piece(bytes, REGISTERS + 2, room, surroundings, random);
    }
    switch (below(random, 12)) {
    case 0:
        return add_piece(bytes, size, room, surroundings, random);
    case 1:
        return add_register(bytes, size, room, surroundings, random);
    case 2:
        return edit_modules(bytes, size, room, &plan, surroundings, random);
    default:
        edit_number(bytes, size, &plan, surroundings, random);
        return size;
    }
}
