/* The program with which the speed of target decode is compared: GNU libsframe decodes the section, and its
 * functions and rows are walked, without a check or a law.  It is linked with common/ as a target is. */
#include "case.h"
#include "law.h"

#include <sframe-api.h>

static uint64_t walked; /* so that the compiler leaves no walk out */

static void walk_rows(sframe_decoder_ctx *decoder, uint32_t function)
{
    sframe_frame_row_entry row;
    for (uint32_t i = 0; sframe_decoder_get_fre(decoder, function, i, &row) == 0; i++)
        walked += row.fre_start_addr;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0; /* every target first gets an empty input, which is no section */
    struct fuzz_case input;
    case_begin(&input, data, size);
    int error = 0;
    sframe_decoder_ctx *decoder = sframe_decode((const char *)input.section, input.size, &error);
    LAW(decoder != NULL, "refused: %s", sframe_errmsg(error));
    const uint32_t functions = sframe_decoder_get_num_fidx(decoder);
    for (uint32_t i = 0; i < functions; i++)
        walk_rows(decoder, i);
    sframe_decoder_free(&decoder);
    case_end(&input);
    return 0;
}
