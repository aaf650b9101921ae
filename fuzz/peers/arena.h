/* The memory of a peer, and of the section that it gets.  It has 4 GiB before and behind it without access,
 * so no offset of 32 bits reaches our memory; and the sanitizer knows the ends of each block.  All of it is
 * dropped at once, also what the peer had not freed when its case was left. */
#ifndef FUZZ_PEERS_ARENA_H
#define FUZZ_PEERS_ARENA_H

#include <stdbool.h>
#include <stddef.h>

void arena_open(void);
size_t arena_used(void);
void arena_drop(size_t used); /* drops what was taken since USED */

/* Returns null if there is not enough left: no section needs more than ARENA_SIZE. */
enum { ARENA_SIZE = 64 << 20 };
void *arena_take(size_t size);

bool arena_has(const void *block);
void arena_give_back(void *block); /* any later access is an error */
size_t arena_size_of(const void *block);

#endif
