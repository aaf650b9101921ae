/* Reads the vectors of a corpus from a file, from standard input or from sframe-gen.  It keeps no vector, but
 * a hash of the id of each.
 *
 * The last line of a corpus is not a vector.  It states how many vectors came before it, and their hash:
 *
 *     {"corpus":{"vectors":1928,"hash":"7f5a3b0c9d21e864","version":"1.0.0"}}
 *
 * So the reader notices a corpus that was cut or changed on its way.  Corpora can be joined: a closing line
 * is about the vectors since the closing line before it.  A corpus without a closing line is accepted, and
 * the report says that it has none.  A corpus with another major version than ours, or with a newer minor
 * version, is refused. */
#pragma once

#include "../process/process.h"
#include "../judge/corpus_line.h"

/* --- In units.c ----------------------------------------------------------------------------------------- */

/* A unit is a line of the corpus with many functions for an assembler.  It is cut into a vector for each
 * function, which asks the same as a unit of this one function would, and a vector for the section that the
 * functions get together. */

/* The vectors of a line that nobody has taken yet; all zero: none. */
struct unit {
    struct vector **vectors;
    size_t first, count;
};

/* The last part of the id of a unit's section. */
#define SECTION_OF_UNIT "section"

/* Cuts LINE, which is the NUMBER-th of the corpus and should be a unit.  Returns false if it is not a sound
 * one; *fault then says what a unit needs. */
bool runner_unit_cut(struct unit *unit, struct span line, uint64_t number, const char **fault);
/* The next vector; null if there are no more. */
struct vector *runner_unit_next(struct unit *unit);
void runner_unit_free(struct unit *unit);

/* How many vectors there are in some lines, and the hash of these lines. */
struct lines {
    uint64_t vectors, hash;
};

struct corpus {
    struct process source;
    const char *name; /* for messages */
    bool generated, ended;
    bool must_close;        /* a missing closing line is a fault */
    bool closed;            /* the last line was a closing one */
    char version[32];       /* as the last closing line states it; empty: none */
    uint64_t vectors;       /* all */
    struct lines all, since; /* since: since the last closing line */
    struct unit unit;     /* the vectors of the last line that nobody has taken yet */
    uint64_t number;      /* of the last line that was read */
    uint64_t taken, size; /* bytes; size: 0 if unknown */
    uint64_t *ids;        /* a table of ROOM hashes; 0: a free place */
    size_t room;
    char fault[400]; /* why it cannot be read on; empty: nothing is wrong */
};

/* Opens PATH: `-` is standard input, and null is what GENERATOR writes.  Returns false and sets `fault` on
 * failure. */
bool runner_corpus_open(struct corpus *corpus, struct children *children, const char *path, char **generator,
                        bool must_close);
/* Returns the next vector that was read.  Returns null if there is none yet, the corpus has ended, or there
 * is a fault. */
struct vector *runner_corpus_next(struct corpus *corpus);
/* Reads more of the corpus; at its end, also waits for the generator to end.  Blocks unless poll() said that
 * there is something to read. */
void runner_corpus_read(struct corpus *corpus, struct children *children);
void runner_corpus_close(struct corpus *corpus, struct children *children);

/* Reads MAJOR.MINOR.PATCH; each has at most five digits. */
enum { VERSION_PARTS = 3 };
bool runner_version_read(const char *text, unsigned parts[VERSION_PARTS]);
