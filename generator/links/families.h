/* The families of links.  To add a link, add it to a text; to add a family, add a row here. */
#pragma once

#include "link_emitter.h"

/* A family has the links of its text, corpus/links/NAME.txt, if there is one.  FAMILY: code in families/ makes
 * links, too.  It is called for each manner, ABI and mode; with `true` only for usual manners. */
#define LINK_FAMILIES(FAMILY, TEXT)                                                                          \
    FAMILY(single, false, "one object, one function of each shape, in every manner")                         \
    FAMILY(pairs, true, "two objects, every two shapes")                                                     \
    TEXT(headers, "flags, fixed offsets, auxiliary headers; tables that are empty, or not sorted")           \
    FAMILY(texts, true, "functions in several sections of code, which a linker puts in another order")       \
    TEXT(tables, "several tables in one object, shared rows, functions of which no table tells")             \
    FAMILY(groups, true, "COMDAT groups: the first of a name stays")                                         \
    FAMILY(garbage, true, "sections that nothing refers to, with --gc-sections and without; folded code")    \
    TEXT(folded, "equal code, which a linker may fold, with equal rows and with others")                     \
    FAMILY(mixed, false, "objects of several versions, ABIs and section types")                              \
    TEXT(stubs, "PLTs of every style, which a linker describes itself")                                      \
    TEXT(many, "ladders: functions, objects, sections, up to thousands")                                     \
    FAMILY(drawn, true, "objects drawn at random")                                                           \
    TEXT(scripts, "linker scripts, which order code, throw it away, and place the table")                    \
    TEXT(emitted, "results that keep their relocations, with --emit-relocs")                                 \
    FAMILY(mingled, true, "what the others have, together, drawn at random; only if it is named")            \
    TEXT(widths, "hundreds of functions, rows and stubs, 65,536 functions, and code far from the table")

#define FAMILY(name, usual_only, words) void gen_links_##name(struct link_emitter *emitter);
#define TEXT(name, words)
LINK_FAMILIES(FAMILY, TEXT)
#undef FAMILY
#undef TEXT

/* Read the links of the family's text, or of any text (NAME in messages), for one manner, ABI and mode. */
void gen_links_of_text(struct link_emitter *emitter);
void gen_read_links(struct link_emitter *emitter, const char *name, const char *lines, size_t length);

/* Broken links.  They are no family, as there are as many as one asks for. */
void gen_links_broken(struct link_emitter *emitter);

/* One call for each manner, ABI and mode. */
void gen_for_links(struct link_emitter *emitter, bool usual_only, void (*make)(struct link_emitter *emitter));
