/* The walk over rows (walk.h), and the sort of functions by a key that it begins with. */
#include "walk.h"

#include "ranges.h"

/* --- Sorting ----------------------------------------------------------------------------------------- */

typedef uint64_t (*sort_key)(const struct sfr_section *section, uint32_t index);

/* One pass of a stable counting sort, by the byte of the keys at SHIFT. */
static void sort_pass(const struct sfr_section *section, sort_key key, const uint32_t *from, uint32_t *to,
                      unsigned shift)
{
    uint32_t places[256] = {0}, place = 0;
    for (uint32_t i = 0; i < section->function_count; i++)
        places[key(section, from[i]) >> shift & 0xff]++;
    for (unsigned digit = 0; digit < 256; digit++) {
        const uint32_t count = places[digit];
        places[digit] = place;
        place += count;
    }
    for (uint32_t i = 0; i < section->function_count; i++)
        to[places[key(section, from[i]) >> shift & 0xff]++] = from[i];
}

const uint32_t *sfr_sort_functions(const struct sfr_section *section, uint32_t *scratch, sort_key key)
{
    uint32_t *from = scratch, *to = scratch + section->function_count;
    uint64_t varying = 0, last = 0;
    bool sorted = true;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const uint64_t now = key(section, i);
        sorted = sorted && now >= last;
        varying |= i == 0 ? 0 : now ^ last;
        last = now;
        from[i] = i;
    }
    for (unsigned shift = 0; shift < 64 && !sorted; shift += 8) {
        if ((varying >> shift & 0xff) == 0)
            continue;
        sort_pass(section, key, from, to, shift);
        uint32_t *const swap = from;
        from = to;
        to = swap;
    }
    return from;
}

/* --- Walking ------------------------------------------------------------------------------------------ */

/* Where a function's data begins, from the start of the row sub-section: [fde.fre-off]; [index.fre-off]. */
static uint64_t data_offset(const struct sfr_section *section, uint32_t index)
{
    const struct sfr_text_facts *const text = text_of(section);
    const size_t field = start_field(section, manner_of(section), index) + text->start_size + 4;
    struct cursor cursor = cursor_at(section, field, section->fdes_end);
    return take_u32(&cursor);
}

static uint32_t next_function(const struct walk *walk)
{
    return walk->order[walk->begun];
}

static void find_next_data(struct walk *walk)
{
    const bool any = walk->begun < walk->section->function_count;
    walk->next_data = any ? data_offset(walk->section, next_function(walk)) : UINT64_MAX;
}

/* The path whose next row of TYPE is at PLACE, from the start of the row sub-section. */
static struct path *waiting(struct walk *walk, size_t place, unsigned type)
{
    return &walk->ahead[place % WALK_AHEAD][type];
}

void sfr_walk_begin(struct walk *walk, const struct sfr_section *section, uint32_t *scratch,
                    struct sink *sink)
{
    *walk = (struct walk){.section = section, .sink = sink};
    walk->order = sfr_sort_functions(section, scratch, data_offset);
    find_next_data(walk);
}

/* Makes walk->function the function of walk->path.  It can be read: a function that cannot has no path. */
static void recall_function(struct walk *walk)
{
    struct sink silent = {0};
    if (walk->function.entry == 0 || walk->function.index != walk->path.function)
        (void)sfr_read_function(walk->section, walk->path.function, &walk->function, &silent);
}

/* Lets walk->path wait at AT for its next row, if any.  False if paths meet: walk->path is the one to end. */
static bool go_on(struct walk *walk, size_t at)
{
    const struct path path = walk->path;
    if (path.left == 0)
        return true;
    struct path *const there = waiting(walk, at - walk->section->fres, walk->function.fre_type);
    if (there->left == 0) {
        *there = path;
        walk->paths++;
        return true;
    }
    walk->meeting = at;
    if (path.left > there->left) {
        walk->path = *there;
        *there = path;
    }
    recall_function(walk);
    return false;
}

static enum walk_event read_row(struct walk *walk)
{
    const size_t at = walk->section->fres + walk->at;
    const bool read = sfr_read_row(walk->section, &walk->function, at, &walk->row, walk->sink);
    return read ? WALK_ROW : WALK_FAULT;
}

/* Begins the next function whose data is in this place, if any.  Functions that cannot be read are left out. */
static bool begin_function(struct walk *walk)
{
    struct sink silent = {0};
    while (walk->next_data <= walk->at) {
        const uint32_t index = next_function(walk);
        walk->begun++;
        find_next_data(walk);
        if (sfr_read_function(walk->section, index, &walk->function, &silent)) {
            walk->path = (struct path){index, walk->function.num_fres, .first = true};
            return true;
        }
    }
    return false;
}

/* Takes the next path that waits in this place.  False if there is none. */
static bool take_path(struct walk *walk)
{
    while (walk->type < ROW_TYPES) {
        struct path *const path = waiting(walk, walk->at, walk->type++);
        if (path->left == 0)
            continue;
        walk->path = *path;
        path->left = 0;
        walk->paths--;
        recall_function(walk);
        return true;
    }
    return false;
}

/* Goes to the next place where a path may wait or data begin.  False if there is none inside the rows. */
static bool advance(struct walk *walk)
{
    const uint32_t end = walk->section->fre_len;
    const uint64_t at = walk->paths == 0 ? walk->next_data : (uint64_t)walk->at + 1;
    if (at > end || (at == end && walk->paths == 0))
        return false;
    walk->at = (uint32_t)at;
    walk->type = 0;
    return true;
}

static enum walk_event look(struct walk *walk)
{
    for (bool inside = true; inside; inside = advance(walk)) {
        if (walk->type == 0 && begin_function(walk))
            return WALK_FUNCTION;
        if (take_path(walk))
            return read_row(walk);
    }
    return WALK_ENDS;
}

/* Goes on after a row: straight to the path's next one if no other path waits and no function begins before. */
static enum walk_event go_on_from_row(struct walk *walk)
{
    const size_t next = walk->row.next - walk->section->fres;
    walk->path.left--;
    walk->path.first = false;
    walk->path.previous_start = walk->row.start;
    if (walk->path.left == 0 || walk->paths != 0 || next >= walk->next_data)
        return go_on(walk, walk->row.next) ? look(walk) : WALK_MEETS;
    walk->at = (uint32_t)next;
    walk->type = ROW_TYPES;
    return read_row(walk);
}

enum walk_event sfr_walk_next(struct walk *walk)
{
    if (walk->event == WALK_ROW)
        walk->event = go_on_from_row(walk);
    else
        walk->event =
            walk->event != WALK_FUNCTION || go_on(walk, walk->function.rows) ? look(walk) : WALK_MEETS;
    return walk->event;
}
