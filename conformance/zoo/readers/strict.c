/* What strict readers decline, as the readers of kernels do: they accept what today's writers make and
 * nothing else.  That is no bug, since every reader may decline; but it shows how much the vectors would ask
 * of such a reader. */
#include "strict.h"

bool strict = false;

/* The most words that the rules of a default row need: CFA, RA if it is tracked, FP. */
static unsigned words_of_rules(const struct section *s)
{
    return abi_of(s)->tracks_ra ? 3 : 2;
}

static const char *decline_row(const struct section *s, const struct function *f, const struct row *row)
{
    if (!f->flex && row->word_count > words_of_rules(s))
        return "a word is left over in a row";
    return NULL;
}

static const char *decline_function(const struct section *s, uint32_t index)
{
    struct function f;
    struct row row = {0};
    if (read_function(s, index, &f) != NULL)
        return NULL; /* it is broken, and others report that */
    if (f.mask && f.rep_size == 0)
        return "a repetition size of 0";
    uint64_t at = f.rows_at;
    for (uint32_t i = 0; i < f.row_count && read_row(s, &f, at, &row) == NULL; i++, at = row.end_at) {
        const char *const why = decline_row(s, &f, &row);
        if (why != NULL)
            return why;
    }
    return NULL;
}

const char *strict_declines(const struct section *s)
{
    if (!strict)
        return NULL;
    if ((s->flags & FLAG_SORTED) == 0)
        return "not sorted";
    if ((s->flags & FLAG_PCREL) == 0 || !text_of(s)->pcrel)
        return "starts are not PC-relative";
    if (s->aux_size != 0)
        return "an auxiliary header";
    for (uint32_t i = 0; i < s->function_count; i++) {
        const char *const why = decline_function(s, i);
        if (why != NULL)
            return why;
    }
    return NULL;
}
