/* Lays out and writes sections: V1 1.1 to 1.4, V2 and V3 2.1 to 2.4. */
#include "draft.h"

#include <string.h>

/* Bytes that do not fit are still counted. */
struct writer {
    uint8_t *out;
    size_t at, room;
    bool big_endian;
};

static bool has_room(const struct writer *writer, size_t size)
{
    return writer->at <= writer->room && size <= writer->room - writer->at;
}

static void write_number(struct writer *writer, unsigned width, uint64_t value)
{
    if (has_room(writer, width))
        put_number(writer->out + writer->at, width, writer->big_endian, value);
    writer->at += width;
}

static void write_bytes(struct writer *writer, struct bytes bytes)
{
    if (bytes.size != 0 && has_room(writer, bytes.size))
        memcpy(writer->out + writer->at, bytes.at, bytes.size);
    writer->at += bytes.size;
}

static void write_fields(struct writer *writer, const struct place *places, size_t size,
                         const uint64_t *values)
{
    if (has_room(writer, size))
        for (unsigned field = 0; field < FUNCTION_FIELDS; field++)
            if (places[field].width != 0)
                put_number(writer->out + writer->at + places[field].at, places[field].width,
                           writer->big_endian, values[field]);
    writer->at += size;
}

/* Whether two functions can have one copy of their rows, and of all in front of them. */
static bool same_rows(const struct draft_function *a, const struct draft_function *b, bool attribute)
{
    return a->first == b->first && a->count == b->count && a->count != 0 &&
           (attribute ? a->info == b->info && a->info2 == b->info2 && a->rep_size == b->rep_size
                      : ((a->info ^ b->info) & INFO_FRE_TYPE) == 0);
}

static void fields_of(const struct draft_function *function, uint64_t *values)
{
    values[FIELD_START] = (uint64_t)function->start;
    values[FIELD_SIZE] = function->size;
    values[FIELD_NUM_FRES] = function->count;
    values[FIELD_INFO] = function->info;
    values[FIELD_INFO2] = function->info2;
    values[FIELD_REP_SIZE] = function->rep_size;
    values[FIELD_PADDING] = function->padding;
}

/* The number of the function whose rows come in this turn. */
static unsigned in_turn(const struct draft *draft, unsigned turn)
{
    return draft->rows_reversed ? draft->function_count - 1 - turn : turn;
}

/* Writes the rows of all functions; OFFSETS gets their places. */
static void write_rows(const struct draft *draft, struct writer *writer, uint32_t *offsets)
{
    const struct layout *const layout = &layouts[draft->version];
    const size_t begin = writer->at;
    for (unsigned turn = 0; turn < draft->function_count; turn++) {
        const unsigned i = in_turn(draft, turn);
        const struct draft_function *const function = &draft->functions[i];
        unsigned twin = 0;
        while (twin < turn &&
               !same_rows(&draft->functions[in_turn(draft, twin)], function, layout->attribute_size != 0))
            twin++;
        if (twin < turn) {
            offsets[i] = offsets[in_turn(draft, twin)];
            continue;
        }
        uint64_t values[FUNCTION_FIELDS] = {0};
        fields_of(function, values);
        write_bytes(writer, function->gap);
        offsets[i] = (uint32_t)(writer->at - begin);
        if (layout->attribute_size != 0)
            write_fields(writer, layout->attribute, layout->attribute_size, values);
        for (unsigned r = 0; r < function->count && writer->at <= writer->room; r++) {
            const struct draft_row *const row = &draft->rows[function->first + r];
            const unsigned size_code = row->word_width >> 1; /* for 1, 2 and 4 bytes: 0, 1 and 2 */
            write_number(writer, start_width(function), row->start);
            write_number(writer, 1, row->info | (unsigned)row->word_count << 1 | size_code << 5);
            for (unsigned word = 0; word < row->word_count; word++)
                write_number(writer, row->word_width, (uint64_t)(int64_t)row->words[word]);
        }
    }
}

static void write_functions(const struct draft *draft, struct writer *writer, const uint32_t *offsets)
{
    const struct layout *const layout = &layouts[draft->version];
    for (unsigned i = 0; i < draft->function_count; i++) {
        uint64_t values[FUNCTION_FIELDS] = {0};
        fields_of(&draft->functions[i], values);
        if ((draft->flags & FLAG_PCREL) != 0 && layout->pcrel)
            values[FIELD_START] -= writer->at;
        values[FIELD_FRE_OFF] = offsets[i];
        write_fields(writer, layout->entry, layout->entry_size, values);
    }
}

void put_header(uint8_t *header, bool big_endian, const uint64_t values[HEADER_FIELDS])
{
    for (unsigned field = 0; field < HEADER_FIELDS; field++)
        put_number(header + header_places[field].at, header_places[field].width, big_endian, values[field]);
}

static uint64_t count_rows(const struct draft *draft)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < draft->function_count; i++)
        count += draft->functions[i].count;
    return count;
}

size_t draft_write(const struct draft *draft, uint8_t *out, size_t room)
{
    struct writer writer = {out, HEADER_SIZE, room, draft->big_endian};
    uint32_t offsets[MOST_FUNCTIONS];
    const size_t fdes_size = (size_t)draft->function_count * layouts[draft->version].entry_size;
    write_bytes(&writer, draft->aux);
    const size_t base = writer.at;
    write_bytes(&writer, draft->gaps[GAP_BEFORE]);
    size_t fdes = writer.at;
    if (!draft->rows_first) {
        writer.at += fdes_size;
        write_bytes(&writer, draft->gaps[GAP_BETWEEN]);
    }
    const size_t fres = writer.at;
    write_rows(draft, &writer, offsets);
    const size_t fres_end = writer.at;
    if (draft->rows_first) {
        write_bytes(&writer, draft->gaps[GAP_BETWEEN]);
        fdes = writer.at;
        writer.at += fdes_size;
    }
    const size_t end = writer.at;
    writer.at = fdes;
    write_functions(draft, &writer, offsets);
    writer.at = end;
    write_bytes(&writer, draft->gaps[GAP_AFTER]);
    if (writer.at > room)
        return 0;
    put_header(out, draft->big_endian,
               (const uint64_t[HEADER_FIELDS]){
                   [HEADER_MAGIC] = MAGIC,
                   [HEADER_VERSION] = draft->version,
                   [HEADER_FLAGS] = draft->flags,
                   [HEADER_ABI] = draft->abi,
                   [HEADER_FIXED_FP] = draft->fixed_fp,
                   [HEADER_FIXED_RA] = draft->fixed_ra,
                   [HEADER_AUX_LEN] = draft->aux.size,
                   [HEADER_NUM_FDES] = draft->function_count,
                   [HEADER_NUM_FRES] = count_rows(draft),
                   [HEADER_FRE_LEN] = fres_end - fres,
                   [HEADER_FDEOFF] = fdes - base,
                   [HEADER_FREOFF] = fres - base,
               });
    return writer.at;
}

/* Drops what does not fit: first gaps, then functions, then rows. */
size_t draft_fit(struct draft *draft, uint8_t *out, size_t room)
{
    size_t size = draft_write(draft, out, room);
    for (unsigned i = 0; i < GAPS && size == 0; i++)
        draft->gaps[i].size = draft->aux.size = 0;
    for (unsigned i = 0; i < draft->function_count && size == 0; i++)
        draft->functions[i].gap.size = 0;
    while (size == 0 && (size = draft_write(draft, out, room)) == 0 && draft->function_count > 0) {
        if (draft->function_count > 1)
            draft->function_count -= (draft->function_count + 3) / 4;
        else if (draft->functions[0].count == 0)
            draft->function_count = 0;
        else
            draft->functions[0].count /= 2;
    }
    return size;
}
