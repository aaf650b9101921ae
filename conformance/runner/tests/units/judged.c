/* What the runner says of answers: judged CORPUS CASES.  A case is a line, with tabs between: the id of a
 * vector, a list of exposed members or `-`, an answer.  They are in the order of the vectors.  For the packages
 * of vectors, which must print the same: release/tests/consumers/dump.py. */
#include "../../judge/declaration.h"
#include "../../judge/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A value, or only its type if it is a list, an object or a long string. */
static const char *said(const char *value)
{
    return strstr(value, " too long to be shown here\"") != NULL ? (value[4] == 'o' ? "object" : value[3] == 'l' ? "list" : "string")
           : *value == '[' ? "list" : *value == '{' ? "object" : value;
}

static void print(const struct judgement *judgement)
{
    printf("%s\t%s", runner_outcome_names[judgement->outcome],
           judgement->outcome == READING ? judgement->reading : "-");
    for (unsigned i = 0; judgement->outcome == FAIL && i < judgement->count && i < DIFFERENCES_MAX; i++)
        printf("\t%s: %s > %s", judgement->differences[i].path, said(judgement->differences[i].expected),
               said(judgement->differences[i].actual));
    putchar('\n');
}

static void judge(const struct vector *vector, char *exposes, const char *answer)
{
    static char line[1 << 22];
    static struct judgement judgement;
    struct declaration declaration = {.exposes = json_loads(exposes, 0, NULL)};
    const int size = snprintf(line, sizeof line, "{\"request\": 1%s%s", strncmp(answer, "{}", 2) == 0 ? "" : ", ", answer + 1);
    runner_judge(vector, &declaration, CONTRACT, 1, (struct span){line, (size_t)size}, &judgement);
    print(&judgement);
    json_decref(declaration.exposes);
}

int main(int count, char **words)
{
    FILE *const files[] = {count == 3 ? fopen(words[1], "r") : NULL, count == 3 ? fopen(words[2], "r") : NULL};
    char *lines[] = {NULL, NULL};
    size_t rooms[] = {0, 0};
    ssize_t size;
    if (files[0] == NULL || files[1] == NULL)
        return 2;
    bool more = getline(&lines[1], &rooms[1], files[1]) > 0;
    while (more && (size = getline(&lines[0], &rooms[0], files[0])) > 0) {
        const char *fault = NULL;
        struct vector *const vector = runner_vector_read((struct span){lines[0], (size_t)size - 1}, &fault);
        while (vector != NULL && more && strcspn(lines[1], "\t") == vector->id.size &&
               memcmp(lines[1], vector->id.at, vector->id.size) == 0) {
            char *const exposes = lines[1] + vector->id.size + 1, *const tab = strchr(exposes, '\t');
            *tab = '\0';
            tab[1 + strcspn(tab + 1, "\n")] = '\0';
            judge(vector, exposes, tab + 1);
            more = getline(&lines[1], &rooms[1], files[1]) > 0;
        }
        if (vector != NULL)
            runner_vector_release(vector);
    }
    return more;
}
