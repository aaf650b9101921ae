#include "record.h"

#include "../../common/sorted.h"
#include "outcome.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- What nobody disputes --------------------------------------------------------------------------------
 *
 * Vectors are of the class valid, so they must not rest on an open point of the ledger: a recorded trace
 * ends, by its limit, before the first frame that does. */

/* Whether a return address and the byte before it are in one row: which counts is open [caller-pc]. */
static bool is_in_one_row(const struct comparison *comparison, const struct sfr_frame *frame,
                          const struct sfr_answer *answer)
{
    struct sfr_answer before;
    return frame->topmost || (live_section_at(comparison->modules, frame->pc - 1, &before) != NULL &&
                              before.found == SFR_FOUND && before.row.offset == answer->row.offset);
}

/* [trace-end]: before V2E2 a frame pointer of 0 may end a trace. */
static bool may_end(const struct sfr_section *section, const struct sfr_frame *frame)
{
    return !sfr_text_facts(section->profile)->outermost_rows && frame->fp == 0;
}

static bool is_undisputed(const struct comparison *comparison, const struct sfr_frame *frame)
{
    struct sfr_answer answer;
    const struct sfr_section *const section = live_section_at(comparison->modules, frame->pc, &answer);
    if (section == NULL || answer.found != SFR_FOUND || frame->interrupted)
        return false;
    const bool link_alone =
        sfr_abi_facts(section->abi)->paired_words && answer.row.word_count == 2; /* [aarch64-two-words] */
    return answer.function.fde_type == SFR_DEFAULT && !answer.function.signal && !answer.row.mangled_ra &&
           !link_alone && !may_end(section, frame) && is_in_one_row(comparison, frame, &answer) &&
           (frame->topmost || answer.rules.ra.kind == SFR_AT);
}

/* How many frames, each with a caller, are right and undisputed. */
static size_t undisputed_frames(const struct comparison *comparison)
{
    size_t count = 0;
    while (count + 1 < comparison->frame_count && count < comparison->shadow->count &&
           is_undisputed(comparison, &comparison->frames[count]))
        count++;
    return count;
}

/* --- A vector ------------------------------------------------------------------------------------------- */

static json_t *hex_of(const uint8_t *bytes, size_t size)
{
    char *const text = live_zeros(2 * size, 1);
    for (size_t i = 0; i < size; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    json_t *const value = json_stringn(text, 2 * size);
    free(text);
    return value;
}

static json_t *piece_of(uint64_t address, const uint8_t *bytes, size_t size)
{
    return json_pack("{s:o, s:o}", "address", live_hex(address), "bytes", hex_of(bytes, size));
}

/* The words that a trace of so many frames reads, with a neighbour on either side, in pieces that do not touch. */
static json_t *memory_of(struct comparison *comparison, size_t frames)
{
    enum { PIECE_MOST = 8 * 3 * WORDS_MOST };
    static uint8_t bytes[PIECE_MOST];
    json_t *const pieces = json_array();
    uint64_t *const words = comparison->words;
    const size_t count = comparison->until[frames - 1];
    qsort(words, count, sizeof *words, sorted_order);
    for (size_t i = 0; i < count;) {
        const uint64_t start = words[i] - 8;
        uint64_t end = words[i] + 16;
        for (i++; i < count && words[i] - 8 <= end; i++)
            end = words[i] + 16;
        const size_t size = (size_t)(end - start);
        if (size <= sizeof bytes && live_target_bytes(comparison->target, start, bytes, size))
            (void)json_array_append_new(pieces, piece_of(start, bytes, size));
    }
    return pieces;
}

static json_t *registers_of(const struct target *target)
{
    const struct arch *const arch = target->arch;
    char name[8];
    json_t *const registers = json_pack("{s:o, s:o}", "sp", live_hex(sp_of(arch, &target->registers)), "fp",
                                        live_hex(fp_of(arch, &target->registers)));
    (void)snprintf(name, sizeof name, "r%u", abi_of(arch)->ra);
    if (!return_on_stack(arch))
        (void)json_object_set_new(registers, name,
                                  live_hex(target->registers.by_number[abi_of(arch)->ra]));
    return registers;
}

/* The first COUNT frames, from the topmost on, as the shadow stack has them. */
static json_t *true_frames(const struct comparison *comparison, size_t count)
{
    json_t *const frames = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct truth frame = live_shadow_frame(comparison->shadow, comparison->target, i);
        json_t *const said =
            json_pack("{s:o, s:o, s:o, s:o}", "pc", live_hex(frame.pc), "sp", live_hex(frame.sp), "fp",
                      live_hex(frame.fp), "cfa", live_hex(frame.cfa));
        (void)json_array_append_new(frames, said);
    }
    return frames;
}

/* The section of the topmost frame, and those of other modules. */
static json_t *input_of(struct comparison *comparison, const struct sfr_section *section, size_t frames)
{
    json_t *const modules = json_array();
    for (size_t i = 0; i < comparison->modules->section_count; i++) {
        const struct sfr_section *const other = &comparison->modules->sections[i];
        if (other != section)
            (void)json_array_append_new(modules, piece_of(other->address, other->bytes, other->size));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:I}", "address", live_hex(section->address), "bytes",
                     hex_of(section->bytes, section->size), "modules", modules, "pc",
                     live_hex(comparison->frames[0].pc), "registers", registers_of(comparison->target),
                     "memory", memory_of(comparison, frames), "limit", (json_int_t)frames);
}

/* Those of the clauses on traces that the section's text has: V1 and V2 have none. */
static json_t *clauses_of(const struct sfr_section *section)
{
    static const enum sfr_clause clauses[] = {SFR_trace_frame,   SFR_trace_first, SFR_trace_base,
                                              SFR_trace_offsets, SFR_trace_sp,    SFR_trace_pc,
                                              SFR_trace_fp};
    json_t *const list = json_array();
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        if (sfr_text_states(section->profile, clauses[i]))
            (void)json_array_append_new(list, json_string(sfr_clause_text(clauses[i])->id));
    return list;
}

static json_t *vector_of(const struct recorder *recorder, struct comparison *comparison,
                         const struct sfr_section *section, size_t frames)
{
    char note[2 * PLACE_SIZE], place[PLACE_SIZE];
    live_place_of(comparison->modules, comparison->frames[0].pc, place);
    (void)snprintf(note, sizeof note, "stepped: at %s, %zu frames deep", place,
                   comparison->shadow->count + 1);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:s, s:s, s:o, s:{s:o, s:s}}", "profile",
                     sfr_profile_name(section->profile), "abi", abi_of(comparison->target->arch)->name,
                     "operation", "unwind", "class", "valid", "family", "live", "clauses",
                     clauses_of(section), "origin", recorder->origin, "note", note, "input",
                     input_of(comparison, section, frames), "expect", "frames",
                     true_frames(comparison, frames), "stop", sfr_step_name(SFR_STOP_LIMIT));
}

/* --- Choosing ------------------------------------------------------------------------------------------- */

enum { FRAMES_LEAST = 2, DEPTHS = 8 };

static bool is_new(struct recorder *recorder, uint64_t key)
{
    for (size_t i = 0; i < recorder->count; i++)
        if (recorder->keys[i] == key)
            return false;
    recorder->keys = live_room(recorder->keys, recorder->count, sizeof *recorder->keys);
    recorder->keys[recorder->count++] = key;
    return true;
}

void live_record_step(struct recorder *recorder, struct comparison *comparison)
{
    struct sfr_answer answer;
    const size_t frames = comparison->outcome == WRONG ? 0 : undisputed_frames(comparison);
    if (frames < FRAMES_LEAST)
        return;
    const struct sfr_section *const section =
        live_section_at(comparison->modules, comparison->frames[0].pc, &answer);
    const uint64_t depth = frames < DEPTHS ? frames : DEPTHS;
    if (is_new(recorder, section->address * 7919 + answer.row.offset * 16 + depth))
        (void)json_array_append_new(recorder->vectors, vector_of(recorder, comparison, section, frames));
}

void live_record_write(const struct recorder *recorder, const char *path)
{
    const size_t count = json_array_size(recorder->vectors);
    const size_t written = count < recorder->most ? count : recorder->most;
    FILE *const file = fopen(path, "we");
    if (file == NULL)
        live_fail("%s: cannot be written: %s", path, strerror(errno));
    for (size_t i = 0; i < written; i++) {
        char id[256];
        json_t *const vector = json_array_get(recorder->vectors, i * count / written);
        (void)snprintf(id, sizeof id, "%s/%zu", recorder->prefix, i);
        json_t *const whole = json_pack("{s:s}", "id", id);
        if (json_object_update(whole, vector) != 0 || json_dumpf(whole, file, JSON_COMPACT) != 0 ||
            fputc('\n', file) == EOF)
            live_fail("%s: cannot be written", path);
        json_decref(whole);
    }
    if (fclose(file) != 0)
        live_fail("%s: cannot be written: %s", path, strerror(errno));
}
