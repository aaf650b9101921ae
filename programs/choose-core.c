/* choose-core: chooses which vectors are core, and says why each is.  Only people who add vectors run it.
 *
 * Each trait that some vector shows (generator/choose/vector_traits.h) must be shown by a member of the core.
 * The members that are listed stay.  Then it goes through all vectors several times: the first run adds vectors
 * with very many new traits, each further run those with fewer, and the last those with any.  People who read one
 * profile on one ABI only want vectors, too.  So pairs of a profile and an ABI that have fewer members than the
 * average are always a run ahead.  Each pair has some unwindings of different shapes, even if they show nothing new. */
#include "../common/bounded.h"
#include "../common/command_line.h"
#include "../common/safe_text.h"
#include "../common/standard.h"
#include "covering/array.h"
#include "families/families.h"
#include "vector_traits.h"

#include <stdio.h>
#include <string.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };
enum {
    LONGEST = 4096 /* bytes of a section; larger ones are core only if they are described by parts */,
    SAFE_LOST = 20,
    LEAST_UNWINDINGS = 10 /* of each pair */
};

static const char program[] = "choose-core";

/* --- The list: for each member its id and why it is there, in the order in which they were chosen ------- */

enum { CORE_MOST = 8000 /* members */, MAX_REASON = 512, MAX_MEMBER_ID = 256 };

struct member {
    char id[MAX_MEMBER_ID], reason[MAX_REASON];
    bool exists; /* some vector has the id */
};

struct list {
    unsigned count;
    struct member members[CORE_MOST];
    struct hash_set ids;
    uint16_t numbers[SET_SLOTS]; /* by the slots of `ids`: 1 more than a member's number; 0: none */
};

static uint64_t hash_of(const char *id)
{
    return hash_word(FNV1A_BEGIN, id);
}

/* The member with this id, or null. */
static struct member *list_find(struct list *list, const char *id)
{
    const unsigned number = list->numbers[find_slot(&list->ids, hash_of(id))];
    return number == 0 ? NULL : &list->members[number - 1];
}

/* Adds a member that is not there yet.  Returns null if there is no room. */
static struct member *list_add(struct list *list, const char *id, const char *reason)
{
    if (list->count == CORE_MOST)
        return NULL;
    struct member *member = &list->members[list->count++];
    snprintf(member->id, sizeof member->id, "%s", id);
    snprintf(member->reason, sizeof member->reason, "%s", reason);
    list->numbers[put(&list->ids, hash_of(id))] = (uint16_t)list->count;
    return member;
}

static const char *read_line(struct list *list, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    char *tab = strchr(line, '\t');
    if (tab != NULL)
        *tab = '\0';
    if (line[0] == '\0' || strlen(line) >= MAX_MEMBER_ID)
        return "no line of a list: an id, a tab and a reason";
    if (list_find(list, line) != NULL)
        return "this id is listed twice";
    return list_add(list, line, tab == NULL ? "" : tab + 1) != NULL ? NULL
                                                                    : "more ids than the core may have";
}

/* Returns null, or what is wrong in line number *LINE: its form, an id that is there already, too many ids.
 * *LINE is 0 if the file cannot be read. */
static const char *list_read(struct list *list, const char *path, unsigned *line)
{
    FILE *file = bounded_open(BOUNDED_LIST, path);
    *line = 0;
    if (file == NULL)
        return bounded_trouble();
    char buffer[MAX_MEMBER_ID + MAX_REASON + 2];
    const char *wrong = NULL;
    for (*line = 1; wrong == NULL && fgets(buffer, sizeof buffer, file) != NULL; *line += wrong == NULL)
        wrong = read_line(list, buffer);
    if (wrong == NULL && ferror(file)) {
        wrong = bounded_trouble();
        *line = 0;
    }
    fclose(file);
    return wrong;
}

static void list_print(const struct list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        printf("%s\t%s\n", list->members[i].id, list->members[i].reason);
}

/* --- What is known so far ------------------------------------------------------------------------------- */

struct choice {
    struct sink sink; /* first, so that a sink is a choice */
    struct list list;
    const char *fault;
    const char *fault_id;
    struct hash_set shown; /* the traits that members show */
    uint32_t of_pair[PROFILES][ABIS], unwindings[PROFILES][ABIS];
    unsigned run;
    unsigned lost; /* vectors that show what no member shows */
    struct view view;

    /* Of the vector that is seen. */
    uint16_t number;     /* of the member that it is, from 1 */
    bool is_own;         /* it shows traits of its pair alone */
    unsigned weight;     /* of the best reason so far: the greater the better */
    struct trait reason; /* or what it shows and no member does */

    /* For each trait, in the slots of `shown`: the first member of the list that shows it, the one that was
     * counted last, and how many do. */
    uint16_t first[SET_SLOTS], last[SET_SLOTS], many[SET_SLOTS];
};

static bool complain(const char *what, const char *about)
{
    safe_complain(program, "%s%s%s", what, about[0] != '\0' ? ": " : "", about);
    return false;
}

static bool fail(struct choice *choice, const char *what, const char *id)
{
    static char buffer[MAX_ID];
    snprintf(buffer, sizeof buffer, "%s", id);
    choice->fault = what;
    choice->fault_id = buffer;
    return false;
}

static bool is_short(const struct vector *vector)
{
    return vector->parts != NULL || (vector->length <= LONGEST && vector->encoded != NULL);
}

static void begin_view(struct choice *choice, struct hash_set *known,
                       void (*take)(void *into, const struct trait *trait, uint64_t hash))
{
    choice->view.known = known;
    choice->view.count = 0;
    choice->view.take = take;
    choice->view.into = choice;
}

/* --- Members -------------------------------------------------------------------------------------------- */

/* Gives TAKE the traits of a member, those of its own pair last. */
static void see_all(struct choice *choice, const struct member *member, const struct vector *vector,
                    void (*take)(void *into, const struct trait *trait, uint64_t hash))
{
    begin_view(choice, NULL, take);
    choice->number = (uint16_t)(member - choice->list.members + 1);
    choice->is_own = false;
    see(&choice->view, vector);
    choice->is_own = true;
    see_own(&choice->view, vector);
}

/* Counts the member for the trait.  Members do not come in the order of the list. */
static void count_trait(void *into, const struct trait *trait, uint64_t hash)
{
    struct choice *const choice = into;
    const uint64_t slot = put(&choice->shown, hash);
    (void)trait;
    if (choice->last[slot] == choice->number)
        return;
    choice->last[slot] = choice->number;
    choice->many[slot]++;
    if (choice->first[slot] == 0 || choice->number < choice->first[slot])
        choice->first[slot] = choice->number;
}

/* What the vector shows is shown from now on. */
static bool join(struct choice *choice, struct member *member, const struct vector *vector)
{
    member->exists = true;
    choice->of_pair[vector->profile][vector->abi]++;
    choice->unwindings[vector->profile][vector->abi] += vector->operation == OPERATION_UNWIND;
    see_all(choice, member, vector, count_trait);
    if (choice->shown.count > SET_SLOTS / 2)
        return fail(choice, "all vectors show more than there is room for (SET_SLOTS)", vector->id);
    return true;
}

static bool take_listed(struct sink *sink, const struct vector *vector)
{
    struct choice *choice = (struct choice *)sink;
    struct member *member = list_find(&choice->list, vector->id);
    if (member == NULL)
        return true;
    if (!is_short(vector))
        return fail(choice, "too large a section for the core", vector->id);
    return join(choice, member, vector);
}

/* --- Choosing ------------------------------------------------------------------------------------------- */

/* By run: how many new traits a vector must show. */
static const struct {
    uint32_t thin, other; /* of pairs with fewer members than the average, and of the others */
} least[] = {{64, 128}, {32, 64}, {16, 32}, {8, 16}, {6, 8}, {4, 6}, {3, 4}, {2, 3}, {1, 2}, {1, 1}};

enum { CHOOSING_RUNS = sizeof least / sizeof *least };

static bool shows_enough(const struct choice *choice, const struct vector *vector)
{
    const bool thin = choice->of_pair[vector->profile][vector->abi] * PROFILES * ABIS <= choice->list.count;
    return choice->view.count >= (thin ? least[choice->run].thin : least[choice->run].other);
}

static bool add(struct choice *choice, const struct vector *vector)
{
    struct member *member = list_add(&choice->list, vector->id, "");
    if (member == NULL)
        return fail(choice, "the core is full; take out some that fill up, so that there is room for", vector->id);
    return join(choice, member, vector);
}

static bool choose(struct sink *sink, const struct vector *vector)
{
    struct choice *choice = (struct choice *)sink;
    if (!is_short(vector))
        return true;
    begin_view(choice, &choice->shown, NULL);
    see(&choice->view, vector);
    return !shows_enough(choice, vector) || add(choice, vector);
}

/* Whether the vector demands something of every reader; a pair gains nothing from the others. */
static bool binds(const struct vector *vector)
{
    return vector->vector_class == CLASS_VALID || vector->vector_class == CLASS_MALFORMED;
}

static bool has_unwindings(const struct choice *choice, enum profile profile, enum abi abi)
{
    return choice->unwindings[profile][abi] >= LEAST_UNWINDINGS || !abi_known(profile, abi);
}

static bool add_unwinding(struct sink *sink, const struct vector *vector)
{
    struct choice *choice = (struct choice *)sink;
    if (vector->operation != OPERATION_UNWIND || !binds(vector) || !is_short(vector) ||
        has_unwindings(choice, vector->profile, vector->abi))
        return true;
    begin_view(choice, &choice->shown, NULL);
    see_unwinding(&choice->view, vector);
    return choice->view.count == 0 || add(choice, vector);
}

static bool all_have_unwindings(const struct choice *choice)
{
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
            if (!has_unwindings(choice, profile, abi)) {
                safe_complain(program, "%u unwindings of %s on %s, fewer than %d; run `make core`",
                              choice->unwindings[profile][abi], profile_name(profile), abi_name(abi),
                              LEAST_UNWINDINGS);
                return false;
            }
    return true;
}

/* Writes words for people, with BEFORE in front of them.  False: there are too many. */
static bool say_trait(const struct trait *trait, const char *before, char *buffer, size_t size)
{
    struct text text;
    gen_text_init(&text, buffer, size);
    gen_text_format(&text, "%s%s", before, trait->kind);
    for (unsigned i = 0; i < trait->part_count; i++) {
        const struct part *part = &trait->parts[i];
        gen_text_format(&text, "%s%s%s%s", i == 0 ? ": " : ", ", part->name != NULL ? part->name : "",
                        part->name != NULL ? " " : "", part->word);
    }
    gen_text_c(&text);
    return !text.full;
}

/* --- Reasons -------------------------------------------------------------------------------------------- */

enum { NO_REASON, FILLS_UP, FIRST, ALONE };

/* The best reason, and of equals the one that see() shows first. */
static void weigh_trait(void *into, const struct trait *trait, uint64_t hash)
{
    struct choice *const choice = into;
    const uint64_t slot = find_slot(&choice->shown, hash);
    const unsigned weight = choice->first[slot] != choice->number ? NO_REASON
                            : choice->is_own                      ? FILLS_UP
                            : choice->many[slot] == 1             ? ALONE
                                                                  : FIRST;
    if (weight <= choice->weight)
        return;
    choice->weight = weight;
    choice->reason = *trait;
}

static bool give_reason(struct sink *sink, const struct vector *vector)
{
    static const char *const words[] = {"", "fills up ", "first ", "alone "};
    struct choice *choice = (struct choice *)sink;
    struct member *member = list_find(&choice->list, vector->id);
    if (member == NULL)
        return true;
    choice->weight = NO_REASON;
    see_all(choice, member, vector, weigh_trait);
    if (choice->weight < ALONE && strncmp(member->reason, "kills ", 6) == 0)
        return true;
    if (choice->weight == NO_REASON)
        return fail(choice, "it shows nothing that those above it do not show; take it out of the list", vector->id);
    return say_trait(&choice->reason, words[choice->weight], member->reason, sizeof member->reason) ||
           fail(choice, "its reason is too long", vector->id);
}

/* --- Runs ----------------------------------------------------------------------------------------------- */

/* Gives TAKE the vectors that HAS wants; null: all.  False: the reason is on standard error. */
static bool run_over(bool (*has)(const char *id), struct choice *choice,
                     bool (*take)(struct sink *sink, const struct vector *vector))
{
    static struct emitter emitter;
    struct selection selection = gen_select_all();
    selection.has = has;
    choice->sink.take = take;
    gen_run_families(&emitter, &selection, &choice->sink, 0);
    if (choice->fault != NULL)
        return complain(choice->fault, choice->fault_id);
    return emitter.fault == NULL || complain(emitter.fault, emitter.id_buffer);
}

static bool run(struct choice *choice, bool (*take)(struct sink *sink, const struct vector *vector))
{
    return run_over(NULL, choice, take);
}

static bool all_exist(const struct choice *choice)
{
    for (unsigned i = 0; i < choice->list.count; i++)
        if (!choice->list.members[i].exists)
            return complain("no vector has this id, which is listed", choice->list.members[i].id);
    return true;
}

static bool choose_more(struct choice *choice)
{
    for (choice->run = 0; choice->run < CHOOSING_RUNS; choice->run++)
        if (!run(choice, choose))
            return false;
    return run(choice, add_unwinding);
}

static void keep_first(void *into, const struct trait *trait, uint64_t hash)
{
    struct choice *const choice = into;
    (void)hash;
    if (choice->view.count == 1)
        choice->reason = *trait;
}

static bool find_lost(struct sink *sink, const struct vector *vector)
{
    struct choice *choice = (struct choice *)sink;
    if (!is_short(vector))
        return true;
    begin_view(choice, &choice->shown, keep_first);
    see(&choice->view, vector);
    if (choice->view.count == 0 || choice->lost++ >= SAFE_LOST)
        return true;
    char words[MAX_REASON];
    (void)say_trait(&choice->reason, "", words, sizeof words);
    safe_complain(program, "no member reveals what %s reveals: %s", vector->id, words);
    return true;
}

/* --- All ------------------------------------------------------------------------------------------------ */

/* Whether the reasons are those that were listed. */
static bool reasons_stand(const struct choice *choice, const struct list *listed)
{
    for (unsigned i = 0; i < listed->count; i++)
        if (strcmp(choice->list.members[i].reason, listed->members[i].reason) != 0)
            return complain("this is not why it is there; run `make core`", listed->members[i].id);
    return true;
}

static struct list *sought;

static bool is_listed(const char *id)
{
    return list_find(sought, id) != NULL;
}

static int work(const char *path, bool only_check)
{
    static struct choice choice;
    static struct list listed;
    unsigned line = 0;
    const char *wrong = list_read(&choice.list, path, &line);
    if (wrong != NULL) {
        if (line > 0)
            safe_complain(program, "%s:%u: %s", path, line, wrong);
        else
            safe_complain(program, "%s: %s", path, wrong);
        return EXIT_USAGE;
    }
    listed = choice.list;
    sought = &choice.list;
    if (!run_over(is_listed, &choice, take_listed) || !all_exist(&choice))
        return EXIT_USAGE;
    if ((!only_check && !choose_more(&choice)) || !run_over(is_listed, &choice, give_reason))
        return EXIT_USAGE;
    if (!only_check) {
        list_print(&choice.list);
        return EXIT_DONE;
    }
    bool good = run(&choice, find_lost) && choice.lost == 0;
    if (!good)
        safe_complain(program, "%u vectors reveal something that no member reveals; run `make core`", choice.lost);
    good = all_have_unwindings(&choice) && good;
    good = reasons_stand(&choice, &listed) && good;
    return good ? EXIT_DONE : EXIT_FAILED;
}

static void print_rows(struct covering_array array)
{
    for (uint32_t i = 0; i < array.count; i++) {
        for (unsigned k = 0; k < DIMENSIONS; k++)
            putchar('0' + array.rows[i].values[k]);
        putchar('\n');
    }
}

static int run_command(int count, char **words)
{
    bool check = false, lists_rows = false;
    struct command_option options[] = {{"check", .to = &check}, {"covering", .to = &lists_rows}, {.name = NULL}};
    const struct command_line line = {program, .options = options};
    const int status = command_line_read(&line, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (count + lists_rows != 1 || (check && count != 1))
        return command_line_wrong_use(program, "one LIST, perhaps with --check, or --covering alone");
    if (lists_rows)
        print_rows(gen_compute_covering_array(DEFAULT_STRENGTH));
    return lists_rows ? EXIT_DONE : work(words[0], check);
}

int main(int argc, char **argv)
{
    return standard_run(program, run_command, argc, argv);
}
