/* SFrame header: fields, ABI, and how the two sub-sections lie (V1 1.2, V2 and later 2.2). */
#include "internal.h"

enum {
    FIXED_RA_OFFSET = 0x06,
    AUX_LEN_OFFSET = 0x07,
    NUM_FDES_OFFSET = 0x08,
    FRE_LEN_OFFSET = 0x10,
    FDEOFF_OFFSET = 0x14,
    FREOFF_OFFSET = 0x18,
    HEADER_SIZE = 0x1c
};

/* In the header's own order, one right after another [overview.packed]. */
static bool read_fields(struct sfr_section *section, struct cursor *cursor, struct sink *sink)
{
    section->abi = take_u8(cursor);              /* [header.abi-arch] */
    section->fixed_fp = (int8_t)take_u8(cursor); /* [header.fixed-fp], [header.fixed-int8] */
    section->fixed_ra = (int8_t)take_u8(cursor); /* [header.fixed-ra], [header.fixed-int8] */
    section->aux_len = take_u8(cursor);          /* [header.aux-len] */
    section->num_fdes = take_u32(cursor);        /* [header.num-fdes] */
    section->num_fres = take_u32(cursor);        /* [header.num-fres] */
    section->fre_len = take_u32(cursor);         /* [header.fre-len] */
    section->fdeoff = take_u32(cursor);          /* [header.fdeoff] */
    section->freoff = take_u32(cursor);          /* [header.freoff] */
    if (!cursor->missing)
        section->header_read = HEADER_SIZE;
    return !cursor->missing ||
           sfr_fault(sink, SFR_header_complete, SFR_MALFORMED, cursor->at, cursor->end, HEADER_SIZE);
}

/* [overview.abis-two], [overview.abis-three] */
static bool lists(enum sfr_profile profile, unsigned abi)
{
    const struct sfr_abi_facts *const facts = sfr_abi_facts(abi);
    return facts != NULL && facts->since <= profile;
}

static unsigned last_abi(enum sfr_profile profile)
{
    unsigned last = SFR_ABI_END - 1;
    while (!lists(profile, last))
        last--;
    return last;
}

static bool check_abi(const struct sfr_section *section, struct sink *sink)
{
    if (!lists(section->profile, section->abi))
        return sfr_fault(sink, SFR_abi_known, SFR_MALFORMED, ABI_OFFSET, section->abi,
                         last_abi(section->profile));
    const bool big_endian = abi_of(section)->big_endian;
    if (big_endian != section->big_endian)
        /* all that bytes show of [overview.endianness] */
        sfr_breach(sink, SFR_abi_byte_order, SFR_IRREGULAR, ABI_OFFSET, section->big_endian, big_endian);
    return true;
}

static void check_fixed(const struct sfr_section *section, struct sink *sink)
{
    const int8_t wanted = abi_of(section)->fixed_ra;
    if (wanted != 0 && section->fixed_ra != wanted)
        sfr_breach(sink, SFR_header_fixed_ra_amd64, SFR_IRREGULAR, FIXED_RA_OFFSET,
                   (uint64_t)section->fixed_ra, (uint64_t)wanted);
    if (wanted == 0 && section->fixed_ra != 0 && states(section, SFR_header_fixed_ra_tracked))
        sfr_breach(sink, SFR_header_fixed_ra_tracked, SFR_IRREGULAR, FIXED_RA_OFFSET,
                   (uint64_t)section->fixed_ra, 0);
}

/* Both offsets count from BASE, where the auxiliary header, whatever it holds [header.aux-content], ends. */
static bool place_subsections(struct sfr_section *section, struct sink *sink)
{
    size_t left = section->size - HEADER_SIZE;
    if (section->aux_len > left)
        return sfr_fault(sink, SFR_header_aux_inside, SFR_MALFORMED, AUX_LEN_OFFSET, section->aux_len, left);
    /* [header.aux-follows], [header.aux-end]: what lies between is stepped over [header.aux-skip] */
    const size_t base = (size_t)HEADER_SIZE + section->aux_len;
    left -= section->aux_len;
    section->header_read = base;
    bool inside = true;
    if (section->fdeoff > left)
        inside =
            sfr_fault(sink, SFR_header_fdeoff_inside, SFR_MALFORMED, FDEOFF_OFFSET, section->fdeoff, left);
    if (section->freoff > left)
        inside =
            sfr_fault(sink, SFR_header_freoff_inside, SFR_MALFORMED, FREOFF_OFFSET, section->freoff, left);
    if (!inside)
        return false;
    section->fdes = base + section->fdeoff; /* [header.offsets-from-end] */
    section->fres = base + section->freoff;
    return true;
}

/* Checks that the bytes which counts and lengths claim are there, and sets the ends of both sub-sections. */
static bool bound_subsections(struct sfr_section *section, struct sink *sink)
{
    const size_t entry_size = text_of(section)->entry_size;
    const bool rows_last = section->fdes <= section->fres;
    const size_t room = (rows_last ? section->fres : section->size) - section->fdes;
    bool inside = true;
    if ((uint64_t)section->num_fdes * entry_size > room)
        inside = sfr_fault(sink, SFR_header_fde_array, SFR_MALFORMED, NUM_FDES_OFFSET, section->num_fdes,
                           room / entry_size);
    if (section->fre_len > section->size - section->fres)
        inside = sfr_fault(sink, SFR_header_fre_len_inside, SFR_MALFORMED, FRE_LEN_OFFSET, section->fre_len,
                           section->size - section->fres);
    else if (!rows_last && section->fre_len > section->fdes - section->fres)
        inside = sfr_fault(sink, SFR_tile_until_next, SFR_MALFORMED, FRE_LEN_OFFSET, section->fre_len,
                           section->fdes - section->fres);
    if (!inside)
        return false;
    section->fdes_end = section->fdes + section->num_fdes * entry_size;
    section->fres_end = section->fres + section->fre_len; /* [tile.fre-length] */
    return true;
}

/* Bytes between the function array and the rows are the function sub-section's: it runs that far. */
static void check_tiling(const struct sfr_section *section, struct sink *sink)
{
    const bool rows_last = section->fdes <= section->fres;
    const size_t base = (size_t)HEADER_SIZE + section->aux_len;
    const struct {
        size_t from, to;
    } uncovered[] = {
        {base, rows_last ? section->fdes : section->fres},
        {section->fres_end, rows_last ? section->fres_end : section->fdes},
        {rows_last ? section->fres_end : section->fdes_end, section->size},
    };
    if (!rows_last)
        sfr_breach(sink, SFR_tile_order, SFR_IRREGULAR, FREOFF_OFFSET, section->freoff, section->fdeoff);
    for (size_t i = 0; i < sizeof uncovered / sizeof *uncovered; i++)
        if (uncovered[i].from < uncovered[i].to)
            sfr_breach(sink, SFR_tile_cover, SFR_IRREGULAR, uncovered[i].from,
                       uncovered[i].to - uncovered[i].from, 0);
}

static void read_header(struct sfr_section *section, struct sink *sink)
{
    struct cursor cursor = {.bytes = section->bytes, .end = section->size};
    /* [header.first] */
    if (!sfr_read_preamble(section, &cursor, sink) || !read_fields(section, &cursor, sink))
        return;
    if (check_abi(section, sink))
        check_fixed(section, sink);
    /* [section.parts] */
    if (place_subsections(section, sink) && bound_subsections(section, sink))
        check_tiling(section, sink);
}

enum sfr_verdict sfr_open(struct sfr_section *section, const uint8_t *bytes, size_t size, uint64_t address,
                          enum sfr_profile profile, const struct sfr_report *report)
{
    struct sink sink = {.report = report};
    *section = (struct sfr_section){.bytes = bytes, .size = size, .address = address, .profile = profile};
    read_header(section, &sink);
    section->malformed = sink.verdict == SFR_MALFORMED;
    if (!section->malformed)
        section->function_count = section->num_fdes;
    return sink.verdict;
}
