#include "causes.h"

#include "../process/memory.h"
#include "bugs.h"

#include <stdlib.h>
#include <string.h>

/* Returns the number of EFFECT, from 1, and adds it if it is new.  0: it is empty, or there is no room for it.
 * Wide ones without room share the last number. */
static uint16_t number_of(struct facts *facts, const char *effect, enum effect kind)
{
    const uint32_t hash = (uint32_t)runner_hash_bytes(HASH_START, effect, strlen(effect));
    const bool is_wide = kind == EFFECT_WIDE;
    unsigned i = 0;
    if (effect[0] == '\0')
        return 0;
    while (i < facts->effect_count && facts->effect_hashes[i] != hash)
        i++;
    if (i + 1 >= EFFECTS_MAX) {
        (void)snprintf(facts->effects[EFFECTS_MAX - 1], EFFECT_SIZE, "gives other wrong answers");
        facts->effect_count = is_wide ? EFFECTS_MAX : facts->effect_count;
        return is_wide ? EFFECTS_MAX : 0;
    }
    if (i == facts->effect_count) {
        (void)snprintf(facts->effects[facts->effect_count++], EFFECT_SIZE, "%s", effect);
        facts->effect_hashes[i] = hash;
        facts->effect_kinds[i] = (uint8_t)kind;
    }
    return (uint16_t)(i + 1);
}

/* The vector with the smallest size is the example of its cause.  What rests on an open point comes last. */
static uint32_t size_as_example(const struct vector *vector, enum outcome outcome)
{
    const uint32_t most = UINT32_MAX / 2;
    return (vector->section_size < most ? (uint32_t)vector->section_size : most) + (outcome == UNREAD ? most : 0);
}

void runner_fact_note(struct facts *facts, const struct vector *vector, enum outcome outcome, bool unexpected,
                      const struct symptom *symptom, uint64_t place)
{
    const bool against = runner_outcome_counts_against[outcome];
    struct fact fact = {.place = place,
                        .breaks = runner_properties_of(vector),
                        .mark = symptom->mark,
                        .size = size_as_example(vector, outcome),
                        .known = runner_bugs_vector(vector->id),
                        .failed = against && unexpected,
                        .passed = !against && runner_outcome_is_judged[outcome],
                        .refused = symptom->refused,
                        .accepted = against && symptom->accepted,
                        .telling = symptom->telling};
    for (unsigned i = 0; against && i < EFFECTS_EACH; i++)
        fact.effects[i] = number_of(facts, symptom->effects[i], (enum effect)i);
    fact.listed = fact.known != NOT_KNOWN && vector->operation == LOOKUP;
    if (facts->count == 0)
        facts->file = tmpfile();
    if (facts->file != NULL && fwrite(&fact, sizeof fact, 1, facts->file) == 1)
        facts->count++;
}

struct fact *runner_facts_read(struct facts *facts)
{
    struct fact *const all = memory_of((size_t)facts->count, sizeof *all);
    if (facts->count > 0 && fseek(facts->file, 0, SEEK_SET) == 0 &&
        fread(all, sizeof *all, (size_t)facts->count, facts->file) == facts->count)
        return all;
    free(all);
    return NULL;
}

void runner_facts_free(struct facts *facts)
{
    if (facts->file != NULL)
        (void)fclose(facts->file);
    facts->file = NULL;
}
