/* A header, a function or a row that was flipped reads as it did, and flipped again it is as before. */
#include "flip.h"

#include "ref/lib/rows.h"

/* Bytes in a section that end where rows do: a header, an entry of the longest kind, a row of the longest kind. */
enum { ENTRY = 28, ROWS = ENTRY + 20, SIZE_OF_ALL = ROWS + 4 + 1 + 15 * 4 };

static uint8_t first[SIZE_OF_ALL], second[SIZE_OF_ALL], third[SIZE_OF_ALL];

/* A flip of FROM to OUT in which the bytes are copied, and nothing is reversed yet. */
static struct flip flip_of(const struct sfr_section *from, uint8_t *out)
{
    struct flip flip = {.from = *from, .to = *from, .out = out};
    for (unsigned i = 0; i < SIZE_OF_ALL; i++)
        out[i] = from->bytes[i];
    flip.to.bytes = out;
    flip.to.big_endian = !from->big_endian;
    return flip;
}

/* A section with room for one entry and one row of the longest kinds. */
static struct sfr_section section_of(enum sfr_profile profile)
{
    struct sfr_section section = {.bytes = first, .size = SIZE_OF_ALL, .profile = profile};
    __CPROVER_havoc_object(first);
    section.big_endian = nondet_bool();
    section.flags = nondet_u8();
    section.address = nondet_u64();
    section.fdes = section.header_read = ENTRY;
    section.fdes_end = ENTRY + text_of(&section)->entry_size;
    section.fres = ROWS;
    section.fres_end = SIZE_OF_ALL;
    section.fre_len = SIZE_OF_ALL - ROWS;
    section.function_count = 1;
    return section;
}

static void is_as_before(void)
{
    for (unsigned i = 0; i < SIZE_OF_ALL; i++)
        assert(third[i] == first[i]);
}

/* A row keeps nothing else in the bytes than its start, its info byte and its words. */
static void part_row(void)
{
    enum { type = START_TYPE, size = WORD_TYPE };
    struct sink sink = {0};
    struct sfr_row row, twin;
    const struct sfr_section section = section_of(PROFILE);
    const struct sfr_function function = {.fre_type = (enum sfr_fre_type)type};
    const uint8_t info = nondet_u8();
    first[ROWS + (1 << type)] = (uint8_t)((info & ~(SIZE << SIZE_SHIFT)) | size << SIZE_SHIFT);
    struct flip flip = flip_of(&section, second);
    assert(sfr_read_row(&section, &function, ROWS, &row, &sink) && row.word_size == 1 << size);
    row.word_size = (uint8_t)(1 << size); /* so that CBMC sees it */
    flip_row(&flip, &row);
    assert(sfr_read_row(&flip.to, &function, ROWS, &twin, &sink) && twin.start == row.start && twin.info == row.info);
    for (unsigned i = 0; i < row.word_count; i++)
        assert(word_unsigned(&section, manner_of(&section), &row, i) ==
               word_unsigned(&flip.to, manner_of(&flip.to), &row, i));
    struct flip back = flip_of(&flip.to, third);
    flip_row(&back, &row);
    is_as_before();
    REACHES(row.word_count == 15);
}

static void part_function(void)
{
    struct sink sink = {0};
    struct sfr_function function, twin;
    const struct sfr_section section = section_of(PROFILE);
    struct flip flip = flip_of(&section, second);
    __CPROVER_assume(sfr_read_function(&section, 0, &function, &sink));
    flip_function(&flip, 0);
    assert(sfr_read_function(&flip.to, 0, &twin, &sink) && function.start == twin.start && function.size == twin.size &&
           function.num_fres == twin.num_fres && function.rows == twin.rows && function.info == twin.info &&
           function.info2 == twin.info2 && function.rep_size == twin.rep_size && function.padding == twin.padding);
    struct flip back = flip_of(&flip.to, third);
    flip_function(&back, 0);
    is_as_before();
    REACHES(function.rows > ROWS);
}

/* The header, and all that sfr_open reads of it, of a section of any size. */
static void part_header(void)
{
    struct sfr_section opened, turned;
    const struct sfr_section section = section_of(PROFILE);
    const size_t size = nondet_size();
    __CPROVER_assume(size <= LARGEST);
    struct flip flip = flip_of(&section, second);
    __CPROVER_assume(sfr_open(&opened, first, size, 0, section.profile, NULL) != SFR_MALFORMED);
    reverse_fields(&flip, 0, header_fields);
    assert(sfr_open(&turned, second, size, 0, section.profile, NULL) != SFR_MALFORMED);
    assert(opened.profile == turned.profile && opened.big_endian != turned.big_endian &&
           opened.version == turned.version && opened.flags == turned.flags && opened.abi == turned.abi &&
           opened.aux_len == turned.aux_len && opened.fixed_fp == turned.fixed_fp &&
           opened.fixed_ra == turned.fixed_ra && opened.num_fdes == turned.num_fdes &&
           opened.num_fres == turned.num_fres && opened.function_count == turned.function_count &&
           opened.fdes == turned.fdes && opened.fdes_end == turned.fdes_end && opened.fres == turned.fres &&
           opened.fres_end == turned.fres_end && opened.header_read == turned.header_read);
    struct flip back = flip_of(&flip.to, third);
    reverse_fields(&back, 0, header_fields);
    is_as_before();
    REACHES(opened.function_count > 1);
}

/* What is flipped reads as it did, and flipped again it is what it was. */
void proof_flip_same(void)
{
    PART();
}
