/* The ways in which vectors leave.  To add one: copy a file in exports/, add a row here. */
#pragma once

#include "../../common/requirement_set.h"
#include "export_place.h"
#include "emit/vector.h"

#include <pthread.h>
#include <semaphore.h>

/*   EXPORT(name, is a folder, what it does before the first vector, after the last)
 *
 * gen_export_<name>_take is in exports/<name>.c; that of elf is in tree.c. */
#define EXPORTS(EXPORT)                                                                                      \
    EXPORT(emit, false, gen_export_emit_begin, gen_export_emit_end)                                          \
    EXPORT(manifest, false, NULL, NULL)                                                                      \
    EXPORT(header, false, gen_export_header_begin, gen_export_header_end)                                    \
    EXPORT(tree, true, NULL, NULL)                                                                           \
    EXPORT(elf, true, NULL, NULL)                                                                            \
    EXPORT(show, false, gen_export_show_begin, gen_export_show_end)                                          \
    EXPORT(encode, false, gen_export_encode_begin, gen_export_encode_end)

enum { EXPORT_BUFFER_SIZE = 1 << 18 };

/* The hash of lines.  A thread works it out while other lines are made, if there are many. */
struct hashing {
    uint64_t hash; /* of the lines so far, without their ends */
    const char *bytes;
    size_t length; /* 0: the thread ends */
    bool has_thread;
    pthread_t thread;
    sem_t given, done; /* bytes for the thread; it has no more */
    char other_buffer[EXPORT_BUFFER_SIZE];
};

struct export
{
    struct sink sink; /* first, so that a sink is an export */
    struct outlet outlet;
    const struct selection *selection;
    uint64_t taken;
    uint64_t lines, skipped; /* encode, show: a vector gives several lines or texts, or is skipped */
    uint64_t unsaid;         /* show: texts that only say why there is none */
    char why_unsaid[512];    /* of the first of these */
    const char *encoder_ids; /* show: of the questions to encoders that are wanted; null: vectors are */
    struct hashing hashing; /* emit, encode */
    struct text text; /* goes to the place's stream */
    char buffer[EXPORT_BUFFER_SIZE];

    /* Of a header. */
    const struct requirement_set *requires; /* what its reader takes; null: everything */
    uint64_t written;                       /* vectors that it has */
    uint64_t split;                         /* how many of them a part has; 0: there are no parts */
    FILE *part;                             /* that is being written */
    struct replies replies;                 /* of the vector that comes, if it is contested */
};

#define EXPORT(name, is_folder, begin, end)                                                                  \
    bool gen_export_##name##_take(struct sink *sink, const struct vector *vector);
EXPORTS(EXPORT)
#undef EXPORT

void gen_export_emit_begin(struct export *export);
void gen_export_emit_end(struct export *export);
void gen_export_encode_begin(struct export *export);
void gen_export_encode_end(struct export *export);
void gen_export_show_begin(struct export *export);
void gen_export_show_end(struct export *export);
void gen_export_header_begin(struct export *export);
void gen_export_header_end(struct export *export);

/* What is left of the text, and the line that closes a corpus; VERSION: of the corpus; null: the vectors are
 * somebody's own. */
void gen_close_export(struct export *export, uint64_t lines, const char *version);

/* Appends an ELF file that has the section. */
void gen_write_elf(struct text *text, const struct vector *vector);

/* The bytes of a vector, a field a line, with what each is: comments begin with #, so that what is left without
 * them is the bytes in hexadecimal. */
void gen_annotate(FILE *file, const struct vector *vector);

/* sframe-gen close: copies lines from standard input, without the closing lines that are among them, and closes
 * them.  Null, or what is wrong. */
const char *gen_close_corpus(struct outlet *outlet);

/* sframe-gen make: the exit status. */
int gen_make(int count, char **words);

/* sframe-gen show: it asks the emitter which clauses are broken and where, and collects what the readings of
 * contested vectors say. */
struct replies *gen_show_emitter(const struct emitter *emitter);
