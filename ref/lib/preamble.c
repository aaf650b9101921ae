/* SFrame preamble: magic, version, flags (V1 1.1, V2 and later 2.1). */
#include "internal.h"

enum { MAGIC = 0xdee2, MAGIC_SWAPPED = 0xe2de };
enum { MAGIC_OFFSET = 0, VERSION_OFFSET = 2, FLAGS_OFFSET = 3 }; /* [preamble.layout] */

static bool missing(struct sink *sink, const struct cursor *cursor)
{
    return sfr_fault(sink, SFR_preamble_complete, SFR_MALFORMED, cursor->at, cursor->end, FLAGS_OFFSET + 1);
}

/* The magic, read as little-endian, decides the byte order of all else. */
static bool read_magic(struct sfr_section *section, struct cursor *cursor, struct sink *sink)
{
    const uint16_t magic = take_u16(cursor);
    if (cursor->missing)
        return missing(sink, cursor);
    if (magic != MAGIC && magic != MAGIC_SWAPPED)
        return sfr_fault(sink, SFR_preamble_magic, SFR_MALFORMED, MAGIC_OFFSET, magic, MAGIC);
    /* [endian.swapped], [endian.detect], [overview.magic-endianness] */
    section->big_endian = cursor->big_endian = magic == MAGIC_SWAPPED; /* [preamble.endianness] */
    return true;
}

#define NEWEST ((enum sfr_profile)(SFR_PROFILE_COUNT - 1))

/* The newest text that describes VERSION; if none does, the newest of all.  The version byte alone says which
 * version a section has [version.field]. */
static enum sfr_profile profile_by_version(uint8_t version)
{
    for (int profile = NEWEST; profile >= 0; profile--)
        if (sfr_texts[profile].version == version)
            return (enum sfr_profile)profile;
    return NEWEST;
}

/* A text lists the versions up to its own, and describes its own alone. */
static bool check_version(const struct sfr_section *section, struct sink *sink)
{
    const uint8_t described = text_of(section)->version;
    if (section->version == 0 || section->version > described)
        return sfr_fault(sink, SFR_version_known, SFR_MALFORMED, VERSION_OFFSET, section->version, described);
    if (section->version == sfr_texts[SFR_V1].version && states(section, SFR_changes_v1_obsolete))
        /* where a text only calls it so [version.v1-obsolete], nothing is broken */
        sfr_breach(sink, SFR_changes_v1_obsolete, SFR_VALID, VERSION_OFFSET, section->version, described);
    if (section->version != described)
        /* what a text does not describe cannot be laid out [header.varies] */
        return sfr_fault(sink, SFR_version_described, SFR_MALFORMED, VERSION_OFFSET, section->version,
                         described);
    return true;
}

static void check_flags(const struct sfr_section *section, struct sink *sink)
{
    const uint8_t defined = text_of(section)->flags; /* [flags.versions] */
    if ((section->flags & ~defined) != 0)
        /* a future text's flag is undefined, too [flags.future] */
        sfr_breach(sink, stated(section, SFR_flags_undefined_zero, SFR_flags_undefined), SFR_IRREGULAR,
                   FLAGS_OFFSET, section->flags, defined);
}

/* [preamble.invariant]: read alike whatever the version */
bool sfr_read_preamble(struct sfr_section *section, struct cursor *cursor, struct sink *sink)
{
    const bool by_version = !is_text(section->profile);
    if (by_version)
        section->profile = NEWEST;
    if (!read_magic(section, cursor, sink))
        return false;
    section->version = take_u8(cursor);
    section->flags = take_u8(cursor); /* [preamble.flags] */
    if (cursor->missing)
        return missing(sink, cursor);
    section->header_read = cursor->at;
    if (by_version)
        section->profile = profile_by_version(section->version);
    if (!check_version(section, sink))
        return false;
    check_flags(section, sink);
    return true;
}
