/* Links, vector by vector, as JSON Lines: objects, options, and what must be in the result.
 *
 *     if (!gen_begin_link(emitter, "two leaves"))
 *         return; // it is not asked for
 *     const int text = gen_begin_plain_object(emitter);
 *     gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
 *     gen_end_tabled_object(emitter);
 *     gen_end_link(emitter); */
#ifndef GENERATOR_LINKS_LINK_EMITTER_H
#define GENERATOR_LINKS_LINK_EMITTER_H

#include "link_truth.h"
#include "model/glob.h"
#include "model/random.h"
#include "model/text_buffer.h"
#include "object.h"
#include "shapes.h"

#include <stdio.h>

struct outlet;

enum { MAX_LINK_PARTS = 512, LINK_ID = 320 };

/* From where a relocation of a start lets it count, where the section's flag says that it counts from the
 * section.  Assemblers of versions 1 and 2 let it count from the field: see the ledger, relocatable-start. */
enum link_starts { STARTS_PCREL, STARTS_FROM_FIELD, STARTS_FROM_SECTION };

/* How objects are written. */
struct link_manner {
    const char *name; /* of who writes them so; or what is odd about them */
    enum profile profile;
    enum link_starts starts;
    uint32_t section_type;
    unsigned abis;      /* that its makers write, a bit each */
    bool usual;         /* somebody's assembler does */
    const char *ledger; /* the point on which it rests whether they may be written so; null: on none */
};

/*   MANNER(enumerator, ...) stands in manners.c */
enum { MANNER_V1, MANNER_V2, MANNER_V2_PCREL, MANNER_V3, USUAL_MANNERS, LINK_MANNERS = 10 };
extern const struct link_manner gen_link_manners[LINK_MANNERS];

/* What the linker is asked to make. */
enum link_mode { MODE_SHARED, MODE_STATIC, MODE_PIE, MODE_RELOCATABLE, LINK_MODES };

/* Of a function in the result. */
enum link_fate {
    FATE_KEPT,
    FATE_GONE,   /* must not be there */
    FATE_SILENT, /* it is there under another name, or nothing is said of it */
};

struct link_selection {
    int abi, profile; /* -1: all */
    const char *family;
    bool core;
    uint32_t broken; /* so many broken links instead */
    uint64_t seed;
    struct patterns select;
    bool without[MAX_LINK_PARTS]; /* which parts of a link are left out: see gen_link_has_part */
};

/* A table of functions, a section .sframe, as it is being filled in. */
struct link_table {
    struct section section;
    struct encoded encoded;
    struct {
        int text;
        uint32_t at;
    } places[MAX_FUNCTIONS];
    char names[MAX_FUNCTIONS][LINK_NAME]; /* empty: of no symbol */
    enum link_fate fates[MAX_FUNCTIONS];
    uint32_t type; /* of the section */
    const char *name;
};

struct link_emitter {
    const struct link_selection *selection;
    struct random random;
    const char *family;

    /* Of the present link. */
    const struct link_manner *manner;
    enum abi abi;
    enum link_mode mode;
    const char *ledger; /* on which the answer rests; null: on none */
    const char *script; /* until the link ends; null: none */
    bool silent_stubs;  /* PLTs must not be described */
    bool unmixed;       /* the objects cannot be made one section: to refuse them is right */
    unsigned object_count, name_count, function_count, part_count;
    struct link_object object;
    struct link_table table;

    struct text text, options, truths, gone, silent, broken;
    uint64_t emitted;
    const char *fault;

    /* With `shows` links are written as texts; then `truths` has functions in the notation. */
    bool shows;
    unsigned shown_tables;
    int64_t next_start;    /* of the next function, wherever the linker puts it */
    struct section result; /* without functions */
    char id[LINK_ID];
    char about[LINK_ID];
    char buffer[1 << 16];
    char options_buffer[512], gone_buffer[1 << 14], silent_buffer[1 << 14], broken_buffer[1 << 12];
    char truths_buffer[1 << 24];
    uint8_t elf[1 << 20];
};

/* --- For families --------------------------------------------------------------------------------------- */

/* For the emitter's manner, ABI and mode; its detail is what printf would say.  False: it is not asked for,
 * or nobody writes so for the ABI. */
__attribute__((format(printf, 2, 3))) bool gen_begin_link(struct link_emitter *emitter, const char *format,
                                                          ...);
void gen_link_option(struct link_emitter *emitter, const char *word);
/* A linker script, which the linker shall use. */
void gen_link_script(struct link_emitter *emitter, const char *script);
/* Whether the link's next part is there.  What is drawn at random is counted in parts, in the same order
 * whichever are left out: so a link is made smaller by naming what it should lack, and its truth follows. */
bool gen_link_has_part(struct link_emitter *emitter);
void gen_end_link(struct link_emitter *emitter);

void gen_begin_object(struct link_emitter *emitter);
void gen_end_object(struct link_emitter *emitter);

int gen_add_text(struct link_emitter *emitter, const char *name, const char *group);

/* As the link's manner has it; whatever is changed in table.section before functions are added holds. */
void gen_begin_table(struct link_emitter *emitter);
void gen_end_table(struct link_emitter *emitter);

/* An object with one table; a plain one has the section .text, whose number it gives. */
void gen_begin_tabled_object(struct link_emitter *emitter);
int gen_begin_plain_object(struct link_emitter *emitter);
void gen_end_tabled_object(struct link_emitter *emitter);

/* Code, a symbol, and an entry in the table.  The name: f0, f1, ... in the link, unless one is given. */
struct function *gen_add_described(struct link_emitter *emitter, int text, unsigned shape,
                                   enum link_fate fate);
struct function *gen_add_named(struct link_emitter *emitter, int text, unsigned shape, enum link_fate fate,
                               const char *name, bool local);
/* A function of the size and with the rows of an earlier one of the table. */
void gen_add_sharing(struct link_emitter *emitter, int text, unsigned other);
/* The table's entries in another order: the number of the function that comes first, and so on. */
void gen_permute_table(struct link_emitter *emitter, const unsigned *order);
/* Code and a symbol of which the table says nothing. */
void gen_add_undescribed(struct link_emitter *emitter, int text, uint32_t size);
/* The same under a name of its own. */
void gen_add_filler(struct link_emitter *emitter, int text, uint32_t size, const char *name);
/* A call of a function, by name, as code of its own. */
void gen_add_call_of(struct link_emitter *emitter, int text, const char *name);

/* One object with one function of each of these shapes. */
void gen_add_simple_object(struct link_emitter *emitter, const unsigned *shapes, unsigned count);
void gen_add_leaves(struct link_emitter *emitter, unsigned count); /* an object of so many leaves */

/* --- Running -------------------------------------------------------------------------------------------- */

/* To an outlet, or nowhere if it is null.  What is true of the last link stays in the emitter. */
bool gen_run_links(struct link_emitter *emitter, const struct link_selection *selection,
                   struct outlet *outlet);
bool gen_take_link_family(void *to, const char *name); /* for a table of options; TO is a const char * */
void gen_list_link_families(FILE *file);

#endif
