#include "list.h"

#include "../../common/bounded.h"
#include "model/fnv1a.h"

#include <stdio.h>
#include <string.h>

static unsigned find_slot(const struct list *list, const char *id)
{
    uint64_t hash = FNV1A_BEGIN;
    fnv1a(&hash, id, strlen(id));
    unsigned slot = (unsigned)(hash % LIST_SLOTS);
    while (list->slots[slot] != 0 && strcmp(list->members[list->slots[slot] - 1].id, id) != 0)
        slot = (slot + 1) % LIST_SLOTS;
    return slot;
}

struct member *list_find(struct list *list, const char *id)
{
    const unsigned number = list->slots[find_slot(list, id)];
    return number == 0 ? NULL : &list->members[number - 1];
}

struct member *list_add(struct list *list, const char *id, const char *reason)
{
    const unsigned slot = find_slot(list, id);
    if (list->count == CORE_MOST || list->slots[slot] != 0)
        return NULL;
    struct member *member = &list->members[list->count++];
    snprintf(member->id, sizeof member->id, "%s", id);
    snprintf(member->reason, sizeof member->reason, "%s", reason);
    list->slots[slot] = (uint16_t)list->count;
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

const char *list_read(struct list *list, const char *path, unsigned *line)
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

void list_print(const struct list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        printf("%s\t%s\n", list->members[i].id, list->members[i].reason);
}
