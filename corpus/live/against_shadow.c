#include "against_shadow.h"

#include "tool/printing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool read_word(void *context, uint64_t address, uint64_t *value)
{
    struct comparison *const comparison = context;
    if (comparison->word_count < WORDS_MOST)
        comparison->words[comparison->word_count++] = address;
    return live_target_word(comparison->target, address, value);
}

static bool read_register(void *context, uint32_t regnum, uint64_t *value)
{
    const struct comparison *const comparison = context;
    return regnum < REGISTERS && live_target_register(comparison->target, regnum, value);
}

void live_comparison_begin(struct comparison *comparison)
{
    comparison->machine = (struct sfr_machine){read_word, read_register, comparison,
                                               comparison->target->arch->pac_mask};
    sfr_unwind_begin(&comparison->unwind, comparison->modules->sections, comparison->modules->section_count,
                     &comparison->machine, comparison->remembered,
                     sizeof comparison->remembered / sizeof *comparison->remembered);
}

/* --- Findings ------------------------------------------------------------------------------------------ */

/* In words, what the section says of PC, for people who explain a finding. */
static char *row_at(const struct comparison *comparison, uint64_t pc)
{
    char text[96] = "no description", cfa[RULE_TEXT];
    struct sfr_answer answer;
    (void)live_section_at(comparison->modules, pc, &answer);
    if (answer.found == SFR_OUTERMOST)
        (void)snprintf(text, sizeof text, "no rows%s", answer.function.signal ? ", signal frame" : "");
    if (answer.found == SFR_FOUND) {
        tool_rule_text(&answer.rules.cfa, cfa);
        (void)snprintf(text, sizeof text, "%s row, CFA %s",
                       answer.function.fde_type == SFR_FLEX ? "flexible" : "default", cfa);
    }
    return strdup(text);
}

static struct finding *add_finding(struct comparison *comparison)
{
    comparison->findings =
        live_room(comparison->findings, comparison->finding_count, sizeof *comparison->findings);
    return &comparison->findings[comparison->finding_count++];
}

static struct finding *finding_of(struct comparison *comparison, const char *kind,
                                  const struct sfr_frame *frame, enum outcome outcome)
{
    const uint64_t lookup = frame->topmost || frame->interrupted ? frame->pc : frame->pc - 1;
    for (size_t i = 0; i < comparison->finding_count; i++) {
        struct finding *const finding = &comparison->findings[i];
        if (finding->pc == frame->pc && finding->lookup == lookup && finding->outcome == outcome &&
            strcmp(finding->kind, kind) == 0)
            return finding;
    }
    struct finding *const finding = add_finding(comparison);
    *finding = (struct finding){
        .pc = frame->pc, .lookup = lookup, .outcome = outcome, .row = row_at(comparison, lookup)};
    (void)snprintf(finding->kind, sizeof finding->kind, "%s", kind);
    live_place_of(comparison->modules, frame->pc, finding->place);
    return finding;
}

static void print_expected(FILE *out, const struct comparison *comparison, size_t i)
{
    char place[PLACE_SIZE];
    const struct truth frame = live_shadow_frame(comparison->shadow, comparison->target, i);
    live_place_of(comparison->modules, frame.pc, place);
    (void)fprintf(out, "    expected %2zu pc 0x%" PRIx64 " sp 0x%" PRIx64 " fp 0x%" PRIx64, i, frame.pc,
                  frame.sp, frame.fp);
    if (!frame.outermost)
        (void)fprintf(out, " cfa 0x%" PRIx64, frame.cfa);
    (void)fprintf(out, " %s\n", place);
}

static void print_actual(FILE *out, const struct comparison *comparison, size_t i)
{
    const struct sfr_frame *const frame = &comparison->frames[i];
    (void)fprintf(out, "    actual   %2zu pc 0x%" PRIx64 " sp 0x%" PRIx64 " fp 0x%" PRIx64, i, frame->pc,
                  frame->sp, frame->fp);
    if (frame->cfa_known)
        (void)fprintf(out, " cfa 0x%" PRIx64, frame->cfa);
    (void)fputc('\n', out);
}

/* The true frames, and those of the trace: up to the trace's end, and one true frame more. */
static char *both_traces(const struct comparison *comparison)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL)
        live_fail("out of memory");
    for (size_t i = 0; i <= comparison->shadow->count && i <= comparison->frame_count; i++) {
        print_expected(out, comparison, i);
        if (i < comparison->frame_count)
            print_actual(out, comparison, i);
    }
    for (size_t i = comparison->shadow->count + 1; i < comparison->frame_count; i++)
        print_actual(out, comparison, i);
    (void)fprintf(out, "    stop %s\n", sfr_step_name(comparison->unwind.stop));
    const bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed)
        live_fail("out of memory");
    return text;
}

/* Counts a finding that comes from the row of frame I: that frame is right, or only its CFA is wrong. */
static void find(struct comparison *comparison, const char *kind, size_t i, enum outcome outcome)
{
    struct finding *const finding = finding_of(comparison, kind, &comparison->frames[i], outcome);
    if (finding->steps++ == 0)
        finding->trace = both_traces(comparison);
    comparison->outcome = outcome;
}

/* --- One step ------------------------------------------------------------------------------------------- */

/* Which value that the callee's row has recovered is wrong; NULL: none. */
static const char *wrong_of_recovered(const struct truth *truth, const struct sfr_frame *frame)
{
    return frame->pc != truth->pc   ? "pc"
           : frame->sp != truth->sp ? "sp"
           : frame->fp != truth->fp ? "fp"
                                    : NULL;
}

/* Takes the whole trace before it is judged, so that a finding can print it. */
static void take_trace(struct comparison *comparison, const struct truth *top)
{
    struct sfr_frame frame;
    comparison->frame_count = comparison->word_count = 0;
    sfr_unwind_from(&comparison->unwind, top->pc, top->sp, top->fp, SHADOW_MOST);
    while (sfr_unwind_next(&comparison->unwind, &frame)) {
        comparison->until[comparison->frame_count] = comparison->word_count;
        comparison->frames[comparison->frame_count++] = frame;
    }
}

/* Whether the section that holds PC is read by a text that knows outermost frames. */
static bool knows_outermost(const struct comparison *comparison, uint64_t pc)
{
    struct sfr_answer answer;
    const struct sfr_section *const section = live_section_at(comparison->modules, pc, &answer);
    return section == NULL || sfr_text_facts(section->profile)->outermost_rows;
}

/* Judges how the trace ended.  All frames that it has are right. */
static void judge_stop(struct comparison *comparison)
{
    const enum sfr_step stop = comparison->unwind.stop;
    const size_t last = comparison->frame_count - 1;
    const uint64_t missing = comparison->shadow->count - last;
    if (missing == 0 && (stop == SFR_STOP_OUTERMOST || stop == SFR_STOP_NO_FUNCTION)) {
        comparison->outcome = WHOLE;
    } else if (missing == 0 && !knows_outermost(comparison, comparison->frames[last].pc)) {
        find(comparison, sfr_step_name(stop), last, BEYOND);
    } else if (stop == SFR_STOP_NO_FUNCTION) {
        comparison->frames_unknown += missing;
        find(comparison, sfr_step_name(stop), last, CUT);
    } else {
        comparison->frames_wrong += missing;
        find(comparison, sfr_step_name(stop), last, WRONG);
    }
}

static void judge_frames(struct comparison *comparison)
{
    const size_t last = comparison->shadow->count;
    for (size_t i = 0; i < comparison->frame_count && i <= last; i++) {
        const struct sfr_frame *const frame = &comparison->frames[i];
        const struct truth truth = live_shadow_frame(comparison->shadow, comparison->target, i);
        const char *const wrong = wrong_of_recovered(&truth, frame);
        const bool wrong_cfa = frame->cfa_known && !truth.outermost && frame->cfa != truth.cfa;
        if (wrong != NULL || wrong_cfa) {
            comparison->frames_wrong += last + 1 - i;
            find(comparison, wrong != NULL ? wrong : "cfa", wrong != NULL && i > 0 ? i - 1 : i, WRONG);
            return;
        }
        comparison->frames_right++;
    }
    if (comparison->frame_count > last + 1)
        find(comparison, "beyond", last,
             knows_outermost(comparison, comparison->frames[last].pc) ? WRONG : BEYOND);
    else
        judge_stop(comparison);
}

void live_compare_step(struct comparison *comparison)
{
    const struct truth top = live_shadow_frame(comparison->shadow, comparison->target, 0);
    take_trace(comparison, &top);
    judge_frames(comparison);
    comparison->steps[comparison->outcome]++;
}
