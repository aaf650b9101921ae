/* The functions of the model: where the data of each lies, and which ones share it.  Fields of the bytes
 * that cannot be true are replaced, so that each function and each row of the model can be read. */
#include "model.h"

#include "../../../common/sorted.h"

#include <stdlib.h>

enum { NOWHERE = 0, SIZE_SHIFT = 5, SIZE = 0x03, LOOK_AHEAD = 64 };
enum { FRE_TYPE = 0x0f, FDE_TYPE = 0x1f, UNUSED_INFO2 = 0xe0 };

/* --- The rows of a function ---------------------------------------------------------------------------- */

/* Reads the row at AT.  Once rows_left is used up, the result is always false. */
static bool read_row(struct notation *notation, const struct data *data, size_t at, struct sfr_row *row,
                     struct sfr_violation *fault)
{
    const struct sfr_function function = {.fre_type = data->type};
    fault->clause = SFR_CLAUSE_NONE;
    if (notation->rows_left == 0)
        return false;
    notation->rows_left--;
    return sfr_row(&notation->section, &function, at, row, fault);
}

/* Whether LEFT rows from AT end exactly at the limit.  False if there are more than LOOK_AHEAD. */
static bool reaches_limit(struct notation *notation, const struct data *data, size_t at, uint32_t left)
{
    struct sfr_row row;
    struct sfr_violation fault;
    for (; left > 0 && left <= LOOK_AHEAD && read_row(notation, data, at, &row, &fault); left--)
        at = row.next;
    return left == 0 && at == data->limit;
}

/* Guesses an unknown size of words: one by which the LEFT rows after this end at the limit, else the least. */
static bool guess_size(struct notation *notation, const struct data *data, uint32_t left, struct sfr_row *row)
{
    for (unsigned tried = 0; tried <= SIZE; tried++) {
        const unsigned size = tried % SIZE; /* if none is right, the least */
        const size_t wanted = (size_t)row->word_count << size;
        row->word_size = (uint8_t)(1U << size);
        row->next = row->words + wanted;
        if (wanted <= notation->section.fres_end - row->words &&
            (tried == SIZE || reaches_limit(notation, data, row->next, left)))
            return true;
    }
    return false;
}

/* Lays out a function's next row, at AT; LEFT rows come after it. */
static bool lay_out(struct notation *notation, struct data *data, size_t at, uint32_t left,
                    struct sfr_row *row)
{
    struct sfr_violation fault;
    if (read_row(notation, data, at, row, &fault))
        return true;
    if (fault.clause != SFR_fre_size_known)
        return false;
    data->guessed = true;
    return guess_size(notation, data, left, row);
}

/* Copies the rows of BEFORE, data that was laid out at this place, if it is alike.  They count as read. */
static bool lay_out_as(struct notation *notation, struct data *data, const struct data *before)
{
    if (before == NULL || before->at != data->at || before->type != data->type ||
        before->claimed != data->claimed || before->guessed || before->taken >= notation->rows_left)
        return false;
    notation->rows_left -= before->taken;
    data->taken = before->taken;
    data->rows = before->rows;
    data->end = before->end;
    return true;
}

/* Lays out all rows that can be read.  If they are too few, and some end where data begins, only those. */
static void lay_out_all(struct notation *notation, struct data *data)
{
    const uint64_t left = notation->rows_left;
    struct sfr_row row;
    size_t at = data->rows_at;
    uint32_t rows = 0, until_limit = 0;
    while (rows < data->claimed && lay_out(notation, data, at, data->claimed - 1 - rows, &row)) {
        at = row.next;
        rows++;
        if (at == data->limit)
            until_limit = rows;
    }
    const bool some = rows < data->claimed && until_limit != 0;
    data->rows = some ? until_limit : rows;
    data->end = some ? data->limit : at;
    data->taken = left - notation->rows_left;
}

/* Lays out the rows.  If their type is unknown, by one with which all can be read and end at the next data. */
static void lay_out_by_type(struct notation *notation, struct data *data, uint8_t info,
                            const struct data *before)
{
    const unsigned type = info & FRE_TYPE;
    for (unsigned tried = 0; type > SFR_ADDR4 && tried <= SFR_ADDR4; tried++) {
        data->type = (enum sfr_fre_type)tried;
        lay_out_all(notation, data);
        if (data->rows == data->claimed && data->end == data->limit)
            return;
    }
    data->type = type > SFR_ADDR4 ? SFR_ADDR1 : (enum sfr_fre_type)type;
    if (!lay_out_as(notation, data, before))
        lay_out_all(notation, data);
}

/* --- Where data lies ----------------------------------------------------------------------------------- */

/* Where the function's field says that its data lies; NOWHERE if that is not inside the rows. */
static size_t place_of(const struct notation *notation, uint32_t index)
{
    const struct sfr_section *const section = &notation->section;
    const uint32_t fre_off = (uint32_t)tool_notation_get(notation, notation_fre_off(notation, index), 4);
    const bool attributes = notation_attributes(notation);
    const bool rows = attributes || tool_notation_get(notation, notation_num_fres(notation, index), 4) != 0;
    const size_t least = attributes ? ATTRIBUTE_SIZE : rows;
    return fre_off <= section->fre_len && least <= section->fre_len - fre_off ? section->fres + fre_off
                                                                               : NOWHERE;
}

static void sort_places(struct notation *notation)
{
    const uint32_t count = notation->section.function_count;
    for (uint32_t i = 0; i < count; i++)
        notation->places[i] = (struct data_place){place_of(notation, i), NULL};
    if (count > 1)
        qsort(notation->places, count, sizeof *notation->places, sorted_order);
}

static void read_data(struct notation *notation, uint32_t index, size_t at)
{
    struct data *const data = &notation->data[index];
    const size_t count = notation->section.function_count,
                 until = sorted_until(notation->places, count, sizeof *notation->places, at);
    struct data_place *const place = &notation->places[until - 1]; /* at least its own, or NOWHERE */
    *data = (struct data){
        .at = at, .limit = until < count ? (size_t)notation->places[until].at : notation->section.fres_end};
    data->rows_at = at + (notation_attributes(notation) ? ATTRIBUTE_SIZE : 0);
    data->claimed = (uint32_t)tool_notation_get(notation, notation_num_fres(notation, index),
                                                notation_num_fres_width(notation));
    lay_out_by_type(notation, data, notation->model[notation_info(notation, index)], place->read);
    place->read = data;
    data->holding = data->end == at ? EMPTY : OWNS;
}

/* If the field says nowhere, the data may still lie where that of the function before ends. */
static void find_data(struct notation *notation, uint32_t index)
{
    struct data *const data = &notation->data[index];
    const struct sfr_section *const section = &notation->section;
    const size_t place = place_of(notation, index);
    const bool follows = index > 0 && data[-1].holding != LOST;
    const size_t there = place != NOWHERE ? place : follows ? data[-1].end : section->fres;
    const size_t least = notation_attributes(notation) ? ATTRIBUTE_SIZE : 0;
    *data = (struct data){.holding = LOST};
    if (least > section->fres_end - there)
        return;
    read_data(notation, index, there);
    if (place == NOWHERE && (data->rows < data->claimed || data->holding == EMPTY))
        data->holding = LOST;
}

/* Finds the data of all functions.  Returns how many functions cannot be read as they are. */
static uint32_t find_all_data(struct notation *notation)
{
    uint32_t unreadable = 0;
    sort_places(notation);
    for (uint32_t i = 0; i < notation->section.function_count; i++) {
        find_data(notation, i);
        unreadable += notation->data[i].holding == LOST || notation->data[i].rows < notation->data[i].claimed;
    }
    return unreadable;
}

static void set_fre_len(struct notation *notation, size_t size)
{
    notation->section.fre_len = (uint32_t)size;
    notation->section.fres_end = notation->section.fres + size;
}

/* If functions cannot be read, the rows may be longer than the header has them. */
static void find_data_and_length(struct notation *notation)
{
    struct sfr_section *const section = &notation->section;
    const size_t stated = section->fre_len, all = notation->model_size - section->fres;
    const uint32_t unreadable = find_all_data(notation);
    if (unreadable == 0 || section->fdes > section->fres || stated == all || all > UINT32_MAX)
        return;
    set_fre_len(notation, all);
    if (find_all_data(notation) < unreadable)
        return;
    set_fre_len(notation, stated);
    (void)find_all_data(notation);
}

/* --- Who owns data, and who shares it ------------------------------------------------------------------ */

/* The state of settle_all(), which goes through the functions in the order of their places. */
struct sweep {
    struct data *owner; /* the last that owns its data; NULL: none yet */
    uint32_t owner_index, row;
    size_t row_at; /* where ROW of the owner begins */
    size_t end;    /* of all data so far */
};

/* Goes on to the owner's row that begins at AT; false if none does. */
static bool go_to_row(struct notation *notation, struct sweep *sweep, size_t at)
{
    struct sfr_row row;
    struct sfr_violation fault;
    while (sweep->row < sweep->owner->rows && sweep->row_at < at &&
           read_row(notation, sweep->owner, sweep->row_at, &row, &fault)) {
        sweep->row_at = row.next;
        sweep->row++;
    }
    return sweep->row_at == at;
}

/* In version 3 functions share the attribute, too, and so all rows. */
static bool shares_all(const struct sweep *sweep, const struct data *data)
{
    return data->at == sweep->owner->at; /* of two in one place the first is the owner */
}

/* Whether the rows begin at one of the owner's and have its type.  Those behind its last become its own. */
static bool shares_rows(struct notation *notation, struct sweep *sweep, const struct data *data,
                        uint32_t index)
{
    struct data *const owner = sweep->owner;
    const bool alike = data->type == owner->type && !owner->guessed && !data->guessed;
    if (index < sweep->owner_index || data->rows == 0 || !alike || !go_to_row(notation, sweep, data->at))
        return false;
    if (data->end > owner->end) {
        owner->rows = sweep->row + data->rows;
        owner->end = sweep->end = data->end;
    }
    return true;
}

static bool shares(struct notation *notation, struct sweep *sweep, const struct data *data, uint32_t index)
{
    return notation_attributes(notation) ? shares_all(sweep, data)
                                         : shares_rows(notation, sweep, data, index);
}

static void settle(struct notation *notation, struct sweep *sweep, uint32_t index)
{
    struct data *const data = &notation->data[index];
    if (data->at >= sweep->end) {
        sweep->end = data->end;
        notation->order[notation->placed++] = index;
        if (data->holding == OWNS) {
            sweep->owner = data;
            sweep->owner_index = index;
            sweep->row = 0;
            sweep->row_at = data->rows_at;
        }
    } else if (sweep->owner != NULL && shares(notation, sweep, data, index)) {
        data->holding = SHARES;
        data->owner = sweep->owner_index;
        data->from = notation_attributes(notation) ? 0 : sweep->row;
    } else {
        data->holding = LOST;
    }
}

struct place {
    size_t at;
    bool owns; /* at one place, functions without data come first */
    uint32_t index;
};

static int by_place(const void *left, const void *right)
{
    const struct place *const a = left, *const b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (a->owns != b->owns)
        return a->owns ? 1 : -1;
    return a->index < b->index ? -1 : 1;
}

static bool settle_all(struct notation *notation)
{
    const uint32_t count = notation->section.function_count;
    struct sweep sweep = {.end = notation->section.fres};
    struct place *const places = calloc(count + (size_t)1, sizeof *places);
    size_t found = 0;
    if (places == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (notation->data[i].holding != LOST)
            places[found++] = (struct place){notation->data[i].at, notation->data[i].holding == OWNS, i};
    if (found > 1)
        qsort(places, found, sizeof *places, by_place);
    for (size_t i = 0; i < found; i++)
        settle(notation, &sweep, places[i].index);
    free(places);
    return true;
}

/* --- Data that no line can place ------------------------------------------------------------------------ */

/* Gives the function an attribute behind all else, which the edit `cut` takes away again. */
static void add_attribute(struct notation *notation, uint32_t index)
{
    struct data *const data = &notation->data[index];
    data->holding = OWNS;
    data->type = SFR_ADDR1;
    data->at = notation->model_size;
    data->rows_at = data->end = data->at + ATTRIBUTE_SIZE;
    data->rows = data->claimed = 0;
    notation->model_size += ATTRIBUTE_SIZE;
    set_fre_len(notation, notation->model_size - notation->section.fres);
    notation->order[notation->placed++] = index;
}

/* If rows are not last, an attribute has no room: the model has no functions, and a gap for their entries. */
static void drop_functions(struct notation *notation)
{
    notation->section.function_count = 0;
    notation->section.fdes_end = notation->section.fdes;
    notation->placed = 0;
    tool_notation_put(notation, AT_NUM_FDES, 4, 0);
}

/* In version 3 each function has an attribute: those that are LOST share one, or get a new one. */
static void lend_attributes(struct notation *notation)
{
    uint32_t owner = UINT32_MAX;
    for (uint32_t i = 0; i < notation->placed; i++)
        owner = notation->order[i] < owner ? notation->order[i] : owner;
    for (uint32_t i = 0; i < notation->section.function_count; i++) {
        if (notation->data[i].holding != LOST)
            continue;
        notation->other = true;
        if (owner < i) {
            notation->data[i].holding = SHARES;
            notation->data[i].owner = owner;
        } else if (notation->section.fdes < notation->section.fres) {
            add_attribute(notation, i);
            owner = i;
        } else {
            drop_functions(notation);
        }
    }
}

/* Completes the order: functions without a place come last. */
static void put_in_order(struct notation *notation)
{
    const uint32_t count = notation->section.function_count;
    uint32_t next = notation->placed;
    notation->ascending = true;
    for (uint32_t i = 1; i < notation->placed; i++)
        notation->ascending = notation->ascending && notation->order[i - 1] < notation->order[i];
    for (uint32_t i = 0; i < count; i++) {
        const enum holding holding = notation->data[i].holding;
        if (holding == SHARES || holding == LOST)
            notation->order[next++] = i;
    }
}

static void place_in_order(struct notation *notation)
{
    size_t at = notation->section.fres;
    for (uint32_t i = 0; i < notation->section.function_count; i++) {
        struct data *const data = &notation->data[notation->ascending ? i : notation->order[i]];
        notation->other = notation->other || data->rows != data->claimed;
        if (data->holding == LOST) {
            notation->other = notation->other || data->claimed != 0;
            data->at = data->rows_at = data->end = at;
            data->rows = 0;
        } else if (data->holding != SHARES) {
            data->gap = data->at - at;
            at = data->end;
        }
    }
    notation->data_end = at;
}

/* --- The model's entries -------------------------------------------------------------------------------- */

static void put_row_sizes(struct notation *notation, struct data *data)
{
    struct sfr_row row;
    size_t at = data->rows_at;
    for (uint32_t i = 0; i < data->rows && lay_out(notation, data, at, data->claimed - 1 - i, &row); i++) {
        const unsigned size = row.word_size == 4 ? 2 : row.word_size - 1U, mask = SIZE << SIZE_SHIFT;
        notation->model[row.words - 1] = (uint8_t)((row.info & ~mask) | size << SIZE_SHIFT);
        at = row.next;
    }
}

static void put_attribute(struct notation *notation, uint32_t index)
{
    const struct data *const data = &notation->data[index];
    const size_t info_at = notation_info(notation, index);
    const uint8_t info = notation->model[info_at], info2 = notation->model[info_at + 1];
    tool_notation_put(notation, notation_num_fres(notation, index), notation_num_fres_width(notation),
                      data->rows);
    notation->model[info_at] = (uint8_t)((info & ~(notation->text->info_unused | FRE_TYPE)) | data->type);
    if (notation_attributes(notation))
        notation->model[info_at + 1] = (info2 & FDE_TYPE) == SFR_FLEX; /* [info2.fde-type], [info2.unused] */
    else if (notation->text->rep_size)
        tool_notation_put(notation, info_at + 2, 2, 0);
}

/* A start is replaced by 0 if 64 bits do not hold the sum of it and its field's offset: no line can say it. */
static void put_start(struct notation *notation, uint32_t index)
{
    struct sfr_function function;
    struct sfr_violation fault;
    (void)sfr_function(&notation->section, index, &function, &fault);
    if (function.relative >= function.start_field)
        return;
    notation->other = true;
    tool_notation_put(notation, function.entry, notation->text->start_size, 0); /* [fde.start-pcrel] */
}

static void put_entry(struct notation *notation, uint32_t index)
{
    const struct data *const data = &notation->data[index];
    const struct data *const owner = data->holding == SHARES ? &notation->data[data->owner] : data;
    const bool attributes = notation_attributes(notation);
    size_t at = owner->at;
    if (data->holding == SHARES && !attributes)
        at = data->at;
    put_start(notation, index);
    tool_notation_put(notation, notation_fre_off(notation, index), 4, at - notation->section.fres);
    if (!attributes || data->holding == OWNS)
        put_attribute(notation, index);
}

/* Writes all entries.  Returns the number of rows; shared rows count once. */
static uint32_t put_entries(struct notation *notation)
{
    uint32_t rows = 0;
    for (uint32_t i = 0; i < notation->section.function_count; i++) {
        struct data *const data = &notation->data[i];
        put_entry(notation, i);
        if (data->holding == OWNS && data->guessed)
            put_row_sizes(notation, data);
        if (data->holding == OWNS)
            rows += data->rows;
    }
    return rows;
}

/* --- Gaps ---------------------------------------------------------------------------------------------- */

struct gaps tool_notation_gaps(const struct notation *notation)
{
    const struct sfr_section *const section = &notation->section;
    const bool rows_last = section->fdes <= section->fres;
    const size_t base = HEADER_SIZE + (size_t)section->aux_len;
    return (struct gaps){.header = (rows_last ? section->fdes : section->fres) - base,
                         .functions = rows_last ? section->fres - section->fdes_end : 0,
                         .rows = section->fres_end - notation->data_end,
                         .end = notation->model_size - (rows_last ? section->fres_end : section->fdes_end)};
}


void tool_notation_each_gap(const struct notation *notation,
                            void (*visit)(void *context, size_t from, size_t to), void *context)
{
    const struct sfr_section *const section = &notation->section;
    const struct gaps gaps = tool_notation_gaps(notation);
    const size_t base = HEADER_SIZE + (size_t)section->aux_len;
    visit(context, base, base + gaps.header);
    visit(context, section->fdes_end, section->fdes_end + gaps.functions);
    for (uint32_t i = 0; i < section->function_count; i++)
        visit(context, notation->data[i].at - notation->data[i].gap, notation->data[i].at);
    visit(context, notation->data_end, section->fres_end);
}

struct tally {
    const struct notation *notation;
    size_t count[UINT8_MAX + 1], all;
};

static void count_bytes(void *context, size_t from, size_t to)
{
    struct tally *const tally = context;
    tally->all += to - from;
    for (; from < to; from++)
        tally->count[tally->notation->model[from]]++;
}

static void fill(void *context, size_t from, size_t to)
{
    const struct notation *const notation = context;
    for (; from < to; from++)
        notation->model[from] = notation->filler;
}

/* Fills all gaps with the byte that is most frequent there.  An end that holds another is not in the model. */
static void fill_gaps(struct notation *notation)
{
    struct tally tally = {.notation = notation};
    const size_t end = notation->model_size - tool_notation_gaps(notation).end;
    tool_notation_each_gap(notation, count_bytes, &tally);
    for (unsigned byte = 0; byte <= UINT8_MAX; byte++)
        if (tally.count[byte] > tally.count[notation->filler])
            notation->filler = (uint8_t)byte;
    if (tally.all == 0 && end < notation->model_size)
        notation->filler = notation->model[end];
    tool_notation_each_gap(notation, fill, notation);
    for (size_t at = end; at < notation->model_size; at++)
        if (notation->model[at] != notation->filler)
            notation->model_size = end;
    notation->section.size = notation->model_size;
}

bool tool_notation_data(struct notation *notation)
{
    find_data_and_length(notation);
    if (!settle_all(notation))
        return false;
    if (notation_attributes(notation))
        lend_attributes(notation);
    put_in_order(notation);
    place_in_order(notation);
    tool_notation_put(notation, AT_NUM_FRES, 4, put_entries(notation));
    tool_notation_put(notation, AT_FRE_LEN, 4, notation->section.fre_len);
    fill_gaps(notation);
    return notation->rows_left > 0;
}
