/* A lookup is about twenty clauses, a decode about fifty.  The one on which its failure rests is likely
 *
 *   - that of the vector's fault;
 *   - one that most failures with the same cause are about, and few other vectors;
 *   - one about the member that differs;
 *   - one that has words with the vector's shape in common, or with what the reader says of its refusal;
 *   - one that few vectors of the corpus are about.
 *
 * A clause about the whole format is never it, unless the vector's fault breaks that clause. */
#include "../process/memory.h"
#include "report.h"

#include "sframe-ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FAULT = 1000, SHARED = 165, MEMBER = 60, NEXT_PIECE = 6, SIGN = 40, WORD_SHARED = 25, HALVED = 5 };
enum { MANY = 8 }; /* a clause is shared if at least one of so many failures is about it */
enum { WORD_MIN = 3, NAME_MAX = 80, SHAPE_MAX = 200 };

/* For the last names of a member's path, pieces of the ids of clauses about it, the likeliest first. */
static const struct {
    const char *member, *pieces;
} table[] = {
    {"functions.length", "num-fdes fde.array header.complete"},
    {"rows.length", "num-fres fre.count fre.inside fre.layout"},
    {"rows.start", "fre.start fretype pctype tile"},
    {"functions.start", "start-address start-pcrel start-section start-signed flags.pcrel index.start"},
    {"functions.size", "fde.size fde.info fde.layout index"},
    {"cfa.base", "base-reg cfa register regnum s390x.sp"},
    {"cfa.offset", "cfa words fre.size s390x.cfa flex.offset"},
    {"ra.offset", "fixed-ra ra- words fre.size flex.offset"},
    {"fp.offset", "fixed-fp fp- words fre.size flex.offset"},
    {"cfa", "cfa base-reg fre.count flex"},
    {"ra", "ra- fixed-ra fre.count-zero undefined outermost flex"},
    {"fp", "fp- fixed-fp fre.count flex"},
    {"deref", "deref flex.value ra-tracked fp-third ra-stack fp-second ra-second flex.uses"},
    {"mangled_ra", "mangled"},
    {"signal", "signal"},
    {"pauth_key", "pauth"},
    {"pc_type", "pc-type pctype"},
    {"fre_type", "fre-type fretype"},
    {"fde_type", "fde-type fdetype"},
    {"rep_size", "rep-size mask-block"},
    {"flags", "flags."},
    {"fixed_fp", "fixed-fp fixed-int8 fixed-none"},
    {"fixed_ra", "fixed-ra fixed-int8 fixed-none"},
    {"aux", "aux-"},
    {"byte_order", "endian magic"},
    {"function", "fde.contains fde.range fde.search start- flags.pcrel index.start fde.sorted"},
    {"row", "match fre.range pctype fre.start fretype rep-size"},
    {"none", "fde.contains fde.range fre.range match start- pctype search flags.pcrel"},
    {"bytes", "endian"},
    {"frames.pc", "trace.pc ra-tracked ra-stack trace.signal"},
    {"frames.sp", "trace.sp s390x.sp"},
    {"frames.fp", "trace.fp fp-"},
    {"frames.cfa", "trace.base cfa trace.offsets"},
    {"frames.length", "trace.pc trace.no-row outermost ra-tracked ra-stack"},
    {"stop", "trace.no-row outermost trace.flex-unsafe trace.pc"},
};

/* Made from ref/quotes.txt: the words of each clause in one or many texts. */
static const struct {
    const char *clause, *texts, *words;
} quotes[] = {
#include "quotes.inc"
};

/* --- How many vectors are about a clause -------------------------------------------------------------------- */

static void count_clause(json_t *counts, struct span id)
{
    json_t *const number = json_object_getn(counts, id.at, id.size);
    if (number == NULL)
        (void)json_object_setn_new_nocheck(counts, id.at, id.size, json_integer(1));
    else
        (void)json_integer_set(number, json_integer_value(number) + 1);
}

void runner_count_clauses(json_t **counts, struct span clauses)
{
    struct json_cut list = runner_json_cut_of(clauses);
    struct span id;
    if (*counts == NULL)
        *counts = json_object();
    for (bool more = runner_json_take(&list, '['); more && runner_json_quoted(&list, &id);) {
        count_clause(*counts, id);
        more = runner_json_take(&list, ',');
    }
}

void runner_share_clauses(struct shared_clauses *shared, struct span line)
{
    const struct span clauses = runner_json_of_name(line, "clauses"),
                      fault = runner_json_of_name(runner_json_of_name(line, "fault"), "clause");
    shared->failures++;
    runner_count_clauses(&shared->with, clauses);
    if (fault.size > 0 && memmem(clauses.at, clauses.size, fault.at, fault.size) == NULL)
        count_clause(shared->with, (struct span){fault.at + 1, fault.size - 2});
}

/* How well the vectors that a clause is about coincide with the failures: the coefficient of Ochiai, scaled. */
static int share_score(const struct shared_clauses *shared, const char *clause)
{
    const double with = (double)json_integer_value(json_object_get(shared->with, clause)),
                 all = (double)json_integer_value(json_object_get(shared->judged, clause));
    return (int)(SHARED * with / sqrt(fmax(all, with) * (double)shared->failures));
}

/* The clauses that many of the failures are about: a new list. */
static json_t *most_shared(const struct shared_clauses *shared)
{
    json_t *const list = json_array(), *count;
    const char *clause;
    json_object_foreach(shared->with, clause, count)
    {
        if ((uint64_t)json_integer_value(count) * MANY >= shared->failures)
            (void)json_array_append_new(list, json_string(clause));
    }
    return list;
}

static int rarity(const struct report *report, const char *clause)
{
    const json_int_t count = json_integer_value(json_object_get(report->clauses, clause));
    /* The binary logarithm of how many times as many vectors there are in all, by the zero bits in front. */
    return count > 0 ? HALVED * (__builtin_clzll((uint64_t)count) - __builtin_clzll(report->vectors | 1)) : 0;
}

/* --- Members and words -------------------------------------------------------------------------------------- */

static bool ends_with(const char *name, const char *end)
{
    const size_t size = strlen(name), wanted = strlen(end);
    return size >= wanted && strcmp(name + size - wanted, end) == 0 && (size == wanted || name[size - wanted - 1] == '.');
}

/* The score of the first of PIECES that is in the clause's id; a later piece scores less. */
static int piece_score(const char *clause, const char *pieces)
{
    for (int has = MEMBER; *pieces != '\0'; has -= NEXT_PIECE) {
        const size_t size = strcspn(pieces, " ");
        if (memmem(clause, strlen(clause), pieces, size) != NULL)
            return has;
        pieces += size + (pieces[size] == ' ');
    }
    return 0;
}

/* How much the clause is about the member: by the row with the longest name that fits it. */
static int about_score(const char *clause, const char *path)
{
    char name[NAME_MAX];
    size_t longest = 0, row = 0;
    (void)runner_without_indices(name, sizeof name, runner_span_of(path));
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (ends_with(name, table[i].member) && strlen(table[i].member) > longest) {
            longest = strlen(table[i].member);
            row = i;
        }
    return longest > 0 ? piece_score(clause, table[row].pieces) : 0;
}

static int member_score(const json_t *record, const char *clause)
{
    const json_t *const differences = json_object_get(record, "differences");
    int most = 0;
    for (size_t i = 0; i < json_array_size(differences); i++) {
        const json_t *const each = json_array_get(differences, i);
        const json_t *const expected = json_object_get(each, "expected"), *const actual = json_object_get(each, "actual");
        const bool other_sign = json_is_integer(expected) && json_is_integer(actual) &&
                                (json_integer_value(expected) < 0) != (json_integer_value(actual) < 0);
        int has = about_score(clause, runner_string_of(each, "path"));
        has += has > 0 && other_sign && strstr(clause, "signed") != NULL ? SIGN : 0;
        has = i == 0 ? has : has / 2;
        most = has > most ? has : most;
    }
    return most;
}

/* The parts of an id that name the section's shape.  A final `/pcrel` is left out, as most sections have it. */
static void name_shape(char shape[SHAPE_MAX], const char *id)
{
    static const char common[] = "/pcrel";
    for (unsigned i = 0; i < 3 && strchr(id, '/') != NULL; i++)
        id = strchr(id, '/') + 1;
    (void)snprintf(shape, SHAPE_MAX, "%s", id);
    const size_t size = strlen(shape), ends = sizeof common - 1;
    if (size > ends && strcmp(shape + size - ends, common) == 0)
        shape[size - ends] = '\0';
}

/* How many words of the clause's own name a text has. */
static int count_words(const char *clause, const char *text)
{
    static const char between[] = "-./_ ";
    int count = 0;
    for (const char *word = clause; *word != '\0'; word += strcspn(word, between), word += strspn(word, between)) {
        const size_t size = strcspn(word, between);
        const char *const found = size >= WORD_MIN ? memmem(text, strlen(text), word, size) : NULL;
        count += found != NULL && (found == text || strchr(between, found[-1]) != NULL);
    }
    return count;
}

static bool is_about_the_whole(const char *clause)
{
    return strncmp(clause, "overview.", 9) == 0 || strncmp(clause, "tile.", 5) == 0 ||
           strcmp(clause, "header.first") == 0;
}

/* SHARED may be null.  Below 0: the failure does not rest on the clause. */
static int score(const struct report *report, const json_t *record, const struct shared_clauses *shared,
                 const char *clause)
{
    char shape[SHAPE_MAX];
    name_shape(shape, runner_string_of(record, "id"));
    const char *const said = runner_string_of(json_object_get(record, "answer"), "error");
    const bool is_fault = strcmp(clause, runner_string_of(json_object_get(record, "fault"), "clause")) == 0;
    const int other = rarity(report, clause) + (shared != NULL ? share_score(shared, clause) : 0);
    if (!is_fault && is_about_the_whole(clause))
        return -1;
    return (is_fault ? FAULT : 0) + member_score(record, clause) + other +
           WORD_SHARED *
               (count_words(clause, shared != NULL ? shared->words : shape) + count_words(clause, said));
}

/* --- The list ----------------------------------------------------------------------------------------------- */

/* The index of the clause with the highest score that is not taken; of several the first. */
static size_t best_of(const struct report *report, const json_t *record, const struct shared_clauses *shared,
                      const json_t *clauses, const json_t *taken)
{
    size_t best = json_array_size(clauses);
    int most = -1;
    for (size_t i = 0; i < json_array_size(clauses); i++) {
        const char *const clause = json_string_value(json_array_get(clauses, i));
        const bool is_taken = clause == NULL || runner_has_word(taken, clause);
        const int has = is_taken ? -1 : score(report, record, shared, clause);
        if (has > most) {
            most = has;
            best = i;
        }
    }
    return best;
}

/* Whether the answer was wrong; a crash or a hang rests on no sentence. */
static bool is_about_a_clause(const json_t *record)
{
    const enum outcome outcome = runner_record_outcome(record);
    return outcome == FAIL || outcome == UNREAD;
}

json_t *runner_deciding(const struct report *report, const json_t *record)
{
    const json_t *const known = json_object_get(record, "decides");
    json_t *const list = json_is_array(known) ? json_deep_copy(known) : json_array();
    json_t *const clauses = json_copy(json_object_get(record, "clauses")); /* and that of its fault */
    json_t *const fault = json_object_get(json_object_get(record, "fault"), "clause");
    if (json_is_string(fault))
        (void)json_array_append(clauses, fault);
    while (!json_is_array(known) && is_about_a_clause(record) && json_array_size(list) < DECIDING_MAX) {
        const size_t best = best_of(report, record, NULL, clauses, list);
        if (json_array_append(list, json_array_get(clauses, best)) != 0)
            break; /* there are no more */
    }
    json_decref(clauses);
    return list;
}

json_t *runner_deciding_all(const struct report *report, const json_t *record,
                            const struct shared_clauses *shared)
{
    json_t *const clauses = json_object_get(record, "decides") == NULL ? most_shared(shared) : NULL;
    const size_t best = best_of(report, record, shared, clauses, NULL);
    json_t *const clause = is_about_a_clause(record) ? json_incref(json_array_get(clauses, best)) : NULL;
    json_decref(clauses);
    return clause;
}

static const struct sfr_clause_text *text_of(const char *clause)
{
    for (int i = SFR_CLAUSE_NONE + 1; i < SFR_CLAUSE_END; i++)
        if (strcmp(sfr_clause_text((enum sfr_clause)i)->id, clause) == 0)
            return sfr_clause_text((enum sfr_clause)i);
    return NULL;
}

/* Whether TEXTS, a list or `*` for all, has TEXT. */
static bool has_text(const char *texts, const char *text)
{
    for (const char *at = texts; *at != '\0'; at += strcspn(at, " "), at += *at == ' ')
        if (runner_span_is((struct span){at, strcspn(at, " ")}, text))
            return true;
    return strcmp(texts, "*") == 0;
}

/* The words of a clause in the text of PROFILE, or in another one.  For errata 2 the text of version 3 is
 * taken. */
static const char *quote_of(const char *clause, const char *profile)
{
    const char *const text = strcmp(profile, "v2e2") == 0 ? "v3" : profile, *any = NULL;
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
        if (strcmp(quotes[i].clause, clause) != 0)
            continue;
        if (has_text(quotes[i].texts, text))
            return quotes[i].words;
        any = quotes[i].words;
    }
    return any;
}

char *runner_decided_by(const struct report *report, const json_t *record, const char *known)
{
    json_t *const list = known == NULL ? runner_deciding(report, record) : NULL;
    const char *const clause = known != NULL ? known : json_string_value(json_array_get(list, 0)),
                      *const id = runner_string_of(record, "id");
    const struct sfr_clause_text *const text = clause != NULL ? text_of(clause) : NULL;
    char profile[8];
    (void)snprintf(profile, sizeof profile, "%.*s", (int)(strcspn(id, "/") % sizeof profile), id);
    const enum sfr_profile number = sfr_profile_named(profile);
    const char *const quote = clause != NULL ? quote_of(clause, profile) : NULL;
    const char *const section = text != NULL && number < SFR_PROFILE_COUNT ? text->sections[number] : NULL;
    char *const words =
        clause == NULL ? NULL
                       : memory_print("%s%s%s%s%s%s", clause, section != NULL ? ", section " : "",
                                      section != NULL ? section : "", quote != NULL ? ": \"" : text != NULL ? ": " : "",
                                      quote != NULL ? quote : text != NULL ? text->words : "", quote != NULL ? "\"" : "");
    json_decref(list);
    return words;
}
