/* An adapter for the lookups of the reader in tiny.h: all that it needs beside the kit. */
#include "sframe_adapter.h"
#include "tiny.h"

static void answer_rules(struct answer *answer, const struct tiny_section *section,
                         const struct tiny_row *row)
{
    if (row->outermost)
        answer_undefined(answer, "ra");
    if (!row->has_cfa)
        return;
    answer_sum(answer, "cfa", row->cfa_from_sp ? "sp" : "fp", row->cfa_offset);
    answer_load(answer, "ra", "cfa", section->fixed_ra);
    if (row->fp_saved)
        answer_load(answer, "fp", "cfa", row->fp_offset);
    else
        answer_same(answer, "fp");
}

static void lookup(const struct request *request, struct answer *answer)
{
    struct tiny_section section = {.address = request->address, .text = request->profile};
    struct tiny_place place;
    if (answer_refusal(answer, tiny_open(&section, request->bytes, request->length)) ||
        answer_refusal(answer, tiny_lookup(&section, request->pc, &place)))
        return;
    if (place.found != TINY_FOUND) {
        answer_none(answer, place.found == TINY_NO_ROW ? "row" : "function");
        return;
    }
    answer_number(answer, "function", place.function_index);
    answer_number(answer, "row", place.row_index);
    answer_rules(answer, &section, &place.row);
    answer_bool(answer, "mangled_ra", place.row.mangled_ra);
    answer_bool(answer, "signal", false);
}

int main(void)
{
    const struct adapter adapter = {.name = "tiny",
                                    .version = "1",
                                    .profiles = "v2 v2e1 v2e2",
                                    .abis = "amd64",
                                    .one_byte_order = true,
                                    .lookup = lookup};
    return adapter_run(&adapter);
}
