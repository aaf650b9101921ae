#include "terms.h"

#include "emit/sets.h"
#include "notation/parse_parts.h"

struct terms {
    const struct names *names;
    const char *at, *end;
};

/* A higher level is applied first; of one level, the left operator.  Of signs that begin alike, the longer
 * would have to come first. */
static const struct {
    const char *sign;
    int level;
} operators[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<", 3}, {">", 3},
                 {"+", 4},  {"-", 4},  {"*", 5},  {"/", 5},  {"%", 5}};
enum { LOWEST = 1, HIGHEST = 5 };

static int64_t apply(const char *sign, int64_t left, int64_t right)
{
    switch (*sign) {
    case '|':
        return left != 0 || right != 0;
    case '&':
        return left != 0 && right != 0;
    case '=':
        return left == right;
    case '!':
        return left != right;
    case '<':
        return left < right;
    case '>':
        return left > right;
    case '+':
        return left + right;
    case '-':
        return left - right;
    case '*':
        return left * right;
    case '/':
        return right == 0 ? 0 : left / right;
    default: /* % */
        return right == 0 ? 0 : left % right;
    }
}

static bool take(struct terms *terms, const char *word)
{
    while (terms->at < terms->end && *terms->at == ' ')
        terms->at++;
    const size_t length = strlen(word);
    const bool taken = strncmp(terms->at, word, length) == 0;
    terms->at += taken ? length : 0;
    return taken;
}

static bool is_named(const struct name *list, const char *name, size_t length, int64_t *value)
{
    for (; list != NULL && list->name != NULL; list++)
        if (strlen(list->name) == length && memcmp(list->name, name, length) == 0) {
            *value = list->value;
            return true;
        }
    return false;
}

static bool read_sum(struct terms *terms, int level, int64_t *value);

/* Reads a sum in brackets, for what stands before them.  OF is the first character of `(`, the sum itself; of
 * `draw(`, a random number below it; of `kept(`, whether this register is kept; or of `width(`, its bytes as an
 * operand of AMD64. */
static bool read_brackets(struct terms *terms, char of, int64_t *value)
{
    const struct names *const names = terms->names;
    if (!read_sum(terms, LOWEST, value) || !take(terms, ")") ||
        (of != '(' && *value < (of == 'w' ? INT64_MIN : of == 'd')))
        return false;
    if (of == 'd')
        *value = (int64_t)random_below(names->random, (uint64_t)*value);
    else if (of == 'k')
        *value = names->kept != NULL && *value < 64 && (*names->kept >> *value & 1) != 0;
    else if (of == 'w')
        *value = *value == 0 ? 0 : *value >= INT8_MIN && *value <= INT8_MAX ? 1 : 4;
    return true;
}

static bool read_one(struct terms *terms, int64_t *value)
{
    static const char *const brackets[] = {"(", "draw(", "kept(", "width("};
    uint64_t number;
    if (take(terms, "-"))
        return read_one(terms, value) && ((*value = -*value), true);
    if (take(terms, "!"))
        return read_one(terms, value) && ((*value = *value == 0), true);
    for (size_t i = 0; i < COUNT(brackets); i++)
        if (take(terms, brackets[i]))
            return read_brackets(terms, *brackets[i], value);
    const char *const behind = gen_digits(terms->at, terms->end, &number);
    *value = (int64_t)number;
    if (behind != NULL) {
        terms->at = behind;
        return true;
    }
    const char *const name = terms->at;
    terms->at += strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789");
    const size_t length = (size_t)(terms->at - name);
    return is_named(terms->names->of_family, name, length, value) ||
           is_named(terms->names->of_abi, name, length, value);
}

/* Operands joined by operators of this level and of higher ones. */
static bool read_sum(struct terms *terms, int level, int64_t *value)
{
    bool right = level > HIGHEST ? read_one(terms, value) : read_sum(terms, level + 1, value);
    for (size_t i = 0; right && terms->at < terms->end && i < COUNT(operators); i++) {
        int64_t other;
        if (operators[i].level != level || !take(terms, operators[i].sign))
            continue;
        right = read_sum(terms, level + 1, &other);
        *value = right ? apply(operators[i].sign, *value, other) : 0;
        i = (size_t)-1; /* look for another operator */
    }
    return right;
}

bool gen_evaluate(const struct names *names, const char *words, int64_t *value)
{
    struct terms terms = {names, words, words + strlen(words)};
    return read_sum(&terms, LOWEST, value) && (take(&terms, ""), terms.at == terms.end);
}
