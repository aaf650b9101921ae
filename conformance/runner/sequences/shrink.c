#include "session.h"

#include <stdlib.h>
#include <string.h>

/* Whether the last question of the sequence is answered otherwise than alone.  A process that ends before was
 * not asked it.  One that hangs is not tried much longer. */
static bool differs(struct shrinking *shrinking, const struct sequence *sequence)
{
    char *const answer = runner_session_last(shrinking->asker, shrinking->batch, sequence);
    shrinking->tries += shrinking->asker->slow ? TRIES / TRIES_THAT_HANG : 1;
    if (answer == NULL || runner_session_same(shrinking->alone, answer)) {
        free(answer);
        return false;
    }
    free(shrinking->other);
    shrinking->other = answer;
    return true;
}

/* Leaves COUNT questions out from PLACE on. */
static struct sequence without(const struct sequence *sequence, unsigned place, unsigned count)
{
    struct sequence shorter = *sequence;
    shorter.count -= count;
    memmove(shorter.asks + place, sequence->asks + place + count, (shorter.count - place) * sizeof *shorter.asks);
    return shorter;
}

/* The questions right before are the most likely cause: the last one alone, the last 2, 3, 5, 9 and so on. */
static bool cut_front(struct shrinking *shrinking, struct sequence *sequence)
{
    for (unsigned before = 0; before + 1 < sequence->count && shrinking->tries < TRIES;
         before = before == 0 ? 1 : 2 * before) {
        const struct sequence shorter = without(sequence, 0, sequence->count - before - 1);
        if (differs(shrinking, &shorter)) {
            *sequence = shorter;
            return true;
        }
    }
    return differs(shrinking, sequence);
}

/* Leaves out each question that the difference does not need. */
static void drop_each(struct shrinking *shrinking, struct sequence *sequence)
{
    for (unsigned i = 0; i + 1 < sequence->count && shrinking->tries < TRIES;) {
        const struct sequence shorter = without(sequence, i, 1);
        if (differs(shrinking, &shorter))
            *sequence = shorter;
        else
            i++;
    }
}

bool runner_shrink(struct shrinking *shrinking, struct sequence *sequence)
{
    if (!cut_front(shrinking, sequence))
        return false;
    drop_each(shrinking, sequence);
    struct sequence plain = *sequence;
    plain.manner = PLAIN; /* a shorter text, if it serves as well */
    if (sequence->manner != PLAIN && shrinking->tries < TRIES && differs(shrinking, &plain))
        *sequence = plain;
    return true;
}
