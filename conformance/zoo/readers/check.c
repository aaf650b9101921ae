/* Checks that every function and row can be read.  It looks for no violations in them. */
#include "bug.h"
#include "decoder.h"

static const char *check_rows(const struct section *s, const struct function *f)
{
    uint64_t at = f->rows_at;
    struct row row = {0};
    for (uint32_t i = 0; i < f->row_count; i++, at = row.end_at) {
        const char *error = read_row(s, f, at, &row);
        if (error != NULL)
            return error;
        if (BUG(first_row_only_checked))
            break;
        if (BUG(no_words_end_the_check) && row.word_count == 0)
            break;
        if (BUG(last_row_unchecked) && i + 2 >= f->row_count)
            break;
    }
    return NULL;
}

const char *check(const struct section *s)
{
    uint64_t rows = 0, last_start = 0;
    for (uint32_t i = 0; i < s->function_count; i++) {
        struct function f;
        const char *error = read_function(s, i, &f);
        if (BUG(functions_unchecked) || (BUG(last_function_unchecked) && i + 1 == s->function_count) ||
            (BUG(masks_unchecked) && f.mask && error == NULL) ||
            (BUG(signal_unchecked) && f.signal && error == NULL) ||
            (BUG(key_b_unchecked) && f.key_b && error == NULL) ||
            (BUG(empty_functions_unchecked) && f.size == 0 && error == NULL) ||
            (BUG(flex_unchecked) && f.flex && error == NULL))
            continue;
        if (error == NULL)
            error = check_rows(s, &f);
        if (error != NULL)
            return error;
        if (BUG(check_ends_at_no_rows) && f.row_count == 0)
            break;
        rows += f.row_count;
        if (BUG(raw_starts_must_ascend) && i != 0 && (s->flags & FLAG_SORTED) != 0 &&
            f.start - s->functions_at - (uint64_t)i * entry_size(s) <
                last_start - s->functions_at - (uint64_t)(i - 1) * entry_size(s))
            return "not sorted";
        if (BUG(starts_below_section_refused) && f.start < s->address)
            return "a function below the section";
        if (BUG(addresses_above_4_gib_refused) && f.start >> 32 != 0)
            return "a function beyond the address space";
        if (BUG(end_of_address_space_refused) && f.start + f.size < f.start)
            return "a function wraps";
        if (BUG(adjacent_refused) && i != 0 && f.start == last_start)
            return "functions overlap";
        if (BUG(first_function_only_checked) || (BUG(first_16_functions_checked) && i == 15) ||
            (BUG(first_100_functions_checked) && i == 99) || (BUG(first_1024_functions_checked) && i == 1023))
            break;
        last_start = BUG(adjacent_refused) ? f.start + f.size : f.start;
    }
    if (BUG(num_fres_of_header_off_by_one) && rows >= s->row_count && rows != 0)
        return "not as many rows as the header counts";
    return NULL;
}
