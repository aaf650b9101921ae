#include "session.h"

static bool is_same_section(const struct vector *one, const struct vector *other)
{
    return one->profile == other->profile && one->abi == other->abi && one->address == other->address &&
           runner_span_same(one->bytes, other->bytes) && runner_span_same(one->parts, other->parts);
}

/* Whether the vector is asked again in other orders.  Not if a process dies of it, as that proves nothing about
 * the questions around it; nor if it is outside of the requirement set, where no answer is owed. */
static bool may_prove_unsteady(const struct result *result)
{
    return !runner_is_writing(result->vector->operation) && result->outcome < CRASH && result->outside == 0;
}

void runner_batch_prepare(struct batch *batch)
{
    batch->count = batch->sections = 0;
    for (unsigned i = 0; i < batch->item_count; i++) {
        if (!may_prove_unsteady(&batch->items[i]))
            continue;
        const unsigned number = batch->count++;
        batch->asked[number] = batch->items[i].vector;
        batch->of[number] = i;
        if (number == 0 || !is_same_section(batch->asked[number - 1], batch->asked[number]))
            batch->sections++;
        batch->section[number] = batch->sections - 1;
    }
}

/* SplitMix64: the same on every machine. */
static uint64_t draw(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

static void shuffle(unsigned *numbers, unsigned count, uint64_t *state)
{
    for (unsigned i = count; i > 1; i--) {
        const unsigned other = (unsigned)(draw(state) % i), kept = numbers[i - 1];
        numbers[i - 1] = numbers[other];
        numbers[other] = kept;
    }
}

/* The first question behind those about COUNT sections, which begin with the section of question FIRST. */
static unsigned end_of(const struct batch *batch, unsigned first, unsigned count)
{
    unsigned end = first;
    while (end < batch->count && batch->section[end] < batch->section[first] + count)
        end++;
    return end;
}

/* Sections are shuffled within groups of so many as can be open at once. */
static void order_shuffled(const struct batch *batch, uint64_t seed, struct sequence *sequence)
{
    for (unsigned first = 0; first < batch->count;) {
        const unsigned end = end_of(batch, first, OPEN_AT_ONCE);
        for (unsigned i = first; i < end; i++)
            sequence->asks[i] = i;
        shuffle(sequence->asks + first, end - first, &seed);
        first = end;
    }
    sequence->count = batch->count;
}

/* Takes sections two by two, and asks about the one and the other in turn.  If one has more questions, the rest
 * of them follow.  At last the first question is asked again: until then its section stays open. */
static void order_interleaved(const struct batch *batch, struct sequence *sequence)
{
    sequence->count = 0;
    for (unsigned first = 0; first < batch->count;) {
        const unsigned middle = end_of(batch, first, 1), end = end_of(batch, first, 2);
        for (unsigned i = 0; first + i < middle || middle + i < end; i++) {
            if (first + i < middle)
                sequence->asks[sequence->count++] = first + i;
            if (middle + i < end)
                sequence->asks[sequence->count++] = middle + i;
        }
        if (middle < end)
            sequence->asks[sequence->count++] = first;
        first = end;
    }
}

void runner_batch_order(const struct batch *batch, enum order order, uint64_t seed, struct sequence *sequence)
{
    if (order == SHUFFLED)
        order_shuffled(batch, seed, sequence);
    else if (order == INTERLEAVED)
        order_interleaved(batch, sequence);
    else {
        sequence->count = batch->count;
        for (unsigned i = 0; i < batch->count; i++)
            sequence->asks[i] = order == FORWARDS ? i : batch->count - 1 - i;
    }
}
