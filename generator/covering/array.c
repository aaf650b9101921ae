/* The array is built row by row.  Each row begins with a combination that is not covered yet.  The other
 * dimensions are gone through in several orders, and each gets the value that covers most of what is left;
 * the best of these candidates is the row.  There is one such array for the values that break nothing, and
 * one around every set of values that break something, of a strength that is less by their number. */
#include "array.h"

#include "emit/vector.h"
#include "model/random.h"

#include <assert.h>
#include <string.h>

/* A letter is a value of a dimension; letters are numbered through.  Combinations of letters are numbered by
 * the combinatorial number system: the letters a < b < c have the number C(a, 1) + C(b, 2) + C(c, 3). */
enum { MAX_LETTERS = 96, MAX_BEGINNINGS = 142880 /* 96 over 3 */, CANDIDATES = 4 };

struct letters {
    uint64_t bits[(MAX_LETTERS + 63) / 64];
};

struct array {
    const struct array_space *space;
    unsigned letter_count;
    uint8_t dimension_of[MAX_LETTERS], value_of[MAX_LETTERS];
    uint8_t letters[DIMENSIONS][MAX_VALUES];
    uint32_t over[MAX_LETTERS + 1][MAX_STRENGTH + 1]; /* n over k */

    /* Which combinations are covered: for each combination of one letter less, by its number, the letters
     * that complete it to a covered one.  So what one more letter would cover is counted a set at a time. */
    struct letters completed[MAX_BEGINNINGS];

    /* The array being built: its strength, the values that dimensions may have, those that are fixed. */
    unsigned strength;
    struct domains domains;
    bool fixed[DIMENSIONS];

    struct random random;
};

/* The rows of all arrays that were asked for, one array after the other. */
enum { MOST_ROWS = 1 << 14, MOST_ARRAYS = 32 };

static struct covering_row rows[MOST_ROWS];
static uint32_t row_count;

static uint8_t *add_row(void)
{
    assert(row_count < MOST_ROWS);
    return rows[row_count++].values;
}

static bool breaks(const struct array_space *space, unsigned dimension, unsigned value)
{
    return space->breaks != NULL && space->breaks((enum dimension)dimension, value);
}

static bool allow(const struct array_space *space, const struct domains *domains, uint8_t values[DIMENSIONS])
{
    if (space->allow != NULL)
        return space->allow(domains, values);
    if (values != NULL)
        gen_choose_lowest(domains, space->dimensions, values);
    return true;
}

static struct domains all_domains(const struct array_space *space)
{
    struct domains domains = {{0}};
    for (unsigned i = 0; i < space->dimensions; i++)
        domains.of[i] = (uint8_t)((1U << space->value_counts[i]) - 1);
    return domains;
}

/* Values that are forbidden on their own are no letters. */
static void number_letters(struct array *array)
{
    const struct array_space *const space = array->space;
    array->letter_count = 0;
    memset(&array->domains, 0, sizeof array->domains);
    for (unsigned i = 0; i < space->dimensions; i++) {
        for (unsigned value = 0; value < space->value_counts[i]; value++) {
            struct domains domains = all_domains(space);
            domains.of[i] = (uint8_t)(1U << value);
            if (!allow(space, &domains, NULL))
                continue;
            assert(array->letter_count < MAX_LETTERS);
            array->domains.of[i] |= (uint8_t)((breaks(space, i, value) ? 0U : 1U) << value);
            array->letters[i][value] = (uint8_t)array->letter_count;
            array->dimension_of[array->letter_count] = (uint8_t)i;
            array->value_of[array->letter_count++] = (uint8_t)value;
        }
    }
    for (unsigned n = 0; n <= MAX_LETTERS; n++) {
        array->over[n][0] = 1;
        for (unsigned k = 1; k <= MAX_STRENGTH; k++)
            array->over[n][k] = n == 0 ? 0 : array->over[n - 1][k - 1] + array->over[n - 1][k];
    }
}

static void put_letter(struct letters *letters, unsigned letter)
{
    letters->bits[letter / 64] |= UINT64_C(1) << (letter % 64);
}

static bool has_letter(const struct letters *letters, unsigned letter)
{
    return (letters->bits[letter / 64] >> (letter % 64) & 1) != 0;
}

/* --- Candidates ----------------------------------------------------------------------------------------- */

struct candidate {
    struct domains domains;      /* the values that each dimension may still have */
    uint8_t witness[DIMENSIONS]; /* an allowed row of these values */
    unsigned count;
    uint8_t letters[DIMENSIONS]; /* those chosen, ascending, without fixed dimensions */
    uint32_t gain;               /* how many combinations it is the first to cover */
};

/* How many letters are in `these` and not in `covered`. */
static uint32_t count_uncovered(const struct letters *these, const struct letters *covered)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < sizeof these->bits / sizeof *these->bits; i++)
        count += (uint32_t)__builtin_popcountll(these->bits[i] & ~covered->bits[i]);
    return count;
}

/* A row so far, beside which one more letter is tried. */
struct trial {
    const struct array *array;
    const uint8_t *row; /* its letters, ascending */
    unsigned row_count;
    struct letters from[DIMENSIONS + 1]; /* by place in the row: the letters from there on */
    uint8_t letter;
};

static void begin_trial(struct trial *trial, const struct array *array, const struct candidate *candidate)
{
    trial->array = array;
    trial->row = candidate->letters;
    trial->row_count = candidate->count;
    trial->from[candidate->count] = (struct letters){{0}};
    for (unsigned i = candidate->count; i-- > 0;) {
        trial->from[i] = trial->from[i + 1];
        put_letter(&trial->from[i], candidate->letters[i]);
    }
}

/* Counts the combinations that no row covers yet, of the letter on trial, the `chosen` letters of the row
 * that were taken before, and letters of the row from place `from` on.  `number` is the sum of the letters
 * taken and, once it is `placed` among them, of the letter on trial: see MAX_LETTERS. */
static uint32_t count_gain(const struct trial *trial, unsigned from, unsigned chosen, bool placed,
                           uint32_t number)
{
    const struct array *array = trial->array;
    if (chosen + 2 == array->strength) {
        number += placed ? 0 : array->over[trial->letter][chosen + 1];
        return count_uncovered(&trial->from[from], &array->completed[number]);
    }
    uint32_t count = 0;
    for (unsigned i = from; i < trial->row_count; i++) {
        const unsigned letter = trial->row[i];
        const bool passed = !placed && letter > trial->letter;
        const uint32_t so_far = number + (passed ? array->over[trial->letter][chosen + 1] : 0);
        const unsigned place = chosen + 1 + (placed || passed ? 1 : 0);
        count += count_gain(trial, i + 1, chosen + 1, placed || passed, so_far + array->over[letter][place]);
    }
    return count;
}

/* How many combinations the letter would be the first to cover. */
static uint32_t gain_of(struct trial *trial, uint8_t letter)
{
    const struct array *array = trial->array;
    if (array->strength == 0)
        return 0;
    if (array->strength == 1)
        return has_letter(&array->completed[0], letter) ? 0 : 1;
    trial->letter = letter;
    return count_gain(trial, 0, 0, false, 0);
}

/* Marks combinations of the row's letters as covered: those that begin with `chosen` letters, whose sum is
 * `number`, and go on with letters from place `from` on. */
static void cover_all(struct array *array, const struct candidate *row, const struct letters *letters,
                      unsigned from, unsigned chosen, uint32_t number)
{
    if (chosen + 1 >= array->strength) {
        for (unsigned i = 0; i < sizeof letters->bits / sizeof *letters->bits; i++)
            array->completed[number].bits[i] |= letters->bits[i];
        return;
    }
    for (unsigned i = from; i < row->count; i++)
        cover_all(array, row, letters, i + 1, chosen + 1, number + array->over[row->letters[i]][chosen + 1]);
}

static void insert_letter(struct candidate *candidate, uint8_t letter)
{
    unsigned at = candidate->count++;
    for (; at > 0 && candidate->letters[at - 1] > letter; at--)
        candidate->letters[at] = candidate->letters[at - 1];
    candidate->letters[at] = letter;
}

/* Gives a dimension this value alone.  False: no allowed row has it, and nothing is changed. */
static bool restrict_to(const struct array *array, struct candidate *candidate, unsigned dimension,
                        unsigned value)
{
    uint8_t before = candidate->domains.of[dimension];
    candidate->domains.of[dimension] = (uint8_t)(1U << value);
    if (candidate->witness[dimension] == value ||
        allow(array->space, &candidate->domains, candidate->witness))
        return true;
    candidate->domains.of[dimension] = before;
    return false;
}

/* Gives the dimension the value that gains most; of equals, one by chance. */
static void extend(struct array *array, struct candidate *candidate, unsigned dimension)
{
    struct trial trial;
    begin_trial(&trial, array, candidate);
    for (;;) {
        uint8_t domain = candidate->domains.of[dimension];
        uint32_t best_gain = 0;
        uint8_t best = MAX_LETTERS;
        unsigned turn = (unsigned)random_below(&array->random, MAX_VALUES);
        for (unsigned i = 0; i < MAX_VALUES; i++) {
            unsigned value = (i + turn) % MAX_VALUES;
            if ((domain >> value & 1) == 0)
                continue;
            uint32_t gain = gain_of(&trial, array->letters[dimension][value]);
            if (best == MAX_LETTERS || gain > best_gain) {
                best = array->letters[dimension][value];
                best_gain = gain;
            }
        }
        if (restrict_to(array, candidate, dimension, array->value_of[best])) {
            insert_letter(candidate, best);
            candidate->gain += best_gain;
            return;
        }
        candidate->domains.of[dimension] = (uint8_t)(domain & ~(1U << array->value_of[best]));
    }
}

static void shuffle(struct random *random, uint8_t order[DIMENSIONS], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned at = (unsigned)random_below(random, i + 1);
        order[i] = order[at];
        order[at] = (uint8_t)i;
    }
}

static void complete(struct array *array, struct candidate *candidate)
{
    uint8_t order[DIMENSIONS] = {0};
    bool done[DIMENSIONS];
    memcpy(done, array->fixed, sizeof done);
    for (unsigned i = 0; i < candidate->count; i++)
        done[array->dimension_of[candidate->letters[i]]] = true;
    shuffle(&array->random, order, array->space->dimensions);
    for (unsigned i = 0; i < array->space->dimensions; i++)
        if (!done[order[i]])
            extend(array, candidate, order[i]);
}

/* --- One array ------------------------------------------------------------------------------------------ */

static void cover_by(struct array *array, const struct candidate *row)
{
    struct letters letters = {{0}};
    for (unsigned i = 0; i < row->count; i++)
        put_letter(&letters, row->letters[i]);
    cover_all(array, row, &letters, 0, 0, 0);
}

/* Marks what the old rows of this array cover: those whose values are all among its values.  Whether there
 * are any. */
static bool cover_by_old(struct array *array)
{
    bool found = false;
    for (uint32_t i = 0; i < array->space->old.count; i++) {
        const uint8_t *const values = array->space->old.rows[i].values;
        struct candidate row = {.count = 0};
        bool is_of_array = true;
        for (unsigned dimension = 0; dimension < array->space->dimensions; dimension++) {
            const uint8_t value = values[dimension];
            is_of_array = is_of_array && (array->domains.of[dimension] >> value & 1) != 0;
            if (!array->fixed[dimension])
                insert_letter(&row, array->letters[dimension][value]);
        }
        if (is_of_array)
            cover_by(array, &row);
        found = found || is_of_array;
    }
    return found;
}

/* Makes a row that has these letters, if one is allowed. */
static void begin_row(struct array *array, const uint8_t *letters)
{
    struct candidate seed = {.domains = array->domains, .gain = 1};
    for (unsigned i = 0; i < array->strength; i++) {
        uint8_t letter = letters[i];
        seed.domains.of[array->dimension_of[letter]] = (uint8_t)(1U << array->value_of[letter]);
        seed.letters[seed.count++] = letter;
    }
    if (!allow(array->space, &seed.domains, seed.witness))
        return;
    struct candidate best = {.gain = 0};
    for (unsigned i = 0; i < CANDIDATES; i++) {
        struct candidate candidate = seed;
        complete(array, &candidate);
        if (candidate.gain > best.gain)
            best = candidate;
    }
    cover_by(array, &best);
    memcpy(add_row(), best.witness, DIMENSIONS);
}

/* Covers the combinations of the `count` chosen letters, whose sum is `number`, with letters from `letter`
 * on. */
static void cover_from(struct array *array, unsigned letter, uint8_t *chosen, unsigned count, uint32_t number)
{
    for (; letter < array->letter_count; letter++) {
        unsigned dimension = array->dimension_of[letter];
        if (array->fixed[dimension] || (array->domains.of[dimension] >> array->value_of[letter] & 1) == 0 ||
            (count > 0 && array->dimension_of[chosen[count - 1]] == dimension))
            continue;
        chosen[count] = (uint8_t)letter;
        if (count + 1 < array->strength)
            cover_from(array, letter + 1, chosen, count + 1, number + array->over[letter][count + 1]);
        else if (!has_letter(&array->completed[number], letter))
            begin_row(array, chosen);
    }
}

static void cover(struct array *array)
{
    uint8_t chosen[MAX_STRENGTH] = {0};
    if (array->strength == 0) {
        if (!cover_by_old(array))
            begin_row(array, chosen);
        return;
    }
    const uint32_t beginnings = array->over[array->letter_count][array->strength - 1];
    memset(array->completed, 0, beginnings * sizeof *array->completed);
    cover_by_old(array);
    cover_from(array, 0, chosen, 0, 0);
}

/* --- All of them ---------------------------------------------------------------------------------------- */

/* Makes the array in which only the values that are fixed so far break something, then those in which one
 * more does. */
static void cover_faults(struct array *array, unsigned letter)
{
    cover(array);
    if (array->strength == 0)
        return;
    array->strength--;
    for (; letter < array->letter_count; letter++) {
        unsigned dimension = array->dimension_of[letter];
        uint8_t domain = array->domains.of[dimension];
        if (array->fixed[dimension] || !breaks(array->space, dimension, array->value_of[letter]))
            continue;
        array->fixed[dimension] = true;
        array->domains.of[dimension] = (uint8_t)(1U << array->value_of[letter]);
        cover_faults(array, letter + 1);
        array->domains.of[dimension] = domain;
        array->fixed[dimension] = false;
    }
    array->strength++;
}

static void compute(const struct array_space *space, unsigned strength)
{
    static struct array array;
    array.space = space;
    array.strength = strength;
    array.random.state = 0;
    memset(array.fixed, 0, sizeof array.fixed);
    number_letters(&array);
    for (uint32_t i = 0; i < space->old.count; i++)
        memcpy(add_row(), space->old.rows[i].values, DIMENSIONS);
    cover_faults(&array, 0);
}

/* --- Arrays are kept ------------------------------------------------------------------------------------ */

static struct kept {
    struct array_space space;
    unsigned strength;
    struct covering_array array;
} arrays[MOST_ARRAYS];

static bool is_of(const struct kept *kept, const struct array_space *space, unsigned strength)
{
    return kept->strength == strength && kept->space.dimensions == space->dimensions &&
           kept->space.breaks == space->breaks && kept->space.allow == space->allow &&
           memcmp(kept->space.value_counts, space->value_counts, sizeof space->value_counts) == 0;
}

struct covering_array gen_cover_space(const struct array_space *space, unsigned strength)
{
    struct kept *kept = arrays;
    for (; kept->array.count > 0 && !is_of(kept, space, strength); kept++)
        assert(kept < &arrays[MOST_ARRAYS - 1]);
    if (kept->array.count == 0) {
        const uint32_t first = row_count;
        compute(space, strength);
        *kept = (struct kept){*space, strength, {row_count - first, &rows[first]}};
    }
    return kept->array;
}

/* --- The array of sections ------------------------------------------------------------------------------ */

/* Each line is a row, with a digit for each dimension: what gen_compute_covering_array() gives by default. */
static const char usual_rows[][DIMENSIONS + 1] = {
#include "covering.inc" /* covering.txt: see generator.mk */
};

static struct covering_array read_usual_rows(void)
{
    static struct covering_array usual;
    if (usual.count == 0)
        usual.rows = &rows[row_count];
    for (; usual.count < sizeof usual_rows / sizeof *usual_rows; usual.count++) {
        uint8_t *const values = add_row();
        for (unsigned i = 0; i < DIMENSIONS; i++)
            values[i] = (uint8_t)(usual_rows[usual.count][i] - '0');
    }
    return usual;
}

struct covering_array gen_compute_covering_array(unsigned strength)
{
    struct array_space space = {
        .dimensions = DIMENSIONS, .breaks = gen_value_breaks, .allow = gen_domains_allow};
    for (unsigned i = 0; i < DIMENSIONS; i++)
        space.value_counts[i] = (uint8_t)gen_value_count((enum dimension)i);
    if (strength == DEFAULT_STRENGTH)
        space.old = read_usual_rows();
    return gen_cover_space(&space, strength);
}

struct covering_array gen_covering_array(unsigned strength)
{
    return strength == DEFAULT_STRENGTH ? read_usual_rows() : gen_compute_covering_array(strength);
}
