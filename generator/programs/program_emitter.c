#include "program_emitter.h"

#include "../export_place.h"
#include "../vector.h"
#include "assembly.h"
#include "families.h"
#include "machine.h"

#include <string.h>

static const struct {
    const char *name;
    const char *words;
    void (*run)(struct program_emitter *emitter);
} families[] = {
#define FAMILY(name, words) {#name, words, gen_programs_##name},
    PROGRAM_FAMILIES(FAMILY)
#undef FAMILY
};

enum { FAMILIES_OF_PROGRAMS = sizeof families / sizeof *families };

bool gen_has_program_family(const char *name)
{
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

/* --- The truth as JSON ----------------------------------------------------------------------------------- */

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
    gen_text_string(text, "{\"base\":");
    if (rule->base == BASE_IS_CFA)
        gen_text_string(text, "\"cfa\"");
    else
        gen_text_signed(text, rule->base);
    gen_text_string(text, ",\"offset\":");
    gen_text_signed(text, rule->offset);
    gen_text_string(text, rule->deref ? ",\"deref\":true}" : "}");
}

static void write_stretch(struct text *text, const struct cfi_stretch *stretch)
{
    const struct {
        const char *name;
        const struct cfi_rule *rule;
    } rules[] = {{",\"cfa\":", &stretch->cfa}, {",\"ra\":", &stretch->ra}, {",\"fp\":", &stretch->fp},
                 {",\"sp\":", &stretch->sp}};
    gen_text_string(text, "{\"at\":");
    gen_text_unsigned(text, stretch->at);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        gen_text_string(text, rules[i].name);
        write_rule(text, rules[i].rule);
    }
    gen_text_string(text, stretch->mangled ? ",\"mangled\":true}" : "}");
}

static void write_truth(struct text *text, const char *name, const struct truth *truth)
{
    gen_text_string(text, "{\"name\":\"");
    gen_text_string(text, name);
    gen_text_string(text, "\",\"size\":");
    gen_text_unsigned(text, truth->size);
    if (truth->signal)
        gen_text_string(text, ",\"signal\":true");
    if (truth->key_b)
        gen_text_string(text, ",\"key_b\":true");
    gen_text_string(text, ",\"rows\":[");
    for (unsigned i = 0; i < truth->count; i++) {
        if (i != 0)
            gen_text_char(text, ',');
        write_stretch(text, &truth->stretches[i]);
    }
    gen_text_string(text, "]}");
}

/* --- Units ----------------------------------------------------------------------------------------------- */

static void write_out(void *into, const char *bytes, size_t length)
{
    gen_outlet_write(into, bytes, length);
}

static void write_id(struct text *text, const struct program_emitter *emitter)
{
    gen_text_string(text, abi_name(emitter->abi));
    gen_text_char(text, '/');
    gen_text_string(text, emitter->family);
    gen_text_char(text, '/');
    gen_text_unsigned(text, emitter->unit);
}

/* The unit as a line. */
static void finish_unit(struct program_emitter *emitter)
{
    struct text *const text = &emitter->text;
    char head_buffer[128];
    struct text head;
    if (emitter->in_unit == 0)
        return;
    gen_text_init(&head, head_buffer, sizeof head_buffer);
    gen_write_unit_head(&head);
    gen_text_string(text, "{\"id\":\"");
    write_id(text, emitter);
    gen_text_string(text, "\",\"abi\":\"");
    gen_text_string(text, abi_name(emitter->abi));
    gen_text_string(text, "\",\"operation\":\"assemble\",\"family\":\"");
    gen_text_string(text, emitter->family);
    gen_text_string(text, "\",\"input\":{\"head\":");
    gen_text_quoted(text, gen_text_c(&head));
    gen_text_string(text, ",\"functions\":[");
    gen_text_append(text, &emitter->functions);
    gen_text_string(text, "]},\"expect\":{\"functions\":[");
    gen_text_append(text, &emitter->truths);
    gen_text_string(text, "]}}\n");
    if (emitter->functions.full || emitter->truths.full)
        emitter->fault = "a unit is too large";
    gen_text_drain(text);
    gen_text_clear(&emitter->functions);
    gen_text_clear(&emitter->truths);
    emitter->unit++;
    emitter->in_unit = 0;
}

struct program *gen_begin_program(struct program_emitter *emitter, const char *about)
{
    emitter->program.about = about;
    emitter->program.simple = false;
    emitter->program.step_count = 0;
    return &emitter->program;
}

static void write_name(struct text *text, const struct program_emitter *emitter)
{
    gen_text_char(text, 'f');
    gen_text_unsigned(text, emitter->in_unit);
}

static bool is_selected(const struct program_emitter *emitter)
{
    const struct program_selection *const selection = emitter->selection;
    for (uint32_t i = 0; i < selection->select_count; i++)
        if (gen_glob_matches(selection->select[i], emitter->program.about))
            return true;
    return selection->select_count == 0;
}

void gen_emit_program(struct program_emitter *emitter)
{
    static struct truth truth;
    char name_buffer[FUNCTION_NAME], text_buffer[8192];
    struct text name, text;
    const struct program *const program = &emitter->program;
    if (program->step_count > MAX_STEPS)
        emitter->fault = "a program has too many steps";
    if (emitter->fault != NULL || !is_selected(emitter) || !gen_run_program(emitter->abi, program, &truth))
        return;
    if (emitter->take != NULL) {
        emitter->emitted++;
        emitter->take(emitter->into, emitter, &truth);
        return;
    }
    gen_text_init(&name, name_buffer, sizeof name_buffer);
    gen_text_init(&text, text_buffer, sizeof text_buffer);
    write_name(&name, emitter);
    gen_write_program(&text, emitter->abi, gen_text_c(&name), program);
    if (emitter->in_unit != 0) {
        gen_text_char(&emitter->functions, ',');
        gen_text_char(&emitter->truths, ',');
    }
    gen_text_string(&emitter->functions, "{\"name\":\"");
    gen_text_string(&emitter->functions, gen_text_c(&name));
    gen_text_string(&emitter->functions, "\",\"about\":");
    gen_text_quoted(&emitter->functions, program->about);
    gen_text_string(&emitter->functions, ",\"text\":");
    gen_text_quoted(&emitter->functions, gen_text_c(&text));
    gen_text_char(&emitter->functions, '}');
    write_truth(&emitter->truths, gen_text_c(&name), &truth);
    if (text.full)
        emitter->fault = "a program's text is too long";
    emitter->emitted++;
    if (++emitter->in_unit == UNIT_FUNCTIONS)
        finish_unit(emitter);
}

static uint64_t seed_of(const struct program_emitter *emitter)
{
    uint64_t seed = emitter->selection->seed ^ ((uint64_t)emitter->abi << 32);
    for (const char *at = emitter->family; *at != '\0'; at++)
        seed = seed * 131 + (unsigned char)*at;
    return seed;
}

bool gen_run_programs(struct program_emitter *emitter, const struct program_selection *selection,
                      struct outlet *outlet)
{
    emitter->selection = selection;
    gen_text_init(&emitter->text, emitter->buffer, sizeof emitter->buffer);
    emitter->text.drain = write_out;
    emitter->text.into = outlet;
    gen_text_init(&emitter->functions, emitter->functions_buffer, sizeof emitter->functions_buffer);
    gen_text_init(&emitter->truths, emitter->truths_buffer, sizeof emitter->truths_buffer);
    for (size_t i = 0; i < FAMILIES_OF_PROGRAMS; i++) {
        for (int abi = 0; abi < ABIS; abi++) {
            if ((selection->abi >= 0 && selection->abi != abi) ||
                (selection->family != NULL && strcmp(selection->family, families[i].name) != 0))
                continue;
            emitter->abi = (enum abi)abi;
            emitter->family = families[i].name;
            emitter->unit = 0;
            emitter->random.state = seed_of(emitter);
            families[i].run(emitter);
            finish_unit(emitter);
        }
    }
    return emitter->fault == NULL;
}
