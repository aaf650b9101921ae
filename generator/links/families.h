/* The families of links.  To add one: copy a file in families/, add a row here. */
#ifndef GENERATOR_LINKS_FAMILIES_H
#define GENERATOR_LINKS_FAMILIES_H

#include "link_emitter.h"

#define LINK_FAMILIES(FAMILY)                                                                                \
    FAMILY(single, "one object, one function of each shape, in every manner")                                \
    FAMILY(pairs, "two objects, every two shapes")                                                           \
    FAMILY(headers, "flags, fixed offsets, auxiliary headers; tables that are empty, or not sorted")         \
    FAMILY(texts, "functions in several sections of code, which a linker puts in another order")             \
    FAMILY(tables, "several tables in one object, shared rows, functions of which no table tells")           \
    FAMILY(groups, "COMDAT groups: the first of a name stays")                                               \
    FAMILY(garbage, "sections that nothing refers to, with --gc-sections and without; folded code")          \
    FAMILY(folded, "equal code, which a linker may fold, with equal rows and with others")                   \
    FAMILY(mixed, "objects of several versions, ABIs and section types")                                     \
    FAMILY(stubs, "PLTs of every style, which a linker describes itself")                                    \
    FAMILY(many, "ladders: functions, objects, sections, up to thousands")                                   \
    FAMILY(drawn, "objects drawn at random")                                                                 \
    FAMILY(scripts, "linker scripts, which order code, throw it away, and place the table")                  \
    FAMILY(emitted, "results that keep their relocations, with --emit-relocs")                               \
    FAMILY(mingled, "what the others have, together, drawn at random; only if it is named")                  \
    FAMILY(widths, "hundreds of functions, rows and stubs, 65,536 functions, and code far from the table")

#define FAMILY(name, words) void gen_links_##name(struct link_emitter *emitter);
LINK_FAMILIES(FAMILY)
#undef FAMILY

/* Broken links: not one of the families, as there are as many as one asks for. */
void gen_links_broken(struct link_emitter *emitter);

/* One call for each manner, ABI and mode. */
void gen_for_links(struct link_emitter *emitter, bool usual_only, void (*make)(struct link_emitter *emitter));

#endif
