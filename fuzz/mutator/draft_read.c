/* Reads sections as far as possible: V1 1.1 to 1.4, V2 and V3 2.1 to 2.4. */
#include "draft.h"

enum { MOST_GAP_OF_ROWS = 64 };

/* The claimed number, but at most LIMIT. */
static size_t at_most(size_t limit, uint64_t claimed)
{
    return claimed < limit ? (size_t)claimed : limit;
}

static int64_t sign_extended(uint64_t value, unsigned width)
{
    const uint64_t sign = UINT64_C(1) << (8 * width - 1);
    return (int64_t)((value ^ sign) - sign);
}

static uint64_t header_number(const uint8_t *bytes, enum header_field field, bool big_endian)
{
    return number_at(bytes + header_places[field].at, header_places[field].width, big_endian);
}

bool outline_of(const uint8_t *bytes, size_t size, struct outline *outline)
{
    if (size < HEADER_SIZE)
        return false;
    const uint8_t version = bytes[header_places[HEADER_VERSION].at];
    const bool big_endian = outline->big_endian = bytes[0] == MAGIC >> 8;
    if (header_number(bytes, HEADER_MAGIC, big_endian) != MAGIC || version == 0 || version > VERSIONS)
        return false;
    outline->layout = &layouts[version];
    outline->base = HEADER_SIZE + (size_t)header_number(bytes, HEADER_AUX_LEN, big_endian);
    if (outline->base > size)
        outline->base = HEADER_SIZE;
    const size_t left = size - outline->base;
    outline->fdes = outline->base + at_most(left, header_number(bytes, HEADER_FDEOFF, big_endian));
    outline->fres = outline->base + at_most(left, header_number(bytes, HEADER_FREOFF, big_endian));
    outline->fdes_count = at_most((size - outline->fdes) / outline->layout->entry_size,
                                  header_number(bytes, HEADER_NUM_FDES, big_endian));
    outline->fres_end =
        outline->fres + at_most(size - outline->fres, header_number(bytes, HEADER_FRE_LEN, big_endian));
    return true;
}

bool find_section(const uint8_t *bytes, size_t size, size_t from, struct bytes *found)
{
    for (size_t at = (from + 3) / 4 * 4; at < size && size - at >= HEADER_SIZE; at += 4) {
        const uint8_t *const begin = bytes + at;
        const uint8_t abi = begin[header_places[HEADER_ABI].at];
        struct outline outline;
        if (abi == 0 || abi >= ABI_END || !outline_of(begin, size - at, &outline))
            continue;
        const size_t fdes_end = outline.fdes + outline.fdes_count * outline.layout->entry_size;
        *found = (struct bytes){begin, fdes_end > outline.fres_end ? fdes_end : outline.fres_end};
        return true;
    }
    return false;
}

/* Reads the fields that a structure has, and leaves the other VALUES unchanged. */
static void read_fields(const struct place *places, const uint8_t *at, bool big_endian, uint64_t *values)
{
    for (unsigned field = 0; field < FUNCTION_FIELDS; field++)
        if (places[field].width != 0)
            values[field] = number_at(at + places[field].at, places[field].width, big_endian);
}

/* Reads a row.  Returns the offset behind it, or 0 if it is not whole. */
static size_t read_row(const uint8_t *bytes, size_t at, const struct outline *outline, unsigned width,
                       struct draft_row *row)
{
    const size_t left = outline->fres_end - at;
    if (left < width + 1)
        return 0;
    const uint8_t info = bytes[at + width];
    row->start = (uint32_t)number_at(bytes + at, width, outline->big_endian);
    row->info = info & (ROW_BASE | ROW_MANGLED);
    row->word_count = info >> 1 & MOST_WORDS;
    row->word_width = (uint8_t)(1U << (info >> 5 & 3));
    at += width + 1;
    if (row->word_width > 4 || (size_t)row->word_count * row->word_width > outline->fres_end - at)
        return 0;
    for (unsigned i = 0; i < row->word_count; i++, at += row->word_width)
        row->words[i] = (int32_t)sign_extended(number_at(bytes + at, row->word_width, outline->big_endian),
                                               row->word_width);
    return at;
}

/* Reads rows.  Returns the offset of their end. */
static size_t read_rows(struct draft *draft, const uint8_t *bytes, size_t at, const struct outline *outline,
                        struct draft_function *function, uint64_t count)
{
    function->first = (uint16_t)draft->row_count;
    function->count = 0;
    if ((function->info & INFO_FRE_TYPE) > 2)
        return at;
    for (; count > 0 && draft->row_count < MOST_ROWS; count--) {
        const size_t next =
            read_row(bytes, at, outline, start_width(function), &draft->rows[draft->row_count]);
        if (next == 0)
            break;
        draft->row_count++;
        function->count++;
        at = next;
    }
    return at;
}

/* If another function's entry names the same rows, the function shares them and gets no copy. */
static bool share(struct draft *draft, struct draft_function *function, const size_t *offsets, size_t offset)
{
    for (unsigned i = draft->function_count; i > 0; i--) {
        const struct draft_function *const other = &draft->functions[i - 1];
        if (offsets[i - 1] == offset && ((other->info ^ function->info) & INFO_FRE_TYPE) == 0) {
            function->first = other->first;
            function->count = other->count;
            return true;
        }
    }
    return false;
}

/* The place of a function's rows and of all in front of them, and how many are claimed. */
struct data {
    size_t offset, rows;
    uint64_t count;
};

static struct data read_function(const struct draft *draft, const uint8_t *bytes,
                                 const struct outline *outline, size_t entry, struct draft_function *function)
{
    const struct layout *const layout = outline->layout;
    const size_t room = outline->fres_end - outline->fres;
    uint64_t values[FUNCTION_FIELDS] = {0};
    read_fields(layout->entry, bytes + entry, outline->big_endian, values);
    const size_t offset = outline->fres + at_most(room, values[FIELD_FRE_OFF]);
    const bool whole = outline->fres_end - offset >= layout->attribute_size;
    if (whole)
        read_fields(layout->attribute, bytes + offset, outline->big_endian, values);
    function->start = sign_extended(values[FIELD_START], layout->entry[FIELD_START].width);
    if ((draft->flags & FLAG_PCREL) != 0 && layout->pcrel)
        function->start = (int64_t)((uint64_t)function->start + entry);
    function->size = (uint32_t)values[FIELD_SIZE];
    function->info = (uint8_t)values[FIELD_INFO];
    function->info2 = (uint8_t)values[FIELD_INFO2];
    function->rep_size = (uint8_t)values[FIELD_REP_SIZE];
    function->padding = (uint16_t)values[FIELD_PADDING];
    function->gap = (struct bytes){bytes + offset, 0};
    return (struct data){offset, whole ? offset + layout->attribute_size : offset,
                         whole ? values[FIELD_NUM_FRES] : 0};
}

/* Reads all functions.  Bytes between rows are gaps if rows are in the order of their functions; else they
 * are other rows. */
static void read_functions(struct draft *draft, const uint8_t *bytes, const struct outline *outline)
{
    size_t offsets[MOST_FUNCTIONS], first = 0, last = 0, rows_end = outline->fres;
    bool ordered = true;
    draft->function_count = draft->row_count = 0;
    for (size_t i = 0; i < outline->fdes_count && i < MOST_FUNCTIONS; i++) {
        struct draft_function *const function = &draft->functions[i];
        const size_t entry = outline->fdes + i * outline->layout->entry_size;
        const struct data data = read_function(draft, bytes, outline, entry, function);
        offsets[i] = last = data.offset;
        first = i == 0 ? last : first;
        if (!share(draft, function, offsets, data.offset)) {
            ordered &= data.offset >= rows_end;
            if (data.offset > rows_end && data.offset - rows_end <= MOST_GAP_OF_ROWS)
                function->gap = (struct bytes){bytes + rows_end, data.offset - rows_end};
            rows_end = read_rows(draft, bytes, data.rows, outline, function, data.count);
        }
        draft->function_count++;
    }
    for (unsigned i = 0; i < draft->function_count && !ordered; i++)
        draft->functions[i].gap.size = 0;
    draft->rows_reversed = !ordered && first > last;
}

static struct bytes bytes_between(const uint8_t *bytes, size_t from, size_t to)
{
    return (struct bytes){bytes + from, from < to ? to - from : 0};
}

bool draft_read(struct draft *draft, const uint8_t *bytes, size_t size)
{
    struct outline outline;
    if (!outline_of(bytes, size, &outline))
        return false;
    draft->big_endian = outline.big_endian;
    draft->version = bytes[header_places[HEADER_VERSION].at];
    draft->flags = bytes[header_places[HEADER_FLAGS].at];
    draft->abi = bytes[header_places[HEADER_ABI].at];
    draft->fixed_fp = bytes[header_places[HEADER_FIXED_FP].at];
    draft->fixed_ra = bytes[header_places[HEADER_FIXED_RA].at];
    draft->rows_first = outline.fres < outline.fdes;
    draft->pc = 0;
    draft->source = (struct bytes){bytes, size};
    const size_t fdes_end = outline.fdes + outline.fdes_count * outline.layout->entry_size;
    const bool rows_first = draft->rows_first;
    draft->aux = bytes_between(bytes, HEADER_SIZE, outline.base);
    draft->gaps[GAP_BEFORE] = bytes_between(bytes, outline.base, rows_first ? outline.fres : outline.fdes);
    draft->gaps[GAP_BETWEEN] = rows_first ? bytes_between(bytes, outline.fres_end, outline.fdes)
                                          : bytes_between(bytes, fdes_end, outline.fres);
    draft->gaps[GAP_AFTER] = bytes_between(bytes, rows_first ? fdes_end : outline.fres_end, size);
    read_functions(draft, bytes, &outline);
    return true;
}
