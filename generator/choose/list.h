/* The list of the core: a line for each member, its id, a tab, and why it is there; in the order in which
 * they were chosen. */
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

/* Null, or what is wrong in LINE: its form, an id twice, too many; LINE 0: the file cannot be read. */
const char *list_read(struct list *list, const char *path, unsigned *line);
/* Null if there is none. */
struct member *list_find(struct list *list, const char *id);
/* Null if there is no room for it, or it is there already. */
struct member *list_add(struct list *list, const char *id, const char *reason);
void list_print(const struct list *list);
