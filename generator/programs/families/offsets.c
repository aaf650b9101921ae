/* Offsets at the limits of words of one, two and four bytes, negative ones, and those that are no
 * multiples. */
#include "../directives.h"
#include "../families.h"

static const int64_t limits[] = {0,     1,      4,       8,           120,        127,         128,
                                 136,   255,    256,     1016,        1023,       1024,        32760,
                                 32767, 32768,  65535,   65536,       262136,     262144,      INT32_MAX - 7,
                                 INT32_MAX, 0x80000000, 0xffffffff, 0x100000000};

static const struct {
    const char *name;
    enum step_kind kind;
    bool of_fp;
} places[] = {
    {"cfa on sp at ", STEP_DEF_CFA_OFFSET, false}, {"cfa on fp at ", STEP_DEF_CFA, true},
    {"fp at ", STEP_OFFSET, true},                 {"ra at ", STEP_OFFSET, false},
    {"fp's value at ", STEP_VAL_OFFSET, true},     {"fp from sp at ", STEP_REL_OFFSET, true},
};

static void one_offset(struct program_emitter *emitter, unsigned place, int64_t offset)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    struct program *const program =
        gen_begin_program(emitter, SAY(emitter->about_buffer, "%s%" PRId64, places[place].name, offset));
    gen_add_code(program, gen_code_piece(emitter->abi));
    gen_add_rule(program, places[place].kind, places[place].of_fp ? facts->fp : facts->ra, offset);
    gen_add_code(program, gen_code_piece(emitter->abi));
    gen_emit_program(emitter);
}

void gen_programs_offsets(struct program_emitter *emitter)
{
    for (unsigned place = 0; place < sizeof places / sizeof *places; place++) {
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            one_offset(emitter, place, limits[i]);
            if (limits[i] != 0)
                one_offset(emitter, place, -limits[i]);
        }
    }
}
