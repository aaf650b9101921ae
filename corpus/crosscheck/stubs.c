/* The instructions that linkers put into PLTs are few, and stand in a table; where another one
 * is found, that is a fault. */
#include "stubs.h"

#include <string.h>

enum effect {
    KEEPS,
    PUSHES,   /* a word */
    SAVES_RA, /* two words are pushed: a register, and above it RA */
    ENDS,     /* behind it, another stub begins */
    PADS,     /* behind an end it never runs */
};

/* Bytes in hexadecimal; a point is any digit. */
struct instruction {
    const char *bytes;
    enum effect effect;
};

static const struct instruction amd64[] = {
    {"ff35........", PUSHES}, /* push of memory */
    {"4153", PUSHES},         /* push r11 */
    {"68........", PUSHES},   /* push of a number */
    {"ff25........", ENDS},   /* jmp through memory */
    {"f2ff25........", ENDS}, /* the same with bnd */
    {"e9........", ENDS},     /* jmp */
    {"f2e9........", ENDS},   /* the same with bnd */
    {"f30f1efa", KEEPS},      /* endbr64 */
    {"41bb........", KEEPS},  /* mov of a number to r11d */
    {"660f1f440000", PADS},   /* nops */
    {"0f1f440000", PADS},
    {"0f1f4000", PADS},
    {"0f1f00", PADS},
    {"6690", PADS},
    {"90", PADS},
    {"cc", PADS}, /* int3 */
    {NULL, KEEPS},
};

static const struct instruction aarch64[] = {
    {"f07bbfa9", SAVES_RA}, /* stp x16, x30, [sp, -16]! */
    {"20021fd6", ENDS},     /* br x17 */
    {"......90", KEEPS},    {"......b0", KEEPS}, {"......d0", KEEPS}, {"......f0", KEEPS}, /* adrp */
    {"11..4.f9", KEEPS},    {"11..5.f9", KEEPS}, {"11..6.f9", KEEPS}, {"11..7.f9", KEEPS}, /* ldr x17 */
    {"10..0.91", KEEPS},    {"10..1.91", KEEPS}, {"10..2.91", KEEPS}, {"10..3.91", KEEPS}, /* add x16 */
    {"5f2403d5", KEEPS},                                                                   /* bti c */
    {"1f2003d5", PADS},                                                                    /* nop */
    {"007d20d4", PADS},                                                                    /* brk */
    {NULL, KEEPS},
};

static const struct instruction s390x[] = {
    {"07f1", ENDS},                 /* br %r1 */
    {"0d01", ENDS},                 /* basr %r0, %r1 */
    {"c0f4................", ENDS}, /* jg, and behind it a number for the dynamic linker */
    {"c010........", KEEPS},        /* larl %r1 */
    {"e310....0004", KEEPS},        /* lg %r1 */
    {"0d10", KEEPS},                /* basr %r1, %r0 */
    {"e310....0014", KEEPS},        /* lgf %r1 */
    {"e31.f0380024", KEEPS},        /* stg to 56(%r15) */
    {"d207f0301008", KEEPS},        /* mvc to 48(%r15) */
    {"e300f0380024", KEEPS},        /* stg %r0, 56(%r15) */
    {"b909....", KEEPS},            /* sgr */
    {"b908....", KEEPS},            /* agr */
    {"a70b....", KEEPS},            /* aghi */
    {"eb........0c", KEEPS},        /* srlg */
    {"0000", PADS},
    {"0707", PADS},
    {"0700", PADS},
    {NULL, KEEPS},
};

enum { WORD = 8 };

static const struct {
    const struct instruction *instructions;
    struct stub_state at_entry;
} tables[] = {
    [SFR_AARCH64_BIG] = {aarch64, {true, false, 0}},
    [SFR_AARCH64_LITTLE] = {aarch64, {true, false, 0}},
    [SFR_AMD64] = {amd64, {true, true, WORD}},
    [SFR_S390X] = {s390x, {true, false, 160}},
};

/* How many bytes DIGITS describe, if the code begins with them; else 0. */
static size_t fits(const char *digits, const uint8_t *code, size_t size)
{
    const size_t length = strlen(digits) / 2;
    for (size_t i = 0; i < 2 * length; i++) {
        const unsigned there = i / 2 < size ? (i % 2 == 0 ? code[i / 2] >> 4 : code[i / 2] & 15) : 16;
        if (there == 16 || (digits[i] != '.' && digits[i] != "0123456789abcdef"[there]))
            return 0;
    }
    return length;
}

static size_t find(const struct instruction *instructions, const uint8_t *code, size_t size,
                   enum effect *effect)
{
    size_t length = 0;
    for (size_t i = 0; length == 0 && instructions[i].bytes != NULL; i++) {
        length = fits(instructions[i].bytes, code, size);
        *effect = instructions[i].effect;
    }
    return length;
}

bool cfi_stub_states(enum sfr_abi abi, const uint8_t *code, size_t size, struct stub_state *states,
                     size_t *unknown)
{
    struct stub_state state = tables[abi].at_entry;
    bool ended = false;
    for (size_t at = 0, length; at < size; at += length) {
        enum effect effect = KEEPS;
        length = find(tables[abi].instructions, code + at, size - at, &effect);
        if (length == 0) {
            *unknown = at;
            return false;
        }
        if (at == 0 &&
            effect == PUSHES) /* others come to this stub by a jump, after they have pushed a word */
            state.cfa_from_sp += WORD;
        ended = ended && effect == PADS;
        state.runs = !ended;
        for (size_t i = 0; i < length; i++)
            states[at + i] = state;
        if (effect == PUSHES || effect == SAVES_RA) /* holds behind the instruction */
            state.cfa_from_sp += effect == PUSHES ? WORD : 2 * WORD;
        if (effect == SAVES_RA)
            state.saved = true;
        if (effect == ENDS)
            state = tables[abi].at_entry;
        ended = ended || effect == ENDS;
    }
    return true;
}

struct recovery cfi_stub_recovery(const struct machine *machine, const struct stub_state *state)
{
    return (struct recovery){.cfa = place_at((uint16_t)facts_of(machine)->sp, state->cfa_from_sp, false),
                             .ra = state->saved ? place_at(BASE_CFA, -WORD, true) : place_kind(PLACE_SAME),
                             .fp = place_kind(PLACE_SAME)};
}
