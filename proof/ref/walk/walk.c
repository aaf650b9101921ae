/* sfr_walk_next and its parts: safe, what it gives could be read, and a measure falls that is linear in the bytes. */
#include "walk.h"

/* Instead of waiting(): one path stands for all that wait.  What was stored must be a path; then it is any. */
struct path *any_waiting(struct walk *walk, size_t place, unsigned type)
{
    assert(is_path(walk->section, &some_path) && type < ROW_TYPES);
    assert(walk->event != WALK_ROW || (place >= walk->at && place - walk->at < WALK_AHEAD));
    struct path any;
    __CPROVER_assume(is_path(walk->section, &any));
    some_path = any;
    return &some_path;
}

/* The parts, which have proofs of their own. */
bool any_begin_function(struct walk *walk)
{
    assert(is_ahead(walk) && is_recalled(walk));
    const uint32_t begun = walk->begun;
    const bool begins = nondet_bool();
    struct sfr_function function;
    struct path path;
    walk->begun = nondet_u32();
    walk->next_data = nondet_u64();
    walk->function = function;
    walk->path = path;
    __CPROVER_assume(is_walk(walk, begins ? WALK_FUNCTION : WALK_ENDS) && walk->begun >= begun);
    __CPROVER_assume(begins ? walk->begun > begun : walk->next_data > walk->at);
    return begins;
}

bool any_take_path(struct walk *walk)
{
    assert(walk->type == 0 || is_ahead(walk));
    const unsigned type = walk->type;
    const bool taken = nondet_bool();
    struct sfr_function function;
    struct path path;
    walk->type = taken ? nondet_u8() : ROW_TYPES;
    if (taken) {
        walk->function = function;
        walk->path = path;
        walk->paths--;
    }
    __CPROVER_assume(!taken || (walk->type > type && walk->type <= ROW_TYPES && walk->path.left != 0 && is_path(walk->section, &walk->path) &&
                                is_function(walk->section, &walk->function)));
    return taken;
}

enum walk_event any_look(struct walk *walk)
{
    assert(is_walk(walk, WALK_ENDS));
    const enum walk_event event = (enum walk_event)nondet_u8();
    const uint64_t before = measure(walk, WALK_ENDS);
    struct sfr_function function;
    struct sfr_row row;
    struct path path;
    walk->begun = nondet_u32();
    walk->next_data = nondet_u64();
    walk->at = nondet_u32();
    walk->type = nondet_u32();
    walk->function = function;
    walk->path = path;
    walk->row = row;
    __CPROVER_assume(is_walk(walk, event) && event != WALK_MEETS);
    __CPROVER_assume(event == WALK_ENDS || measure(walk, event) < before);
    return event != WALK_FAULT || sfr_fault(walk->sink, SFR_CLAUSE_NONE, SFR_MALFORMED, 0, 0, 0) ? event : WALK_FAULT;
}

/* Paths that wait for different places or row types are stored in different places. */
static void part_waiting(struct walk *walk)
{
    const uint32_t place = nondet_u32(), later = nondet_u32();
    const unsigned type = nondet_u32(), other = nondet_u32();
    __CPROVER_assume(type < ROW_TYPES && other < ROW_TYPES && place < later && later - place < WALK_AHEAD);
    struct path *const path = waiting(walk, place, type);
    assert(__CPROVER_w_ok(path, sizeof *path));
    assert(path >= &walk->ahead[0][0] && path <= &walk->ahead[WALK_AHEAD - 1][ROW_TYPES - 1]);
    assert(path != waiting(walk, later, other) && (type == other || path != waiting(walk, place, other)));
    REACHES(path == &walk->ahead[WALK_AHEAD - 1][ROW_TYPES - 1]);
}

/* The order has room for all functions. */
static void part_order(struct walk *walk)
{
    walk->order = (const uint32_t *)any_bytes((size_t)walk->section->function_count * sizeof *walk->order);
    __CPROVER_assume(walk->begun < walk->section->function_count);
    assert(next_function(walk) == walk->order[walk->begun]);
    REACHES(walk->begun > 0);
}

static void part_function(struct walk *walk)
{
    const uint32_t begun = walk->begun;
    walk->type = 0;
    const bool begins = begin_function(walk);
    assert(is_walk(walk, begins ? WALK_FUNCTION : WALK_ENDS) && walk->begun >= begun);
    assert(begins ? walk->begun > begun : walk->next_data > walk->at);
    REACHES(begins);
    REACHES(!begins);
}

static void part_path(struct walk *walk)
{
    const unsigned type = walk->type;
    const bool taken = take_path(walk);
    assert(is_path(walk->section, &some_path) && (taken ? walk->type > type : walk->type == ROW_TYPES));
    assert(!taken || (walk->type <= ROW_TYPES && walk->path.left != 0 && is_path(walk->section, &walk->path) &&
                      is_function(walk->section, &walk->function)));
    REACHES(taken);
    REACHES(!taken);
}

static void part_look(struct walk *walk)
{
    const uint64_t before = measure(walk, WALK_ENDS);
    const enum walk_event event = look(walk);
    assert(is_walk(walk, event) && event != WALK_MEETS && (event == WALK_FAULT) == (walk->sink->verdict != SFR_VALID));
    assert(event == WALK_ENDS || measure(walk, event) < before);
    REACHES(event == WALK_ENDS);
    REACHES(event == WALK_FUNCTION);
    REACHES(event == WALK_ROW);
    REACHES(event == WALK_FAULT);
}

static void part_next(struct walk *walk)
{
    const uint64_t before = measure(walk, walk->event);
    const enum walk_event event = walk_gone_on(walk);
    assert(walk->event == event && is_walk(walk, event) && is_path(walk->section, &some_path));
    assert(event == WALK_ENDS || measure(walk, event) < before);
    assert((event == WALK_FAULT) == (walk->sink->verdict != SFR_VALID));
    REACHES(event == WALK_ENDS);
    REACHES(event == WALK_FUNCTION);
    REACHES(event == WALK_ROW);
    REACHES(event == WALK_FAULT);
    REACHES(event == WALK_MEETS || LAST == WALK_ENDS); /* where no path was, none can meet another */
}

void proof_walk(void)
{
    const struct sfr_section section = any_section();
    struct sink sink = {0};
    struct walk walk;
    walk.section = &section;
    walk.sink = &sink;
    walk.event = LAST;
    __CPROVER_assume(!section.malformed && is_walk(&walk, walk.event));
    PART(&walk);
}
