/* What is read of a section, written again by the generator's encoder, is read as the same; and where the
 * generator's model can say all of it, the bytes are the same too. */
#include "case.h"
#include "demand.h"
#include "encode.h"
#include "law.h"
#include "lift.h"
#include "shares.h"

#include <stdlib.h>
#include <string.h>

enum { EDGES = 16 };

static bool is_readable(const struct fuzz_case *input)
{
    const size_t scratch_size = sfr_check_scratch(input->size);
    void *const scratch = malloc(scratch_size);
    const enum sfr_verdict verdict = sfr_check(input->section, input->size, input->address, input->profile,
                                               scratch, scratch == NULL ? 0 : scratch_size, NULL);
    free(scratch);
    return verdict != SFR_MALFORMED;
}

static void write_again(const struct sfr_section *section, const struct section *model, unsigned lost,
                        uint64_t choice)
{
    static struct encoded encoded;
    LAW(encode(&encoded, model), "the encoder refuses what was read: %s", encoded.error);
    LAW(encoded.length == section->size, "0x%zx bytes become 0x%x", section->size, encoded.length);
    LAW(lost != 0 || memcmp(encoded.bytes, section->bytes, section->size) == 0,
        "the bytes are others, and no reason was given");

    struct sfr_section again;
    uint8_t *const bytes = fuzz_block(encoded.bytes, encoded.length);
    (void)sfr_open(&again, bytes, encoded.length, section->address, section->profile, NULL);
    demand_reading(model, &again);
    demand_edges(model, &again, choice, EDGES);
    sfr_survey(&again);
    demand_edges(model, &again, choice, EDGES);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct section model;
    struct fuzz_case input;
    struct sfr_section section;
    unsigned lost = 1U << LOSS_UNREADABLE;
    case_begin(&input, data, size);
    (void)sfr_open(&section, input.section, input.size, input.address, input.profile, NULL);
    if (is_readable(&input) && lift(&model, &section, &lost)) {
        demand_reading(&model, &section);
        demand_edges(&model, &section, input.choice, EDGES);
        write_again(&section, &model, lost, input.choice);
    }
    count_share(lost);
    case_end(&input);
    return 0;
}
