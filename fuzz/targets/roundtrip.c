/* Laws of writing again: what the oracle reads in a section, written by the generator's encoder, is read as
 * the same.  If the generator's model can express all of the section, the bytes are the same, too, and so are
 * their violations. */
#include "case.h"
#include "demand.h"
#include "model/encode.h"
#include "law.h"
#include "lift.h"

#include <stdlib.h>
#include <string.h>

enum { EDGES = 16 };

/* If the model expresses the whole section, the generator knows its violations. */
static void write_again(const struct sfr_section *section, const struct section *model, unsigned lost,
                        const struct violations *reported, uint64_t choice)
{
    static struct encoded encoded;
    static struct violations expected;
    LAW(gen_encode(&encoded, model), "the encoder refuses what was read: %s", encoded.error);
    LAW(encoded.length == section->size, "0x%zx bytes become 0x%x", section->size, encoded.length);
    LAW(lost != 0 || memcmp(encoded.bytes, section->bytes, section->size) == 0,
        "the bytes are others, and no reason was given");
    gen_check_model(model, &encoded, &expected);
    if (lost == 0)
        demand_violations(&expected, reported);

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
    static struct violations reported;
    struct fuzz_case input;
    struct sfr_section section;
    unsigned lost = 1U << LOSS_UNREADABLE;
    case_begin(&input, data, size);
    (void)sfr_open(&section, input.section, input.size, input.address, input.profile, NULL);
    const enum sfr_verdict verdict =
        reported_by_check(input.section, input.size, input.address, input.profile, &reported);
    if (verdict != SFR_MALFORMED && lift(&model, &section, &lost)) {
        demand_reading(&model, &section);
        demand_edges(&model, &section, input.choice, EDGES);
        write_again(&section, &model, lost, &reported, input.choice);
    }
    case_end(&input);
    return 0;
}
