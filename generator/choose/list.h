/* The list of the core, core.txt: for each member a line with its id, a tab, and why it is there, in the
 * order in which they were chosen. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { CORE_MOST = 8000 /* members */, MAX_REASON = 512, MAX_MEMBER_ID = 256, LIST_SLOTS = 1 << 14 };

struct member {
    char id[MAX_MEMBER_ID], reason[MAX_REASON];
    bool exists;     /* some vector has the id */
    uint64_t shown;  /* the trait that is its reason; 0: none yet */
    unsigned weight; /* of that reason: the greater the better */
};

struct list {
    unsigned count;
    struct member members[CORE_MOST];
    uint16_t slots[LIST_SLOTS]; /* 1 more than a member's number, by the hash of its id; 0: none */
};

/* Returns null, or what is wrong in line number *LINE: its form, an id that is there already, too many ids.
 * *LINE is 0 if the file cannot be read. */
const char *list_read(struct list *list, const char *path, unsigned *line);
/* The member with this id, or null. */
struct member *list_find(struct list *list, const char *id);
/* Returns null if there is no room, or the id is there already. */
struct member *list_add(struct list *list, const char *id, const char *reason);
void list_print(const struct list *list);
