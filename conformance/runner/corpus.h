/* Where vectors come from: a file, standard input, or sframe-gen.  Nothing of it is kept. */
#ifndef CONFORM_CORPUS_H
#define CONFORM_CORPUS_H

#include "process.h"
#include "vector.h"

struct corpus {
    struct process source;
    const char *name; /* for messages */
    bool generated, ended;
    uint64_t vectors, hash;
    uint64_t taken, size; /* bytes; size: 0 if unknown */
    char fault[256];      /* why it cannot be read on; empty: nothing is wrong */
};

/* PATH: `-` is standard input, null what GENERATOR writes.  False: fault tells. */
bool corpus_open(struct corpus *corpus, struct children *children, const char *path, char **generator);
/* The next vector that is there; null: none yet, or ended, or fault. */
struct vector *corpus_next(struct corpus *corpus);
/* Reads on, until its end and that of who writes it; blocks unless poll() said that its output can be read.
 */
void corpus_read(struct corpus *corpus, struct children *children);
void corpus_close(struct corpus *corpus, struct children *children);

#endif
