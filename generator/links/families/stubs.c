/* PLTs: a linker makes them, and describes what their instructions do.  Which kind it makes is found out by
 * options and by how functions are referred to: calls, or addresses in data, or functions that are chosen at
 * start-up. */
#include "../families.h"
#include "emit/sets.h"

#include <elf.h>

enum { ALL_OF_THEM = 4 };

static const struct style {
    const char *name;
    const char *options[3];
    bool chosen;  /* at start-up: STT_GNU_IFUNC */
    bool defined; /* in the link itself, where others may override it */
    unsigned modes, abis;
    unsigned loaded; /* of so many the address is loaded, too: calls of them need no entry that binds them */
    bool variable;   /* one of a thread's, too, by a descriptor */
    bool twice;      /* two calls show all: no other numbers of them */
    bool again;      /* each call comes twice, and needs one entry */
    bool silent;     /* PLTs are not to be described; linkers for Arm have no option for that */
} styles[] = {
    {.name = "lazy", .options = {"-z", "lazy"}, .modes = 1 << MODE_SHARED, .abis = ANY_ABI},
    {.name = "now", .options = {"-z", "now"}, .modes = 1 << MODE_SHARED, .abis = ANY_ABI},
    {.name = "own-lazy",
     .options = {"-z", "lazy"},
     .defined = true,
     .modes = 1 << MODE_SHARED,
     .abis = ANY_ABI},
    {.name = "own-now",
     .options = {"-z", "now"},
     .defined = true,
     .modes = 1 << MODE_SHARED,
     .abis = ANY_ABI},
    {.name = "ibt-lazy", .options = {"-z", "ibtplt"}, .modes = 1 << MODE_SHARED, .abis = AMD},
    {.name = "ibt-now", .options = {"-z", "ibtplt", "-znow"}, .modes = 1 << MODE_SHARED, .abis = AMD},
    {.name = "chosen-shared", .chosen = true, .defined = true, .modes = 1 << MODE_SHARED, .abis = ANY_ABI},
    {.name = "chosen-static", .chosen = true, .defined = true, .modes = 1 << MODE_STATIC, .abis = ANY_ABI},
    {.name = "chosen-static-pie",
     .options = {"--no-dynamic-linker"},
     .chosen = true,
     .defined = true,
     .modes = 1 << MODE_PIE,
     .abis = ANY_ABI},
    {.name = "silent-lazy",
     .options = {"-z", "lazy", "--no-ld-generated-unwind-info"},
     .modes = 1 << MODE_SHARED,
     .abis = AMD | S390,
     .silent = true,
     .twice = true},
    {.name = "silent-now",
     .options = {"-z", "now", "--no-ld-generated-unwind-info"},
     .modes = 1 << MODE_SHARED,
     .abis = AMD | S390,
     .silent = true,
     .twice = true},
    {.name = "descriptor",
     .options = {"-z", "lazy"},
     .modes = 1 << MODE_SHARED,
     .abis = AMD,
     .variable = true,
     .twice = true},
    {.name = "descriptor-ibt",
     .options = {"-z", "lazy", "-zibtplt"},
     .modes = 1 << MODE_SHARED,
     .abis = AMD,
     .variable = true,
     .twice = true},
    {.name = "loaded",
     .options = {"-z", "lazy"},
     .modes = 1 << MODE_SHARED,
     .abis = AMD,
     .loaded = ALL_OF_THEM,
     .twice = true},
    {.name = "loaded-ibt",
     .options = {"-z", "ibtplt"},
     .modes = 1 << MODE_SHARED,
     .abis = AMD,
     .loaded = ALL_OF_THEM,
     .twice = true},
    {.name = "one-loaded",
     .options = {"-z", "lazy"},
     .modes = 1 << MODE_SHARED,
     .abis = AMD,
     .loaded = 1,
     .twice = true},
    {.name = "one-loaded-ibt",
     .options = {"-z", "ibtplt"},
     .modes = 1 << MODE_SHARED,
     .abis = AMD,
     .loaded = 1,
     .twice = true},
    {.name = "called-again",
     .options = {"-z", "lazy"},
     .modes = 1 << MODE_SHARED,
     .abis = ANY_ABI,
     .again = true,
     .twice = true},
};

/* Instructions of AMD64 that refer to a symbol. */
struct instruction {
    uint8_t bytes[8], size, field;
    uint32_t type;
    int64_t addend;
};

static const struct instruction load_address = {{0x48, 0x8b, 0x05}, 7, 3, R_X86_64_GOTPCREL, -4},
                                load_descriptor = {{0x48, 0x8d, 0x05}, 7, 3, R_X86_64_GOTPC32_TLSDESC, -4},
                                call_descriptor = {{0xff, 0x10}, 2, 0, R_X86_64_TLSDESC_CALL, 0};

static void add_instruction(struct link_emitter *emitter, int text, const struct instruction *instruction,
                            const char *name)
{
    gen_link_relocate(&emitter->object, &(struct link_relocation){
                                            .section = text,
                                            .at = emitter->object.sections[text].size + instruction->field,
                                            .type = instruction->type,
                                            .symbol = gen_link_symbol(&emitter->object, name),
                                            .addend = instruction->addend});
    gen_link_append(&emitter->object, text, instruction->bytes, instruction->size);
}

static void add_variable(struct link_emitter *emitter, int text)
{
    static const char name[] = "variable";
    emitter->object.symbols[gen_link_symbol(&emitter->object, name)].type = STT_TLS;
    add_instruction(emitter, text, &load_descriptor, name);
    add_instruction(emitter, text, &call_descriptor, name);
}

static const char *const callees[] = {"callee0", "callee1", "callee2", "callee3"};

static void add_callers(struct link_emitter *emitter, unsigned calls, const struct style *style)
{
    const int text = gen_begin_plain_object(emitter);
    gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
    for (unsigned i = 0; i < (style->again ? 2 : 1) * calls; i++)
        gen_add_call_of(emitter, text, callees[i % calls]);
    for (unsigned i = 0; i < calls && i < style->loaded; i++)
        add_instruction(emitter, text, &load_address, callees[i]);
    if (style->variable)
        add_variable(emitter, text);
    gen_end_tabled_object(emitter);
}

/* A second name for a function, under which it is chosen at start-up: linkers let that name stand for a stub.
 */
static void add_chosen(struct link_emitter *emitter, const char *body, const char *name)
{
    struct link_object *const object = &emitter->object;
    const struct link_symbol function = object->symbols[gen_link_symbol(object, body)];
    struct link_symbol *const symbol = &object->symbols[gen_link_symbol(object, name)];
    symbol->section = function.section;
    symbol->at = function.at;
    symbol->size = function.size;
    symbol->type = STT_GNU_IFUNC;
}

static void add_callees(struct link_emitter *emitter, unsigned calls, bool chosen)
{
    char body[LINK_NAME];
    const int text = gen_begin_plain_object(emitter);
    for (unsigned i = 0; i < calls; i++) {
        const char *const name = chosen ? SAY(body, "%s_body", callees[i]) : callees[i];
        gen_add_named(emitter, text, SHAPE_LEAF, FATE_KEPT, name, chosen);
        if (chosen)
            add_chosen(emitter, name, callees[i]);
    }
    gen_end_tabled_object(emitter);
}

void gen_links_stubs(struct link_emitter *emitter)
{
    static const char *const counts[] = {"1", "2", "3", "4"};
    for (size_t i = 0; i < COUNT(styles); i++) {
        const struct style *const style = &styles[i];
        for (unsigned calls = 1; calls <= COUNT(counts); calls++) {
            if (!is_in(style->modes, emitter->mode) || !is_in(style->abis, emitter->abi) ||
                (style->twice && calls != 2) ||
                !gen_begin_link(emitter, "%s-%s", style->name, counts[calls - 1]))
                continue;
            for (unsigned j = 0; j < COUNT(style->options) && style->options[j] != NULL; j++)
                gen_link_option(emitter, style->options[j]);
            emitter->silent_stubs = style->silent;
            add_callers(emitter, calls, style);
            if (style->defined)
                add_callees(emitter, calls, style->chosen);
            gen_end_link(emitter);
        }
    }
}
