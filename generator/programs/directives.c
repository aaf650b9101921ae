#include "directives.h"

#include "texts.h"

#include <string.h>

static void add(struct program_text *text)
{
    struct directives *const to = text->into;
    const struct program *const program = &text->emitter->program;
    if (to->count == MAX_DIRECTIVES || program->step_count != 1) {
        text->emitter->fault = "directives.s has too many, or one that is no step";
        return;
    }
    SAY(to->list[to->count].name, "%s", program->about);
    to->list[to->count++].step = program->steps[0];
}

static void read_those(struct directives *directives, struct program_emitter *emitter, bool later)
{
    const struct name names[] = {{"later", later}, {NULL, 0}};
    directives->count = 0;
    gen_read_text(&(struct program_text){
        .emitter = emitter, .name = GEN_DIRECTIVES, .names = names, .take = add, .into = directives});
}

static void list_names(char *into, size_t size, const struct directives *directives, unsigned from)
{
    struct text names;
    gen_text_init(&names, into, size);
    for (; from < directives->count; from++)
        gen_text_format(&names, "%s ", directives->list[from].name);
    (void)gen_text_c(&names);
}

const struct directives *gen_directives(struct program_emitter *emitter)
{
    static struct directives of_abi[ABIS];
    static struct program before;
    struct directives *const directives = &of_abi[emitter->abi];
    if (directives->count != 0)
        return directives;
    before = emitter->program;
    read_those(directives, emitter, false);
    directives->first = directives->count;
    list_names(directives->first_names, sizeof directives->first_names, directives, 0);
    read_those(directives, emitter, true);
    list_names(directives->later_names, sizeof directives->later_names, directives, directives->first);
    emitter->program = before;
    return directives;
}

const struct step *gen_directive_named(const struct directives *directives, const char *name)
{
    for (unsigned i = 0; directives != NULL && i < directives->count; i++)
        if (strcmp(directives->list[i].name, name) == 0)
            return &directives->list[i].step;
    return NULL;
}
