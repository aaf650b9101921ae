/* An adapter that answers with everything that the reader in tiny.h knows about a section. The reader checks
 * little, so the answer is the model without a verdict. */
#include "sframe_adapter.h"
#include "tiny.h"

static void answer_header(const struct request *request, struct answer *answer,
                          const struct tiny_section *section)
{
    answer_string(answer, "profile", request->profile);
    answer_number(answer, "version", 2);
    answer_string(answer, "byte_order", "little");
    answer_string(answer, "abi", "amd64");
    answer_flags(answer, section->flags);
    answer_number(answer, "fixed_fp", section->fixed_fp);
    answer_number(answer, "fixed_ra", section->fixed_ra);
    answer_hex(answer, "aux", section->aux, section->aux_length);
    answer_address(answer, "address", request->address);
}

static void answer_function(struct answer *answer, const struct tiny_function *function)
{
    static const char *const row_types[] = {"addr1", "addr2", "addr4"};
    answer_address(answer, "start", function->start);
    answer_number(answer, "size", function->size);
    answer_string(answer, "pc_type", function->mask ? "mask" : "inc");
    answer_string(answer, "fre_type", row_types[function->row_type]);
    answer_number(answer, "rep_size", function->rep_size);
    answer_string(answer, "fde_type", "default");
    answer_bool(answer, "signal", false);
    answer_string(answer, "pauth_key", function->key_b ? "b" : "a");
}

static void answer_row(struct answer *answer, const struct tiny_section *section, const struct tiny_row *row)
{
    answer_number(answer, "start", row->start);
    answer_bool(answer, "mangled_ra", row->mangled_ra);
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

static void decode(const struct request *request, struct answer *answer)
{
    struct tiny_section section = {.address = request->address, .text = request->profile};
    if (answer_refusal(answer, tiny_open(&section, request->bytes, request->length)))
        return;
    answer_header(request, answer, &section);
    answer_functions(answer);
    for (uint32_t i = 0; i < section.function_count; i++) {
        struct tiny_function function;
        struct tiny_row row;
        if (answer_refusal(answer, tiny_function(&section, i, &function)))
            return;
        answer_function_begin(answer);
        answer_function(answer, &function);
        answer_rows(answer);
        for (uint32_t j = 0; j < function.row_count; j++) {
            if (answer_refusal(answer, tiny_next_row(&section, &function, &row)))
                return;
            answer_row_begin(answer);
            answer_row(answer, &section, &row);
            answer_row_end(answer);
        }
        answer_function_end(answer);
    }
}

int main(void)
{
    const struct adapter adapter = {.name = "tiny",
                                    .version = "1",
                                    .profiles = "v2 v2e1 v2e2",
                                    .abis = "amd64",
                                    .one_byte_order = true,
                                    .exposes = "decode.profile decode.version decode.byte_order decode.abi "
                                               "decode.flags decode.fixed_fp decode.fixed_ra decode.aux "
                                               "decode.address decode.functions",
                                    .decode = decode};
    return adapter_run(&adapter);
}
