/* The header of the model: the fields of the bytes where they can be true, else values near to them. */
#include "model.h"

uint64_t tool_notation_get(const struct notation *notation, size_t offset, size_t width)
{
    return tool_load(notation->model + offset, width, notation->section.big_endian);
}

void tool_notation_put(struct notation *notation, size_t offset, size_t width, uint64_t value)
{
    for (size_t i = 0; i < width; i++) {
        const size_t from_low = notation->section.big_endian ? width - 1 - i : i;
        notation->model[offset + from_low] = (uint8_t)(value >> 8 * i);
    }
}

/* --- Preamble and ABI ---------------------------------------------------------------------------------- */

enum { MAGIC = 0xdee2, MAGIC_FIRST = MAGIC & 0xff, MAGIC_SECOND = MAGIC >> 8 };

static bool starts_with(const struct notation *notation, uint8_t first, uint8_t second)
{
    return notation->model[AT_MAGIC] == first && notation->model[AT_MAGIC + 1] == second;
}

/* NULL if the text does not list it. */
static const struct sfr_abi_facts *abi_of(const struct notation *notation)
{
    const struct sfr_abi_facts *const facts = sfr_abi_facts(notation->model[AT_ABI]);
    return facts != NULL && facts->since <= notation->section.profile ? facts : NULL;
}

/* The magic decides the byte order, or else the ABI. */
static bool is_big(const struct notation *notation)
{
    const bool little = starts_with(notation, MAGIC_FIRST, MAGIC_SECOND);
    const struct sfr_abi_facts *const abi = abi_of(notation);
    return starts_with(notation, MAGIC_SECOND, MAGIC_FIRST) || (!little && abi != NULL && abi->big_endian);
}

/* If the header is cut off before its fixed RA offset, the model has the ABI's. */
static void put_preamble(struct notation *notation)
{
    notation->section.big_endian = is_big(notation);
    tool_notation_put(notation, AT_MAGIC, 2, MAGIC);
    tool_notation_put(notation, AT_VERSION, 1, notation->text->version);
    if (abi_of(notation) == NULL)
        tool_notation_put(notation, AT_ABI, 1, notation->section.big_endian ? SFR_AARCH64_BIG : SFR_AMD64);
    const struct sfr_abi_facts *const abi = abi_of(notation);
    if (abi != NULL && notation->size <= AT_FIXED_RA)
        tool_notation_put(notation, AT_FIXED_RA, 1, (uint8_t)abi->fixed_ra);
}

/* --- The two sub-sections ------------------------------------------------------------------------------ */

/* Where the header says that they lie, from its end. */
struct layout {
    uint64_t left; /* bytes after it */
    uint64_t fdeoff, freoff, num_fdes, fre_len, entry_size;
};

static uint64_t array_size(const struct layout *layout)
{
    return layout->num_fdes * layout->entry_size; /* of 32 bits and at most 8: no overflow */
}

static bool rows_last(const struct layout *layout)
{
    return layout->fdeoff <= layout->freoff;
}

static uint64_t array_room(const struct layout *layout)
{
    return (rows_last(layout) ? layout->freoff : layout->left) - layout->fdeoff;
}

static uint64_t rows_room(const struct layout *layout)
{
    return (rows_last(layout) ? layout->left : layout->fdeoff) - layout->freoff;
}

static uint64_t lesser(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

/* If the functions do not fit, one field is wrong: it is replaced by what the others say. */
static void fit_array(struct layout *layout)
{
    const uint64_t array = array_size(layout);
    if (array <= array_room(layout))
        return;
    if (array == layout->freoff)
        layout->fdeoff = 0;
    else if (layout->fdeoff + array + layout->fre_len == layout->left)
        layout->freoff = layout->fdeoff + array;
    else
        layout->num_fdes = array_room(layout) / layout->entry_size;
}

static void fit(struct layout *layout)
{
    if (layout->fdeoff > layout->left)
        layout->fdeoff = 0;
    if (layout->freoff > layout->left)
        layout->freoff = lesser(layout->fdeoff + array_size(layout), layout->left);
    fit_array(layout);
    if (layout->fre_len > rows_room(layout) || !rows_last(layout))
        layout->fre_len = rows_room(layout); /* bytes behind the rows, gap-rows, count as rows here */
}

void tool_notation_header(struct notation *notation)
{
    put_preamble(notation);
    if (notation->model[AT_AUX_LEN] > notation->model_size - HEADER_SIZE)
        tool_notation_put(notation, AT_AUX_LEN, 1, 0);
    struct layout layout = {.left = notation->model_size - HEADER_SIZE - notation->model[AT_AUX_LEN],
                            .fdeoff = tool_notation_get(notation, AT_FDEOFF, 4),
                            .freoff = tool_notation_get(notation, AT_FREOFF, 4),
                            .num_fdes = tool_notation_get(notation, AT_NUM_FDES, 4),
                            .fre_len = tool_notation_get(notation, AT_FRE_LEN, 4),
                            .entry_size = notation->text->entry_size};
    fit(&layout);
    tool_notation_put(notation, AT_FDEOFF, 4, layout.fdeoff);
    tool_notation_put(notation, AT_FREOFF, 4, layout.freoff);
    tool_notation_put(notation, AT_NUM_FDES, 4, layout.num_fdes);
    tool_notation_put(notation, AT_FRE_LEN, 4, layout.fre_len);
    (void)sfr_open(&notation->section, notation->model, notation->model_size,
                   notation->address, notation->section.profile, NULL);
}
