#include "layout_faults.h"

/* --- Twins ---------------------------------------------------------------------------------------------- */

void add_plain_functions(struct section *section, uint32_t first)
{
    for (uint32_t i = first; i < 3; i++) {
        add_function(section, 0x1000 + 0x100 * (int64_t)i, 0x40);
        add_prologue(section, 4);
    }
}

void make_wide(struct section *section)
{
    for (uint32_t i = 0; i < section->function_count; i++)
        section->functions[i].fre_type = FRE_ADDR4;
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = 4;
}

static void build_plain(struct section *section)
{
    add_plain_functions(section, 0);
}

static void build_small(struct section *section)
{
    add_function(section, 0x1000, 0x40);
    add_row(section, 0);
}

static void build_empty(struct section *section)
{
    (void)section;
}

static void build_aux(struct section *section)
{
    section->aux_length = 8;
    for (uint8_t i = 0; i < 8; i++)
        section->aux[i] = (uint8_t)(0xa5 + i);
    add_plain_functions(section, 0);
}

const struct twin twin_plain = {"fault-twin-plain", build_plain, EVERYWHERE};
const struct twin twin_small = {"fault-twin-small", build_small,
                                BOTH | AT_FIRST | AT_FAR | AT_SECOND_ROW | AT_LAST};
const struct twin twin_empty = {"fault-twin-empty", build_empty, BOTH | AT_FIRST | AT_FAR};
const struct twin twin_aux = {"fault-twin-aux", build_aux, BOTH | AT_FIRST | AT_SECOND_ROW | AT_LAST};

/* --- Names ---------------------------------------------------------------------------------------------- */

static char shape_buffer[MAX_ID];
static char detail_buffer[MAX_ID];
static char way_buffer[MAX_ID];

/* Words as a part of an id: lower case, letters, digits and hyphens. */
static void slug(struct text *text, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words >= 'A' && *words <= 'Z')
            text_char(text, (char)(*words - 'A' + 'a'));
        else if (*words == ' ' || *words == '.')
            text_char(text, '-');
        else if (*words != ',' && *words != '\'')
            text_char(text, *words);
    }
}

const char *numbered_way(const char *before, uint64_t number, const char *after)
{
    struct text text;
    text_init(&text, way_buffer, sizeof way_buffer);
    text_string(&text, before);
    text_unsigned(&text, number);
    text_string(&text, after);
    return text_c(&text);
}

/* --- Emitting ------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int64_t offset; /* from the start of the section */
} places[PLACE_COUNT] = {
#define PLACE(name, words, offset) {words, offset},
    PLACES(PLACE)
#undef PLACE
};

static uint64_t place_pc(const struct section *section, unsigned place)
{
    return section->address + (uint64_t)places[place].offset;
}

bool is_for(unsigned profiles, unsigned abis, enum profile profile, enum abi abi)
{
    if (abis == TWO && (profile == PROFILE_V2 || profile == PROFILE_V2E1))
        abis = AMD;
    return applies(profiles, abis, profile, abi);
}

struct section *begin_fault(struct emitter *emitter, enum profile profile, enum abi abi,
                            const struct apart *apart)
{
    struct text shape;
    text_init(&shape, shape_buffer, sizeof shape_buffer);
    text_string(&shape, "fault-");
    slug(&shape, apart->clause);
    struct section *section = begin(emitter, profile, abi, text_c(&shape));
    apart->twin->build(section);
    return section;
}

static void emit_place(struct emitter *emitter, const struct apart *apart, const char *place, uint64_t pc)
{
    struct text text;
    text_init(&text, detail_buffer, sizeof detail_buffer);
    slug(&text, apart->way);
    text_char(&text, '-');
    text_string(&text, place);
    apart_from(emitter, apart->twin->shape, place, apart->clause, apart->way);
    emit(emitter, OPERATION_LOOKUP, pc, text_c(&text));
}

void emit_fault(struct emitter *emitter, const struct apart *apart, unsigned shows)
{
    struct text text;
    text_init(&text, detail_buffer, sizeof detail_buffer);
    slug(&text, apart->way);
    apart_from(emitter, apart->twin->shape, "whole", apart->clause, apart->way);
    emit_whole(emitter, shows, text_c(&text));
    for (unsigned i = 0; i < PLACE_COUNT; i++)
        if ((shows & (unsigned)FIRST_PLACE << i) != 0)
            emit_place(emitter, apart, places[i].name, place_pc(&emitter->section, i));
}

void contest_fault(struct emitter *emitter, const struct apart *apart)
{
    contest(emitter);
    apart_from(emitter, apart->twin->shape, "whole", apart->clause, apart->way);
}

void emit_contested_fault(struct emitter *emitter, const struct apart *apart, const char *oracle_reading)
{
    struct text text;
    text_init(&text, detail_buffer, sizeof detail_buffer);
    slug(&text, apart->way);
    emit_contested(emitter, OPERATION_DECODE, 0, oracle_reading, text_c(&text));
}

void emit_twin(struct emitter *emitter, enum profile profile, enum abi abi, const struct twin *twin)
{
    struct section *section = begin(emitter, profile, abi, twin->shape);
    twin->build(section);
    if (!make_bytes(emitter))
        return;
    demand_class(emitter, CLASS_VALID);
    emit_whole(emitter, twin->shows, "whole");
    for (unsigned i = 0; i < PLACE_COUNT; i++)
        if ((twin->shows & (unsigned)FIRST_PLACE << i) != 0)
            emit(emitter, OPERATION_LOOKUP, place_pc(section, i), places[i].name);
}

const struct field *fault_field(const struct emitter *emitter, enum field_name name, int function)
{
    return find_field(&emitter->encoded, name, name >= FIELD_START ? function : -1, -1, -1);
}
