/* Faults that are planted between libsframe and its adapter: by --wrap, the linker sends calls here first,
 * and PLANTED names the calls whose results are wrong.  An adapter would hide each fault if it asked in one
 * way only, or invented what a getter does not say. */
#include <stdlib.h>
#include <string.h>

#include <sframe-api.h>

static bool is_planted(const char *name)
{
    const char *const planted = getenv("PLANTED");
    return planted != NULL && strcmp(planted, name) == 0;
}

int32_t __real_sframe_fre_get_ra_offset(const sframe_decoder_ctx *, const sframe_frame_row_entry *, uint32_t, int *);
int32_t __wrap_sframe_fre_get_ra_offset(const sframe_decoder_ctx *decoder, const sframe_frame_row_entry *row,
                                        uint32_t type, int *error)
{
    if (is_planted("ra-needs-pointer") && error == NULL)
        return 0;
    if (is_planted("ra-not-fixed") && error != NULL) {
        *error = SFRAME_ERR_FREOFFSET_NOPRESENT;
        return 0;
    }
    return __real_sframe_fre_get_ra_offset(decoder, row, type, error);
}

int __real_sframe_decoder_get_fre(const sframe_decoder_ctx *, unsigned, unsigned, sframe_frame_row_entry *);
int __wrap_sframe_decoder_get_fre(const sframe_decoder_ctx *decoder, unsigned function, unsigned row,
                                  sframe_frame_row_entry *entry)
{
    const int error = __real_sframe_decoder_get_fre(decoder, function, row, entry);
    return is_planted("endless-rows") ? 0 : error;
}

int __real_sframe_decoder_get_funcdesc_v2(const sframe_decoder_ctx *, unsigned, uint32_t *, uint32_t *, int32_t *,
                                          unsigned char *, uint8_t *);
int __wrap_sframe_decoder_get_funcdesc_v2(const sframe_decoder_ctx *decoder, unsigned index, uint32_t *rows,
                                          uint32_t *size, int32_t *start, unsigned char *info, uint8_t *rep_size)
{
    const int error = __real_sframe_decoder_get_funcdesc_v2(decoder, index, rows, size, start, info, rep_size);
    if (is_planted("older-descriptor"))
        *size += 1;
    return error;
}

bool __real_sframe_fre_get_ra_undefined_p(const sframe_decoder_ctx *, const sframe_frame_row_entry *, int *);
bool __wrap_sframe_fre_get_ra_undefined_p(const sframe_decoder_ctx *decoder, const sframe_frame_row_entry *row,
                                          int *error)
{
    return is_planted("all-outermost") || __real_sframe_fre_get_ra_undefined_p(decoder, row, error);
}
