/* An adapter for one function of GNU libsframe up to 2.44: sframe_get_funcdesc_with_addr, which finds a
 * function without its rows.  Answers only say whether there is one, and only that is compared.  It is built
 * as libsframe.c is. */
#include "libsframe_ways.h"

static void lookup(const struct request *request, struct answer *answer)
{
    static const char name[] = "sframe_get_funcdesc_with_addr";
    sframe_decoder_ctx *decoder = open_section(request, answer);
    distance_type pc;
    int error = 0;
    if (decoder == NULL)
        return;
    if (can_be_asked(request, &pc, answer)) {
        const bool found = sframe_get_funcdesc_with_addr(decoder, pc, &error) != NULL;
        compare(answer, name, found, NO_POINTER, sframe_get_funcdesc_with_addr(decoder, pc, NULL) != NULL);
        /* Once a section is open, the second of these errors says that it has no functions. */
        if (!found && (error == SFRAME_ERR_FDE_NOTFOUND || error == SFRAME_ERR_DCTX_INVAL))
            answer_none(answer, "unknown");
        else if (!found)
            answer_error(answer, sframe_errmsg(error));
    }
    sframe_decoder_free(&decoder);
}

const struct adapter adapter = {
    .name = "libsframe, functions by address",
    .version = LIBSFRAME_VERSION,
    .profiles = PROFILES,
    .abis = ABIS,
    .exposes = "lookup.none",
    .lookup = lookup,
};
