/* The steps that mutate a section, in a case or in an ELF file. */
#include "edits.h"
#include "mutate.h"

#include <string.h>

enum { MOST_EDITS = 6, MOST_TRIES = 8, LARGE = 160 };

/* Edits the draft, mostly few times: after many changes at once, a find does not say which one mattered.
 * Large drafts mostly lose functions first: large sections take time and find little more than small ones. */
void edit_draft(struct mutator *mutator, struct random *random)
{
    unsigned wanted = 1;
    if (mutator->draft.source.size > LARGE && !one_in(random, 4))
        (void)edit_apply(&mutator->draft, EDIT_function_keep, random);
    while (wanted < MOST_EDITS && one_in(random, 2))
        wanted++;
    for (unsigned tries = 0; wanted > 0 && tries < MOST_TRIES; tries++)
        if (edit_apply(&mutator->draft, (enum edit)below(random, EDITS), random))
            wanted--;
}

size_t break_section(struct mutator *mutator, uint8_t *section, size_t size, size_t room,
                     struct random *random)
{
    const unsigned choice = below(random, 4);
    if (choice > 1)
        return mutator->plain(section, size, room, random);
    (choice == 0 ? break_header : break_entry)(section, size, random);
    return size;
}

bool edit_apart(struct mutator *mutator, struct bytes section, struct random *random)
{
    if (section.size > MOST_CASE)
        return false;
    memcpy(mutator->input, section.at, section.size);
    if (!draft_read(&mutator->draft, mutator->input, section.size))
        return false;
    edit_draft(mutator, random);
    return true;
}

/* Edits a section in place.  It keeps its size, which bytes around it state; what is not filled stays. */
bool edit_section(struct mutator *mutator, uint8_t *section, size_t size, struct random *random)
{
    if (!edit_apart(mutator, (struct bytes){section, size}, random))
        return false;
    (void)draft_fit(&mutator->draft, section, size);
    if (one_in(random, 4) && !mutator->never_break)
        (void)break_section(mutator, section, size, size, random);
    return true;
}

bool edit_in_place(struct mutator *mutator, uint8_t *bytes, size_t size, struct random *random)
{
    struct bytes found;
    return (find_section(bytes, size, below(random, size), &found) || find_section(bytes, size, 0, &found)) &&
           edit_section(mutator, bytes + (found.at - bytes), found.size, random);
}

size_t put_bytes(uint8_t *out, size_t room, struct bytes bytes)
{
    const size_t size = bytes.size < room ? bytes.size : room;
    if (size != 0)
        memcpy(out, bytes.at, size);
    return size;
}
