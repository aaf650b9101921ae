/* The facts in which texts differ: a row for each text.  They stand in a header so that code which is compiled
 * for one text has them as constants. */
#ifndef REF_LIB_TEXTS_H
#define REF_LIB_TEXTS_H

#include "sframe-ref.h"

static const uint8_t entry_17[] = {4, 4, 4, 4, 1, 0};       /* [fde.layout-17] */
static const uint8_t entry_20[] = {4, 4, 4, 4, 1, 1, 2, 0}; /* [fde.layout-20] */
static const uint8_t index_entry[] = {8, 4, 4, 0};          /* [index.layout] */
static const uint8_t attribute[] = {2, 1, 1, 1, 0};         /* [attribute.layout] */

enum { BEFORE_ERRATA = SFR_SORTED | SFR_FRAME_POINTER, ERRATA = BEFORE_ERRATA | SFR_PCREL };

/* What a text does not have is false. */
static const struct sfr_text_facts sfr_texts[SFR_PROFILE_COUNT] = {
    [SFR_V1] = {.name = "v1",
                .version = 1,
                .flags = BEFORE_ERRATA,
                .start_size = 4, /* [fde.start-signed32] */
                .entry_size = 17,
                .entry_fields = entry_17,
                .info_unused = 0xc0},
    [SFR_V2] = {.name = "v2",
                .version = 2,
                .flags = BEFORE_ERRATA,
                .start_size = 4,
                .entry_size = 20, /* [changes.fde-20] */
                .entry_fields = entry_20,
                .info_unused = 0xc0,
                .rep_size = true, /* [fde.rep-size] */
                .blocks = true},  /* [pctype.mask-block] */
    [SFR_V2E1] = {.name = "v2e1",
                  .version = 2,
                  .flags = ERRATA,
                  .start_size = 4,
                  .entry_size = 20,
                  .entry_fields = entry_20,
                  .info_unused = 0xc0,
                  .rep_size = true,
                  .blocks = true,
                  .abi_words = true,       /* [fre.words-abi] */
                  .register_words = true}, /* [s390x.register] */
    [SFR_V2E2] = {.name = "v2e2",
                  .version = 2,
                  .flags = ERRATA,
                  .start_size = 4,
                  .entry_size = 20,
                  .entry_fields = entry_20,
                  .info_unused = 0xc0,
                  .rep_size = true,
                  .blocks = true,
                  .abi_words = true,
                  .register_words = true,
                  .outermost_rows = true}, /* [fre.count-zero] */
    [SFR_V3] = {.name = "v3",              /* words name no register: [changes.s390x-flex] */
                .version = 3,
                .flags = SFR_SORTED | SFR_PCREL,
                .start_size = 8, /* [index.start-signed64] */
                .entry_size = 16,
                .entry_fields = index_entry,
                .attribute_fields = attribute, /* [index.own] */
                .info_unused = 0x40,
                .rep_size = true,
                .blocks = true,
                .signals = true,  /* [info.signal] */
                .flexible = true, /* [fdetype.flex] */
                .abi_words = true,
                .outermost_rows = true,
                .outermost_functions = true}, /* [changes.outermost] */
};

#endif
