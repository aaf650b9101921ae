#include "program_emitter.h"

#include "../../common/bounded.h"
#include "assembly.h"
#include "emit/vector.h"
#include "exports/export_place.h"
#include "families.h"
#include "machine.h"
#include "reading.h"
#include "texts.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const char *words;
    void (*run)(struct program_emitter *emitter);
} families[] = {
#define FAMILY(name, words) {#name, words, gen_programs_##name},
#define TEXT(name, words)   {#name, words, gen_programs_text},
    PROGRAM_FAMILIES(FAMILY, TEXT)
#undef TEXT
#undef FAMILY
};

enum { FAMILIES_OF_PROGRAMS = sizeof families / sizeof *families, PROGRAM_ID = 320 };

bool gen_take_program_family(void *to, const char *name)
{
    *(const char **)to = name;
    for (size_t i = 0; i < FAMILIES_OF_PROGRAMS; i++)
        if (strcmp(families[i].name, name) == 0)
            return true;
    return false;
}

void gen_list_program_families(FILE *file)
{
    for (size_t i = 0; i < FAMILIES_OF_PROGRAMS; i++)
        fprintf(file, "%-12s %s\n", families[i].name, families[i].words);
}

/* --- The truth as JSON ---------------------------------------------------------------------------------- */

static void write_rule(struct text *text, const struct cfi_rule *rule)
{
    static const char *const words[] = {[RULE_UNSTATED] = "\"unstated\"",
                                        [RULE_SAME] = "\"same\"",
                                        [RULE_UNDEFINED] = "\"undefined\"",
                                        [RULE_COMPLEX] = "\"complex\""};
    if (rule->kind != RULE_AT) {
        gen_text_string(text, words[rule->kind]);
        return;
    }
    char base[24] = "\"cfa\"";
    if (rule->base != BASE_IS_CFA)
        SAY(base, "%d", rule->base);
    gen_text_format(text, "{\"base\":%s,\"offset\":%" PRId64 "%s}", base, rule->offset,
                    rule->deref ? ",\"deref\":true" : "");
}

/* Where a stretch begins, or a function ends. */
static void write_place(struct text *text, const char *name, const struct truth *truth, uint64_t at,
                        unsigned step)
{
    if (!truth->by_labels) {
        gen_text_unsigned(text, at);
        return;
    }
    gen_text_string(text, "{\"symbol\":\"");
    gen_write_step_label(text, name, step);
    gen_text_string(text, "\"}");
}

static void write_stretch(struct text *text, const char *name, const struct truth *truth,
                          const struct cfi_stretch *stretch)
{
    const struct {
        const char *name;
        const struct cfi_rule *rule;
    } rules[] = {{",\"cfa\":", &stretch->cfa},
                 {",\"ra\":", &stretch->ra},
                 {",\"fp\":", &stretch->fp},
                 {",\"sp\":", &stretch->sp}};
    gen_text_string(text, "{\"at\":");
    write_place(text, name, truth, stretch->at, stretch->step);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        gen_text_string(text, rules[i].name);
        write_rule(text, rules[i].rule);
    }
    gen_text_string(text, stretch->mangled ? ",\"mangled\":true}" : "}");
}

void gen_write_truth(struct text *text, const char *name, unsigned end, const struct truth *truth, const char *base)
{
    gen_text_format(text, "{\"name\":\"%s\",\"size\":", name);
    write_place(text, name, truth, truth->size, end);
    if (truth->signal)
        gen_text_string(text, ",\"signal\":true");
    if (truth->key_b)
        gen_text_string(text, ",\"key_b\":true");
    if (truth->contested != NULL)
        gen_text_format(text, ",\"contested\":\"%s\"", truth->contested);
    if (base != NULL)
        gen_text_format(text, ",\"equals\":\"%s\"", base);
    gen_text_string(text, ",\"rows\":[");
    for (unsigned i = 0; i < truth->count; i++) {
        if (i != 0)
            gen_text_char(text, ',');
        write_stretch(text, name, truth, &truth->stretches[i]);
    }
    gen_text_string(text, "]}");
}

/* --- Units ---------------------------------------------------------------------------------------------- */

/* A unit is a line of JSON: a beginning, its functions, a middle, their truths, and an end. */
static void write_unit_begin(struct program_emitter *emitter)
{
    struct text *const text = &emitter->text;
    char head_buffer[128];
    struct text head;
    gen_text_init(&head, head_buffer, sizeof head_buffer);
    gen_write_unit_head(&head, emitter->sections);
    gen_text_format(text,
                    "{\"id\":\"%s/%s/%u\",\"abi\":\"%s\",\"operation\":\"assemble\",\"family\":\"%s\","
                    "\"input\":{\"head\":",
                    abi_name(emitter->abi), emitter->family, emitter->unit, abi_name(emitter->abi),
                    emitter->family);
    gen_text_quoted(text, gen_text_c(&head));
    gen_text_string(text, ",\"functions\":[");
}

static void write_unit_middle(struct program_emitter *emitter)
{
    gen_text_string(&emitter->text, emitter->wants_sframe
                                        ? "]},\"expect\":{\"functions\":["
                                        : "]},\"expect\":{\"sframe\":false,\"functions\":[");
}

static void write_unit_end(struct program_emitter *emitter)
{
    gen_text_string(&emitter->text, "]}}\n");
    gen_text_drain(&emitter->text);
}

static void finish_unit(struct program_emitter *emitter)
{
    emitter->base_is_in = false;
    if (emitter->in_unit == 0)
        return;
    write_unit_begin(emitter);
    gen_text_append(&emitter->text, &emitter->functions);
    write_unit_middle(emitter);
    gen_text_append(&emitter->text, &emitter->truths);
    write_unit_end(emitter);
    if (emitter->functions.full || emitter->truths.full)
        emitter->fault = "a unit is too large";
    gen_text_clear(&emitter->functions);
    gen_text_clear(&emitter->truths);
    emitter->unit++;
    emitter->in_unit = 0;
}

void gen_begin_unit(struct program_emitter *emitter, const char *sections, bool wants_sframe)
{
    finish_unit(emitter);
    emitter->sections = sections != NULL ? sections : GEN_SECTIONS;
    emitter->wants_sframe = wants_sframe;
}

/* --- Programs ------------------------------------------------------------------------------------------- */

struct program *gen_begin_program(struct program_emitter *emitter, const char *about)
{
    struct program *const program = &emitter->program;
    program->about = about;
    program->section = IN_TEXT_AS_IT_IS;
    program->behind = 0;
    program->simple = program->meaningless = program->equal = false;
    program->entry = NULL;
    program->step_count = 0;
    return program;
}

struct program *gen_begin_numbered(struct program_emitter *emitter, const char *about, int64_t number)
{
    return gen_begin_program(emitter, SAY(emitter->about_buffer, "%s %" PRId64, about, number));
}

/* Appends NAME with `_` for characters that ids do not have; those of KEPT stay (* and ? of a pattern). */
static const char *in_order(struct text *id, const char *name, const char *kept)
{
    static const char usual[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+=,./_:@<>()";
    for (; *name != '\0'; name++)
        gen_text_raw(id, strchr(usual, *name) != NULL || strchr(kept, *name) != NULL ? name : "_", 1);
    return gen_text_c(id);
}

const char *gen_program_id(const struct program_emitter *emitter)
{
    static char id_buffer[PROGRAM_ID];
    char whole[PROGRAM_ID];
    struct text id;
    gen_text_init(&id, id_buffer, sizeof id_buffer);
    SAY(whole, "%s/%s/%s", abi_name(emitter->abi), emitter->family, emitter->program.about);
    return in_order(&id, whole, "");
}

static bool has_id(const struct program_emitter *emitter)
{
    char buffer[PROGRAM_ID];
    struct text pattern;
    gen_text_init(&pattern, buffer, sizeof buffer);
    return gen_glob_matches(in_order(&pattern, emitter->selection->ids, "*?"), gen_program_id(emitter));
}

static bool is_selected(const struct program_emitter *emitter)
{
    const struct program_selection *const selection = emitter->selection;
    char id[PROGRAM_ID];
    SAY(id, "%s/%s/%s", abi_name(emitter->abi), emitter->family, emitter->program.about);
    if (selection->core && !gen_core_has(id))
        return false;
    if (selection->ids != NULL && !has_id(emitter))
        return false;
    return selection->select.count == 0 || gen_pattern_matches(&selection->select, emitter->program.about);
}

static const char *name_function(char name[FUNCTION_NAME], unsigned number)
{
    return gen_print(name, FUNCTION_NAME, "f%u", number);
}

static void write_function(struct program_emitter *emitter, struct text *into, const char *name,
                           const struct truth *truth)
{
    static char text_buffer[1 << 17];
    struct text text;
    gen_text_init(&text, text_buffer, sizeof text_buffer);
    gen_write_program(&text, emitter->abi, name, &emitter->program, truth->by_labels);
    gen_text_format(into, "{\"name\":\"%s\",\"about\":", name);
    gen_text_quoted(into, emitter->program.about);
    gen_text_string(into, ",\"text\":");
    gen_text_quoted(into, gen_text_c(&text));
    gen_text_char(into, '}');
    if (text.full)
        emitter->fault = "a program's text is too long";
}

/* False: its directives have no meaning (gen_run_program), or it has too many. */
static bool run_program(struct program_emitter *emitter, struct truth *truth)
{
    if (emitter->program.step_count > MAX_STEPS)
        emitter->fault = "a program has too many steps";
    return emitter->fault == NULL && gen_run_program(emitter->abi, &emitter->program, truth);
}

void gen_emit_program(struct program_emitter *emitter)
{
    static struct truth truth;
    const struct program *const program = &emitter->program;
    char name[FUNCTION_NAME], base[FUNCTION_NAME];
    const bool is_in = run_program(emitter, &truth) && is_selected(emitter);
    if (!program->equal) {
        emitter->base_is_in = is_in;
        emitter->base = emitter->in_unit;
    }
    if (!is_in)
        return;
    if (emitter->take != NULL) {
        emitter->emitted++;
        emitter->take(emitter->into, emitter, &truth);
        return;
    }
    if (emitter->in_unit != 0) {
        gen_text_char(&emitter->functions, ',');
        gen_text_char(&emitter->truths, ',');
    }
    const bool has_base = program->equal && emitter->base_is_in;
    const char *const of = has_base ? name_function(base, emitter->base) : NULL;
    write_function(emitter, &emitter->functions, name_function(name, emitter->in_unit), &truth);
    gen_write_truth(&emitter->truths, name, program->step_count, &truth, of);
    emitter->emitted++;
    if (++emitter->in_unit == UNIT_FUNCTIONS)
        finish_unit(emitter);
}

/* --- A unit of any size --------------------------------------------------------------------------------- */

/* Called twice: first for the texts, then for the truths.  It draws the same functions both times, so that none
 * need be kept. */
static void write_typical(struct program_emitter *emitter, bool truths)
{
    static struct truth truth;
    char name[FUNCTION_NAME];
    emitter->random.state = emitter->selection->seed;
    for (uint64_t i = 0; i < emitter->selection->functions && emitter->fault == NULL; i++) {
        gen_draw_typical(emitter, i);
        if (!run_program(emitter, &truth) && emitter->fault == NULL)
            emitter->fault = "a typical program has no meaning";
        if (i != 0)
            gen_text_char(&emitter->text, ',');
        (void)name_function(name, (unsigned)i);
        if (truths)
            gen_write_truth(&emitter->text, name, emitter->program.step_count, &truth, NULL);
        else
            write_function(emitter, &emitter->text, name, &truth);
    }
}

static void write_large_unit(struct program_emitter *emitter)
{
    emitter->family = "typical";
    gen_begin_unit(emitter, NULL, true);
    write_unit_begin(emitter);
    write_typical(emitter, false);
    write_unit_middle(emitter);
    write_typical(emitter, true);
    write_unit_end(emitter);
    emitter->emitted += emitter->selection->functions;
}

static void begin_output(struct program_emitter *emitter, const struct program_selection *selection,
                         struct outlet *outlet)
{
    emitter->selection = selection;
    gen_text_init(&emitter->text, emitter->buffer, sizeof emitter->buffer);
    emitter->text.drain = gen_outlet_write;
    emitter->text.into = outlet;
    gen_text_init(&emitter->functions, emitter->functions_buffer, sizeof emitter->functions_buffer);
    gen_text_init(&emitter->truths, emitter->truths_buffer, sizeof emitter->truths_buffer);
}

static void run_family(struct program_emitter *emitter, size_t family)
{
    emitter->family = families[family].name;
    emitter->unit = 0;
    gen_begin_unit(emitter, NULL, true);
    emitter->random = random_named(emitter->selection->seed ^ ((uint64_t)emitter->abi << 32), emitter->family);
    families[family].run(emitter);
    finish_unit(emitter);
}

static void emit_read(struct program_emitter *emitter)
{
    const uint64_t before = emitter->emitted;
    gen_emit_program(emitter);
    if (emitter->emitted == before && emitter->fault == NULL && is_selected(emitter))
        emitter->fault = "directives that have no meaning";
}

bool gen_run_text(struct program_emitter *emitter, const struct program_selection *selection,
                  struct outlet *outlet, FILE *file)
{
    static struct reading reading;
    char *line = NULL;
    size_t room = 0;
    begin_output(emitter, selection, outlet);
    const int abi = selection->abi;
    reading.abi = emitter->abi = (enum abi)abi;
    reading.program = &emitter->program;
    emitter->family = "read";
    gen_begin_unit(emitter, NULL, true);
    for (ssize_t length; emitter->fault == NULL && (length = bounded_line(&line, &room, file)) >= 0;) {
        emitter->line++;
        const enum read_event event = gen_read_line(&reading, line);
        if (event == READ_FAULT || strlen(line) != (size_t)length)
            emitter->fault = event == READ_FAULT ? reading.fault : "a byte that is zero";
        else if (event == READ_FUNCTION)
            emit_read(emitter);
    }
    if (emitter->fault == NULL && !feof(file)) {
        emitter->line = 0; /* the fault is of the file, not of a line */
        emitter->fault = bounded_trouble();
    } else if (emitter->fault == NULL && reading.inside)
        emitter->fault = "a function without an end";
    free(line);
    finish_unit(emitter);
    return emitter->fault == NULL;
}

bool gen_run_programs(struct program_emitter *emitter, const struct program_selection *selection,
                      struct outlet *outlet)
{
    begin_output(emitter, selection, outlet);
    for (size_t i = 0; i < (selection->functions == 0 ? FAMILIES_OF_PROGRAMS : 1); i++) {
        for (int abi = 0; abi < ABIS && emitter->fault == NULL; abi++) {
            if ((selection->abi >= 0 && selection->abi != abi) || gen_fill_size((enum abi)abi) == 0 ||
                (selection->family != NULL && strcmp(selection->family, families[i].name) != 0))
                continue;
            emitter->abi = (enum abi)abi;
            if (selection->functions != 0)
                write_large_unit(emitter);
            else
                run_family(emitter, i);
        }
    }
    return emitter->fault == NULL;
}
