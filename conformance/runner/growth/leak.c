/* Whether a reader forgets to give back what it took for a section that it refuses. */
#include "../process/memory.h"
#include "../request.h"
#include "measure.h"

#include <stdlib.h>
#include <string.h>

/* Each round asks BROKEN broken sections.  If memory grew in most of ROUNDS rounds, more rounds follow: by then
 * a garbage collector has freed what it left at first. */
enum { FUNCTIONS_WHOLE = 16, BROKEN = 240, ROUNDS = 10, ROUNDS_TO_BE_SURE = 40, WARM = 3, ENDS_MAX = 20 };

/* Less growth than this, in bytes over all rounds after the first WARM ones, is no leak. */
#define LEAK_MIN (512 << 10)

struct leak {
    struct measured *measured;
    enum operation operations[OPERATION_COUNT];
    unsigned operation_count;
    struct grown whole;
    bool deadly[BROKEN]; /* a question about it ends the process */
    unsigned ends;
    uint64_t memory[ROUNDS_TO_BE_SURE]; /* after each round */
    unsigned rounds;
};

/* Writes the whole section, cut if NUMBER is even, else with a wrong byte; returns how many bytes there are. */
static size_t make_broken(const struct leak *leak, unsigned number, uint8_t *bytes)
{
    const size_t size = leak->whole.size;
    memcpy(bytes, leak->whole.bytes, size);
    if (number % 2 == 0)
        return size * number / BROKEN;
    bytes[(size_t)number * size / BROKEN] ^= (uint8_t)(1u << number % 8 | 0x80);
    return size;
}

/* Asks about the broken section of that NUMBER.  The operations take turns: each gets a cut section and one with a
 * wrong byte.  False: the process ended. */
static bool ask_broken(struct leak *leak, unsigned number, uint8_t *bytes)
{
    struct asker *const asker = &leak->measured->asker;
    struct span line;
    const struct vector question = runner_grown_question(&leak->whole, leak->measured,
                                                         leak->operations[number / 2 % leak->operation_count]);
    runner_request_about(&asker->process, &question, bytes, make_broken(leak, number, bytes), ++asker->number);
    return runner_asker_ask(asker, &line);
}

/* Asks all broken sections but the deadly ones.  Returns false if the process ended: the section that was asked
 * then is deadly from now on. */
static bool ask_round(struct leak *leak, uint8_t *bytes)
{
    for (unsigned i = 0; i < BROKEN; i++) {
        if (leak->deadly[i] || ask_broken(leak, i, bytes))
            continue;
        leak->deadly[i] = true;
        leak->ends += leak->measured->asker.slow ? ENDS_MAX / 2 : 1;
        return false;
    }
    return true;
}

/* Asks one process round after round, up to COUNT.  If the process ends, another begins with the first round.
 * Returns false if processes end too often or cannot be measured. */
static bool ask_rounds(struct leak *leak, unsigned count, uint8_t *bytes)
{
    struct asker *const asker = &leak->measured->asker;
    struct usage usage;
    while (leak->rounds < count) {
        if (asker->process.pid == 0) {
            leak->rounds = 0;
            if (asker->trouble != 0 || *asker->interrupted != 0 || leak->ends >= ENDS_MAX || !runner_asker_start(asker))
                return false;
        }
        if (!ask_round(leak, bytes))
            continue;
        if (!runner_usage_of(asker->process.pid, &usage))
            return false;
        leak->memory[leak->rounds++] = usage.memory;
    }
    return true;
}

/* Whether memory grew in three of four rounds after the first WARM ones. */
static bool grows(const struct leak *leak)
{
    unsigned grew = 0;
    for (unsigned i = WARM; i < leak->rounds; i++)
        grew += leak->memory[i] > leak->memory[i - 1];
    return 4 * grew >= 3 * (leak->rounds - WARM);
}

/* Whether it also grew by much, and at least a third of that in the second half of the rounds. */
static bool grows_on(const struct leak *leak)
{
    const uint64_t first = leak->memory[WARM - 1], middle = leak->memory[leak->rounds / 2],
                   last = leak->memory[leak->rounds - 1];
    return grows(leak) && last > first && last - first >= LEAK_MIN && last > middle &&
           3 * (last - middle) >= last - first;
}

static void judge(const struct leak *leak, bool measured, json_t *list)
{
    const bool is_one = measured && leak->rounds == ROUNDS_TO_BE_SURE && grows_on(leak);
    const uint64_t bytes =
        is_one ? (leak->memory[leak->rounds - 1] - leak->memory[WARM - 1]) / (leak->rounds - WARM) : 0;
    if (is_one)
        runner_measure_add(list, leak->measured, "leak", "broken sections", -1, BROKEN, true,
                           "memory grows by about %ju kB in each of %u rounds of the same %u broken sections",
                           (uintmax_t)(bytes / 1024), leak->rounds, BROKEN);
    else
        runner_measure_add(list, leak->measured, "leak", "broken sections", -1, BROKEN, false, "%s",
                           measured ? "memory does not grow with broken sections"
                                    : "broken sections: its process ends too often");
}

void runner_measure_leak(struct measured *measured, const bool operations[OPERATION_COUNT], json_t *list)
{
    static const enum operation asked[] = {CHECK, LOOKUP, DECODE};
    struct leak leak = {.measured = measured};
    for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++)
        if (operations[asked[i]])
            leak.operations[leak.operation_count++] = asked[i];
    if (leak.operation_count == 0)
        return;
    runner_grown_make(&leak.whole, measured->profile, measured->abi, FUNCTIONS, FUNCTIONS_WHOLE);
    uint8_t *const bytes = memory_get(leak.whole.size);
    bool whole = ask_rounds(&leak, ROUNDS, bytes);
    if (whole && grows(&leak))
        whole = ask_rounds(&leak, ROUNDS_TO_BE_SURE, bytes);
    runner_asker_stop(&measured->asker);
    if (measured->asker.trouble == 0 && *measured->asker.interrupted == 0)
        judge(&leak, whole, list);
    free(bytes);
    free(leak.whole.bytes);
}
