/* What a peer does that it should not, and how a campaign goes on past it.
 *
 * A cause is a line that is alike for all inputs of that cause: its kind, and where in the peer's sources.
 * Each is told on standard error as `cause: KIND: WHERE`, and the smallest input that showed it is kept in
 * the folder PEER_FINDS, if the environment names one. */
#ifndef FUZZ_PEERS_FOUND_H
#define FUZZ_PEERS_FOUND_H

/* Ends what the peer was asked, not the process. */
_Noreturn void found(const char *kind, const char *where);

#endif
