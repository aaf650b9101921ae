/* Reports what a peer does wrong, and lets a campaign go on after it.
 *
 * A cause is a line that is the same for all inputs of that cause: its kind, and the place in the peer's
 * sources.  Each cause is printed to standard error as `cause: KIND: WHERE`.  The smallest input that showed
 * it is stored in the folder PEER_FINDS, if the environment has one. */
#ifndef FUZZ_PEERS_FOUND_H
#define FUZZ_PEERS_FOUND_H

/* Ends the question to the peer, but not the process. */
_Noreturn void found(const char *kind, const char *where);

#endif
