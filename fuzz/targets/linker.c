/* Laws of the zoo's linker: whatever objects it is given, each function that stays is described truly at its
 * address, no other is described, and the table is sorted.  Linked twice it is the same; objects in another
 * order, or merged into one object first, change nothing; and broken tables do not crash it.  The input is a
 * row of choices (agree/draw.h): the family of generator/links/, the link, and what that draws. */
#include "draw.h"
#include "judged.h"
#include "law.h"
#include "links/link_emitter.h"
#include "vocabulary.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_ROOM = 1 << 16 };

/* Families that draw come more often. */
static const char *const families[] = {"single",  "pairs",   "headers", "texts",   "tables",  "groups",
                                       "garbage", "mixed",   "stubs",   "drawn",   "mingled", "mingled",
                                       "mingled", "mingled", "mingled", "mingled"};
enum { FAMILIES = sizeof families / sizeof *families };

struct drawn_link {
    const struct link_emitter *emitter;
    struct zoo_file objects[ZOO_OBJECTS];
    size_t count;
    json_t *options; /* a JSON list */
    const char *words[ZOO_WORDS];
    size_t word_count;
    bool collects, has_stubs, has_groups;
    bool is_beyond; /* of variables of threads, or PLTs that are not to be described, the zoo's linker knows nothing */
};

/* --- Drawing -------------------------------------------------------------------------------------------- */

static void take_object(void *into, const uint8_t *elf, size_t size)
{
    struct drawn_link *const link = into;
    const struct link_object *const object = &link->emitter->object;
    LAW(link->count < ZOO_OBJECTS, "a link has more objects than there is room for");
    link->objects[link->count++] = (struct zoo_file){fuzz_block(elf, size), size};
    for (uint32_t i = 0; i < object->section_count; i++)
        link->has_groups = link->has_groups || object->sections[i].group[0] != '\0';
}

static uint64_t choose(void *from, uint64_t bound)
{
    return draw_below(from, bound < 65536 ? (uint32_t)bound : 65536);
}

/* The number of links in a family. */
static uint64_t links_of(struct link_emitter *emitter, unsigned family)
{
    static uint64_t counts[FAMILIES];
    const struct link_selection nothing = {
        .abi = -1, .profile = -1, .family = families[family], .only = UINT64_MAX};
    if (counts[family] == 0) {
        LAW(gen_run_links(emitter, &nothing, NULL), "%s", emitter->fault);
        counts[family] = emitter->asked_for;
    }
    return counts[family];
}

static void take_options(struct link_emitter *emitter, struct drawn_link *link)
{
    char buffer[LIST_ROOM];
    (void)snprintf(buffer, sizeof buffer, "[%s]", gen_text_c(&emitter->options));
    link->options = json_loadb(buffer, strlen(buffer), 0, NULL);
    LAW(json_array_size(link->options) <= ZOO_WORDS, "a link has more options than there is room for");
    for (size_t i = 0; i < json_array_size(link->options); i++) {
        const char *const word = json_string_value(json_array_get(link->options, i));
        link->words[link->word_count++] = word;
        link->collects = link->collects || strcmp(word, "--gc-sections") == 0;
    }
}

static void draw_link(struct choices *choices, struct link_emitter *emitter, struct drawn_link *link)
{
    const unsigned family = draw_below(choices, FAMILIES);
    emitter->random = (struct random){.choose = choose, .from = choices};
    emitter->take = take_object;
    emitter->into = link;
    const uint64_t count = links_of(emitter, family);
    const struct link_selection selection = {.abi = -1,
                                             .profile = -1,
                                             .family = families[family],
                                             .only = 1 + draw_below(choices, (uint32_t)count)};
    LAW(gen_run_links(emitter, &selection, NULL), "%s", emitter->fault);
    link->has_stubs = strcmp(families[family], "stubs") == 0;
    link->is_beyond = emitter->silent_stubs || strstr(emitter->id, "/stubs/descriptor") != NULL;
    take_options(emitter, link);
}

static void free_link(struct drawn_link *link)
{
    for (size_t i = 0; i < link->count; i++)
        free(link->objects[i].bytes);
    json_decref(link->options);
}

/* --- Laws ----------------------------------------------------------------------------------------------- */

static bool is_open(const struct link_emitter *emitter)
{
    return emitter->ledger != NULL || emitter->manner->starts != STARTS_PCREL;
}

static const char *list_of(struct text *elements, char *buffer, size_t room)
{
    const int length = snprintf(buffer, room, "[%s]", gen_text_c(elements));
    LAW(length >= 0 && (size_t)length < room, "a list is longer than there is room for");
    return buffer;
}

static void demand_result(struct link_emitter *emitter, struct zoo_file *result)
{
    static char functions[sizeof emitter->truths_buffer + 2];
    char silent[LIST_ROOM], gone[LIST_ROOM];
    const struct linked_demand demand = {
        .machine = {gen_abi_facts[emitter->abi].elf_machine, abi_order(emitter->abi) == ORDER_BIG},
        .profile = oracles_profile(emitter->manner->profile),
        .sorted = emitter->mode != MODE_RELOCATABLE,
        .open = is_open(emitter),
        .functions = list_of(&emitter->truths, functions, sizeof functions),
        .free = list_of(&emitter->silent, silent, sizeof silent),
        .gone = list_of(&emitter->gone, gone, sizeof gone)};
    demand_linked(&demand, result);
}

static void demand_the_same(const struct drawn_link *link, const struct zoo_file *result)
{
    struct zoo_file again;
    zoo_link(link->objects, link->count, link->words, link->word_count, &again);
    LAW(again.bytes != NULL && again.size == result->size && memcmp(again.bytes, result->bytes, again.size) == 0,
        "linked again, 0x%zx bytes are 0x%zx others", result->size, again.size);
    free(again.bytes);
}

/* Links the objects in another order.  The first of several groups stays, so the truth depends on the order.
 */
static void demand_other_order(struct link_emitter *emitter, const struct drawn_link *link)
{
    struct zoo_file objects[ZOO_OBJECTS], result;
    if (link->has_groups)
        return;
    for (size_t i = 0; i < link->count; i++)
        objects[i] = link->objects[link->count - 1 - i];
    zoo_link(objects, link->count, link->words, link->word_count, &result);
    LAW(result.bytes != NULL, "objects in the other order are not linked");
    demand_result(emitter, &result);
}

/* Merges all into one object first, and then links that.  Sections that were merged cannot be removed alone.
 */
static void demand_one_object_first(struct link_emitter *emitter, const struct drawn_link *link)
{
    static const char *const relocatable[] = {"-r"};
    struct zoo_file one, result;
    if (link->collects || link->has_stubs || is_open(emitter))
        return;
    zoo_link(link->objects, link->count, relocatable, 1, &one);
    LAW(one.bytes != NULL, "the objects are linked, and not made one object");
    zoo_link(&one, 1, link->words, link->word_count, &result);
    LAW(result.bytes != NULL, "what is one object of all is not linked");
    free(one.bytes);
    demand_result(emitter, &result);
}

/* Changes some bytes of tables and their relocations, of which the linker must believe nothing. */
static void link_broken(struct choices *choices, const struct drawn_link *link)
{
    struct zoo_file result;
    for (unsigned changes = 1 + draw_below(choices, 8); changes > 0; changes--) {
        const struct zoo_file *const object = &link->objects[draw_below(choices, (uint32_t)link->count)];
        uint32_t begin, size;
        zoo_part_of(object, draw_below(choices, 4), &begin, &size);
        if (size != 0)
            object->bytes[begin + draw_below(choices, size < 65536 ? size : 65536)] = (uint8_t)draw_number(choices, 1);
    }
    zoo_link(link->objects, link->count, link->words, link->word_count, &result);
    free(result.bytes);
}

static void demand_link(struct choices *choices, struct link_emitter *emitter, const struct drawn_link *link)
{
    struct zoo_file result, copy;
    zoo_link(link->objects, link->count, link->words, link->word_count, &result);
    LAW(result.bytes != NULL || emitter->unmixed || is_open(emitter), "what can be linked is refused");
    if (result.bytes == NULL)
        return;
    copy = (struct zoo_file){fuzz_block(result.bytes, result.size), result.size};
    demand_result(emitter, &copy);
    switch (draw_below(choices, 3)) {
    case 0:
        demand_the_same(link, &result);
        break;
    case 1:
        demand_other_order(emitter, link);
        break;
    default:
        demand_one_object_first(emitter, link);
        break;
    }
    free(result.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct link_emitter emitter;
    struct choices choices = {data, size};
    struct drawn_link link = {.emitter = &emitter};
    fuzz_quiet();
    draw_link(&choices, &emitter, &link);
    if (!link.is_beyond && draw_rarely(&choices, 4) && link.count != 0)
        link_broken(&choices, &link);
    else if (!link.is_beyond)
        demand_link(&choices, &emitter, &link);
    free_link(&link);
    return 0;
}
