/* The families of links.  To add one: copy a file in families/, add a row here. */
#ifndef GENERATOR_LINKS_FAMILIES_H
#define GENERATOR_LINKS_FAMILIES_H

#include "link_emitter.h"

/* How often a family runs: for each manner, ABI and mode, or for those that are usual; one that makes several
 * kinds of links goes through them itself. */
enum link_runs { BY_ITSELF, EACH_LINK, USUAL_LINKS };

#define LINK_FAMILIES(FAMILY)                                                                                \
    FAMILY(single, EACH_LINK, "one object, one function of each shape, in every manner")                     \
    FAMILY(pairs, USUAL_LINKS, "two objects, every two shapes")                                              \
    FAMILY(headers, BY_ITSELF,                                                                               \
           "flags, fixed offsets, auxiliary headers; tables that are empty, or not sorted")                  \
    FAMILY(texts, BY_ITSELF, "functions in several sections of code, which a linker puts in another order")  \
    FAMILY(tables, BY_ITSELF,                                                                                \
           "several tables in one object, shared rows, functions of which no table tells")                   \
    FAMILY(groups, BY_ITSELF, "COMDAT groups: the first of a name stays")                                    \
    FAMILY(garbage, BY_ITSELF,                                                                               \
           "sections that nothing refers to, with --gc-sections and without; folded code")                   \
    FAMILY(folded, USUAL_LINKS, "equal code, which a linker may fold, with equal rows and with others")      \
    FAMILY(mixed, BY_ITSELF, "objects of several versions, ABIs and section types")                          \
    FAMILY(stubs, USUAL_LINKS, "PLTs of every style, which a linker describes itself")                       \
    FAMILY(many, USUAL_LINKS, "ladders: functions, objects, sections, up to thousands")                      \
    FAMILY(drawn, USUAL_LINKS, "objects drawn at random")                                                    \
    FAMILY(scripts, USUAL_LINKS, "linker scripts, which order code, throw it away, and place the table")     \
    FAMILY(emitted, USUAL_LINKS, "results that keep their relocations, with --emit-relocs")                  \
    FAMILY(mingled, USUAL_LINKS, "what the others have, together, drawn at random; only if it is named")     \
    FAMILY(widths, EACH_LINK,                                                                                \
           "hundreds of functions, rows and stubs, 65,536 functions, and code far from the table")

#define FAMILY(name, runs, words) void gen_links_##name(struct link_emitter *emitter);
LINK_FAMILIES(FAMILY)
#undef FAMILY

/* Broken links: not one of the families, as there are as many as one asks for. */
void gen_links_broken(struct link_emitter *emitter);

/* One call for each manner, ABI and mode. */
void gen_for_links(struct link_emitter *emitter, bool usual_only, void (*make)(struct link_emitter *emitter));

#endif
