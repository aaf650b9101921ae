/* Links, vector by vector, as JSON Lines: objects, options, and what must be in the result.
 *
 *     if (!gen_begin_link(emitter, "two leaves"))
 *         return; // it is not asked for
 *     gen_text_string(&emitter->lines, "object\ntext .text leaf leaf\n");
 *     gen_end_link(emitter);
 *
 * README.md says what such lines are. */
#pragma once

#include "model/glob.h"
#include "model/random.h"
#include "model/text_buffer.h"
#include "object.h"
#include "shapes.h"

#include <stdio.h>

struct outlet;

enum { MAX_LINK_PARTS = 512, LINK_ID = 320, LINK_SCRIPT = 512 };

/* From where function starts count.  PCREL: from their fields, and the section has the flag that says so.  The
 * others have no flag, so starts should count from the section.  With FROM_FIELD the relocations let them count
 * from their fields, as assemblers of versions 1 and 2 do: see the ledger, relocatable-start. */
enum link_starts { STARTS_PCREL, STARTS_FROM_FIELD, STARTS_FROM_SECTION };

/* A manner: how objects are written. */
struct link_manner {
    const char *name; /* the assembler that writes them so, or what is odd about them */
    enum profile profile;
    enum link_starts starts;
    uint32_t section_type;
    unsigned abis;      /* that its makers write, a bit each */
    bool usual;         /* some assembler writes them so */
    const char *ledger; /* the point on which it rests whether they may be written so; null: on none */
};

/* The usual manners come first. */
enum { USUAL_MANNERS = 4, LINK_MANNERS = 10 };
extern const struct link_manner gen_link_manners[LINK_MANNERS];

/* What the linker is asked to make. */
enum link_mode { MODE_SHARED, MODE_STATIC, MODE_PIE, MODE_RELOCATABLE, LINK_MODES };

/* What becomes of a function in the result. */
enum link_fate {
    FATE_KEPT,
    FATE_GONE,   /* must not be there */
    FATE_SILENT, /* it is there under another name, or nothing is said of it */
};

struct link_selection {
    int abi, profile; /* -1: all */
    const char *family;
    bool core;
    uint32_t broken; /* so many broken links, in the place of the families; 0: none */
    /* The links of a text, in the place of the families: its name in messages, and its lines; null: none. */
    const char *read, *lines;
    size_t length;
    uint64_t seed;
    struct patterns select;
    bool without[MAX_LINK_PARTS]; /* which parts of a link are left out: see gen_link_has_part */
};

/* A table of functions, a section .sframe, as it is being filled in. */
struct link_table {
    struct section section;
    struct encoded encoded;
    struct link_entry {
        int text; /* the section of its code */
        uint32_t at;
        char name[LINK_NAME], by[LINK_NAME]; /* as in struct link_item */
        enum link_fate fate;
    } entries[MAX_FUNCTIONS];
};

struct link_emitter {
    const struct link_selection *selection;
    struct random random, random_before; /* before: the present link */
    const char *family;

    /* Of the present link. */
    const struct link_manner *manner;
    enum abi abi;
    enum link_mode mode;
    const char *ledger;       /* the point on which the answer rests; null: on none */
    char script[LINK_SCRIPT]; /* empty: none */
    bool unmixed;             /* the objects cannot be made one section: to refuse them is right */
    unsigned object_count, name_count, part_count;
    struct link_object object;
    struct link_table table;

    struct text lines; /* the lines that are not built yet */
    struct text text, options, truths, gone, silent, broken;
    /* Changes each object before it is written; null: none is changed. */
    void (*change)(struct link_emitter *emitter, const void *by);
    const void *change_by;
    uint64_t emitted;
    const char *fault;

    /* With `shows` links are written as texts; then `truths` has functions in the notation. */
    bool shows;
    unsigned shown_tables;
    int64_t next_start;    /* of the next function, wherever the linker puts it */
    struct section result; /* without functions */
    char id[LINK_ID];
    char buffer[1 << 16];
    char lines_buffer[1 << 14], options_buffer[512], gone_buffer[1 << 14], silent_buffer[1 << 14],
        broken_buffer[1 << 12];
    char truths_buffer[1 << 24];
    uint8_t elf[1 << 20];
};

/* --- For families --------------------------------------------------------------------------------------- */

/* Begins a link of the emitter's manner, ABI and mode; FORMAT gives its name within the family.  False: it is
 * not selected, or the manner is not for the ABI. */
__attribute__((format(printf, 2, 3))) bool gen_begin_link(struct link_emitter *emitter, const char *format,
                                                          ...);
/* Counts another part of a link that is drawn at random, and says whether it is there (--without).  Parts have
 * the same numbers whichever are left out: so a link is made smaller by naming parts, and its truth follows. */
bool gen_link_has_part(struct link_emitter *emitter);
/* Builds what the lines say so far. */
void gen_build_link(struct link_emitter *emitter);
/* Builds the rest. */
void gen_end_link(struct link_emitter *emitter);

/* --- For lines ------------------------------------------------------------------------------------------ */

const char *gen_link_mode_name(enum link_mode mode);
void gen_link_option(struct link_emitter *emitter, const char *word);
/* A linker script, which the linker shall use: what stands in SECTIONS, behind headers if there are any. */
void gen_link_sections(struct link_emitter *emitter, const char *commands, size_t length);

void gen_end_object(struct link_emitter *emitter);

/* Begins a table of this ABI, in the manner of the object. */
void gen_begin_table(struct link_emitter *emitter, enum abi abi);
void gen_end_table(struct link_emitter *emitter);
/* Puts the table's entries in another order: ORDER has the present numbers, in the new order. */
void gen_permute_table(struct link_emitter *emitter, const unsigned *order);

enum item_kind {
    ITEM_FUNCTION,
    ITEM_SHARING, /* a function of the size and with the rows of an earlier one of the table */
    ITEM_CODE,    /* so many bytes, in no table */
    ITEM_REFERENCE,
    ITEM_SYMBOL
};

/* What stands in code.  A function with an empty name gets the link's next one of f0, f1, ... */
struct link_item {
    enum item_kind kind;
    unsigned shape;
    uint32_t number; /* SHARING: of the earlier function; CODE: of bytes; SYMBOL: its offset in the section */
    const struct link_reference *reference;
    enum link_fate fate;
    bool undescribed, local;
    char name[LINK_NAME];
    char chosen[LINK_NAME]; /* the name of an STT_GNU_IFUNC symbol at the same place; empty: none */
    char by[LINK_NAME];     /* the symbol to which the relocation of the start refers; empty: the section's */
};

/* Adds the item to the section TEXT; NUMBER stands in the place of % in its names. */
void gen_add_item(struct link_emitter *emitter, int text, const struct link_item *item, uint32_t number);

/* A link as texts: the tables of its objects, and what the linked section must say, in the notation. */
void gen_show_link_begin(struct link_emitter *emitter);
/* Prints the table that was filled in, and keeps for the end the functions that the result must have. */
void gen_show_table(struct link_emitter *emitter);
void gen_show_link_end(struct link_emitter *emitter, const char *link_class, const char *starts);

/* --- Running -------------------------------------------------------------------------------------------- */

/* Writes the selected links to an outlet, or (null) nowhere.  What is true of the last one stays in the
 * emitter. */
bool gen_run_links(struct link_emitter *emitter, const struct link_selection *selection,
                   struct outlet *outlet);
bool gen_take_link_family(void *to, const char *name); /* for a table of options; TO is a const char * */
void gen_list_link_families(FILE *file);
