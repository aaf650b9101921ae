/* Objects of several versions, ABIs and section types: the texts do not say whether these can be merged.  A
 * linker may refuse; what it says is to be true. */
#include "../families.h"
#include "emit/sets.h"

/* The manner of each object; the link is named by the first. */
static void make(struct link_emitter *emitter)
{
    const struct link_manner *const manner = emitter->manner;
    for (unsigned other = 0; other < LINK_MANNERS; other++) {
        const struct link_manner *const second = &gen_link_manners[other];
        if (second == manner || !is_in(second->abis, emitter->abi) ||
            !gen_begin_link(emitter, "with-%s", second->name))
            continue;
        const bool one_version = profile_version(second->profile) == profile_version(manner->profile);
        if (manner->starts != STARTS_PCREL || second->starts != STARTS_PCREL)
            emitter->ledger = "relocatable-start";
        else if (second->ledger != NULL)
            emitter->ledger = second->ledger;
        emitter->unmixed = !one_version;
        gen_add_simple_object(emitter, (const unsigned[]){SHAPE_LEAF, SHAPE_FRAME}, 2);
        emitter->manner = second;
        gen_add_simple_object(emitter, (const unsigned[]){SHAPE_FRAME, SHAPE_LEAF}, 2);
        emitter->manner = manner;
        gen_end_link(emitter);
    }
}

/* A table that is for another ABI than its object, beside one that is right and stays so. */
static void make_abis(struct link_emitter *emitter)
{
    for (int other = 0; other < ABIS; other++) {
        if (other == (int)emitter->abi || !abi_known(emitter->manner->profile, (enum abi)other) ||
            !gen_begin_link(emitter, "table-of-%s", abi_name((enum abi)other)))
            continue;
        emitter->unmixed = true;
        gen_add_simple_object(emitter, (const unsigned[]){SHAPE_LEAF, SHAPE_FRAME}, 2);
        gen_begin_tabled_object(emitter);
        gen_section_init(&emitter->table.section, emitter->manner->profile, (enum abi)other);
        emitter->table.section.flags = emitter->manner->starts == STARTS_PCREL ? FLAG_PCREL : 0;
        const int text = gen_add_text(emitter, ".text", NULL);
        gen_add_described(emitter, text, SHAPE_LEAF, FATE_SILENT);
        gen_end_tabled_object(emitter);
        gen_end_link(emitter);
    }
}

void gen_links_mixed(struct link_emitter *emitter)
{
    gen_for_links(emitter, false, make);
    gen_for_links(emitter, true, make_abis);
}
