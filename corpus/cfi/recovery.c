#include "recovery.h"

#include <elf.h>
#include <stdio.h>

static const struct machine machines[] = {
    {EM_X86_64, SFR_AMD64, "amd64", 1},
    {EM_AARCH64, SFR_AARCH64_LITTLE, "aarch64-little", 4},
    {EM_AARCH64, SFR_AARCH64_BIG, "aarch64-big", 4},
    {EM_S390, SFR_S390X, "s390x", 2},
};

const struct machine *cfi_machine_of(uint16_t elf_machine, bool big_endian)
{
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (machines[i].elf_machine == elf_machine && facts_of(&machines[i])->big_endian == big_endian)
            return &machines[i];
    return NULL;
}

struct place cfi_place_resolved(const struct place *place, const struct place *cfa)
{
    struct place resolved = *place;
    if (place->kind != PLACE_AT || place->base != BASE_CFA || cfa->kind != PLACE_AT)
        return resolved;
    if (!cfa->deref) {
        resolved.base = cfa->base;
        resolved.offset = (int64_t)((uint64_t)place->offset + (uint64_t)cfa->offset);
    } else if (!place->deref && place->offset == 0) {
        resolved = *cfa;
    }
    return resolved;
}

bool cfi_place_equal(const struct place *left, const struct place *right)
{
    return left->kind == right->kind &&
           (left->kind != PLACE_AT ||
            (left->deref == right->deref && left->base == right->base && left->offset == right->offset));
}

bool cfi_recovery_equal(const struct recovery *left, const struct recovery *right)
{
    return cfi_place_equal(&left->cfa, &right->cfa) && cfi_place_equal(&left->ra, &right->ra) &&
           cfi_place_equal(&left->fp, &right->fp) && cfi_place_equal(&left->sp, &right->sp) &&
           left->mangled == right->mangled;
}

void cfi_place_text(const struct machine *machine, const struct place *place, char text[PLACE_TEXT])
{
    static const char *const kinds[] = {"same", "undefined", "", "expression", "unstated"};
    char base[12];
    if (place->kind != PLACE_AT) {
        (void)snprintf(text, PLACE_TEXT, "%s", kinds[place->kind]);
        return;
    }
    if (place->base == BASE_CFA)
        (void)snprintf(base, sizeof base, "cfa");
    else if (place->base == facts_of(machine)->sp || place->base == facts_of(machine)->fp)
        (void)snprintf(base, sizeof base, place->base == facts_of(machine)->sp ? "sp" : "fp");
    else
        (void)snprintf(base, sizeof base, "r%u", place->base);
    (void)snprintf(text, PLACE_TEXT, place->deref ? "*(%s%+lld)" : "%s%+lld", base, (long long)place->offset);
}

void cfi_recovery_text(const struct machine *machine, const struct recovery *recovery,
                       char text[RECOVERY_TEXT])
{
    char cfa[PLACE_TEXT], ra[PLACE_TEXT], fp[PLACE_TEXT];
    cfi_place_text(machine, &recovery->cfa, cfa);
    cfi_place_text(machine, &recovery->ra, ra);
    cfi_place_text(machine, &recovery->fp, fp);
    (void)snprintf(text, RECOVERY_TEXT, "cfa %s, ra %s%s, fp %s", cfa, ra, recovery->mangled ? " signed" : "",
                   fp);
}
