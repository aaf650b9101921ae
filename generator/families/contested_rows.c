/* Contested rows and functions: bytes that careful readers take differently, each with every reading's
 * answer.
 *
 * `entries` lists the points of the ledger, `shapes` the bytes that show them.  Almost every shape is one
 * function with one row, said by rules or, where no rule says it, by its bare words; a reading is then a
 * judgement of those bytes and, where it understands them in its own way, the rules that it finds there.
 * The answers are written from that model.
 *
 * A reading that refuses has no answer to any question: asked for a check it reports an error, or a malformed
 * section.  Points that only a stack walk can show are not here. */
#include "contested_rows.h"

#include "families.h"

#include <string.h>

/* --- The points, by the ledger: its profiles and the clauses that each touches -------------------------- */

static const struct entry {
    const char *ledger;
    unsigned profiles;
    const char *clauses[MAX_TOUCHED];
} entries[] = {
    {"aarch64-two-words", E1ON, {"aarch64.count", "aarch64.ra-second"}},
    {"count-limit", V12, {"fre.count-3", "fre.count"}},
    {"count-zero-base-bit", E2ON, {"fre.base-reg", "fre.count-zero"}},
    {"count-zero-before-errata2", BEFORE_E2, {"fre.cfa-first", "fre.count-zero"}},
    {"count-zero-mangled", E2ON, {"fre.mangled", "fre.count-zero"}},
    {"count-zero-word-size", ALL, {"fre.size-known", "fre.count-zero"}},
    {"mangled-other-abi", ALL, {"fre.mangled-aarch64", "fre.mangled"}},
    {"ra-tracking-v1-v2", V12, {"fre.ra-tracked", "fre.ra-untracked", "header.fixed-ra"}},
    {"reserved-word-size", ALL, {"fre.size-known"}},
    {"s390x-cfa-width", E1ON, {"s390x.cfa-decoded", "s390x.cfa-encoded"}},
    {"s390x-fp-word-zero", E1ON, {"s390x.fp-third", "s390x.slot"}},
    {"s390x-register-sign", ERRATA, {"s390x.register-number", "s390x.register-positive"}},
    {"s390x-register-unsaved-order", ERRATA, {"s390x.register", "s390x.slot"}},
    {"surplus-words", ALL, {"fre.words-surplus", "fre.count-15", "fre.words-abi"}},
    {"count-zero-flex", V3, {"fre.count-zero", "flex.cfa-first"}},
    {"flex-cfa-padding", V3, {"flex.cfa-first", "flex.zero-alone"}},
    {"flex-cfa-without-register", V3, {"flex.cfa-register", "flex.reg-p"}},
    {"flex-fp-absent-fixed", V3, {"flex.zero-fixed", "trace.flex-apply", "header.fixed-fp"}},
    {"flex-fp-padding", V3, {"flex.padding", "flex.zero-alone", "flex.surplus"}},
    {"flex-no-base-no-deref", V3, {"flex.reg-p", "flex.cfa-plus-zero", "flex.regnum-effective"}},
    {"flex-pair-cut", V3, {"flex.pair-whole", "flex.pairs"}},
    {"flex-ra-absent-amd64", V3, {"flex.zero-fixed", "header.fixed-ra-amd64"}},
    {"flex-ra-absent-tracked", V3, {"flex.zero-fixed", "flex.ra-padding"}},
    {"flex-ra-padding-last", V3, {"flex.ra-padding", "flex.zero-alone"}},
    {"flex-regnum-without-reg", V3, {"flex.regnum-effective", "flex.regnum"}},
    {"flex-surplus", V3, {"flex.surplus", "flex.order"}},
    {"reserved-control-bit", V3, {"flex.unused"}},
    {"s390x-flex-cfa-scaled", V3, {"flex.offset-signed", "flex.value", "s390x.cfa-encoded"}},
    {"row-first-start", ALL, {"fre.start-first"}},
    {"row-order", ALL, {"fre.start-order"}},
    {"row-order-equal", ALL, {"fre.start-order"}},
    {"row-start-inside", ALL, {"fre.start-inside", "fde.size"}},
    {"row-start-inside-block", V2ON, {"fre.start-inside", "pctype.mask-block"}},
    {"rows-shared", ALL, {"fre.unshared", "fde.fre-off"}},
    {"rows-unowned", ALL, {"fre.owned", "header.fre-total"}},
    {"pauth-key-other-abi", E1ON, {"info.pauth-zero", "info.pauth-aarch64"}},
    {"pauth-key-s390x-v2e1", ERRATA, {"info.pauth-zero", "info.pauth-aarch64"}},
    {"pauth-key-v1-v2", V12, {"info.pauth-key"}},
    {"reserved-fde-info", BEFORE_V3, {"info.unused"}},
    {"reserved-fde-info-v3", V3, {"info.unused-v3"}},
    {"reserved-fde-type", V3, {"info2.fde-type-known", "fdetype.future"}},
    {"reserved-fre-type", ALL, {"info.fre-type-known", "fre.types-future"}},
    {"reserved-info2", V3, {"info2.unused"}},
};

/* --- From a shape to vectors ---------------------------------------------------------------------------- */

static void build(struct section *section, const struct shape *shape)
{
    gen_add_function(section, START, SIZE)->fde_type = shape->fde_type;
    struct row *row = gen_add_row(section, 0);
    if (shape->row.given)
        gen_set_rules(row, &shape->row);
    row->empty = shape->word_count > 0;
    row->idle_base = row->empty && shape->fde_type == FDE_DEFAULT; /* SP, where the words give a CFA */
    row->extra_count = shape->word_count;
    for (uint8_t i = 0; i < shape->word_count; i++)
        row->extra[i] = shape->words[i];
    if (shape->build != NULL)
        shape->build(section);
}

static uint32_t field_at_fault(const struct emitter *emitter, const struct where *at)
{
    const struct field *field = gen_find_field(&emitter->encoded, at->field, at->function, at->row, at->word);
    return field != NULL ? field->offset : 0; /* none is named where no reading names a clause */
}

/* Which pairs of readings the vectors of a shape and of an entry tell from each other. */
struct pairs {
    unsigned seen, demanded;
};

static void emit_operation(struct emitter *emitter, const struct shape *shape, enum operation operation,
                           struct pairs *pairs)
{
    struct dispute dispute = gen_dispute_over(emitter, shape->ledger, shape->readings, SHAPE_READINGS);
    dispute.oracle = shape->oracle;
    gen_put_question(&dispute, operation, emitter->section.address + START + shape->lookup, shape->name);
    gen_judge_all(&dispute, shape->readings, field_at_fault(emitter, &shape->at));
    if (gen_pairs_that_differ(&dispute) == 0)
        gen_family_fails(emitter, "a contested vector has one answer for all its readings");
    pairs->seen |= gen_pairs_that_differ(&dispute);
    pairs->demanded = gen_all_pairs(&dispute);
}

static void emit_shape(struct emitter *emitter, enum profile profile, enum abi abi, const struct entry *entry,
                       const struct shape *shape, struct pairs *pairs)
{
    static char name[MAX_ID];
    build(gen_begin(emitter, profile, abi, JOIN(name, "open-", shape->ledger)), shape);
    if (!gen_make_bytes(emitter))
        return;
    if (shape->set_bits != 0)
        gen_lie_bits(&emitter->encoded,
                     gen_find_field(&emitter->encoded, shape->set_field, 0,
                                    shape->set_field == FIELD_ROW_INFO ? 0 : -1, -1),
                     shape->set_bits, 0);
    if (shape->lie != NULL)
        shape->lie(&emitter->encoded);
    emitter->note = shape->note;
    for (unsigned i = 0; i < MAX_TOUCHED && entry->clauses[i] != NULL; i++)
        gen_exercises(emitter, entry->clauses[i]);
    for (enum operation operation = OPERATION_DECODE; operation < OPERATIONS; operation++)
        if (is_in(shape->operations, operation))
            emit_operation(emitter, shape, operation, pairs);
}

/* Every two readings of an entry must differ in some vector of each of its profiles. */
static void emit_entry(struct emitter *emitter, enum profile profile, const struct entry *entry)
{
    struct pairs pairs = {0, 0};
    bool has_shape = false;
    for (unsigned i = 0; i < gen_word_shape_count + gen_place_shape_count; i++) {
        const struct shape *shape =
            i < gen_word_shape_count ? &gen_word_shapes[i] : &gen_place_shapes[i - gen_word_shape_count];
        if (strcmp(shape->ledger, entry->ledger) != 0 || !is_in(shape->profiles, profile))
            continue;
        has_shape = true;
        for (enum abi abi = ABI_AMD64; abi < ABIS && !emitter->stopped; abi++)
            if (is_in(shape->abis, abi) && abi_known(profile, abi))
                emit_shape(emitter, profile, abi, entry, shape, &pairs);
    }
    if (!has_shape || (pairs.seen != pairs.demanded && !emitter->stopped && !emitter->incomplete))
        gen_family_fails(emitter, "two readings of an entry of the ledger never differ");
}

void gen_family_contested_rows(struct emitter *emitter)
{
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (size_t i = 0; i < COUNT(entries) && !emitter->stopped; i++)
            if (is_in(entries[i].profiles, profile))
                emit_entry(emitter, profile, &entries[i]);
}
