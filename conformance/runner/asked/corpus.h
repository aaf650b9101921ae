/* Where vectors come from: a file, standard input, or sframe-gen.  Of each only a hash of its id is kept.
 *
 * The last line of a corpus is no vector but says how many came before it, and their hash:
 *
 *     {"corpus":{"vectors":1928,"hash":"7f5a3b0c9d21e864","version":"1.0.0"}}
 *
 * So a corpus that was cut, or changed on its way, is not taken for a whole one.  Corpora can be joined: a
 * closing line speaks of what came since the one before it.  One that ends without is accepted, and the
 * report says so.  One of a major version that is not ours, or of a minor one that is newer, is refused. */
#ifndef CONFORMANCE_RUNNER_ASKED_CORPUS_H
#define CONFORMANCE_RUNNER_ASKED_CORPUS_H

#include "../process/process.h"
#include "units.h"

/* Since the last closing line. */
struct lines {
    uint64_t vectors, hash;
};

struct corpus {
    struct process source;
    const char *name; /* for messages */
    bool generated, ended;
    bool must_close;        /* to end without a closing line is a fault */
    bool closed;            /* the last line was a closing one */
    char version[32];       /* that the last closing line said; empty: none */
    uint64_t vectors;       /* all */
    struct lines all, since;
    struct unit unit;     /* of the line that was taken last, as far as its vectors wait */
    uint64_t number;      /* of the line that was taken last */
    uint64_t taken, size; /* bytes; size: 0 if unknown */
    uint64_t *ids;        /* hashes, in a table of ROOM places; 0: a free one */
    size_t room;
    char fault[400]; /* why it cannot be read on; empty: nothing is wrong */
};

/* PATH: `-` is standard input, null what GENERATOR writes.  False: fault tells. */
bool runner_corpus_open(struct corpus *corpus, struct children *children, const char *path, char **generator,
                        bool must_close);
/* The next vector that is there; null: none yet, or ended, or fault. */
struct vector *runner_corpus_next(struct corpus *corpus);
/* Reads on, until its end and that of who writes it; blocks unless poll() said that its output can be read.
 */
void runner_corpus_read(struct corpus *corpus, struct children *children);
void runner_corpus_close(struct corpus *corpus, struct children *children);

/* MAJOR.MINOR.PATCH, each of five digits at most. */
enum { VERSION_PARTS = 3 };
bool runner_version_read(const char *text, unsigned parts[VERSION_PARTS]);

#endif
