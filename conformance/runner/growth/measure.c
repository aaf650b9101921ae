#include "measure.h"

#include "../request.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

/* The sizes are powers of two: of functions or of rows. */
enum { FIRST_SIZE = 16, SIZES = 12, REPEATS = 3, DOUBLINGS_MIN = 3 };

/* A value below *_MIN says more about the process than about the question.  At *_ENOUGH no larger size is
 * asked.  The time of programs that the adapter runs is counted in ticks, mostly of 10 ms. */
#define SECONDS_MIN     0.002
#define TICKS_MIN       0.06
#define SECONDS_ENOUGH  0.15
#define TICKS_ENOUGH    2.0
#define BYTES_MIN       1e6
#define BYTES_ENOUGH    256e6

/* What is linear doubles when the section does, and what is quadratic becomes four times as much: the bound
 * lies between, as the mean over DOUBLINGS_MIN doublings. */
#define RATIO_MAX 3.0

void runner_measure_add(json_t *list, const struct measured *measured, const char *what, const char *question,
                        double ratio, uint64_t size, bool grows, const char *format, ...)
{
    char words[WORDS_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    json_t *const rounded = ratio >= 0 ? json_real((double)(uint64_t)(100 * ratio + 0.5) / 100) : json_null();
    (void)json_array_append_new(
        list, json_pack("{s:s,s:s,s:s,s:s,s:o,s:I,s:b,s:s}", "measure", what, "question", question, "profile",
                        runner_profile_names[measured->profile], "abi", runner_abi_names[measured->abi],
                        "ratio", rounded, "size", (json_int_t)size, "grows", grows, "words", words));
}

/* --- Asking --------------------------------------------------------------------------------------------- */

/* Whether the answer is neither an error nor `unsupported`. */
static bool is_answer(struct span line)
{
    return runner_json_of_name(line, "error").size == 0 && runner_json_of_name(line, "unsupported").size == 0;
}

/* What was measured at each size; sizes that were not asked have 0. */
struct curve {
    double seconds[SIZES], bytes[SIZES];
    unsigned count;
    bool in_ticks; /* programs that the adapter ran took some of the time */
};

/* The least processor time of REPEATS equal questions.  Below 0: it cannot be measured.  The section lies at
 * another address each time, so that a reader cannot repeat an answer that it kept. */
static double seconds_for(struct asker *asker, struct vector *question, const struct grown *grown, struct curve *curve,
                          uint64_t *peak)
{
    struct usage before, after;
    struct span line;
    double least = -1;
    for (unsigned i = 0; i < REPEATS && least < SECONDS_ENOUGH; i++) {
        if (!runner_usage_of(asker->process.pid, &before))
            return -1;
        runner_request_about(&asker->process, question, grown->bytes, grown->size, ++asker->number);
        if (!runner_asker_ask(asker, &line) || !is_answer(line) || !runner_usage_of(asker->process.pid, &after))
            return -1;
        const double ended = after.ended - before.ended, seconds = after.seconds - before.seconds + ended;
        curve->in_ticks = curve->in_ticks || ended > 0;
        least = least < 0 || seconds < least ? seconds : least;
        *peak = after.peak;
        question->address += GROWN_STEP;
        question->pc += GROWN_STEP;
    }
    return least;
}

/* Asks one process about larger and larger sections.  Returns false if an answer is missing or refuses. */
static bool trace_curve(struct measured *measured, enum operation operation, enum family family,
                        struct curve *curve)
{
    struct asker *const asker = &measured->asker;
    struct usage usage;
    *curve = (struct curve){.count = 0};
    if (!runner_asker_start(asker) || !runner_usage_of(asker->process.pid, &usage))
        return false;
    const double begun = (double)usage.peak;
    for (; curve->count < SIZES; curve->count++) {
        struct grown grown;
        uint64_t peak = 0;
        runner_grown_make(&grown, measured->profile, measured->abi, family, (uint32_t)FIRST_SIZE << curve->count);
        struct vector question = runner_grown_question(&grown, measured, operation);
        const double seconds = seconds_for(asker, &question, &grown, curve, &peak);
        free(grown.bytes);
        if (seconds < 0)
            return false;
        curve->seconds[curve->count] = seconds;
        curve->bytes[curve->count] = (double)peak - begun;
        if (seconds > (curve->in_ticks ? TICKS_ENOUGH : SECONDS_ENOUGH) || curve->bytes[curve->count] > BYTES_ENOUGH) {
            curve->count++;
            break;
        }
    }
    return true;
}

/* --- Judging -------------------------------------------------------------------------------------------- */

/* The factor by which values grow when the size doubles, over the last DOUBLINGS_MIN doublings.  Below 0: too
 * few of the last values are at least LEAST. */
static double ratio_of(const double *values, unsigned count, double least)
{
    unsigned first = count;
    while (first > 0 && values[first - 1] >= least && count - first <= DOUBLINGS_MIN)
        first--;
    const unsigned doublings = count - first > 0 ? count - first - 1 : 0;
    return doublings < DOUBLINGS_MIN ? -1 : pow(values[count - 1] / values[first], 1.0 / doublings);
}

static void judge_curve(const struct measured *measured, const struct curve *curve, const char *what,
                        const char *question, const double *values, double least, json_t *list)
{
    const double ratio = ratio_of(values, curve->count, least);
    const uint64_t size = curve->count > 0 ? (uint64_t)FIRST_SIZE << (curve->count - 1) : 0;
    if (ratio < 0)
        runner_measure_add(list, measured, what, question, ratio, size, false,
                           "%s of %s: too little to be measured up to %ju", what, question, (uintmax_t)size);
    else
        runner_measure_add(list, measured, what, question, ratio, size, ratio > RATIO_MAX,
                           "%s of %s grows %.1f times with each doubling, up to %ju", what, question, ratio,
                           (uintmax_t)size);
}

void runner_measure_family(struct measured *measured, enum operation operation, enum family family,
                           json_t *list)
{
    struct curve curve;
    char question[64];
    (void)snprintf(question, sizeof question, "%s, %s", runner_operation_names[operation],
                   runner_family_names[family]);
    const bool answered = trace_curve(measured, operation, family, &curve);
    runner_asker_stop(&measured->asker);
    if (measured->asker.trouble != 0 || *measured->asker.interrupted != 0)
        return;
    if (!answered && curve.count <= DOUBLINGS_MIN) {
        runner_measure_add(list, measured, "time", question, -1, 0, false, "%s: not answered", question);
        return;
    }
    judge_curve(measured, &curve, "time", question, curve.seconds,
                curve.in_ticks ? TICKS_MIN : SECONDS_MIN, list);
    judge_curve(measured, &curve, "memory", question, curve.bytes, BYTES_MIN, list);
}
