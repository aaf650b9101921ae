/* The words of a section's, a function's and a row's line, and the rules of rows. */
#include "parse_parts.h"

#include <string.h>

/* More than any word can say, scaled or not, and so little that sums of offsets fit 64 bits. */
#define MOST_OFFSET ((int64_t)1 << 40)

/* Takes the name of a base, if it stands here.  No name begins with another. */
static bool is_base(const char **at, const char *end, const char *name)
{
    const size_t length = strlen(name);
    const bool is = (size_t)(end - *at) >= length && memcmp(*at, name, length) == 0;
    *at += is ? length : 0;
    return is;
}

static bool base_of_rule(const char **at, const char *end, struct rule *rule)
{
    for (enum place place = PLACE_PADDED; place <= PLACE_LAST_CFA; place++) {
        uint64_t reg = 0;
        if (!is_base(at, end, gen_place_name(place)))
            continue;
        rule->place = place;
        if (place == PLACE_REGISTER && ((*at = gen_digits(*at, end, &reg)) == NULL || reg > UINT32_MAX))
            return false;
        rule->reg = (uint32_t)reg;
        return true;
    }
    return false;
}

/* Reads a rule; `entry` means the CFA as it is where a function begins. */
static bool read_rule(enum abi abi, const char *at, const char *end, struct rule *rule)
{
    rule->deref = end - at > 3 && at[0] == '*' && at[1] == '(' && end[-1] == ')';
    at += rule->deref ? 2 : 0;
    end -= rule->deref ? 1 : 0;
    rule->reg = 0;
    rule->offset = 0;
    const bool from_entry = is_base(&at, end, "entry");
    if (from_entry)
        rule->place = PLACE_SP;
    else if (!base_of_rule(&at, end, rule))
        return false;
    const bool right = at == end || (gen_place_has_offset(rule->place) && (*at == '+' || *at == '-') &&
                                     gen_signed_digits(at, end, &rule->offset) == end &&
                                     rule->offset <= MOST_OFFSET && rule->offset >= -MOST_OFFSET);
    rule->offset += from_entry ? cfa_at_entry(abi) : 0;
    return right;
}

static bool rule(struct parser *parser, struct rule *rule)
{
    if (!read_rule(parser->section->abi, parser->token, parser->token + parser->length, rule))
        return gen_expected(parser, "a rule, such as `sp+8`, `*(cfa-16)`, `r12+8` or `padding`");
    return gen_next(parser), true;
}

static bool extra(struct parser *parser, struct row *row)
{
    int64_t value;
    do {
        if (row->extra_count == MAX_WORDS)
            return gen_wrong(parser, "a row has at most %d words", MAX_WORDS);
        if (!gen_number(parser, INT32_MIN, INT32_MAX, &value))
            return false;
        row->extra[row->extra_count++] = (int32_t)value;
    } while (gen_is_number_next(parser));
    return true;
}

static bool data_order(struct parser *parser, struct section *section)
{
    uint32_t count = 0, value;
    section->has_data_order = true;
    memset(section->data_order, UINT8_MAX, sizeof section->data_order);
    do {
        if (count == MAX_FUNCTIONS)
            return gen_wrong(parser, "a section has at most %d functions", MAX_FUNCTIONS);
        if (!gen_small(parser, MAX_FUNCTIONS - 1, &value))
            return false;
        section->data_order[count++] = (uint8_t)value;
    } while (gen_is_number_next(parser));
    return true;
}

static bool word_value(struct parser *parser, const struct word *word, void *object)
{
    struct section *const section = object;
    int64_t value;
    uint64_t where;
    uint32_t count;
    switch (word->kind) {
    case WORD_IS:
        return gen_word_store(word, object, word->least), true;
    case WORD_BIT:
        return gen_word_store(word, object, gen_word_load(word, object) | word->least), true;
    case WORD_BITS:
        if (!gen_number(parser, 0, word->most, &value))
            return false;
        return gen_word_store(word, object, gen_word_load(word, object) | value), true;
    case WORD_NUMBER:
        if (!gen_number(parser, word->least, word->most, &value))
            return false;
        return gen_word_store(word, object, value), true;
    case WORD_ADDRESS:
        if (!gen_read_address(parser, &where))
            return false;
        return gen_word_store(word, object, (int64_t)where), true;
    case WORD_HEX:
        if (!gen_hex_bytes(parser, section->aux, sizeof section->aux, &count))
            return false;
        return section->aux_length = (uint8_t)count, true;
    case WORD_ORDER:
        return data_order(parser, section);
    case WORD_RULE:
        return rule(parser, (struct rule *)(void *)((char *)object + word->at));
    case WORD_EXTRA:
        return extra(parser, object);
    }
    return false;
}

bool gen_read_words(struct parser *parser, const struct word *table, void *object, const char *of)
{
    uint32_t seen = 0;
    while (!gen_at_end(parser)) {
        const struct word *word = table;
        while (word->name != NULL && !gen_is(parser, word->name))
            word++;
        if (word->name == NULL)
            return gen_expected(parser, of);
        const uint32_t bit = UINT32_C(1) << (word - table);
        if ((seen & bit) != 0)
            return gen_wrong(parser, "`%s` stands twice in one line", word->name);
        seen |= bit;
        gen_next(parser);
        if (!word_value(parser, word, object))
            return false;
    }
    return true;
}
