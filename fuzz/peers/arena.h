/* The memory of a peer, and of the section that it is given: it lies alone, with 4 GiB before and behind it
 * that nobody may touch, so that no offset of 32 bits reaches anything of ours; and each block has ends that
 * the sanitizer knows.  All of it is dropped at once, whatever the peer had still to free when its case was
 * left. */
#ifndef FUZZ_PEERS_ARENA_H
#define FUZZ_PEERS_ARENA_H

#include <stdbool.h>
#include <stddef.h>

void arena_open(void);
size_t arena_used(void);
void arena_drop(size_t used); /* what was taken since it was USED */

/* Null where there is not so much left: a section does not warrant more than ARENA_SIZE. */
enum { ARENA_SIZE = 64 << 20 };
void *arena_take(size_t size);

bool arena_has(const void *block);
void arena_give_back(void *block); /* touched from now on, it is an error */
size_t arena_size_of(const void *block);

#endif
