#include "link_emitter.h"

#include "notation/notation.h"

enum { APART = 16 }; /* functions begin at multiples of it, one behind the other */

/* Each table is a text, and so is the result. */
static void begin_text(struct link_emitter *emitter)
{
    gen_text_string(&emitter->text, emitter->shown_tables++ > 0 ? "---\n" : "");
}

static void print_line(struct text *text, const struct section *section)
{
    gen_notation_print_section(text, section, 1U << section->profile);
}

/* Prints nothing if there are no WORDS. */
static void print_comment(struct text *text, const char *about, const char *words)
{
    if (words[0] == '\0')
        return;
    gen_text_string(text, about);
    gen_text_string(text, words); /* of any length */
    gen_text_char(text, '\n');
}

void gen_show_link_begin(struct link_emitter *emitter)
{
    struct text *const text = &emitter->text;
    gen_text_format(text, "%s# %s\n", emitter->emitted > 0 ? "\n" : "", emitter->id);
    emitter->shown_tables = 0;
    emitter->next_start = 0x1000;
}

/* NAME, and where the relocation of the start leads to. */
static void print_place(struct text *text, const struct link_emitter *emitter, uint32_t number)
{
    const struct link_table *const table = &emitter->table;
    gen_text_format(text, "# %s: %s+0x%x\n", table->entries[number].name,
                    emitter->object.sections[table->entries[number].text].name, table->entries[number].at);
}

/* Begins the section of the result; and another, where a table's header has other fixed offsets, so that one
 * section cannot say all. */
static void begin_result(struct link_emitter *emitter, const struct section *table)
{
    struct section *const result = &emitter->result;
    struct text *const kept = &emitter->truths;
    const bool is_first = kept->length == 0;
    if (!is_first && result->fixed_fp == table->fixed_fp && result->fixed_ra == table->fixed_ra)
        return;
    result->flags = emitter->mode == MODE_RELOCATABLE ? 0 : FLAG_SORTED;
    result->fixed_fp = table->fixed_fp;
    result->fixed_ra = table->fixed_ra;
    gen_text_string(kept, is_first ? "" : "---\n");
    print_line(kept, result);
}

/* Keeps a function for the result, with rows of its own: linkers need not share them. */
static void keep(struct link_emitter *emitter, const struct section *section, uint32_t number)
{
    struct text *const kept = &emitter->truths;
    struct function function = section->functions[number];
    function.shares = -1;
    begin_result(emitter, section);
    gen_text_format(kept, "# %s\n", emitter->table.entries[number].name);
    gen_notation_print_function(kept, section, &function);
}

void gen_show_table(struct link_emitter *emitter)
{
    static struct section placed;
    placed = emitter->table.section;
    begin_text(emitter);
    gen_text_format(&emitter->text, "# o%u.o: .sframe\n", emitter->object_count);
    print_line(&emitter->text, &placed);
    for (uint32_t i = 0; i < placed.function_count; i++) {
        placed.functions[i].start = emitter->next_start;
        emitter->next_start += ((int64_t)placed.functions[i].size + APART - 1) / APART * APART;
        print_place(&emitter->text, emitter, i);
        gen_notation_print_function(&emitter->text, &placed, &placed.functions[i]);
        if (emitter->table.entries[i].fate == FATE_KEPT)
            keep(emitter, &placed, i);
    }
}

void gen_show_link_end(struct link_emitter *emitter, const char *link_class, const char *starts)
{
    struct text *const text = &emitter->text;
    begin_text(emitter);
    print_comment(text, "# the result: ", link_class);
    print_comment(text, "# ledger: ", emitter->ledger != NULL ? emitter->ledger : "");
    print_comment(text, "# starts count by their relocations from: ", starts);
    print_comment(text, "# options: ", gen_text_c(&emitter->options));
    if (emitter->script[0] != '\0') {
        gen_text_string(text, "# script: ");
        gen_text_quoted(text, emitter->script);
        gen_text_char(text, '\n');
    }
    print_comment(text, "# not to be there: ", gen_text_c(&emitter->gone));
    print_comment(text, "# of these nothing is said: ", gen_text_c(&emitter->silent));
    print_comment(text, "# broken: ", gen_text_c(&emitter->broken));
    gen_text_string(text, emitter->unmixed ? "# these cannot be one section: to refuse them is right\n" : "");
    if (emitter->truths.length == 0)
        begin_result(emitter, &emitter->result);
    gen_text_append(text, &emitter->truths);
}
